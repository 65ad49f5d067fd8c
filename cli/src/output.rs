//! Standard output for commands that print long lists.
//!
//! A reader that has seen enough and goes away (`| head`) is no fault. What is printed is not decided here.

use std::io::{self, BufWriter, StdoutLock, Write};

use crate::Ending;

/// Runs a command that prints; if nobody reads on, it ends there as done.
pub(crate) fn printed(
    command: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> anyhow::Result<Ending>,
) -> anyhow::Result<Ending> {
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = command(&mut out).and_then(|ending| {
        out.flush()?;
        Ok(ending)
    });
    match ended {
        Err(error) if is_broken_pipe(&error) => {
            // What is left in the buffer has no reader either.
            let _ = out.into_parts();
            Ok(Ending::Done)
        }
        ended => ended,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
