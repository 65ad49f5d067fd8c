//! Output of commands: standard output, files written in one step, and the names of result folders.

use std::fs::File;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::ExitStatus;

pub(crate) mod facts;

/// Runs a command that prints. A reader that goes away (`| head`) ends it without an error.
pub(crate) fn printed(
    command: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> anyhow::Result<ExitStatus>,
) -> anyhow::Result<ExitStatus> {
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = command(&mut out).and_then(|ending| {
        out.flush()?;
        Ok(ending)
    });
    match ended {
        Err(error) if is_broken_pipe(&error) => {
            // The rest of the buffer has no reader either.
            let _ = out.into_parts();
            Ok(ExitStatus::Done)
        }
        ended => ended,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints a value as pretty JSON with a newline.
pub(crate) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(value)?)?;
    Ok(())
}

pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes a file beside its place and moves it there: a stopped run leaves the old file or the new one.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    put_with(path, &|to| Ok(to.write_all(bytes)?)).map(drop)
}

/// As [`put`], with content that is produced while it is written. Returns its SHA-256.
pub(crate) fn put_with(
    path: &Path,
    fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<String> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let written = || -> anyhow::Result<String> {
        let mut hashed = Hashed { file: BufWriter::new(File::create(&part)?), hash: Sha256::new() };
        fill(&mut hashed)?;
        hashed.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        std::fs::rename(&part, path)?;
        Ok(uci_pool::hex(&hashed.hash.finalize()))
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}

/// A file that is hashed as it is written.
struct Hashed {
    file: BufWriter<File>,
    hash: Sha256,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A name for the results, from the first input.
pub(crate) fn stem(inputs: &[PathBuf]) -> String {
    let first = inputs.first().and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned());
    let name = first.unwrap_or_default();
    let stem = [".zst", ".gz", ".pgn"]
        .iter()
        .fold(name.as_str(), |name, ending| name.strip_suffix(ending).unwrap_or(name));
    if stem.is_empty() || stem == "-" { "event".to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_named_after_the_first_input() {
        assert_eq!(stem(&[PathBuf::from("/a/open.pgn.zst")]), "open");
        assert_eq!(stem(&[PathBuf::from("open.pgn")]), "open");
        assert_eq!(stem(&[PathBuf::from("-")]), "event");
    }
}
