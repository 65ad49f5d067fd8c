//! The layout of the one `.zip` of a bundle: files stored as they are, in the order of their names, without dates.
//!
//! Nothing is packed, so the same contents give the same bytes whichever version of a packing library is at work, an
//! archive is never larger inside than outside, and every byte has exactly one value that it may have. The reader goes from
//! front to back, never unpacks anything, and reports every byte that has another value. Layout: PKWARE's APPNOTE, 4.3.

use std::io::{self, Read, Write};

use crc32fast::Hasher;

use super::names::MAX_NAME;
use super::{MAX_BYTES, MAX_FILES, MAX_MANIFEST};
use crate::visible;

/// First bytes of a file within an archive, of its line in the list of contents, and of the end of that list.
const FILE: [u8; 4] = [b'P', b'K', 3, 4];
const LISTED: [u8; 4] = [b'P', b'K', 1, 2];
const END: [u8; 4] = [b'P', b'K', 5, 6];
/// Bytes of a file's header without its name.
const HEADER: usize = 30;
/// The version of the format that a reader needs: 1.0, stored files in no folder.
const NEEDS: u16 = 10;
/// Written as if on Unix by version 2.0, so that permissions mean something.
const MADE_BY: u16 = 3 << 8 | 20;
/// 1 January 1980, the first day that the format has; at midnight.
const DATE: u16 = 1 << 5 | 1;
/// An ordinary file that its owner may change and everybody may read, in the upper half.
const ATTRIBUTES: u32 = 0o100_644 << 16;
/// A manifest and a signature beside the files it lists.
const MAX_MEMBERS: usize = MAX_FILES + 2;
/// The files, a manifest, and for each file its header and a signature's worth of bytes to spare.
const MAX_ARCHIVE: u64 = MAX_BYTES + MAX_MANIFEST + MAX_MEMBERS as u64 * 1_024;

/// One file as the archive describes it.
struct Member {
    name: Vec<u8>,
    crc: u32,
    size: u32,
    offset: u32,
}

impl Member {
    /// From the version to the length of the name: the same bytes in both places, and no further fields.
    fn description(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(26);
        for short in [NEEDS, 0, 0, 0, DATE] {
            bytes.extend_from_slice(&short.to_le_bytes());
        }
        for long in [self.crc, self.size, self.size] {
            bytes.extend_from_slice(&long.to_le_bytes());
        }
        // A name is never longer than MAX_NAME when written; what was read came from two bytes.
        let length = u16::try_from(self.name.len()).unwrap_or(u16::MAX);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&[0, 0]);
        bytes
    }

    fn header(&self) -> Vec<u8> {
        [FILE.as_slice(), &self.description(), &self.name].concat()
    }

    fn listed(&self) -> Vec<u8> {
        [
            LISTED.as_slice(),
            &MADE_BY.to_le_bytes(),
            &self.description(),
            // No comment, first disk, no internal attributes.
            &[0; 6],
            &ATTRIBUTES.to_le_bytes(),
            &self.offset.to_le_bytes(),
            &self.name,
        ]
        .concat()
    }
}

fn beyond() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "too large for an archive")
}

/// The list of contents and its end; `start` is where it begins.
fn listing(members: &[Member], start: u64) -> io::Result<Vec<u8>> {
    let mut bytes: Vec<u8> = members.iter().flat_map(Member::listed).collect();
    let length = u32::try_from(bytes.len()).map_err(|_| beyond())?;
    let start = u32::try_from(start).map_err(|_| beyond())?;
    let count = u16::try_from(members.len()).map_err(|_| beyond())?;
    bytes.extend_from_slice(&END);
    bytes.extend_from_slice(&[0; 4]);
    for short in [count, count] {
        bytes.extend_from_slice(&short.to_le_bytes());
    }
    for long in [length, start] {
        bytes.extend_from_slice(&long.to_le_bytes());
    }
    bytes.extend_from_slice(&[0, 0]);
    Ok(bytes)
}

/// Writes an archive. The files come in the order of their names.
///
/// # Errors
/// Those of `out`, and if the files together are larger than the format has numbers for.
pub(super) fn write<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut members = Vec::new();
    let mut place = 0_u64;
    for (name, bytes) in files {
        let mut crc = Hasher::new();
        crc.update(bytes);
        let member = Member {
            name: name.as_bytes().to_vec(),
            crc: crc.finalize(),
            size: u32::try_from(bytes.len()).map_err(|_| beyond())?,
            offset: u32::try_from(place).map_err(|_| beyond())?,
        };
        let header = member.header();
        out.write_all(&header)?;
        out.write_all(bytes)?;
        place += header.len() as u64 + u64::from(member.size);
        members.push(member);
    }
    out.write_all(&listing(&members, place)?)
}

/// Something in the bytes of an archive that no bundle has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    /// The byte at which it was seen, from 0.
    pub(super) offset: u64,
    pub(super) reason: String,
}

/// Reads an archive and hands each file to `consume`, by its name (made harmless for display) and with its bytes. The
/// damages are in the order of their places; after one that leaves no way to go on, it is the last.
///
/// # Errors
/// Those of `source` and `consume`, but not an early end, which is a damage.
pub(super) fn read(
    source: &mut dyn Read,
    consume: &mut dyn FnMut(String, &mut dyn Read) -> io::Result<()>,
) -> io::Result<Vec<Damage>> {
    let mut reader = Reader { source, offset: 0, members: Vec::new(), damages: Vec::new() };
    if let Err(stop) = reader.archive(consume) {
        match stop {
            Stop::Io(error) => return Err(error),
            Stop::Damage(damage) => reader.damages.push(damage),
        }
    }
    Ok(reader.damages)
}

/// Why the reading ended before the archive did.
enum Stop {
    Io(io::Error),
    Damage(Damage),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

struct Reader<'a> {
    source: &'a mut dyn Read,
    offset: u64,
    members: Vec<Member>,
    damages: Vec<Damage>,
}

impl Reader<'_> {
    fn archive(
        &mut self,
        consume: &mut dyn FnMut(String, &mut dyn Read) -> io::Result<()>,
    ) -> Result<(), Stop> {
        loop {
            let start = self.offset;
            let first: [u8; 4] = self.exactly(start)?;
            match first {
                FILE => self.file(start, consume)?,
                LISTED | END => return self.contents(start, first),
                _ => return stop(start, "neither a file nor the list of contents begins here"),
            }
        }
    }

    /// The next bytes, of which there must be enough; `start` is where the thing began that they belong to.
    fn exactly<const N: usize>(&mut self, start: u64) -> Result<[u8; N], Stop> {
        let bytes = self.up_to(N as u64)?;
        match <[u8; N]>::try_from(bytes) {
            Ok(bytes) => Ok(bytes),
            Err(_) => stop(start, "the archive ends too early"),
        }
    }

    /// The next bytes, fewer if the archive ends. Only for small numbers.
    fn up_to(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Read::take(&mut *self.source, count).read_to_end(&mut bytes)?;
        self.offset += bytes.len() as u64;
        Ok(bytes)
    }

    /// One file, whose first four bytes have been read.
    fn file(
        &mut self,
        start: u64,
        consume: &mut dyn FnMut(String, &mut dyn Read) -> io::Result<()>,
    ) -> Result<(), Stop> {
        if self.members.len() >= MAX_MEMBERS {
            return stop(start, format!("there are more files than the {MAX_MEMBERS} that a bundle has"));
        }
        let head: [u8; HEADER - 4] = self.exactly(start)?;
        let short = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let long = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        // Flags, method and extra fields: where one is set, the bytes that follow mean something else.
        if short(2) != 0 || short(4) != 0 || short(24) != 0 {
            return stop(
                start,
                "a file is packed, encrypted or described in another way than in a bundle; if somebody packed the \
                 bundle again, unpack it and check the folder",
            );
        }
        let (crc, size, length) = (long(10), long(14), usize::from(short(22)));
        if length > MAX_NAME {
            return stop(start, "the name of a file is longer than in a bundle");
        }
        if start + u64::from(size) > MAX_ARCHIVE {
            return stop(start, "the files are larger than a bundle may be");
        }
        let name = self.up_to(length as u64)?;
        let shown = visible(&String::from_utf8_lossy(&name));
        let member = Member { name, crc, size, offset: u32::try_from(start).map_err(|_| beyond())? };
        let header = member.header();
        // A name that was cut short shows below, where the bytes of the file are missing.
        if header.get(4..HEADER) != Some(head.as_slice()) {
            self.damage(start, format!("the header of `{shown}` is not as in a bundle"));
        }
        if self.members.last().is_some_and(|last| last.name >= member.name) {
            self.damage(start, format!("`{shown}` is out of order or there twice"));
        }
        let mut bytes =
            Summed { source: Read::take(&mut *self.source, u64::from(size)), crc: Hasher::new(), length: 0 };
        consume(shown.clone(), &mut bytes)?;
        // What the consumer left belongs to the file.
        io::copy(&mut bytes, &mut io::sink())?;
        let (found, read) = (bytes.crc.finalize(), bytes.length);
        self.offset += read;
        if read != u64::from(size) {
            return stop(self.offset, format!("the archive ends within `{shown}`"));
        }
        if found != crc {
            self.damage(start, format!("the checksum of `{shown}` does not belong to its bytes"));
        }
        self.members.push(member);
        Ok(())
    }

    /// The list of contents and everything behind it.
    fn contents(&mut self, start: u64, first: [u8; 4]) -> Result<(), Stop> {
        let expected = listing(&self.members, start)?;
        let mut found = first.to_vec();
        found.extend(self.up_to(expected.len() as u64 - 3)?);
        let same = expected.iter().zip(&found).take_while(|(expected, found)| expected == found).count();
        if same < expected.len() || found.len() > expected.len() {
            return stop(start + same as u64, "the list of contents is not the one of these files");
        }
        Ok(())
    }

    fn damage(&mut self, offset: u64, reason: String) {
        self.damages.push(Damage { offset, reason });
    }
}

fn stop<T>(offset: u64, reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Damage(Damage { offset, reason: reason.into() }))
}

/// Bytes on their way to the consumer, summed up.
struct Summed<R> {
    source: R,
    crc: Hasher,
    length: u64,
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.crc.update(buffer.get(..read).unwrap_or_default());
        self.length += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &[u8]); 3] = [("a.txt", b"first"), ("b.txt", b""), ("c.txt", b"the third file")];

    fn archive() -> Vec<u8> {
        let mut bytes = Vec::new();
        write(FILES, &mut bytes).expect("memory does not fail");
        bytes
    }

    fn contents(mut bytes: &[u8]) -> (Vec<(String, Vec<u8>)>, Vec<Damage>) {
        let mut files = Vec::new();
        let damages = read(&mut bytes, &mut |name, source| {
            let mut bytes = Vec::new();
            source.read_to_end(&mut bytes)?;
            files.push((name, bytes));
            Ok(())
        });
        (files, damages.expect("memory does not fail"))
    }

    fn only_damage(bytes: &[u8]) -> String {
        contents(bytes).1.pop().expect("a damage").reason
    }

    #[test]
    fn an_archive_reads_back_and_is_always_the_same() {
        let (files, damages) = contents(&archive());
        assert_eq!(damages, []);
        let files: Vec<(&str, &[u8])> = files.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
        assert_eq!(files, FILES);
        assert_eq!(archive(), archive());
        assert_eq!(contents(&listing(&[], 0).expect("short")).1, []);
    }

    /// Offsets and lengths counted by hand from the layout; the checksum of `123456789` is the check value of CRC-32.
    #[test]
    fn the_bytes_are_those_of_the_format() {
        let mut bytes = Vec::new();
        write([("n", b"123456789".as_slice())], &mut bytes).expect("memory does not fail");
        let header = [
            b"PK\x03\x04\x0a\x00\x00\x00\x00\x00\x00\x00\x21\x00".as_slice(),
            &0xcbf4_3926_u32.to_le_bytes(),
            b"\x09\0\0\0\x09\0\0\0\x01\0\0\0n123456789",
        ]
        .concat();
        assert_eq!(header.len(), 40);
        assert_eq!(bytes.get(..40), Some(header.as_slice()));
        let end = b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x2f\0\0\0\x28\0\0\0\0\0";
        assert_eq!(bytes.len(), 40 + 47 + 22);
        assert!(bytes.ends_with(end));
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_found() {
        let good = archive();
        let files = contents(&good).0;
        for place in 0..good.len() {
            for bit in 0..8 {
                let mut bytes = good.clone();
                bytes[place] ^= 1 << bit;
                assert_ne!(contents(&bytes).1, [], "bit {bit} of byte {place}");
            }
            assert_ne!(contents(&good[..place]).1, [], "cut at {place}");
        }
        let longer = [good.as_slice(), b"x"].concat();
        assert_eq!(contents(&longer).0, files);
        assert!(only_damage(&longer).contains("list of contents"));
        let twice = [good.as_slice(), &good].concat();
        assert_ne!(contents(&twice).1, []);
    }

    #[test]
    fn what_other_programs_write_is_refused_with_what_to_do() {
        let mut deflated = archive();
        deflated[8] = 8;
        assert!(only_damage(&deflated).contains("check the folder"));
        assert!(only_damage(b"not an archive").contains("neither"));
        assert!(only_damage(b"").contains("ends too early"));
    }

    #[test]
    fn claims_about_sizes_and_numbers_are_bounded() {
        let mut large = archive();
        large[18..22].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(only_damage(&large).contains("larger than a bundle may be"));
        let names: Vec<String> = (0..=MAX_MEMBERS).map(|n| format!("{n:05}")).collect();
        let mut many = Vec::new();
        write(names.iter().map(|name| (name.as_str(), [].as_slice())), &mut many)
            .expect("memory does not fail");
        let (files, damages) = contents(&many);
        assert_eq!(files.len(), MAX_MEMBERS);
        assert!(damages[0].reason.contains("more files"), "{damages:?}");
    }

    #[test]
    fn two_files_of_one_name_are_found() {
        let mut bytes = Vec::new();
        write([("a", b"1".as_slice()), ("a", b"2")], &mut bytes).expect("memory does not fail");
        let (files, damages) = contents(&bytes);
        assert_eq!(files.len(), 2);
        assert!(damages[0].reason.contains("there twice"), "{damages:?}");
    }
}
