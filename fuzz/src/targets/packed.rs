//! Seeds in the packings that inputs come in.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The bytes as gzip, as zstd, and as zip archives: deflated, stored, and with the sizes behind the file.
pub(super) fn packed(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    // Memory does not fail.
    let _ = gzip.write_all(bytes);
    vec![
        gzip.finish().unwrap_or_default(),
        zstd::encode_all(bytes, 1).unwrap_or_default(),
        zip(bytes, CompressionMethod::Deflated).unwrap_or_default(),
        zip(bytes, CompressionMethod::Stored).unwrap_or_default(),
        streamed(bytes).unwrap_or_default(),
    ]
}

fn zip(bytes: &[u8], method: CompressionMethod) -> Result<Vec<u8>, ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("a.txt", SimpleFileOptions::default().compression_method(method))?;
    archive.write_all(bytes)?;
    Ok(archive.finish()?.into_inner())
}

fn streamed(bytes: &[u8]) -> Result<Vec<u8>, ZipError> {
    let mut archive = ZipWriter::new_stream(Vec::new());
    archive.start_file("a.txt", SimpleFileOptions::default())?;
    archive.write_all(bytes)?;
    Ok(archive.finish()?.into_inner())
}
