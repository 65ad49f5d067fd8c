//! A document as PDF, laid out by typst.
//!
//! The world that typst sees holds two files, the layout and the text, and the fonts inside the program. There is no
//! file system, no network, no package and no clock in it, so the same document gives the same bytes.

use std::sync::LazyLock;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use crate::document::Document;
use crate::{ReportError, escape};

const LAYOUT: &str = include_str!("../../assets/document.typ");
const TEXT: &str = "document.json";
/// The families in use; the others that come with typst are for mathematics.
const FAMILIES: [&str; 2] = ["Libertinus Serif", "DejaVu Sans Mono"];

impl Document {
    /// A PDF on A4 with bookmarks and page numbers. The same document gives the same bytes.
    pub fn pdf(&self) -> Result<Vec<u8>, ReportError> {
        let pages = lay_out(self)?;
        // A fixed name of the program that wrote the file, and no time: the bytes depend on the document alone.
        let options =
            PdfOptions { creator: Smart::Custom(Some("fairplay".to_owned())), ..PdfOptions::default() };
        let bytes = typst_pdf::pdf(&pages, &options).map_err(|errors| first(&errors))?;
        // A process writes few documents and may live long, so it keeps no cache of layouts.
        typst::comemo::evict(0);
        Ok(bytes)
    }
}

fn lay_out(document: &Document) -> Result<PagedDocument, ReportError> {
    let mut text = serde_json::to_value(document)?;
    show(&mut text);
    let world = Closed::new(serde_json::to_vec(&text)?)?;
    typst::compile(&world).output.map_err(|errors| first(&errors))
}

fn first(errors: &[SourceDiagnostic]) -> ReportError {
    let message = errors.first().map_or("no reason was given", |error| &error.message);
    ReportError::Pdf(message.to_owned())
}

/// Makes every string of the text one that the fonts can show.
fn show(value: &mut serde_json::Value) {
    use serde_json::Value;
    match value {
        Value::String(text) => *text = shown(text),
        Value::Array(values) => values.iter_mut().for_each(show),
        Value::Object(fields) => fields.values_mut().for_each(show),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Text without characters that steer, and with codes in place of what no font here holds: nothing is lost, and
/// nobody has to guess at an empty box.
fn shown(text: &str) -> String {
    let covered = |c: char| c.is_ascii() || FONTS.0.iter().any(|f| f.info().coverage.contains(u32::from(c)));
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        // The lines of a picture's file are its own; names were made harmless when it was drawn.
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        for c in escape::visible(line).chars() {
            if covered(c) {
                out.push(c);
            } else {
                out.extend(c.escape_unicode());
            }
        }
        out.push_str(end);
    }
    out
}

/// Fonts in use and their index, read once.
static FONTS: LazyLock<(Vec<Font>, LazyHash<FontBook>)> = LazyLock::new(|| {
    let fonts: Vec<Font> = typst_assets::fonts()
        .flat_map(|file| Font::iter(Bytes::new(file)))
        .filter(|font| FAMILIES.contains(&font.info().family.as_str()))
        .collect();
    let book = FontBook::from_fonts(&fonts);
    (fonts, LazyHash::new(book))
});

/// All that typst can see.
struct Closed {
    library: LazyHash<Library>,
    layout: Source,
    text: FileId,
    bytes: Bytes,
}

impl Closed {
    fn new(text: Vec<u8>) -> Result<Self, ReportError> {
        Ok(Self {
            library: LazyHash::new(Library::default()),
            layout: Source::new(file("document.typ")?, LAYOUT.to_owned()),
            text: file(TEXT)?,
            bytes: Bytes::new(text),
        })
    }
}

fn file(name: &str) -> Result<FileId, ReportError> {
    let path = VirtualPath::new(name).map_err(|error| ReportError::Pdf(error.to_string()))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

fn absent<T>(id: FileId) -> FileResult<T> {
    Err(FileError::NotFound(id.get().vpath().get_with_slash().into()))
}

impl World for Closed {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &FONTS.1
    }

    fn main(&self) -> FileId {
        self.layout.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.layout.id() {
            return Ok(self.layout.clone());
        }
        absent(id)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.text {
            return Ok(self.bytes.clone());
        }
        absent(id)
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.0.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// How many pages a document fills and the words on them, in the order in which they are set.
#[cfg(test)]
pub(crate) fn pages_and_words(document: &Document) -> (usize, String) {
    use typst::layout::{Frame, FrameItem};

    fn words(frame: &Frame, out: &mut String) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => words(&group.frame, out),
                FrameItem::Text(text) => {
                    out.push_str(&text.text);
                    out.push(' ');
                }
                _ => {}
            }
        }
    }

    let laid_out = lay_out(document).expect("pages");
    let mut out = String::new();
    for page in laid_out.pages() {
        words(&page.frame, &mut out);
    }
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    (laid_out.pages().len(), words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_are_there_and_show_what_they_can() {
        let families: std::collections::BTreeSet<&str> =
            FONTS.0.iter().map(|font| font.info().family.as_str()).collect();
        assert_eq!(families, FAMILIES.into_iter().rev().collect());
        assert_eq!(shown("Žofie Щукін − ±"), "Žofie Щукін − ±");
        assert_eq!(shown("李\u{202e}"), "\\u{674e}\\u{202e}");
        assert_eq!(shown("a\nb"), "a\nb");
    }

    #[test]
    fn the_world_is_closed() {
        let world = Closed::new(b"{}".to_vec()).expect("a world");
        for name in ["other.typ", "Cargo.toml", "certificate.json"] {
            let id = file(name).expect("a path");
            assert!(world.source(id).is_err() && world.file(id).is_err(), "{name}");
        }
        assert!(world.today(None).is_none());
        assert!(world.font(usize::MAX).is_none());
    }

    #[test]
    fn what_cannot_be_laid_out_is_an_error_with_words() {
        let world = Closed::new(b"not JSON".to_vec()).expect("a world");
        let errors = typst::compile::<PagedDocument>(&world).output.expect_err("no JSON");
        assert!(first(&errors).to_string().contains("JSON"), "{}", first(&errors));
    }
}
