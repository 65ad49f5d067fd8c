//! Several files of games in one zip archive, each as if it lay in a folder.
//!
//! Only names that end like a PGN file count, and no name leads anywhere: it is shown and never used as a path.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::game::Input;
use super::input::{self, ReadError};
use super::packing::{Consume, Format, ZIP, is_of_a_mac};

/// Most files of one archive.
const MAX_FILES: usize = 10_000;

/// A file of games.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    File(PathBuf),
    /// One of several in an archive, by its place there.
    Member {
        archive: PathBuf,
        place: usize,
        name: String,
    },
}

impl Source {
    /// The file on the disk.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Member { archive, .. } => archive,
        }
    }

    /// Streams its text; see [`input::with_text`].
    pub(crate) fn with_text(
        &self,
        formats: &[Format],
        consume: Consume<'_>,
    ) -> Result<Option<Input>, ReadError> {
        match self {
            Self::File(path) => input::with_text(path, formats, consume),
            Self::Member { archive, place, name } => {
                let failed = |source| ReadError::Read { path: archive.clone(), source };
                let mut opened = open(archive)?;
                let member = opened.by_index(*place).map_err(|error| failed(error.into()))?;
                input::with_reader(archive, name.clone(), member, formats, consume)
            }
        }
    }
}

/// The files of games behind a path: those of a folder, those of an archive with several, or itself.
pub(crate) fn sources(path: &Path) -> Result<Vec<Source>, ReadError> {
    let mut sources = Vec::new();
    for file in input::files(path)? {
        match members(&file)? {
            Some(members) => sources.extend(members),
            None => sources.push(Source::File(file)),
        }
    }
    Ok(sources)
}

/// The file of every input that reading these paths gives, in its order; an archive stands once for each of its files.
pub fn input_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ReadError> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(sources(path)?.iter().map(|source| source.path().to_owned()));
    }
    Ok(files)
}

/// Hands the bytes of every file of games in an archive to `take`, with its name there; no file where it is no archive of several.
///
/// # Errors
/// An archive that cannot be read, and what `take` returns.
pub fn unpacked(
    archive: &Path,
    take: &mut dyn FnMut(&str, &mut dyn Read) -> std::io::Result<()>,
) -> Result<(), ReadError> {
    let failed = |source| ReadError::Read { path: archive.to_owned(), source };
    for member in members(archive)?.unwrap_or_default() {
        let Source::Member { place, name, .. } = member else { continue };
        let mut opened = open(archive)?;
        let mut file = opened.by_index(place).map_err(|error| failed(error.into()))?;
        let name = name.rsplit('/').next().unwrap_or_default();
        take(name, &mut file).map_err(failed)?;
    }
    Ok(())
}

/// The files of games in an archive, by name, if it holds several.
fn members(file: &Path) -> Result<Option<Vec<Source>>, ReadError> {
    let head =
        if file.as_os_str() == "-" { Vec::new() } else { input::beginning(file, 4).unwrap_or_default() };
    if !(ZIP.recognises)(&head) {
        return Ok(None);
    }
    let opened = open(file)?;
    let called = file.file_name().unwrap_or_default().to_string_lossy();
    let mut members: Vec<(String, usize)> = (0..opened.len())
        .filter_map(|place| Some((opened.name_for_index(place)?.ok()?.into_owned(), place)))
        .filter(|(name, _)| input::is_pgn_name(Path::new(name)) && !is_of_a_mac(name))
        .collect();
    if members.len() < 2 {
        return Ok(None);
    }
    if members.len() > MAX_FILES {
        let source =
            std::io::Error::other(format!("the zip archive holds more than {MAX_FILES} files of games"));
        return Err(ReadError::Read { path: file.to_owned(), source });
    }
    members.sort_unstable();
    let member = |(name, place): (String, usize)| {
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        Source::Member { archive: file.to_owned(), place, name: format!("{called}/{last}") }
    };
    Ok(Some(members.into_iter().map(member).collect()))
}

fn open(path: &Path) -> Result<ZipArchive<File>, ReadError> {
    let failed = |source| ReadError::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
    ZipArchive::new(file).map_err(|error| failed(error.into()))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::read;

    fn game(white: &str) -> String {
        format!("[Event \"E\"]\n[White \"{white}\"]\n[Black \"Oak\"]\n\n1. e4 e5 *\n\n")
    }

    #[test]
    fn an_archive_of_several_files_is_read_like_a_folder() {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let files = [
            ("season/b.pgn", game("Elm")),
            ("season/a.PGN", game("Ash")),
            ("../../c.pgn", game("Fir")),
            ("__MACOSX/season/._a.PGN", "\0\0".to_owned()),
            ("season/read me.txt", "text".to_owned()),
        ];
        for (name, text) in &files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("a file");
            writer.write_all(text.as_bytes()).expect("memory does not fail");
        }
        let bytes = writer.finish().expect("memory does not fail").into_inner();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("season.zip");
        std::fs::write(&path, &bytes).expect("writes");
        let collection = read(std::slice::from_ref(&path), None).expect("reads");
        let names: Vec<&str> = collection.inputs.iter().map(|input| input.name.as_str()).collect();
        assert_eq!(names, ["season.zip/c.pgn", "season.zip/a.PGN", "season.zip/b.pgn"]);
        let players: Vec<&str> = collection.games.iter().map(|game| game.white.name.as_str()).collect();
        assert_eq!(players, ["Ash", "Elm", "Fir"]);
        assert_eq!(input_files(std::slice::from_ref(&path)).expect("reads"), vec![path.clone(); 3]);
        for end in [10, bytes.len() / 2, bytes.len() - 5] {
            std::fs::write(&path, &bytes[..end]).expect("writes");
            assert!(read(std::slice::from_ref(&path), None).is_err(), "cut at {end}");
        }
    }
}
