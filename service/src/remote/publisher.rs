//! Whoever asks: positions go to the queue, and every one of them comes back as one answer.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc as channel;
use std::time::Duration;

use async_nats::jetstream::consumer::{DeliverPolicy, pull};
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt as _;
use pipeline::Search;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep};
use uci_pool::{Answer, Evaluation, Failure, Request};

use super::queue::{Queue, QueueError, StoredAnswer, answer_to, context, failed, positions_of};
use super::wire::{self, Profile, Question};
use super::{RETRY_INTERVAL, RemoteError};
use crate::jobs::queue_address::{Address, Notice};

/// Most positions of one run in the queue; the others wait here.
const WINDOW: usize = 4_096;
/// Interval between checks that the queue still holds our requests.
const LOOK: Duration = Duration::from_secs(5);
/// Silence after which the queue is checked and the reason reported.
const QUIET: Duration = Duration::from_secs(15);

/// Engines on other machines, as something that searches.
/// Dropping it ends the asking. What is in the queue by then may still be answered; the answers wait there for two days, for whoever asks
/// for them again.
pub struct Remote {
    asked: mpsc::UnboundedSender<Question>,
    answers: channel::Receiver<Answer>,
    runtime: Option<tokio::runtime::Runtime>,
}

impl Search for Remote {
    fn submit(&self, request: Request) {
        self.ask(Question { request, again: false });
    }

    fn submit_again(&self, request: Request, _worker: usize) {
        self.ask(Question { request, again: true });
    }

    fn next(&self, wait: Duration) -> Option<Answer> {
        self.answers.recv_timeout(wait).ok()
    }
}

impl Remote {
    fn ask(&self, question: Question) {
        // The task that listens ends with this value and not before.
        let _listening = self.asked.send(question);
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Connects to a queue and asks it for positions under a profile. While it waits, `notice` says what for.
///
/// # Errors
/// If there is no queue at the address. One that goes away later is waited for.
pub fn remote(address: &Address, profile: Profile, notice: Notice) -> Result<Remote, RemoteError> {
    let runtime = super::runtime()?;
    let (asked, questions) = mpsc::unbounded_channel();
    let (tell, answers) = channel::channel();
    let digest = profile.digest()?;
    let queue = runtime.block_on(async {
        let queue = Queue::make(context(address.connect().await?)).await?;
        // Shows workers that positions wait, and for which engine.
        queue.hands(&digest).await?;
        queue.announce(&digest, &profile).await?;
        Ok::<_, RemoteError>(queue)
    })?;
    let asking = Asking {
        queue,
        profile: Arc::new((digest, profile)),
        tell,
        notice,
        open: HashMap::new(),
        heard: Instant::now(),
        round: 0,
    };
    runtime.spawn(asking.run(questions));
    Ok(Remote { asked, answers, runtime: Some(runtime) })
}

struct Open {
    question: Question,
    /// A failure of an earlier run, which is not the answer.
    before: u64,
}

/// The key of a position, and the last answer before it was asked for.
type Published = (String, Option<StoredAnswer>);

struct Asking {
    queue: Queue,
    profile: Arc<(String, Profile)>,
    tell: channel::Sender<Answer>,
    notice: Notice,
    open: HashMap<String, Open>,
    heard: Instant,
    /// How often the queue was found not to know what it was asked.
    round: u64,
}

impl Asking {
    async fn run(mut self, mut questions: mpsc::UnboundedReceiver<Question>) {
        let mut sending: JoinSet<Published> = JoinSet::new();
        let mut next = None;
        let mut answers = self.follow(&mut next).await;
        let mut look = interval(LOOK);
        loop {
            tokio::select! {
                question = questions.recv(), if self.open.len() < WINDOW => {
                    let Some(question) = question else { return };
                    if self.open.is_empty() {
                        self.heard = Instant::now();
                    }
                    self.ask(&mut sending, question);
                }
                Some(sent) = sending.join_next(), if !sending.is_empty() => {
                    if let Ok(sent) = sent {
                        self.sent(sent);
                    }
                }
                message = answers.next() => match message {
                    Some(Ok(message)) => {
                        let Ok(info) = message.info() else { continue };
                        let sequence = info.stream_sequence;
                        next = Some(sequence + 1);
                        let key = message.subject.rsplit('.').next().unwrap_or_default().to_owned();
                        let result = wire::result(&message.payload);
                        self.settle(&key, StoredAnswer { sequence, result });
                    }
                    _ => answers = self.follow(&mut next).await,
                },
                _ = look.tick() => {
                    if !self.open.is_empty() && self.heard.elapsed() > QUIET {
                        self.look(&mut sending).await;
                    }
                }
            }
        }
    }

    /// Listens to the answers that come from now on, or from where it was broken off; waits until that can be done.
    async fn follow(&self, next: &mut Option<u64>) -> pull::Ordered {
        loop {
            match self.try_follow(next).await {
                Ok(answers) => return answers,
                Err(error) => (self.notice)(&format!("{error}; trying again")),
            }
            sleep(RETRY_INTERVAL).await;
        }
    }

    async fn try_follow(&self, next: &mut Option<u64>) -> Result<pull::Ordered, QueueError> {
        let from = match *next {
            Some(next) => next,
            None => {
                let state = self.queue.answers.get_info().await.map_err(failed)?.state;
                *next.insert(state.last_sequence + 1)
            }
        };
        let config = pull::OrderedConfig {
            filter_subject: answer_to(&self.profile.0, "*"),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
            ..pull::OrderedConfig::default()
        };
        let consumer = self.queue.answers.create_consumer(config).await.map_err(failed)?;
        consumer.messages().await.map_err(failed)
    }

    fn ask(&mut self, sending: &mut JoinSet<Published>, question: Question) {
        let key = question.key();
        let (queue, profile) = (self.queue.clone(), Arc::clone(&self.profile));
        let (notice, round) = (Arc::clone(&self.notice), self.round);
        let sent = (key.clone(), question.clone());
        self.open.insert(key, Open { question, before: 0 });
        sending.spawn(async move {
            let (key, question) = sent;
            loop {
                match put(&queue, &profile.0, &key, &question, round).await {
                    Ok(kept) => return (key, kept),
                    Err(error) => notice(&format!("{error}; trying again")),
                }
                sleep(RETRY_INTERVAL).await;
            }
        });
    }

    fn sent(&mut self, (key, kept): Published) {
        match kept {
            Some(kept) if kept.result.is_ok() => self.settle(&key, kept),
            Some(kept) => {
                if let Some(open) = self.open.get_mut(&key) {
                    open.before = open.before.max(kept.sequence);
                }
            }
            None => {}
        }
    }

    fn settle(&mut self, key: &str, kept: StoredAnswer) {
        // Of another client, or already delivered.
        let Some(open) = self.open.get(key) else { return };
        if kept.result.is_err() && kept.sequence <= open.before {
            return;
        }
        self.heard = Instant::now();
        if let Some(open) = self.open.remove(key) {
            // Bytes of another machine: no line is believed before its moves have been found legal.
            let fits = |evaluation: Evaluation| {
                let fits = evaluation.fits(&open.question.request, &self.profile.1.settings);
                fits.map(|()| evaluation).map_err(|misfit| Failure { reason: misfit.to_string() })
            };
            let result = kept.result.and_then(fits);
            // Who does not listen any more has gone.
            let _told =
                self.tell.send(Answer { result, request: open.question.request, tries: 1, worker: 0 });
        }
    }

    /// No answer came for a while: says why as far as it can be seen, and asks again for what the queue has lost.
    async fn look(&mut self, sending: &mut JoinSet<Published>) {
        self.heard = Instant::now();
        let (digest, profile) = (&self.profile.0, &self.profile.1);
        let hands = match self.queue.hands(digest).await {
            Ok(hands) => hands.get_info().await.map_err(failed),
            Err(error) => Err(error),
        };
        match hands {
            Err(error) => {
                (self.notice)(&format!("{error}; waiting for it"));
                // A server that lost its disk has no streams any more.
                if let Ok(queue) = Queue::make(self.queue.context.clone()).await {
                    let _announced = queue.announce(digest, profile).await;
                    self.queue = queue;
                }
            }
            Ok(info) if info.num_pending == 0 && info.num_ack_pending == 0 && sending.is_empty() => {
                self.round += 1;
                let lost: Vec<Question> = self.open.values().map(|open| open.question.clone()).collect();
                for question in lost {
                    self.ask(sending, question);
                }
            }
            Ok(info) if info.num_waiting == 0 && info.num_ack_pending == 0 => (self.notice)(&format!(
                "{} positions wait and no worker takes them; start `fairplay worker` with {}",
                self.open.len(),
                profile.shown()
            )),
            Ok(_) => {}
        }
    }
}

/// Puts a position into the queue unless it is answered. Gives the answer that is there; a failure is asked for again.
async fn put(
    queue: &Queue,
    profile: &str,
    key: &str,
    question: &Question,
    round: u64,
) -> Result<Option<StoredAnswer>, QueueError> {
    let kept = queue.answer(profile, key).await?;
    let before = match &kept {
        Some(kept) if kept.result.is_ok() => return Ok(Some(kept.clone())),
        Some(kept) => kept.sequence,
        None => 0,
    };
    // The same question twice is one message, unless the first was answered by a failure or was lost.
    let message = PublishMessage::build()
        .payload(question.message().map_err(failed)?.into())
        .message_id(format!("{profile}.{key}.{before}.{round}"));
    let sent = queue.context.send_publish(positions_of(profile), message).await.map_err(failed)?;
    sent.await.map_err(failed)?;
    Ok(kept)
}
