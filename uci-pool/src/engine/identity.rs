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
//!                engine's default beside the program or below alone, where the engine itself may read it
//! ```
//!
//! A default that names anything else is not opened, since the engine chose it: it may be a private file or have no end. The
//! option then stands among the options of the identity with [`NOT_HASHED`] as its value.
//!
//! A network that an engine carries inside its program is covered by the program's own digest.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

use crate::engine::cage::{Cage, real};
use crate::engine::options;
use crate::engine::spec::{EngineError, EngineSpec, Limits, resolve};
use crate::engine::{self, Engine};
use crate::protocol::handshake::{Kind, Offered};
use crate::protocol::text::printable;
use crate::settings::Settings;

/// Value of an option whose default names a file that was not opened.
pub const NOT_HASHED: &str = "not hashed: a default that lies elsewhere";
/// Networks of one engine; Stockfish has two.
const MAX_NETWORKS: usize = 16;
/// Longest name of an option that is kept, in characters.
const MAX_OPTION: usize = 80;

/// Identity of an engine. What decides its answers is part of the key of every stored evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// Name and version as the engine gives them, with U+FFFD for what cannot be printed.
    #[serde(deserialize_with = "printed")]
    pub name: String,
    /// Authors, in the same form.
    #[serde(deserialize_with = "printed")]
    pub author: String,
    /// Digest over program, arguments, further files and network, 64 lower-case hexadecimal digits; the module has the
    /// recipe.
    pub sha256: String,
    /// What it answers about the positions of [`crate::signature`] under the settings of the run; `None` before it was asked,
    /// and in what was written before there were signatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// Options set beside those of the search settings, by name. Of an `EvalFile` only the file's name is
    /// kept: its content is in the digest, its folder does not matter. [`NOT_HASHED`] stands for a default that is not in it.
    pub options: Vec<(String, String)>,
}

/// Files that hold identities may come from anywhere.
fn printed<'de, D: Deserializer<'de>>(text: D) -> Result<String, D::Error> {
    String::deserialize(text).map(|text| printable(&text))
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
    let mut set = options::free(spec, &engine.offered)?;
    let (networks, elsewhere) = networks(program, spec, &engine.offered, &set)?;
    let sha256 = digest(program, spec, &networks)?;
    set.extend(elsewhere.into_iter().map(|name| (name, NOT_HASHED.to_owned())));
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

/// Network files on disk, and the options whose default lies elsewhere. One that is set must be there, the engine's default may
/// be inside the program.
fn networks(
    program: &Path,
    spec: &EngineSpec,
    offered: &[Offered],
    set: &[(String, String)],
) -> Result<(Vec<PathBuf>, Vec<String>), EngineError> {
    let (mut files, mut elsewhere) = (Vec::new(), Vec::new());
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
        let chosen = given.map(PathBuf::from).into_iter().chain(beside.clone());
        let found = match given {
            Some(_) => chosen.into_iter().find(|path| path.is_file()),
            None => beside.filter(|path| path.exists()),
        };
        match found {
            Some(path) if given.is_some() || is_own(program, spec, &path) => files.push(path),
            Some(_) => elsewhere.push(option.name.chars().take(MAX_OPTION).collect()),
            None if value == default => {}
            None => {
                let source = io::Error::from(io::ErrorKind::NotFound);
                return Err(EngineError::File { path: value.into(), source });
            }
        }
        if files.len() + elsewhere.len() > MAX_NETWORKS {
            let name = option.name.chars().take(MAX_OPTION).collect();
            let reason = format!("the engine has more than {MAX_NETWORKS} options that name networks");
            return Err(EngineError::Option { name, reason });
        }
    }
    Ok((files, elsewhere))
}

/// Whether a file lies beside the program or below, without links out of there, and the cage opens it to the engine.
fn is_own(program: &Path, spec: &EngineSpec, path: &Path) -> bool {
    let file = real(path);
    let folders = [program.parent().map(real), real(program).parent().map(Path::to_owned)];
    let beside = folders.into_iter().flatten().any(|folder| file.starts_with(folder));
    let opens = |cage: &Cage| cage.opens((program, &spec.files, &spec.values()), &file);
    beside && file.is_file() && spec.cage.as_ref().is_none_or(opens)
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
        let mut file = open(path)?;
        // A pipe would never end.
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let (mut hash, mut piece) = (Sha256::new(), vec![0; 64 * 1024]);
        loop {
            match file.read(&mut piece) {
                Ok(0) => return Ok(hex(&hash.finalize())),
                Ok(length) => hash.update(piece.get(..length).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    };
    hash().map_err(|source| EngineError::File { path: path.to_owned(), source })
}

/// Opens a file to be read, without waiting for the other end of a pipe.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options.open(path)
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

    fn eval_file(default: &str) -> [Offered; 1] {
        [Offered { name: "EvalFile".to_owned(), kind: Kind::Text(default.to_owned()) }]
    }

    #[test]
    fn a_network_is_found_beside_the_program_and_a_named_one_must_exist() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("engine");
        let offered = eval_file("nn-test.nnue");
        let of = |set: &[(String, String)]| networks(&program, &spec(&[], &[]), &offered, set);
        assert_eq!(of(&[]).expect("inside the program"), (vec![], vec![]));
        let missing = [("EvalFile".to_owned(), "other.nnue".to_owned())];
        assert!(matches!(of(&missing), Err(EngineError::File { .. })));
        let file = folder.path().join("nn-test.nnue");
        fs::write(&file, "net").expect("written");
        assert_eq!(of(&[]).expect("on disk"), (vec![file], vec![]));
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_makes_nobody_read_what_does_not_belong_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| real(folder.path()).join(name);
        fs::create_dir_all(at("home/engine/nets")).expect("folders");
        for name in ["home/key", "home/engine/program", "home/engine/nets/net", "home/program", "home/net"] {
            fs::write(at(name), name).expect("written");
        }
        std::os::unix::fs::symlink(at("home/key"), at("home/engine/link")).expect("a link");
        let pipe = std::process::Command::new("mkfifo").arg(at("home/engine/pipe")).status();
        assert!(pipe.expect("mkfifo").success());
        let private = Cage {
            launcher: "launcher".into(),
            args: Vec::new(),
            private: vec![at("home/key")],
            reads: Vec::new(),
            writes: Vec::new(),
        };
        let key = at("home/key");
        let free: Option<Cage> = None;
        for (program, default, cage, hashed) in [
            ("home/engine/program", "nets/net", &free, true),
            ("home/engine/program", "nets/net", &Some(private.clone()), true),
            ("home/engine/program", key.to_str().expect("a path"), &free, false),
            ("home/engine/program", "/dev/zero", &free, false),
            ("home/engine/program", "../key", &free, false),
            ("home/engine/program", "nets/../../key", &free, false),
            ("home/engine/program", "link", &free, false),
            ("home/engine/program", "pipe", &free, false),
            ("home/engine/program", "nets", &free, false),
            // Beside the program, but so is the key, and then the cage opens the program alone.
            ("home/program", "net", &Some(private.clone()), false),
            ("home/program", "key", &Some(private), false),
            ("home/program", "net", &free, true),
        ] {
            let spec = EngineSpec { cage: cage.clone(), ..EngineSpec::of(at(program)) };
            let (files, elsewhere) =
                networks(&spec.command, &spec, &eval_file(default), &[]).expect("networks");
            assert_eq!(
                (files.len(), elsewhere.len()),
                (usize::from(hashed), usize::from(!hashed)),
                "{default}"
            );
            digest(&spec.command, &spec, &files).expect("a digest");
        }
        let program = at("home/engine/program");
        let named = |value: PathBuf| [("EvalFile".to_owned(), value.to_str().expect("a path").to_owned())];
        let of = |value: PathBuf| networks(&program, &spec(&[], &[]), &eval_file("x"), &named(value));
        assert_eq!(of(key.clone()).expect("the operator named it").0, [key]);
        assert!(matches!(of(at("home/engine/pipe")), Err(EngineError::File { .. })), "it has no end");
        // At once: nobody writes into it.
        assert!(matches!(sha256_of_file(&at("home/engine/pipe")), Err(EngineError::File { .. })));
        let many: Vec<Offered> = (0..17).flat_map(|_| eval_file("nets/net")).collect();
        let refused = networks(&program, &spec(&[], &[]), &many, &[]).expect_err("too many").to_string();
        assert!(refused.contains("more than 16"), "{refused}");
    }

    #[test]
    fn a_large_file_is_hashed_in_pieces() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("network");
        let bytes: Vec<u8> = (0..200_003_u32).map(|n| n.to_le_bytes()[0]).collect();
        fs::write(&path, &bytes).expect("written");
        assert_eq!(sha256_of_file(&path).expect("a hash"), hex(&Sha256::digest(&bytes)));
    }

    #[test]
    fn an_identity_from_a_file_is_printable() {
        use serde::de::IntoDeserializer as _;
        use serde::de::value::{Error, StrDeserializer};

        let text: StrDeserializer<'_, Error> = "A\u{1b}[31m\u{202e}B".into_deserializer();
        assert_eq!(printed(text).expect("a text"), "A\u{fffd}[31m\u{fffd}B");
    }
}
