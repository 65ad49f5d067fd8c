//! The streams: waiting positions, stored answers, and announced profiles.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::stream::{
    DirectGetErrorKind, DiscardPolicy, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{self, Context, ErrorCode, stream};
use thiserror::Error;
use uci_pool::{Evaluation, Failure};

use super::wire::{self, Profile};

/// How long a worker may be silent about a position before it is given to another.
pub(super) const SILENCE: Duration = Duration::from_secs(30);
const KEPT: Duration = Duration::from_secs(48 * 3_600);
/// How long a position that is asked for twice is known to be the same. The server keeps the ids of that time in memory, about
/// a kilobyte each; later a second question costs a message, and no search.
const DUPLICATES: Duration = Duration::from_secs(600);
/// Most positions in the hands of all workers of a profile.
const MAX_IN_HAND: i64 = 20_000;
/// Most workers that may ask at the same time.
const MAX_WAITING: i64 = 4_096;
/// Largest message, in bytes; an answer with 24 depths of five lines is a few thousand.
const MAX_MESSAGE_BYTES: i32 = 256 * 1024;

/// The subjects that say which engine and settings a profile stands for.
const ANY_PROFILE: &str = "fairplay.v2.profiles.*";

/// Why the queue could not be used. Most of these pass, and are tried again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the queue: {0}")]
pub struct QueueError(pub(super) String);

pub(super) fn failed(error: impl std::fmt::Display) -> QueueError {
    QueueError(error.to_string())
}

/// An answer, with its place among all answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredAnswer {
    /// The name of the worker that gave it.
    pub(super) worker: String,
    /// SHA-256 of its program, if it says so.
    pub(super) program: Option<String>,
    pub(super) sequence: u64,
    pub(super) result: Result<Evaluation, Failure>,
}

#[derive(Clone, Debug)]
pub(super) struct Queue {
    pub(super) context: Context,
    pub(super) positions: Stream,
    pub(super) answers: Stream,
    profiles: Stream,
}

pub(super) fn positions_of(profile: &str) -> String {
    format!("fairplay.v2.positions.{profile}")
}

pub(super) fn answer_to(profile: &str, key: &str) -> String {
    format!("fairplay.v2.answers.{profile}.{key}")
}

fn streams() -> [stream::Config; 3] {
    let usual = stream::Config {
        storage: StorageType::File,
        num_replicas: 1,
        max_message_size: MAX_MESSAGE_BYTES,
        allow_direct: true,
        ..stream::Config::default()
    };
    [
        stream::Config {
            name: "FAIRPLAY_POSITIONS".to_owned(),
            description: Some("positions that wait for an engine".to_owned()),
            subjects: vec![positions_of("*")],
            retention: RetentionPolicy::WorkQueue,
            // A full stream refuses new positions and keeps the old ones.
            discard: DiscardPolicy::New,
            duplicate_window: DUPLICATES,
            ..usual.clone()
        },
        stream::Config {
            name: "FAIRPLAY_ANSWERS".to_owned(),
            description: Some("what engines said".to_owned()),
            subjects: vec![answer_to("*", "*")],
            max_messages_per_subject: 1,
            max_age: KEPT,
            ..usual.clone()
        },
        stream::Config {
            name: "FAIRPLAY_PROFILES".to_owned(),
            description: Some("engines and settings that positions wait for".to_owned()),
            subjects: vec![ANY_PROFILE.to_owned()],
            max_messages_per_subject: 1,
            max_age: KEPT,
            ..usual
        },
    ]
}

impl Queue {
    pub(super) async fn find(context: Context) -> Result<Option<Self>, QueueError> {
        let [positions, answers, profiles] = streams();
        let Some(positions) = find_stream(&context, &positions).await? else {
            return Ok(None);
        };
        let Some(answers) = find_stream(&context, &answers).await? else {
            return Ok(None);
        };
        let Some(profiles) = find_stream(&context, &profiles).await? else {
            return Ok(None);
        };
        Ok(Some(Self { positions, answers, profiles, context }))
    }

    /// Finds the streams, or makes them. Whoever asks does this, and a worker never: of two that make a stream in the same moment
    /// the second takes the folder of the first away (NATS 2.9.10), and nothing can be put there until the server starts anew.
    pub(super) async fn make(context: Context) -> Result<Self, QueueError> {
        let [positions, answers, profiles] = streams();
        Ok(Self {
            positions: context.get_or_create_stream(positions).await.map_err(failed)?,
            answers: context.get_or_create_stream(answers).await.map_err(failed)?,
            profiles: context.get_or_create_stream(profiles).await.map_err(failed)?,
            context,
        })
    }

    /// The workers of a profile: who takes a position from here has it alone until it is silent for too long.
    pub(super) async fn hands(&self, profile: &str) -> Result<PullConsumer, QueueError> {
        let name = format!("workers-{profile}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: positions_of(profile),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            max_deliver: -1,
            max_ack_pending: MAX_IN_HAND,
            max_waiting: MAX_WAITING,
            ..pull::Config::default()
        };
        let found = self.positions.get_or_create_consumer(&name, config).await;
        found.map_err(failed)
    }

    /// Says which engine and settings a profile stands for.
    pub(super) async fn announce(&self, digest: &str, profile: &Profile) -> Result<(), QueueError> {
        let body = serde_json::to_vec(profile).map_err(failed)?;
        let subject = ANY_PROFILE.replace('*', digest);
        let sent = self.context.publish(subject, body.into()).await.map_err(failed)?;
        sent.await.map_err(failed)?;
        Ok(())
    }

    /// The profiles that were asked for in the last days. One that does not read, or is not what it is named, is left out.
    pub(super) async fn profiles(&self) -> Result<Vec<(String, Profile)>, QueueError> {
        let (mut found, mut next) = (Vec::new(), 1);
        loop {
            // From one to the next: what was announced again later has left holes.
            let message = self.profiles.direct_get_next_for_subject(ANY_PROFILE, Some(next)).await;
            let message = match message {
                Ok(message) => message,
                Err(error) if matches!(error.kind(), DirectGetErrorKind::NotFound) => return Ok(found),
                Err(error) => return Err(failed(error)),
            };
            next = message.sequence + 1;
            let Ok(profile) = serde_json::from_slice::<Profile>(&message.payload) else {
                continue;
            };
            let digest = profile.digest().map_err(failed)?;
            if message.subject.ends_with(&digest) {
                found.push((digest, profile));
            }
        }
    }

    pub(super) async fn answer(&self, profile: &str, key: &str) -> Result<Option<StoredAnswer>, QueueError> {
        let asked = self.answers.direct_get_last_for_subject(answer_to(profile, key)).await;
        match asked {
            Ok(message) => Ok(Some(StoredAnswer {
                worker: wire::worker(Some(&message.headers)),
                program: wire::program(Some(&message.headers)),
                sequence: message.sequence,
                result: wire::result(&message.payload),
            })),
            Err(error) if matches!(error.kind(), DirectGetErrorKind::NotFound) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }
}

async fn find_stream(context: &Context, wanted: &stream::Config) -> Result<Option<Stream>, QueueError> {
    match context.get_stream(&wanted.name).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(said) if said.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                Ok(None)
            }
            _ => Err(failed(error)),
        },
    }
}

pub(super) fn context(client: async_nats::Client) -> Context {
    jetstream::new(client)
}
