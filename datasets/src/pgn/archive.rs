//! Files of games in a zip archive that holds several files, each as if it lay in a folder; and which packed files of a folder
//! hold games.
//!
//! Only names that end like a PGN file count, and no name leads anywhere: it is shown and never used as a path. An archive within
//! an archive is refused, because its games would be lost without a word.

use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::game::Input;
use super::input::{self, FORMATS, ReadError};
use super::packing::{Consume, Format, ZIP, is_of_a_mac};
use crate::text::visible::{MOST, visible_within};

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

    /// The beginning of its text, unpacked.
    pub(super) fn first_bytes(&self) -> Result<Vec<u8>, ReadError> {
        let mut first = Vec::new();
        self.with_text(FORMATS, &mut |text| {
            text.take(FIRST_BYTES).read_to_end(&mut first)?;
            Ok(ControlFlow::Break(()))
        })?;
        Ok(first)
    }
}

/// The files of games behind a path: those of a folder, those of an archive with several, or itself.
pub(crate) fn sources(path: &Path) -> Result<Vec<Source>, ReadError> {
    let mut sources = Vec::new();
    for file in input::files(path, &is_packed_games)? {
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

/// Bytes of a text by which it is told what it is.
const FIRST_BYTES: u64 = 4 * 1024;
/// Endings of packed files, as names within an archive and in a folder.
const PACKED: [&str; 3] = [".zip", ".gz", ".zst"];
/// The same of those that nothing here unpacks.
const OTHER_ARCHIVES: [&str; 6] = [".7z", ".rar", ".tar", ".tgz", ".bz2", ".xz"];

/// Whether a packed file of a folder holds games, where its name does not end as that of a PGN file: `twic1600.zip`, `round3.gz`.
///
/// # Errors
/// A zip archive that cannot be opened.
fn is_packed_games(file: &Path) -> Result<bool, ReadError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if is_of_a_mac(&name) || !PACKED.iter().any(|end| name.ends_with(end)) {
        return Ok(false);
    }
    let head = input::beginning(file, 4).unwrap_or_default();
    if (ZIP.recognises)(&head) && open(file)?.file_names().any(|name| name.is_ok_and(|name| is_games(&name)))
    {
        return Ok(true);
    }
    // A file that does not unpack is not known to hold games.
    let first = Source::File(file.to_owned()).first_bytes().unwrap_or_default();
    let first = first.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&first).trim_ascii_start();
    Ok(first.starts_with(b"[") && first.windows(8).any(|part| part == b"[Event \""))
}

/// Whether a file within an archive is read for games, by its name.
fn is_games(name: &str) -> bool {
    input::is_pgn_name(Path::new(name)) && !is_of_a_mac(name)
}

/// Whether a file within an archive is an archive itself, by its name.
fn is_archive(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    !is_games(name)
        && !is_of_a_mac(name)
        && PACKED.iter().chain(&OTHER_ARCHIVES).any(|end| lower.ends_with(end))
}

/// The files of games in an archive, by name, if it holds several files.
fn members(file: &Path) -> Result<Option<Vec<Source>>, ReadError> {
    let head =
        if file.as_os_str() == "-" { Vec::new() } else { input::beginning(file, 4).unwrap_or_default() };
    if !(ZIP.recognises)(&head) {
        return Ok(None);
    }
    let opened = open(file)?;
    let called = file.file_name().unwrap_or_default().to_string_lossy();
    let files: Vec<(String, usize)> = (0..opened.len())
        .filter_map(|place| Some((opened.name_for_index(place)?.ok()?.into_owned(), place)))
        .filter(|(name, _)| !name.ends_with(['/', '\\']) && !is_of_a_mac(name))
        .collect();
    let of_games = files.iter().any(|(name, _)| is_games(name));
    if let Some((inner, _)) = files.iter().find(|(name, _)| is_archive(name))
        && (of_games || files.len() == 1)
    {
        let source = std::io::Error::other(format!(
            "the zip archive holds another archive, `{}`, which is not unpacked; unpack both, and name the PGN files or their folder",
            visible_within(inner, MOST)
        ));
        return Err(ReadError::Read { path: file.to_owned(), source });
    }
    if files.len() < 2 || !of_games {
        return Ok(None);
    }
    let mut members: Vec<(String, usize)> = files.into_iter().filter(|(name, _)| is_games(name)).collect();
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

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("a file");
            writer.write_all(bytes).expect("memory does not fail");
        }
        writer.finish().expect("memory does not fail").into_inner()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).expect("memory does not fail");
        encoder.finish().expect("memory does not fail")
    }

    #[test]
    fn one_file_of_games_is_read_whatever_lies_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("open.zip");
        let elm = game("Elm");
        for beside in ["read me.txt", "photo.pdf", "sub/note.docx"] {
            std::fs::write(&path, zip(&[("open.pgn", elm.as_bytes()), (beside, b"x")])).expect("writes");
            let collection = read(std::slice::from_ref(&path), None).expect("reads");
            assert_eq!((collection.games.len(), collection.inputs.len()), (1, 1), "{beside}");
        }
    }

    #[test]
    fn an_archive_within_an_archive_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("season.zip");
        let (elm, ash) = (game("Elm"), game("Ash"));
        let inner = zip(&[("a.pgn", ash.as_bytes())]);
        let pgn = ("b.pgn", elm.as_bytes());
        for (files, named) in [
            (vec![pgn, ("old/inner.zip", &inner[..])], "`old/inner.zip`"),
            (vec![pgn, ("c.pgn", ash.as_bytes()), ("inner.zip", &inner[..])], "`inner.zip`"),
            (vec![pgn, ("more.tar", b"x")], "`more.tar`"),
            (vec![("inner.zip", &inner[..])], "`inner.zip`"),
            (vec![pgn, ("round.gz", &gzip(ash.as_bytes())[..])], "`round.gz`"),
        ] {
            std::fs::write(&path, zip(&files)).expect("writes");
            let error = read(std::slice::from_ref(&path), None).expect_err(named).to_string();
            assert!(error.contains("season.zip") && error.contains("another archive"), "{error}");
            assert!(error.contains(named) && error.contains("unpack"), "{error}");
        }
        let fir = gzip(game("Fir").as_bytes());
        std::fs::write(&path, zip(&[pgn, ("c.pgn.gz", &fir[..])])).expect("writes");
        assert_eq!(read(&[path], None).expect("reads").games.len(), 2, "a packed file of games is none");
    }

    #[test]
    fn packed_games_of_a_folder_are_read_whatever_their_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("sub/deep");
        std::fs::create_dir_all(&deep).expect("made");
        let write =
            |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("writes");
        let texts = ["Ash", "Elm", "Fir", "Yew", "Oak, B", "Box"].map(game);
        let bytes: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        write("a.pgn", bytes[0]);
        write(
            "sub/deep/c.zip",
            &zip(&[("x/one.pgn", bytes[1]), ("y/two.pgn", bytes[2]), ("readme.txt", b"x")]),
        );
        write("w.gz", &gzip(bytes[3]));
        write("sub/twic.zip", &zip(&[("twic.pgn", bytes[4])]));
        write("t.zip", &zip(&[("games.txt", bytes[5])]));
        // No games: pictures, a list, an archive of a program, what is no archive at all.
        write("p.zip", &zip(&[("a.jpg", b"x"), ("b.jpg", b"[Event \"")]));
        write("list.zip", &zip(&[("players_list.txt", b"ID Number Name")]));
        write("t.tar.gz", &gzip(&[b"a.pgn\0\0\0\0", bytes[0]].concat()));
        write("broken.gz", b"\x1f\x8b\x08");
        write("text.zip", b"no archive");
        let collection = read(&[folder.path().to_owned()], None).expect("reads");
        let mut players: Vec<&str> = collection.games.iter().map(|game| game.white.name.as_str()).collect();
        players.sort_unstable();
        assert_eq!(players, ["Ash", "Box", "Elm", "Fir", "Oak, B", "Yew"]);
        let names: Vec<&str> = collection.inputs.iter().map(|input| input.name.as_str()).collect();
        assert_eq!(names, ["a.pgn", "c.zip/one.pgn", "c.zip/two.pgn", "twic.zip", "t.zip", "w.gz"]);
        // A damaged archive is no reason to leave its games out without a word.
        let cut = zip(&[("late.pgn", bytes[0])]);
        write("cut.zip", &cut[..cut.len() - 9]);
        let error = read(&[folder.path().to_owned()], None).expect_err("damaged").to_string();
        assert!(error.contains("cut.zip"), "{error}");
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
