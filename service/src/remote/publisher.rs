//! Whoever asks: positions go to the queue, and every one of them comes back as one answer.

use std::collections::HashMap;
use std::sync::mpsc as channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{DeliverPolicy, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt as _;
use pipeline::{AnsweredBy, Search};
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
    workers: Arc<Mutex<Workers>>,
    notice: Notice,
    judge: Option<Judge>,
    runtime: Option<tokio::runtime::Runtime>,
}

/// Searches a position on the machine of whoever asks.
pub type Judge = Box<dyn Fn(&Request) -> Result<Evaluation, String> + Send>;

/// A worker: its name, and the SHA-256 of its program if it says so.
type Worker = (String, Option<String>);

/// The workers that answered, by number.
#[derive(Default)]
struct Workers {
    known: Vec<Worker>,
    shut_out: Vec<String>,
}

impl Workers {
    fn number(&mut self, worker: Worker) -> usize {
        self.known.iter().position(|known| *known == worker).unwrap_or_else(|| {
            self.known.push(worker);
            self.known.len() - 1
        })
    }
}

/// A lock whose holder panicked still guards sound data: each use is a single step.
fn lock(workers: &Mutex<Workers>) -> MutexGuard<'_, Workers> {
    workers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Search for Remote {
    fn submit(&self, request: Request) {
        self.ask(Question { request, again: false });
    }

    fn submit_again(&self, request: Request, _worker: usize) {
        self.ask(Question { request, again: true });
    }

    fn next(&self, wait: Duration) -> Option<Answer> {
        let answer = self.answers.recv_timeout(wait).ok()?;
        // One that was on its way when its worker was shut out; it is asked for again.
        let workers = lock(&self.workers);
        let (name, _) = workers.known.get(answer.worker)?;
        (!workers.shut_out.contains(name)).then_some(answer)
    }

    fn judge(&self, request: &Request) -> Option<Evaluation> {
        self.judge.as_ref()?;
        (self.notice)(&format!(
            "two workers answered {} differently; it is searched here as well",
            request.fen
        ));
        self.search_here(request)
    }

    fn search_here(&self, request: &Request) -> Option<Evaluation> {
        let judge = self.judge.as_ref()?;
        judge(request)
            .inspect_err(|reason| (self.notice)(&format!("it could not be searched here: {reason}")))
            .ok()
    }

    fn shut_out(&self, worker: usize) {
        let Some(name) = self.name(worker) else { return };
        (self.notice)(&format!(
            "the worker {name} gave a wrong answer and is shut out of this run; what it answered is searched again by others. Run \
             `fairplay engines` on its machine, and look at its memory"
        ));
        lock(&self.workers).shut_out.push(name);
    }

    fn name(&self, worker: usize) -> Option<String> {
        lock(&self.workers).known.get(worker).map(|(name, _)| name.clone())
    }

    fn program(&self, worker: usize) -> AnsweredBy {
        AnsweredBy::Program(lock(&self.workers).known.get(worker).and_then(|(_, program)| program.clone()))
    }
}

impl Remote {
    /// The same with a search of one's own, which tells which of two workers was wrong.
    #[must_use]
    pub fn judged_by(mut self, judge: Judge) -> Self {
        self.judge = Some(judge);
        self
    }

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
    let workers: Arc<Mutex<Workers>> = Arc::default();
    let asking = Asking {
        queue,
        workers: Arc::clone(&workers),
        profile: Arc::new((digest, profile)),
        tell,
        notice: Arc::clone(&notice),
        open: HashMap::new(),
        heard: Instant::now(),
        round: 0,
    };
    runtime.spawn(asking.run(questions));
    Ok(Remote { asked, answers, workers, notice, judge: None, runtime: Some(runtime) })
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
    workers: Arc<Mutex<Workers>>,
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
                        self.sent(&mut sending, sent);
                    }
                }
                message = answers.next() => match message {
                    Some(Ok(message)) => {
                        let Ok(info) = message.info() else { continue };
                        let sequence = info.stream_sequence;
                        next = Some(sequence + 1);
                        let key = message.subject.rsplit('.').next().unwrap_or_default().to_owned();
                        let result = wire::result(&message.payload);
                        let headers = message.headers.as_ref();
                        let (worker, program) = (wire::worker(headers), wire::program(headers));
                        self.settle(&mut sending, &key, StoredAnswer { worker, program, sequence, result });
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
        let shut_out = lock(&self.workers).shut_out.clone();
        let sent = (key.clone(), question.clone());
        self.open.insert(key, Open { question, before: 0 });
        sending.spawn(async move {
            let (key, question) = sent;
            loop {
                match put(&queue, (&profile.0, &key), &question, (round, &shut_out)).await {
                    Ok(kept) => return (key, kept),
                    Err(error) => notice(&format!("{error}; trying again")),
                }
                sleep(RETRY_INTERVAL).await;
            }
        });
    }

    fn sent(&mut self, sending: &mut JoinSet<Published>, (key, kept): Published) {
        match kept {
            Some(kept) if kept.result.is_ok() => self.settle(sending, &key, kept),
            Some(kept) => {
                if let Some(open) = self.open.get_mut(&key) {
                    open.before = open.before.max(kept.sequence);
                }
            }
            None => {}
        }
    }

    fn settle(&mut self, sending: &mut JoinSet<Published>, key: &str, kept: StoredAnswer) {
        // Of another client, or already delivered.
        let Some(open) = self.open.get(key) else { return };
        let withdrawn = kept.result.as_ref().is_err_and(|failure| failure.reason == wire::WITHDRAWN);
        if withdrawn || (kept.result.is_err() && kept.sequence <= open.before) {
            return;
        }
        let worker = {
            let mut workers = lock(&self.workers);
            let taken = !workers.shut_out.contains(&kept.worker);
            taken.then(|| workers.number((kept.worker.clone(), kept.program.clone())))
        };
        let Some(worker) = worker else {
            let question = open.question.clone();
            self.ask(sending, question);
            return;
        };
        self.heard = Instant::now();
        if let Some(open) = self.open.remove(key) {
            // Bytes of another machine: no line is believed before its moves have been found legal.
            let fits = |evaluation: Evaluation| {
                let fits = evaluation.fits(&open.question.request, &self.profile.1.settings);
                fits.map(|()| evaluation).map_err(|misfit| Failure { reason: misfit.to_string() })
            };
            let result = kept.result.and_then(fits);
            // Who does not listen any more has gone.
            let _told = self.tell.send(Answer { result, request: open.question.request, tries: 1, worker });
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

/// Puts a position into the queue unless it is answered. Gives the answer that is there; a failure is asked for again, and an answer
/// of a worker that is shut out becomes one.
async fn put(
    queue: &Queue,
    (profile, key): (&str, &str),
    question: &Question,
    (round, shut_out): (u64, &[String]),
) -> Result<Option<StoredAnswer>, QueueError> {
    let kept = loop {
        let kept = queue.answer(profile, key).await?;
        let Some(wrong) = kept.as_ref().filter(|answer| shut_out.contains(&answer.worker)) else {
            break kept;
        };
        let withdrawn = Err(Failure { reason: wire::WITHDRAWN.to_owned() });
        let message = PublishMessage::build()
            .payload(wire::answer(&withdrawn).into())
            .expected_last_subject_sequence(wrong.sequence);
        let sent = queue.context.send_publish(answer_to(profile, key), message).await.map_err(failed)?;
        match sent.await {
            Ok(_) => {}
            // Another answer stands there by now.
            Err(error) if matches!(error.kind(), PublishErrorKind::WrongLastSequence) => {}
            Err(error) => return Err(failed(error)),
        }
    };
    let before = match &kept {
        Some(kept) if kept.result.is_ok() => return Ok(Some(kept.clone())),
        Some(kept) => kept.sequence,
        None => 0,
    };
    // The same question twice is one message, unless the first was answered by a failure or was lost.
    let mut headers = HeaderMap::new();
    for name in shut_out {
        headers.append(wire::SHUT_OUT, name.as_str());
    }
    let message = PublishMessage::build()
        .payload(question.message().map_err(failed)?.into())
        .headers(headers)
        .message_id(format!("{profile}.{key}.{before}.{round}"));
    let sent = queue.context.send_publish(positions_of(profile), message).await.map_err(failed)?;
    sent.await.map_err(failed)?;
    Ok(kept)
}
