//! Where a bundle is put: beside its place first, then under its name in one step, so that a crash leaves the old bundle
//! or the new one and never half of one. Nothing is replaced but a bundle that holds, so no file that none lists is lost.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::{Builder, TempDir};

use super::{BundleError, Verifier};

/// Names of what is not finished begin with this, so that whoever finds one after a crash knows what it is.
const UNFINISHED: &str = ".unfinished-bundle-";

fn failed(path: &Path) -> impl FnOnce(io::Error) -> BundleError + use<'_> {
    move |source| BundleError::Io { path: path.to_owned(), source }
}

/// The folder in which a place lies, made if need be, and whether something lies there that a folder, or else a file, may
/// replace: a bundle, or an empty folder.
fn prepared(path: &Path, by_folder: bool) -> Result<(&Path, bool), BundleError> {
    let occupied = |reason| Err(BundleError::Occupied { path: path.to_owned(), reason });
    let parent = match (path.file_name(), path.parent()) {
        (Some(_), Some(parent)) if parent == OsStr::new("") => Path::new("."),
        (Some(_), Some(parent)) => parent,
        _ => return occupied("it is no place for a bundle"),
    };
    fs::create_dir_all(parent).map_err(failed(parent))?;
    let kind = match fs::symlink_metadata(path) {
        Ok(kind) => kind,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((parent, false)),
        Err(error) => return Err(failed(path)(error)),
    };
    if by_folder && !kind.is_dir() {
        return occupied("it is not a folder");
    }
    if !by_folder && !kind.is_file() {
        return occupied("it is not a file");
    }
    let is_empty = by_folder && fs::read_dir(path).map_err(failed(path))?.next().is_none();
    if !is_empty && !Verifier::default().path(path)?.holds {
        return occupied("it is no bundle, or holds more or other files than its own");
    }
    Ok((parent, true))
}

/// A folder for what is not finished, for its owner alone.
fn unfinished(parent: &Path) -> Result<TempDir, BundleError> {
    let mut builder = Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(parent).map_err(failed(parent))
}

/// Puts a folder of these files at `path`. Only its owner may look into it, because a bundle is about a person.
pub(super) fn folder<'a>(
    path: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<(), BundleError> {
    let (parent, old) = prepared(path, true)?;
    let fresh = unfinished(parent)?;
    for (name, bytes) in files {
        let file = fresh.path().join(name);
        let written = File::create_new(&file).and_then(|mut out| {
            out.write_all(bytes)?;
            out.sync_all()
        });
        written.map_err(failed(&file))?;
    }
    if !old {
        fs::rename(fresh.path(), path).map_err(failed(path))?;
        let _ = fresh.keep();
        return sync_folder(parent).map_err(failed(parent));
    }
    // A folder that is not empty cannot be replaced in one step: the old one steps aside first, and back if need be.
    let aside = unfinished(parent)?;
    let kept = aside.path().join("replaced");
    fs::rename(path, &kept).map_err(failed(path))?;
    if let Err(error) = fs::rename(fresh.path(), path) {
        if fs::rename(&kept, path).is_err() {
            // Then it stays where it is, rather than being cleaned away.
            let _ = aside.keep();
        }
        return Err(failed(path)(error));
    }
    let _ = fresh.keep();
    sync_folder(parent).map_err(failed(parent))
}

/// Puts a file at `path`, which `write` fills. Only its owner may read it.
pub(super) fn file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), BundleError> {
    let (parent, _) = prepared(path, false)?;
    let fresh = Builder::new().prefix(UNFINISHED).tempfile_in(parent).map_err(failed(parent))?;
    let mut out = BufWriter::new(fresh);
    write(&mut out).and_then(|()| out.flush()).map_err(failed(path))?;
    let fresh = out.into_inner().map_err(|error| failed(path)(error.into_error()))?;
    fresh.as_file().sync_all().map_err(failed(path))?;
    fresh.persist(path).map_err(|error| failed(path)(error.error))?;
    sync_folder(parent).map_err(failed(parent))
}

/// Writes the entries of a folder to the disk, so that a name that was given in it outlives a power cut. Does nothing on
/// systems that do not open folders as files.
///
/// # Errors
/// The system's.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
