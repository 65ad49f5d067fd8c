//! The cage of the engines that this program starts: its launcher is the hidden command `engine-cage`.

use std::path::PathBuf;
use std::sync::OnceLock;

use uci_pool::Cage;
use uci_pool::cage::{Effect, Files};

use crate::config::{Config, home, in_data_folder, signing_key};

/// The program that has the command `engine-cage`. Not set in other programs that use this crate: their engines run freely.
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Lets engines start through this program from now on.
pub(crate) fn use_this_program() {
    // The program that runs, even if its file was replaced meanwhile. There are cages on Linux only.
    if cfg!(target_os = "linux") {
        LAUNCHER.get_or_init(|| PathBuf::from("/proc/self/exe"));
    }
}

impl Config {
    /// The cage of every engine under these settings.
    pub(crate) fn cage(&self) -> Option<Cage> {
        let launcher = LAUNCHER.get()?.clone();
        let serve = &self.serve;
        let queue = self.queue.as_ref();
        let private = [
            home(),
            Some(std::env::temp_dir()),
            Some(self.store.clone()),
            self.file.clone(),
            signing_key().ok(),
            serve.data.clone().or_else(|| in_data_folder("service.sqlite")),
            serve.tls_key.clone(),
            serve.mail.as_ref().and_then(|mail| mail.password_file.clone()),
            serve.webhook.as_ref().map(|webhook| webhook.secret_file.clone()),
            queue.and_then(|queue| queue.credentials.clone()),
        ];
        Some(Cage {
            launcher,
            args: vec!["engine-cage".to_owned()],
            private: private.into_iter().flatten().collect(),
            reads: self.engine_reads.clone(),
            writes: self.engine_writes.clone(),
        })
    }
}

/// The effect of a cage on this machine, in words.
pub(crate) fn effect() -> &'static str {
    if LAUNCHER.get().is_none() {
        return "none on this system: engines run with your rights";
    }
    match Effect::here() {
        Some(Effect { files: Files::Closed, calls: true }) => {
            "files, network, other programs, environment and memory are closed to engines"
        }
        Some(Effect { files: Files::Partly, calls: true }) => {
            "files and other programs, as far as this older kernel can, network, environment and memory are closed to engines"
        }
        Some(Effect { files: Files::Open, calls: true }) => {
            "network, environment and memory are closed to engines; files and other programs are not, as this kernel has no Landlock"
        }
        Some(Effect { calls: false, files }) if files != Files::Open => {
            "files, environment and memory are closed to engines; network and other programs are not, as seccomp has no list of \
             system calls for this machine"
        }
        Some(_) | None => {
            "environment and memory are closed to engines; files, network and other programs are not, as this kernel has neither \
             Landlock nor seccomp"
        }
    }
}
