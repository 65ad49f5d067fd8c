//! Where a bundle is put: beside its place first, then under its name in one step, so that a crash leaves the old bundle
//! or the new one and never half of one. Nothing is replaced that is not a bundle, and no file that no bundle lists is lost.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use tempfile::{Builder, TempDir};

use super::contents::Contents;
use super::{BundleError, Finding, MANIFEST, Manifest, SIGNATURE};

/// Names of what is not finished begin with this, so that whoever finds one after a crash knows what it is.
const UNFINISHED: &str = ".unfinished-bundle-";

/// The folder in which a place lies.
fn parent(path: &Path) -> Result<&Path, BundleError> {
    match (path.file_name(), path.parent()) {
        (Some(_), Some(parent)) if parent == OsStr::new("") => Ok(Path::new(".")),
        (Some(_), Some(parent)) => Ok(parent),
        _ => Err(BundleError::NoPlace { path: path.to_owned() }),
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> BundleError + use<'_> {
    move |source| BundleError::Write { path: path.to_owned(), source }
}

/// Whether something lies at a place that a folder, or else a file, may replace; `false` if nothing does.
///
/// # Errors
/// [`BundleError::Occupied`] if it may not be replaced.
fn replaced(path: &Path, by_folder: bool) -> Result<bool, BundleError> {
    let occupied = |reason: String| BundleError::Occupied { path: path.to_owned(), reason };
    let kind = match fs::symlink_metadata(path) {
        Ok(kind) => kind,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(failed(path)(error)),
    };
    let contents = match (kind.is_dir(), kind.is_file(), by_folder) {
        (true, _, true) => Contents::of_folder(path, &[]),
        (_, true, false) => {
            File::open(path).and_then(|file| Contents::of_archive(&mut BufReader::new(file), &[]))
        }
        (true, _, false) => return Err(occupied("it is a folder".to_owned())),
        (_, true, true) => return Err(occupied("it is a file".to_owned())),
        (false, false, _) => return Err(occupied("it is neither a folder nor a file".to_owned())),
    };
    let contents = contents.map_err(failed(path))?;
    if kind.is_dir() && contents.files.is_empty() && contents.findings.is_empty() {
        return Ok(true);
    }
    let manifest = contents
        .files
        .get(MANIFEST)
        .and_then(|found| found.bytes.as_deref())
        .and_then(|bytes| Manifest::parse(bytes).ok());
    let Some(manifest) = manifest else {
        return Err(occupied("it is not a bundle".to_owned()));
    };
    let known = |name: &str| {
        [MANIFEST, SIGNATURE].contains(&name) || manifest.files.iter().any(|file| file.name == name)
    };
    let foreign = contents.files.keys().find(|name| !known(name)).or_else(|| {
        contents.findings.iter().find_map(|finding| match finding {
            Finding::Unreadable { name, .. } => Some(name),
            _ => None,
        })
    });
    if let Some(name) = foreign {
        return Err(occupied(format!("`{name}` in it belongs to no bundle")));
    }
    if contents.findings.iter().any(|finding| matches!(finding, Finding::TooMany { .. })) {
        return Err(occupied("it holds more files than a bundle".to_owned()));
    }
    Ok(true)
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
    let parent = parent(path)?;
    fs::create_dir_all(parent).map_err(failed(parent))?;
    let old = replaced(path, true)?;
    let fresh = unfinished(parent)?;
    for (name, bytes) in files {
        let file = fresh.path().join(name);
        File::create_new(&file)
            .and_then(|mut out| {
                out.write_all(bytes)?;
                out.sync_all()
            })
            .map_err(failed(&file))?;
    }
    if !old {
        fs::rename(fresh.path(), path).map_err(failed(path))?;
        let _ = fresh.keep();
        return Ok(());
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
    Ok(())
}

/// Puts a file at `path`, which `write` fills. Only its owner may read it.
pub(super) fn file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), BundleError> {
    let parent = parent(path)?;
    fs::create_dir_all(parent).map_err(failed(parent))?;
    replaced(path, false)?;
    let fresh = Builder::new().prefix(UNFINISHED).tempfile_in(parent).map_err(failed(parent))?;
    let mut out = BufWriter::new(fresh);
    write(&mut out).and_then(|()| out.flush()).map_err(failed(path))?;
    let fresh = out.into_inner().map_err(|error| failed(path)(error.into_error()))?;
    fresh.as_file().sync_all().map_err(failed(path))?;
    fresh.persist(path).map_err(|error| failed(path)(error.error))?;
    Ok(())
}
