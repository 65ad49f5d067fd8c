//! Whoever searches: takes positions out of the queue, searches them with an engine of its own, and puts the answers there.
//!
//! A worker takes positions only for an engine that answers like its own, by signature, and with the settings that go with them.
//! It may come and go: what it had in hand is given to another after half a minute of silence. An answer is on the
//! server's disk before the position is ticked off.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use analyzer::shipped;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt as _;
use pipeline::{Search, signature_of};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep, timeout};
use uci_pool::{
    Answer, EngineError, EngineSpec, Failure, Identity, Limits, Pool, PoolError, Settings, identify,
};

use super::queue::{Queue, QueueError, SILENCE, answer_to, context, failed};
use super::wire::{self, Profile, Question};
use super::{RETRY_INTERVAL, RemoteError};
use crate::jobs::queue_address::{Address, Notice};

/// Deliveries of a position before it counts as unanswerable.
const MAX_TRIES: i64 = 6;
/// How long a worker serves one profile while another one waits.
const TURN: Duration = Duration::from_secs(30);
/// How long a request for positions stays open.
const OPEN: Duration = Duration::from_secs(5);
const TOLD: Duration = Duration::from_secs(60);
/// How often a worker leaves a second question about a position of its own to others, and for how long each time: three
/// seconds in all. Often, because the queue may hand the question to the same worker again.
const LEFT: i64 = 12;
const LEFT_FOR: Duration = Duration::from_millis(250);
/// Number of answers that a worker knows to be its own. A second question follows soon after the first answer.
const OWN: usize = 10_000;
/// How often an answer is sent again to a queue that does not take it, half a second apart, before it is left to the silence.
const SENDS: u32 = 240;

pub type Start<S> = Box<dyn Fn(&Settings) -> Result<S, PoolError> + Send + Sync>;

pub struct Hands<S> {
    /// How whoever asks knows this worker: printable ASCII; another one for each process.
    pub name: String,
    pub identity: Identity,
    /// Positions that it can search at the same time.
    pub engines: usize,
    pub start: Start<S>,
}

impl Hands<Pool> {
    /// Engines of this machine; none is started yet.
    ///
    /// # Errors
    /// An engine that cannot be used.
    pub fn of_engine(
        name: &str,
        spec: EngineSpec,
        engines: usize,
        limits: Limits,
    ) -> Result<Self, EngineError> {
        let identity = identify(&spec)?;
        Ok(Self {
            name: wire::name(name),
            identity,
            engines,
            start: Box::new(move |settings| Pool::start(&spec, settings, engines, limits.clone())),
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerTold {
    /// Positions searched and answered.
    pub answered: u64,
    /// Positions that were answered already.
    pub known: u64,
}

/// Answers positions until `stop`; positions already taken are finished first.
///
/// # Errors
/// No queue at the address at first, an engine that cannot be used, or one that gave a wrong answer.
pub fn work<S: Search + Send + Sync + 'static>(
    address: &Address,
    hands: &Hands<S>,
    stop: &dyn Fn() -> bool,
    notice: &Notice,
) -> Result<WorkerTold, RemoteError> {
    let runtime = super::runtime()?;
    let worked = runtime.block_on(async {
        let context = context(address.connect().await?);
        let Some(queue) = first_asked(&context, stop, notice).await? else {
            return Ok(WorkerTold::default());
        };
        let mut worker = Worker {
            queue,
            hands,
            stop,
            notice,
            told: WorkerTold::default(),
            strangers: Vec::new(),
            signatures: Vec::new(),
            running: None,
            own: VecDeque::new(),
            since: Instant::now(),
        };
        worker.run().await
    });
    runtime.shutdown_background();
    worked
}

async fn first_asked(
    context: &Context,
    stop: &dyn Fn() -> bool,
    notice: &Notice,
) -> Result<Option<Queue>, QueueError> {
    let mut told = false;
    while !stop() {
        if let Some(queue) = Queue::find(context.clone()).await? {
            return Ok(Some(queue));
        }
        if !told {
            notice("nobody has asked for anything here so far; waiting");
            told = true;
        }
        sleep(RETRY_INTERVAL).await;
    }
    Ok(None)
}

struct Running<S> {
    settings: Settings,
    search: Arc<S>,
    answers: mpsc::UnboundedReceiver<Answer>,
    ended: Arc<AtomicBool>,
}

impl<S> Drop for Running<S> {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

impl<S: Search + Send + Sync + 'static> Running<S> {
    fn start(hands: &Hands<S>, settings: &Settings) -> Result<Self, RemoteError> {
        let search = Arc::new((hands.start)(settings)?);
        let (tell, answers) = mpsc::unbounded_channel();
        let ended = Arc::new(AtomicBool::new(false));
        let (listened, over) = (Arc::clone(&search), Arc::clone(&ended));
        std::thread::Builder::new().name("answers".to_owned()).spawn(move || {
            while !over.load(Ordering::Relaxed) {
                let answer = listened.next(Duration::from_millis(100));
                if answer.is_some_and(|answer| tell.send(answer).is_err()) {
                    break;
                }
            }
        })?;
        Ok(Self { settings: settings.clone(), search, answers, ended })
    }
}

/// A profile of this engine for which positions wait.
struct PendingProfile {
    digest: String,
    settings: Settings,
    hands: PullConsumer,
}

/// A position that this worker has taken; kept by its key.
struct Held {
    message: Message,
    /// The failure that it was answered by before; 0 if it was not answered.
    before: u64,
}

enum Put {
    Done,
    /// Another worker was first, with another answer.
    Differs(String),
    /// The queue did not take it; it will be given out again.
    Left(String),
}

struct Worker<'a, S> {
    queue: Queue,
    hands: &'a Hands<S>,
    stop: &'a dyn Fn() -> bool,
    notice: &'a Notice,
    told: WorkerTold,
    /// Profiles of other engines that were reported.
    strangers: Vec<String>,
    /// Signatures by settings; `None` where the engine gave none.
    signatures: Vec<(Settings, Option<String>)>,
    running: Option<Running<S>>,
    /// Keys of the newest answers of this worker.
    own: VecDeque<String>,
    since: Instant,
}

impl<S: Search + Send + Sync + 'static> Worker<'_, S> {
    fn stops(&self) -> bool {
        (self.stop)()
    }

    async fn run(&mut self) -> Result<WorkerTold, RemoteError> {
        let mut last = String::new();
        while !self.stops() {
            match self.waiting().await {
                Ok(mut waiting) => {
                    // The one after the one that had its turn comes next.
                    let turned = waiting.iter().position(|asked| asked.digest == last);
                    let next = turned.map_or(0, |place| (place + 1) % waiting.len());
                    waiting.rotate_left(next);
                    let others = waiting.len() > 1;
                    match waiting.into_iter().next() {
                        Some(asked) => {
                            self.serve(&asked, others).await?;
                            last = asked.digest;
                        }
                        None => sleep(RETRY_INTERVAL).await,
                    }
                }
                Err(error) => {
                    (self.notice)(&format!("{error}; trying again"));
                    sleep(RETRY_INTERVAL * 2).await;
                    if let Ok(Some(queue)) = Queue::find(self.queue.context.clone()).await {
                        self.queue = queue;
                    }
                }
            }
        }
        Ok(self.told)
    }

    /// Whether the engine of this worker gives the answers that a profile waits for. It is asked once for each settings.
    fn answers_like(&mut self, profile: &Profile) -> bool {
        let (own, asked) = (&self.hands.identity, &profile.engine);
        if own.options != asked.options {
            return false;
        }
        if asked.signature.is_none() {
            return own.sha256 == asked.sha256;
        }
        let settings = profile.settings.to_the_end();
        if !self.signatures.iter().any(|(known, _)| *known == settings) {
            let signature = match shipped::known_signature(own, &settings) {
                Ok(Some(known)) => Some(known),
                _ => self.ask_signature(&settings),
            };
            self.signatures.push((settings.clone(), signature));
        }
        let own = self.signatures.iter().find(|(known, _)| *known == settings);
        own.is_some_and(|(_, signature)| signature.is_some() && *signature == asked.signature)
    }

    fn ask_signature(&self, settings: &Settings) -> Option<String> {
        (self.notice)("asking the engine about the test positions, once for these settings");
        // Other tasks of this program go on meanwhile.
        let asked = tokio::task::block_in_place(|| {
            let search = (self.hands.start)(settings).map_err(|error| error.to_string())?;
            signature_of(&search).map_err(|error| error.to_string())
        });
        asked.inspect_err(|reason| (self.notice)(&format!("no signature of the engine: {reason}"))).ok()
    }

    /// The profiles of this engine for which positions wait. A profile that needs another engine is reported once.
    async fn waiting(&mut self) -> Result<Vec<PendingProfile>, QueueError> {
        let mut waiting = Vec::new();
        for (digest, profile) in self.queue.profiles().await? {
            let hands = self.queue.hands(&digest).await?;
            let info = hands.get_info().await.map_err(failed)?;
            if info.num_pending == 0 && info.num_ack_pending == 0 {
                continue;
            }
            if self.answers_like(&profile) {
                waiting.push(PendingProfile { digest, settings: profile.settings, hands });
            } else if !self.strangers.contains(&digest) {
                (self.notice)(&format!(
                    "positions wait for {}; this worker has {} ({}…) and leaves them to others",
                    profile.shown(),
                    self.hands.identity.name,
                    self.hands.identity.sha256.get(..12).unwrap_or_default()
                ));
                self.strangers.push(digest);
            }
        }
        Ok(waiting)
    }

    /// Serves one profile until nothing waits any more, or until its turn is over while others wait.
    async fn serve(&mut self, asked: &PendingProfile, others: bool) -> Result<(), RemoteError> {
        let mut running = match self.running.take() {
            Some(running) if running.settings == asked.settings => running,
            _ => Running::start(self.hands, &asked.settings)?,
        };
        let served = self.turn(asked, &mut running, others).await;
        self.running = Some(running);
        served
    }

    async fn turn(
        &mut self,
        PendingProfile { digest, hands, .. }: &PendingProfile,
        running: &mut Running<S>,
        others: bool,
    ) -> Result<(), RemoteError> {
        // One in the engine and one beside it, so that no engine waits for the network.
        let most = self.hands.engines * 2;
        let mut held: BTreeMap<String, Held> = BTreeMap::new();
        let mut putting: JoinSet<Put> = JoinSet::new();
        let mut batch: Option<pull::Batch> = None;
        let mut alive = interval(SILENCE / 3);
        let mut glance = interval(Duration::from_millis(200));
        let (begun, mut idle) = (Instant::now(), false);
        loop {
            let over = self.stops() || idle || (others && begun.elapsed() > TURN);
            if over && held.is_empty() && putting.is_empty() {
                return Ok(());
            }
            if batch.is_none() && !over && held.len() < most {
                match hands.batch().max_messages(most - held.len()).expires(OPEN).messages().await {
                    Ok(new) => batch = Some(new),
                    Err(error) => {
                        (self.notice)(&format!("{}; trying again", failed(error)));
                        sleep(RETRY_INTERVAL).await;
                        // The streams are looked up again before the next turn.
                        idle = true;
                    }
                }
            }
            let asking = batch.is_some();
            tokio::select! {
                message = async { match &mut batch { Some(batch) => batch.next().await, None => None } }, if asking => {
                    match message {
                        Some(Ok(message)) if self.is_shut_out(&message) => {
                            // Others need not wait for its silence.
                            while putting.join_next().await.is_some() {}
                            for message in held.into_values().map(|one| one.message).chain([message]) {
                                let _left = message.ack_with(AckKind::Nak(None)).await;
                            }
                            if let Some(mut batch) = batch {
                                while let Ok(Some(Ok(message))) = timeout(LEFT_FOR, batch.next()).await {
                                    let _left = message.ack_with(AckKind::Nak(None)).await;
                                }
                            }
                            return Err(RemoteError::ShutOut { name: self.hands.name.clone() });
                        }
                        Some(Ok(message)) => self.taken(digest, message, running, &mut held).await,
                        Some(Err(_)) | None => {
                            batch = None;
                            // Nothing came for as long as a request stays open, or the connection is gone.
                            idle = held.is_empty() && putting.is_empty();
                        }
                    }
                }
                Some(answer) = running.answers.recv() => {
                    // The second question comes after the first answer, so one of the two is in hand.
                    let keys = [false, true].map(|again| Question { request: answer.request.clone(), again }.key());
                    if let Some((key, one)) = keys.into_iter().find_map(|key| held.remove_entry(&key)) {
                        self.told.answered += 1;
                        self.own.push_back(key.clone());
                        if self.own.len() > OWN {
                            self.own.pop_front();
                        }
                        putting.spawn(put(self.sender(), digest.clone(), (key, answer), one));
                    }
                }
                Some(done) = putting.join_next(), if !putting.is_empty() => match done {
                    Ok(Put::Differs(why) | Put::Left(why)) => (self.notice)(&why),
                    Ok(Put::Done) | Err(_) => {}
                },
                _ = alive.tick() => {
                    for one in held.values() {
                        // If it does not arrive, the position is given to another as well.
                        let _alive = one.message.ack_with(AckKind::Progress).await;
                    }
                    self.tell();
                }
                _ = glance.tick() => {}
            }
        }
    }

    /// Whether whoever asks takes no answer of this worker any more.
    fn is_shut_out(&self, message: &Message) -> bool {
        let names = message.headers.iter().flat_map(|headers| headers.get_all(wire::SHUT_OUT));
        let mut names = names.map(async_nats::HeaderValue::as_str);
        names.any(|name| name == self.hands.name)
    }

    fn sender(&self) -> Sender {
        let Hands { name, identity, .. } = &self.hands;
        Sender { queue: self.queue.clone(), name: name.clone(), program: identity.sha256.clone() }
    }

    /// Takes a position, unless it is answered, does not parse, or was delivered too often.
    async fn taken(
        &mut self,
        digest: &str,
        message: Message,
        running: &Running<S>,
        held: &mut BTreeMap<String, Held>,
    ) {
        let question = match wire::question(&message.payload) {
            Ok(question) => question,
            Err(error) => {
                (self.notice)(&error);
                let _ended = message.ack_with(AckKind::Term).await;
                return;
            }
        };
        let key = question.key();
        let before = match self.queue.answer(digest, &key).await {
            Ok(Some(kept)) if kept.result.is_ok() => {
                self.told.known += 1;
                let _done = message.double_ack().await;
                return;
            }
            Ok(Some(kept)) => kept.sequence,
            // An unknown answer counts as none: the first answer wins in any case.
            Ok(None) | Err(_) => 0,
        };
        let tries = message.info().map_or(1, |info| info.delivered);
        let Question { request, again } = question;
        let first = Question { request: request.clone(), again: false }.key();
        if again && tries <= LEFT && self.own.contains(&first) {
            let _left = message.ack_with(AckKind::Nak(Some(LEFT_FOR))).await;
            return;
        }
        let one = Held { message, before };
        let most = MAX_TRIES + if again { LEFT } else { 0 };
        if tries > most {
            let failure =
                Failure { reason: format!("it was given to workers {most} times and none of them answered") };
            let answer = Answer { request, result: Err(failure), tries: 0, worker: 0 };
            if let Put::Left(why) = put(self.sender(), digest.to_owned(), (key, answer), one).await {
                (self.notice)(&why);
            }
            return;
        }
        // Redelivered while we have it: the newer message is the one to acknowledge.
        if held.insert(key, one).is_none() {
            running.search.submit(request);
        }
    }

    fn tell(&mut self) {
        if self.since.elapsed() > TOLD {
            self.since = Instant::now();
            let WorkerTold { answered, known } = self.told;
            (self.notice)(&format!("{answered} positions answered, {known} known before"));
        }
    }
}

/// Where a worker puts its answers, and what it says of itself.
struct Sender {
    queue: Queue,
    name: String,
    /// SHA-256 of its engine.
    program: String,
}

/// Puts an answer into the queue, then ticks the position off.
async fn put(sender: Sender, digest: String, (key, answer): (String, Answer), held: Held) -> Put {
    let mut last = String::new();
    for _ in 0..SENDS {
        match try_put(&sender, &digest, &key, &answer, &held).await {
            Ok(put) => return put,
            Err(error) => last = error.to_string(),
        }
        let _alive = held.message.ack_with(AckKind::Progress).await;
        sleep(RETRY_INTERVAL).await;
    }
    Put::Left(format!("an answer could not be sent, so it will be searched again: {last}"))
}

async fn try_put(
    Sender { queue, name, program }: &Sender,
    digest: &str,
    key: &str,
    answer: &Answer,
    held: &Held,
) -> Result<Put, QueueError> {
    // The first answer wins: this one replaces only an earlier failure or nothing.
    let message = PublishMessage::build()
        .payload(wire::answer(&answer.result).into())
        .header(wire::WORKER, name.as_str())
        .header(wire::PROGRAM, program.as_str())
        .expected_last_subject_sequence(held.before);
    let sent = queue.context.send_publish(answer_to(digest, key), message).await.map_err(failed)?;
    let mut put = Put::Done;
    match sent.await {
        Ok(_) => {}
        Err(error) if matches!(error.kind(), PublishErrorKind::WrongLastSequence) => {
            // A failure here says nothing about an answer there, and the other way round.
            if let Some(kept) = queue.answer(digest, key).await?
                && let (Ok(theirs), Ok(ours)) = (&kept.result, &answer.result)
                && theirs != ours
            {
                put = Put::Differs(format!(
                    "this machine answers {} differently than the worker {} with the same engine and settings did; one of both is \
                     wrong. Run `fairplay engines` on both machines",
                    answer.request.fen, kept.worker
                ));
            }
        }
        Err(error) => return Err(failed(error)),
    }
    held.message.double_ack().await.map_err(failed)?;
    Ok(put)
}
