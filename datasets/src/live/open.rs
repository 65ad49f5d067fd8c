//! From the text of a user to a source: an address by its beginning, a tournament by its file, else a folder or a file.

use std::path::Path;

use super::dgt_cloud::TOURNAMENT;
use super::{DgtCloud, FileSource, Limits, Source, SourceError, UrlSource};

/// Whether a text names an address and not a place on this machine.
pub fn is_address(text: &str) -> bool {
    super::http::has_scheme(text, "http://") || super::http::has_scheme(text, "https://")
}

/// Opens the source that the text names. Nothing is asked yet.
pub fn open(text: &str, limits: Limits) -> Result<Box<dyn Source>, SourceError> {
    if is_address(text) {
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let cloud = path.ends_with(&format!("/{TOURNAMENT}"))
            || text.to_ascii_lowercase().contains(".livechesscloud.com/");
        return Ok(if cloud {
            Box::new(DgtCloud::from_url(text, limits)?)
        } else {
            Box::new(UrlSource::new(text, limits)?)
        });
    }
    let path = Path::new(text);
    let folder = if path.file_name().is_some_and(|name| name == TOURNAMENT) {
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
    } else {
        path
    };
    Ok(if folder.join(TOURNAMENT).is_file() {
        Box::new(DgtCloud::from_folder(folder.to_owned(), limits))
    } else {
        Box::new(FileSource::new(folder.to_owned(), limits))
    })
}
