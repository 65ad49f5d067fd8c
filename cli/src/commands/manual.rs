//! `fairplay manual`: manual pages, for packages.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use crate::output::make_folder;
use crate::{Arguments, ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct ManualOptions {
    /// Folder for the pages
    #[arg(value_name = "DIR")]
    pub(crate) out: PathBuf,
}

/// Writes one page for the program and one for each command that is shown.
pub(crate) fn run(options: &ManualOptions) -> Outcome {
    let ManualOptions { out } = options;
    make_folder(out)?;
    clap_mangen::generate_to(Arguments::command(), out)
        .with_context(|| format!("cannot write manual pages to {}", out.display()))?;
    Ok((ExitStatus::Done, String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the pages of a command and of those below it.
    fn names(command: &clap::Command, name: &str) -> Vec<String> {
        let below = command.get_subcommands().filter(|below| !below.is_hide_set());
        let below = below.flat_map(|below| names(below, &format!("{name}-{}", below.get_name())));
        [format!("{name}.1")].into_iter().chain(below).collect()
    }

    #[test]
    fn every_command_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("pages");
        run(&ManualOptions { out: out.clone() }).unwrap();
        let expected = names(&Arguments::command(), "fairplay");
        assert!(expected.contains(&"fairplay-dossier-defence.1".to_owned()), "{expected:?}");
        for name in &expected {
            let page = std::fs::read_to_string(out.join(name)).unwrap();
            let says = [".TH fairplay", ".SH NAME", ".SH SYNOPSIS"].iter().all(|part| page.contains(part));
            assert!(says, "{name}: {page}");
        }
        assert_eq!(std::fs::read_dir(&out).unwrap().count(), expected.len(), "no page without a command");
    }
}
