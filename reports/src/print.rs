//! Printers: each makes a file of a document.
//!
//! A new printer of documents is one file here and one line of [`PRINTERS`]. Tables of values are written as CSV and
//! Parquet by [`crate::Table`].

pub(crate) mod escape;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod markup;
#[cfg(feature = "pdf")]
pub(crate) mod pdf;
pub(crate) mod terminal;

use crate::ReportError;
use crate::document::Document;

/// A format of files that documents are printed in.
#[derive(Clone, Copy, Debug)]
struct Printer {
    extension: &'static str,
    print: fn(&Document) -> Result<Vec<u8>, ReportError>,
}

const PRINTERS: &[Printer] = &[
    Printer { extension: "html", print: |document| Ok(document.html().into_bytes()) },
    Printer { extension: "md", print: |document| Ok(document.markdown().into_bytes()) },
    #[cfg(feature = "pdf")]
    Printer { extension: "pdf", print: Document::pdf },
];

impl Document {
    /// The document by every printer, each file with its name.
    pub fn files(&self, name: &str) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
        self.files_by(PRINTERS, name)
    }

    fn files_by(&self, printers: &[Printer], name: &str) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
        let file = |printer: &Printer| Ok((format!("{name}.{}", printer.extension), (printer.print)(self)?));
        printers.iter().map(file).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Block, Cell, Fact};

    /// A new printer is a function and a line in a list.
    #[test]
    fn a_toy_printer() {
        let toy = Printer {
            extension: "toy",
            print: |document| {
                let texts = document.blocks.iter().filter_map(|block| match block {
                    Block::Text { text } => Some(text.to_uppercase()),
                    _ => None,
                });
                Ok(texts.collect::<String>().into_bytes())
            },
        };
        let rows = vec![Fact { name: "z".to_owned(), value: Cell::number("+1.50".to_owned()) }];
        let document = Document {
            title: "Paper".to_owned(),
            blocks: vec![Block::Text { text: "calm".to_owned() }, Block::Facts { rows }],
            ..Document::default()
        };
        let printers = [PRINTERS, &[toy]].concat();
        let files = document.files_by(&printers, "paper").expect("files");
        assert_eq!(files.len(), PRINTERS.len() + 1);
        for (name, bytes) in &files {
            match name.as_str() {
                "paper.toy" => assert_eq!(bytes, b"CALM"),
                "paper.pdf" => assert!(bytes.starts_with(b"%PDF")),
                _ => {
                    let text = std::str::from_utf8(bytes).expect("UTF-8");
                    assert!(
                        text.contains("Paper") && text.contains("calm") && text.contains("+1.50"),
                        "{name}"
                    );
                }
            }
        }
    }
}
