//! Which engine gave a result: names, options, its signature, and a digest over the bytes of its files.
//!
//! # How the digest of the files is made
//!
//! With a program and nothing else, it is the SHA-256 of the program's file, as `sha256sum` prints it.
//! Otherwise it is the SHA-256 of a small text with one line for each part, in this order:
//!
//! ```text
//! binary HEX     SHA-256 of the program's file, symbolic links followed
//! arg HEX        one for each argument: SHA-256 of the argument's bytes, or, if the argument is the path
//!                of one of the further files, of that file (so that the folder does not matter)
//! file HEX       one for each further file, in the order given
//! network HEX    one for each option whose name begins with `EvalFile`, in the engine's order,
//!                if its value names a file on disk: one that is set as given, else beside the program; the
//!                engine's default beside the program alone, unless it is a whole path
//! ```
//!
//! A network that an engine carries inside its program is covered by the program's own digest.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::engine::options;
use crate::engine::spec::{EngineError, EngineSpec, Limits, resolve};
use crate::engine::{self, Engine};
use crate::protocol::handshake::{Kind, Offered};
use crate::settings::Settings;

/// Identity of an engine. What decides its answers is part of the key of every stored evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// Name and version as the engine gives them.
    pub name: String,
    /// Authors as the engine gives them.
    pub author: String,
    /// Digest over program, arguments, further files and network, 64 lower-case hexadecimal digits; the module has the
    /// recipe.
    pub sha256: String,
    /// What it answers about the positions of [`crate::signature`] under the settings of the run; `None` before it was asked,
    /// and in what was written before there were signatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// Options set beside those of the search settings, by name. Of an `EvalFile` only the file's name is
    /// kept: its content is in the digest, its folder does not matter.
    pub options: Vec<(String, String)>,
}

impl Identity {
    /// Whether an engine of this signature and these bytes gives the same answers: the signatures decide, and where one is
    /// missing the bytes.
    pub fn answers_like(&self, signature: Option<&str>, sha256: &str) -> bool {
        match (self.signature.as_deref(), signature) {
            (Some(own), Some(other)) => own == other,
            _ => self.sha256 == sha256,
        }
    }

    /// Options in the form of [`Identity::options`]: sorted by name, and of a network file only its name.
    pub fn comparable_options(mut options: Vec<(String, String)>) -> Vec<(String, String)> {
        for (_, value) in options.iter_mut().filter(|(name, _)| is_network(name)) {
            if let Some(file) = Path::new(value.as_str()).file_name() {
                *value = file.to_string_lossy().into_owned();
            }
        }
        options.sort();
        options
    }
}

/// Starts the engine once, asks who it is, checks the options of the specification, and ends it.
///
/// # Errors
/// An engine that cannot be used, or does not offer an option that the specification sets.
pub fn identify(spec: &EngineSpec) -> Result<Identity, EngineError> {
    started(spec, |_| Ok(()))
}

/// The same, and checks that it can search under these settings.
///
/// # Errors
/// As [`identify`], and an engine that cannot be set as the settings want it.
pub fn identify_for(spec: &EngineSpec, settings: &Settings) -> Result<Identity, EngineError> {
    started(spec, |engine| options::to_set(spec, settings, &engine.offered).map(drop))
}

fn started(
    spec: &EngineSpec,
    check: impl Fn(&Engine) -> Result<(), EngineError>,
) -> Result<Identity, EngineError> {
    let program = resolve(&spec.command)?;
    let limits = Limits::default();
    engine::patiently(&limits, || {
        let engine =
            Engine::start(&program, &spec.call(&program, 0, 0), limits.handshake, &AtomicBool::new(false))?;
        let identity = check(&engine).and_then(|()| identify_running(&engine, &program, spec));
        engine.quit();
        identity
    })
}

pub(crate) fn identify_running(
    engine: &Engine,
    program: &Path,
    spec: &EngineSpec,
) -> Result<Identity, EngineError> {
    let set = options::free(spec, &engine.offered)?;
    let networks = networks(program, &engine.offered, &set)?;
    let sha256 = digest(program, spec, &networks)?;
    let options = Identity::comparable_options(set);
    Ok(Identity {
        name: engine.name.clone(),
        author: engine.author.clone(),
        sha256,
        signature: None,
        options,
    })
}

fn is_network(option: &str) -> bool {
    option.starts_with("EvalFile")
}

/// Network files on disk: one that is set must be there, the engine's default may be inside the program.
fn networks(
    program: &Path,
    offered: &[Offered],
    set: &[(String, String)],
) -> Result<Vec<PathBuf>, EngineError> {
    let mut files = Vec::new();
    for option in offered.iter().filter(|option| is_network(&option.name)) {
        let Kind::Text(default) = &option.kind else {
            continue;
        };
        let given = set.iter().find(|(name, _)| *name == option.name).map(|(_, value)| value);
        let value = given.unwrap_or(default);
        if value.is_empty() {
            continue;
        }
        let beside = program.parent().map(|folder| folder.join(value));
        // A default that only lies in the current folder may have come there with somebody's games.
        let named = Some(PathBuf::from(value)).filter(|path| given.is_some() || path.is_absolute());
        let found = [named, beside].into_iter().flatten().find(|path| path.is_file());
        match found {
            Some(path) => files.push(path),
            None if value == default => {}
            None => {
                let source = io::Error::from(io::ErrorKind::NotFound);
                return Err(EngineError::File { path: value.into(), source });
            }
        }
    }
    Ok(files)
}

fn digest(program: &Path, spec: &EngineSpec, networks: &[PathBuf]) -> Result<String, EngineError> {
    let binary = sha256_of_file(program)?;
    if spec.args.is_empty() && spec.files.is_empty() && networks.is_empty() {
        return Ok(binary);
    }
    let mut parts = vec![("binary", binary)];
    for arg in &spec.args {
        let named = spec.files.iter().find(|file| same_file(file, Path::new(arg)));
        let hash = match named {
            Some(file) => sha256_of_file(file)?,
            None => hex(&Sha256::digest(arg)),
        };
        parts.push(("arg", hash));
    }
    for file in &spec.files {
        parts.push(("file", sha256_of_file(file)?));
    }
    for network in networks {
        parts.push(("network", sha256_of_file(network)?));
    }
    let mut text = Sha256::new();
    for (kind, hash) in parts {
        text.update(format!("{kind} {hash}\n"));
    }
    Ok(hex(&text.finalize()))
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn sha256_of_file(path: &Path) -> Result<String, EngineError> {
    let hash = || {
        // A pipe would never end.
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        Ok(hex(&Sha256::digest(std::fs::read(path)?)))
    };
    hash().map_err(|source| EngineError::File { path: path.to_owned(), source })
}

/// Lower-case hexadecimal, two digits a byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    // Digests below were made with sha256sum, following the recipe above by hand.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn spec(args: &[&str], files: &[&Path]) -> EngineSpec {
        EngineSpec {
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            files: files.iter().map(|&file| file.to_owned()).collect(),
            ..EngineSpec::of("engine".into())
        }
    }

    #[test]
    fn a_program_alone_has_the_digest_of_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("engine");
        fs::write(&program, "abc").expect("written");
        assert_eq!(digest(&program, &spec(&[], &[]), &[]).expect("a digest"), ABC);
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&program, &link).expect("a link");
            assert_eq!(digest(&link, &spec(&[], &[]), &[]).expect("a digest"), ABC);
        }
        let missing = digest(&folder.path().join("none"), &spec(&[], &[]), &[]);
        assert!(matches!(missing, Err(EngineError::File { .. })));
        assert!(digest(folder.path(), &spec(&[], &[]), &[]).is_err(), "a folder");
    }

    #[test]
    fn every_part_counts_and_the_folder_does_not() {
        let digests: Vec<[String; 4]> = (0..2)
            .map(|_| {
                let folder = tempfile::tempdir().expect("a folder");
                let program = folder.path().join("engine");
                let script = folder.path().join("script.js");
                fs::write(&program, "abc").expect("written");
                fs::write(&script, "script").expect("written");
                let path = script.to_str().expect("a readable path");
                let of = |spec: &EngineSpec, networks: &[PathBuf]| {
                    digest(&program, spec, networks).expect("a digest")
                };
                [
                    of(&spec(&["--x"], &[]), &[]),
                    of(&spec(&[path], &[&script]), &[]),
                    of(&spec(&[], &[&script]), &[]),
                    of(&spec(&[], &[]), std::slice::from_ref(&script)),
                ]
            })
            .collect();
        assert_eq!(digests[0], digests[1]);
        for (i, digest) in digests[0].iter().enumerate() {
            assert!(!digests[0][..i].contains(digest) && digest != ABC);
        }
        // { echo "binary $(printf abc | sha256sum | cut -c1-64)"
        //   echo "arg $(printf %s --x | sha256sum | cut -c1-64)"; } | sha256sum
        assert_eq!(digests[0][0], "64e82db82cf9daba62e669b6bdcb599f428b6d40d53c0df105d09aef35fc51f9");
    }

    #[test]
    fn a_network_is_found_beside_the_program_and_a_named_one_must_exist() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("engine");
        let offered = [Offered { name: "EvalFile".to_owned(), kind: Kind::Text("nn-test.nnue".to_owned()) }];
        assert!(networks(&program, &offered, &[]).expect("inside the program").is_empty());
        let missing = [("EvalFile".to_owned(), "other.nnue".to_owned())];
        assert!(matches!(networks(&program, &offered, &missing), Err(EngineError::File { .. })));
        let file = folder.path().join("nn-test.nnue");
        fs::write(&file, "net").expect("written");
        assert_eq!(networks(&program, &offered, &[]).expect("on disk"), [file]);
    }
}
