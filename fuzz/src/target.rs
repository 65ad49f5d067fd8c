//! What a target is: a reader, the words of its format, and what must hold whatever the bytes are.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::trace::Trace;

/// A reader under test.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name on the command line and of its folder of seeds.
    pub name: &'static str,
    pub about: &'static str,
    /// Reads the bytes and panics if something does not hold.
    pub run: fn(&[u8], &mut Bench),
    /// Words of the format.
    pub words: &'static [&'static [u8]],
    /// Seeds that are made and not stored: compressed files, binary files.
    pub made: fn() -> Vec<Vec<u8>>,
    /// Files and folders under `FAIRPLAY_DATA` whose beginnings are seeds too.
    pub data: &'static [&'static str],
}

/// Where an input is tried: a folder for readers that want a file, and the marks of what it did.
#[derive(Debug)]
pub struct Bench {
    folder: PathBuf,
    /// What the input did.
    pub trace: Trace,
}

impl Bench {
    /// A bench that may write into `folder`.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), trace: Trace::default() }
    }

    /// Writes a file and gives its path. The name may have folders in it.
    ///
    /// # Panics
    /// If the file cannot be written: then nothing can be tried.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).expect("the folder of the bench can be made");
        }
        fs::write(&path, bytes).expect("the bench can be written to");
        path
    }

    /// An empty folder.
    ///
    /// # Panics
    /// As for [`Bench::file`].
    pub fn empty_folder(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        if path.exists() {
            fs::remove_dir_all(&path).expect("the bench can be cleared");
        }
        fs::create_dir_all(&path).expect("the folder of the bench can be made");
        path
    }
}

impl Target {
    /// All seeds: those in `fuzz/seeds/NAME`, those that are made, and the beginnings of real files where there are any.
    ///
    /// # Errors
    /// A folder or file that cannot be read.
    pub fn seeds(&self) -> anyhow::Result<Vec<Vec<u8>>> {
        let mut seeds = Vec::new();
        for path in files_in(&home().join("seeds").join(self.name))? {
            seeds.push(fs::read(&path).with_context(|| path.display().to_string())?);
        }
        seeds.extend((self.made)());
        anyhow::ensure!(!seeds.is_empty(), "{} has no seeds", self.name);
        let Some(data) = std::env::var_os("FAIRPLAY_DATA").map(PathBuf::from) else {
            return Ok(seeds);
        };
        for place in self.data {
            let place = data.join(place);
            let found = if place.is_dir() {
                files_in(&place)?
            } else {
                Vec::from_iter(place.is_file().then_some(place))
            };
            for path in found {
                seeds.push(beginning(&path).with_context(|| path.display().to_string())?);
            }
        }
        Ok(seeds)
    }
}

/// The folder of this crate, with seeds and findings.
pub fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files of a folder in order of name; none if there is no such folder.
///
/// # Errors
/// A folder that cannot be listed.
pub fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_file() {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// The first 200 lines of a real file, at most 16 KiB, unpacked.
fn beginning(path: &Path) -> anyhow::Result<Vec<u8>> {
    use std::io::{BufRead as _, BufReader, Read};

    let file = fs::File::open(path)?;
    let plain: Box<dyn Read> = if path.extension().is_some_and(|e| e == "zst") {
        Box::new(zstd::Decoder::new(file)?)
    } else {
        Box::new(file)
    };
    let mut reader = BufReader::new(plain.take(16 * 1024));
    let mut bytes = Vec::new();
    for _ in 0..200 {
        reader.read_until(b'\n', &mut bytes)?;
    }
    Ok(bytes)
}
