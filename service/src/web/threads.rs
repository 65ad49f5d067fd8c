//! Threads of their own for work that takes memory, each with a state that it keeps.
//!
//! An allocator keeps what was freed with the arenas of the threads that took it, and does not give it to others. On the many
//! threads that a runtime starts as they are needed, that adds up to a multiple of what is in use; here it is bounded by
//! the number of threads. Work whose client has gone before its turn is not done. What has begun goes to its end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use crate::web::Problem;

/// Pieces of work that may wait: about five seconds of hashing. Beyond it clients are told that the service is busy.
const MAX_WAITING: usize = 256;

/// The client of a piece of work, as the threads see it.
pub(crate) struct Client(oneshot::Sender<()>);

/// A client waits for an answer as long as this is held.
pub(crate) struct Waits(#[expect(dead_code, reason = "dropped with the request")] oneshot::Receiver<()>);

impl Client {
    pub(crate) fn new() -> (Self, Waits) {
        let (client, waits) = oneshot::channel();
        (Self(client), Waits(waits))
    }
}

type Work<S> = Box<dyn FnOnce(&mut S) + Send>;

/// The way to the threads. They end when the last of these is gone.
pub(crate) struct Threads<S>(SyncSender<Work<S>>);

impl<S> Clone for Threads<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S: Default + 'static> Threads<S> {
    pub(crate) fn start(name: &str, count: usize) -> std::io::Result<Self> {
        let (send, receive) = sync_channel(MAX_WAITING);
        let receive = Arc::new(Mutex::new(receive));
        for _ in 0..count {
            let receive = Arc::clone(&receive);
            thread::Builder::new().name(name.to_owned()).spawn(move || work_off(&receive))?;
        }
        Ok(Self(send))
    }

    /// Does work in its turn. It is not begun if too much waits, or if the client has gone by then.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce(&mut S) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let (send, receive) = oneshot::channel();
        let work: Work<S> = Box::new(move |state: &mut S| {
            if !client.0.is_closed() {
                let _gone = send.send(work(state));
            }
        });
        self.0.try_send(work).map_err(|error| match error {
            TrySendError::Full(_) => NotDone::Busy,
            TrySendError::Disconnected(_) => NotDone::Failed,
        })?;
        receive.await.map_err(|_| NotDone::Failed)
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotDone {
    Busy,
    /// The client has gone, or the work panicked.
    Failed,
}

impl From<NotDone> for Problem {
    fn from(why: NotDone) -> Self {
        match why {
            NotDone::Busy => Self::Busy,
            NotDone::Failed => Self::Inside,
        }
    }
}

fn work_off<S: Default>(waiting: &Mutex<Receiver<Work<S>>>) {
    let mut state = S::default();
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        if catch_unwind(AssertUnwindSafe(|| work(&mut state))).is_err() {
            tracing::error!("a piece of work ended too early");
        }
    }
}

/// Runs an attempt in a task of its own: once its turn has come, it goes to its end even if the client goes away.
pub(crate) async fn to_the_end<T, F>(attempt: impl FnOnce(Client) -> F) -> Result<T, Problem>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Problem>> + Send + 'static,
{
    let (client, _waits) = Client::new();
    tokio::spawn(attempt(client)).await.map_err(|_| Problem::Inside)?
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    use super::*;

    /// Keeps a thread at work until the sender is used or dropped.
    async fn gate(threads: &Threads<u32>) -> Sender<()> {
        let ((open, opened), (tell, told)) = (channel::<()>(), oneshot::channel());
        let threads = threads.clone();
        tokio::spawn(async move {
            let (client, _waits) = Client::new();
            let work = move |_: &mut u32| {
                let _begun = tell.send(());
                let _opened = opened.recv();
            };
            threads.run(client, work).await
        });
        told.await.expect("begun");
        open
    }

    async fn attempt(
        threads: Threads<u32>,
        counts: Arc<[AtomicU32; 2]>,
        client: Client,
    ) -> Result<(), Problem> {
        let [begun, _] = [Arc::clone(&counts), Arc::clone(&counts)];
        let work = move |_: &mut u32| {
            begun[0].fetch_add(1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(300));
        };
        threads.run(client, work).await?;
        counts[1].fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_leaves_before_their_turn_costs_nothing_and_what_has_begun_is_finished() {
        let threads = Threads::<u32>::start("test", 2).expect("threads");
        let counts = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let seen = || [0, 1].map(|one: usize| counts[one].load(Ordering::SeqCst));
        let one = || to_the_end(|client| attempt(threads.clone(), Arc::clone(&counts), client));
        let gates = [gate(&threads).await, gate(&threads).await];
        for _ in 0..100 {
            let left = tokio::time::timeout(Duration::from_millis(1), one()).await;
            assert!(left.is_err(), "both threads are at work");
        }
        drop(gates);
        assert_eq!(one().await, Ok(()));
        assert_eq!(seen(), [1, 1], "nobody of the hundred was waited for");

        let left = tokio::time::timeout(Duration::from_millis(150), one()).await;
        assert!(left.is_err());
        for _ in 0..100 {
            if seen() == [2, 2] {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(seen(), [2, 2], "what had begun was finished");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_is_told() {
        let threads = Threads::<u32>::start("test", 2).expect("threads");
        let gates = [gate(&threads).await, gate(&threads).await];
        let mut waiting = Vec::new();
        for _ in 0..MAX_WAITING {
            let threads = threads.clone();
            let (client, waits) = Client::new();
            waiting.push((waits, tokio::spawn(async move { threads.run(client, |_| ()).await })));
        }
        let busy = || async {
            let (client, _waits) = Client::new();
            threads.run(client, |_| ()).await
        };
        let full = tokio::time::timeout(Duration::from_secs(20), async {
            while tokio::time::timeout(Duration::from_millis(20), busy()).await != Ok(Err(NotDone::Busy)) {}
        });
        full.await.expect("it is full");
        drop(gates);
        for (_waits, one) in waiting {
            let done = one.await.expect("no panic");
            assert!(matches!(done, Ok(()) | Err(NotDone::Busy)), "{done:?}");
        }
        assert_eq!(busy().await, Ok(()));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_ends_no_thread() {
        let threads = Threads::<u32>::start("test", 2).expect("threads");
        for _ in 0..3 {
            let (client, _waits) = Client::new();
            let failed = threads.run(client, |_| panic!("as a test")).await;
            assert_eq!(failed, Err::<(), _>(NotDone::Failed));
        }
        let (client, _waits) = Client::new();
        assert_eq!(threads.run(client, |_| 1).await, Ok(1));
    }
}
