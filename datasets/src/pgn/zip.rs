//! The one file inside a `.zip`, as FIDE packs its lists.
//!
//! Read from front to back: the header before the file, the file, and what follows it, so that a pipe will do. An archive
//! with several files is refused, because it does not say which one is meant. Encrypted files and other methods than
//! *stored* and *deflated* are refused too. Size and checksum are compared at the end. Layout: PKWARE's APPNOTE, 4.3.

use std::io::{self, BufRead, BufReader, Read};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

/// First bytes of a file within an archive.
pub(crate) const FILE: [u8; 4] = [b'P', b'K', 3, 4];
/// First bytes of the list of contents behind the last file.
const CONTENTS: [u8; 4] = [b'P', b'K', 1, 2];
/// First bytes of sizes and checksum behind a file whose header could not say them.
const DESCRIPTOR: [u8; 4] = [b'P', b'K', 7, 8];

/// Bits of the flags: encrypted, sizes behind the file.
const ENCRYPTED: u16 = 1;
const SIZES_BEHIND: u16 = 1 << 3;

fn invalid(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Opens the archive at the start of `bytes`, hands the file in it to `consume`, and checks what follows. `None` from
/// `consume` ends the reading at once.
pub(crate) fn with_file(
    mut bytes: impl BufRead,
    consume: impl FnOnce(&mut dyn BufRead) -> io::Result<Option<()>>,
) -> io::Result<Option<()>> {
    let mut head = [0_u8; 30];
    bytes.read_exact(&mut head)?;
    if head[..4] != FILE {
        return Err(invalid("not the beginning of a zip archive"));
    }
    let [flags, method] = [6, 8].map(|at| u16::from_le_bytes([head[at], head[at + 1]]));
    let [checksum, packed] =
        [14, 18].map(|at| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
    let names = [26, 28].map(|at| u64::from(u16::from_le_bytes([head[at], head[at + 1]])));
    let skipped = io::copy(&mut bytes.by_ref().take(names[0] + names[1]), &mut io::sink())?;
    if skipped != names[0] + names[1] {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if flags & ENCRYPTED != 0 {
        return Err(invalid("the file in the zip archive is encrypted"));
    }
    let behind = flags & SIZES_BEHIND != 0;
    let (done, found) = match method {
        8 => checked(DeflateDecoder::new(&mut bytes), consume)?,
        // u32::MAX says that the size stands elsewhere.
        0 if !behind && packed != u32::MAX => checked(bytes.by_ref().take(u64::from(packed)), consume)?,
        _ => return Err(invalid("the zip archive is packed in a way that is not read")),
    };
    if done.is_none() {
        return Ok(None);
    }
    let mut next = [0_u8; 4];
    bytes.read_exact(&mut next)?;
    let mut said = checksum;
    if behind {
        // The signature is optional. A checksum that looks like it is one in four thousand million.
        if next == DESCRIPTOR {
            bytes.read_exact(&mut next)?;
        }
        said = u32::from_le_bytes(next);
        // Two sizes of four bytes, or of eight in a large archive; what follows tells which.
        let mut sizes = [0_u8; 12];
        bytes.read_exact(&mut sizes)?;
        next.copy_from_slice(&sizes[8..]);
        if next != CONTENTS && next != FILE {
            bytes.read_exact(&mut sizes[..8])?;
            next.copy_from_slice(&sizes[4..8]);
        }
    }
    if said != found {
        return Err(invalid("the checksum of the file in the zip archive is wrong"));
    }
    match next {
        CONTENTS => Ok(Some(())),
        FILE => Err(invalid("the zip archive holds more than one file")),
        _ => Err(invalid("the zip archive is damaged behind its file")),
    }
}

/// Hands out the bytes of `reader` and gives their checksum.
fn checked(
    reader: impl Read,
    consume: impl FnOnce(&mut dyn BufRead) -> io::Result<Option<()>>,
) -> io::Result<(Option<()>, u32)> {
    let mut summed = BufReader::with_capacity(128 * 1024, Summing { reader, crc: Crc::new() });
    let done = consume(&mut summed)?;
    if done.is_some() {
        // What the consumer left belongs to the file.
        io::copy(&mut summed, &mut io::sink())?;
    }
    Ok((done, summed.get_ref().crc.sum()))
}

struct Summing<R> {
    reader: R,
    crc: Crc,
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        self.crc.update(&into[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    const TEXT: &[u8] = b"a rating list, as it were; a rating list, as it were";

    enum Sizes {
        Before,
        Behind { signature: bool, large: bool },
    }

    /// One file of an archive: header, name, bytes and what stands behind them.
    fn member(method: u16, flags: u16, sizes: &Sizes) -> Vec<u8> {
        let body = if method == 8 {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(TEXT).expect("memory does not fail");
            encoder.finish().expect("memory does not fail")
        } else {
            TEXT.to_vec()
        };
        let mut crc = Crc::new();
        crc.update(TEXT);
        let flags = flags
            | match sizes {
                Sizes::Before => 0,
                Sizes::Behind { .. } => SIZES_BEHIND,
            };
        let packed = u32::try_from(body.len()).expect("short");
        let plain = u32::try_from(TEXT.len()).expect("short");
        let mut bytes = FILE.to_vec();
        for short in [20, flags, method, 0, 0] {
            bytes.extend_from_slice(&short.to_le_bytes());
        }
        for long in [crc.sum(), packed, plain] {
            let long = if matches!(sizes, Sizes::Before) { long } else { 0 };
            bytes.extend_from_slice(&long.to_le_bytes());
        }
        for short in [8_u16, 2] {
            bytes.extend_from_slice(&short.to_le_bytes());
        }
        bytes.extend_from_slice(b"list.txtxx");
        bytes.extend_from_slice(&body);
        if let Sizes::Behind { signature, large } = sizes {
            if *signature {
                bytes.extend_from_slice(&DESCRIPTOR);
            }
            bytes.extend_from_slice(&crc.sum().to_le_bytes());
            for size in [packed, plain] {
                bytes.extend_from_slice(&size.to_le_bytes());
                if *large {
                    bytes.extend_from_slice(&[0; 4]);
                }
            }
        }
        bytes
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        with_file(bytes, |file| file.read_to_end(&mut text).map(|_| Some(())))?;
        Ok(text)
    }

    #[test]
    fn one_file_is_read_however_its_sizes_stand() {
        let behind = |signature, large| Sizes::Behind { signature, large };
        for sizes in [
            Sizes::Before,
            behind(true, false),
            behind(false, false),
            behind(true, true),
            behind(false, true),
        ] {
            let bytes = [member(8, 0, &sizes), CONTENTS.to_vec()].concat();
            assert_eq!(read(&bytes).expect("an archive"), TEXT);
        }
        let stored = [member(0, 0, &Sizes::Before), CONTENTS.to_vec()].concat();
        assert_eq!(read(&stored).expect("an archive"), TEXT);
    }

    #[test]
    fn what_cannot_be_trusted_is_refused() {
        let one = member(8, 0, &Sizes::Before);
        let refusal = |bytes: &[u8]| read(bytes).expect_err("refused").to_string();
        let two = [one.clone(), one.clone(), CONTENTS.to_vec()].concat();
        assert_eq!(refusal(&two), "the zip archive holds more than one file");
        let mut wrong = [one.clone(), CONTENTS.to_vec()].concat();
        wrong[14] ^= 1;
        assert_eq!(refusal(&wrong), "the checksum of the file in the zip archive is wrong");
        let encrypted = member(8, ENCRYPTED, &Sizes::Before);
        assert_eq!(refusal(&encrypted), "the file in the zip archive is encrypted");
        let stored_behind = member(0, 0, &Sizes::Behind { signature: true, large: false });
        assert!(refusal(&stored_behind).contains("is not read"));
        for end in 0..one.len() {
            assert!(read(&one[..end]).is_err(), "cut at {end}");
        }
    }
}
