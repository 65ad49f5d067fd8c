//! The layout of the one `.zip` of a bundle: files stored as they are, in the order of their names, without dates.
//!
//! Nothing is packed, so the same contents give the same bytes whichever version of a packing library is at work, an
//! archive is never larger inside than outside, and every byte has exactly one value that it may have. The reader goes from
//! front to back, never unpacks anything, and reports every byte that has another value. Layout: PKWARE's APPNOTE, 4.3.

use std::io::{self, Read, Write};

use crc32fast::Hasher;

use super::manifest::MAX_NAME;
use super::{MAX_BYTES, MAX_FILES, MAX_MANIFEST};
use crate::visible;

/// First bytes of a file within an archive, of its line in the list of contents, and of the end of that list.
const FILE: [u8; 4] = [b'P', b'K', 3, 4];
const LISTED: [u8; 4] = [b'P', b'K', 1, 2];
const END: [u8; 4] = [b'P', b'K', 5, 6];
/// Bytes of a file's header behind its first four, without its name.
const HEADER: usize = 26;
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

struct Member {
    name: Vec<u8>,
    crc: u32,
    size: u32,
    offset: u32,
}

fn shorts(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn longs(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

impl Member {
    /// From the version to the length of the name: the same bytes in both places, and no further fields.
    fn description(&self) -> Vec<u8> {
        // A name is never longer than MAX_NAME when written; what was read came from two bytes.
        let length = u16::try_from(self.name.len()).unwrap_or(u16::MAX);
        let sizes = longs(&[self.crc, self.size, self.size]);
        [shorts(&[NEEDS, 0, 0, 0, DATE]), sizes, shorts(&[length, 0])].concat()
    }

    fn header(&self) -> Vec<u8> {
        [FILE.as_slice(), &self.description(), &self.name].concat()
    }

    fn listed(&self) -> Vec<u8> {
        // No comment, first disk, no internal attributes.
        let unused = [0; 6];
        let place = longs(&[ATTRIBUTES, self.offset]);
        [&LISTED, shorts(&[MADE_BY]).as_slice(), &self.description(), &unused, &place, &self.name].concat()
    }
}

fn fitting<T: TryFrom<u64>>(number: u64) -> io::Result<T> {
    let beyond = |_| io::Error::new(io::ErrorKind::InvalidInput, "too large for an archive");
    T::try_from(number).map_err(beyond)
}

/// The list of contents and its end; `start` is where it begins.
fn listing(members: &[Member], start: u64) -> io::Result<Vec<u8>> {
    let list: Vec<u8> = members.iter().flat_map(Member::listed).collect();
    let count = fitting(members.len() as u64)?;
    let place = longs(&[fitting(list.len() as u64)?, fitting(start)?]);
    Ok([list, END.to_vec(), shorts(&[0, 0, count, count]), place, shorts(&[0])].concat())
}

/// Writes an archive. The files come in the order of their names.
pub(super) fn write<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut members = Vec::new();
    let mut place = 0;
    for (name, bytes) in files {
        let member = Member {
            name: name.as_bytes().to_vec(),
            crc: crc32fast::hash(bytes),
            size: fitting(bytes.len() as u64)?,
            offset: fitting(place)?,
        };
        let header = member.header();
        out.write_all(&header)?;
        out.write_all(bytes)?;
        place += (header.len() + bytes.len()) as u64;
        members.push(member);
    }
    out.write_all(&listing(&members, place)?)
}

/// Something in the bytes of an archive that no bundle has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub(super) struct Damage {
    /// The byte at which it was seen, from 0.
    pub(super) offset: u64,
    pub(super) reason: String,
}

/// Takes a file by its name (made harmless for display) and with its bytes.
type Consume<'a> = dyn FnMut(String, &mut dyn Read) -> io::Result<()> + 'a;

/// Reads an archive and hands each file to `consume`. The damages are in the order of their places; after one that leaves
/// no way to go on, it is the last.
///
/// # Errors
/// Those of `source` and `consume`, but not an early end, which is a damage.
pub(super) fn read(source: &mut dyn Read, consume: &mut Consume<'_>) -> io::Result<Vec<Damage>> {
    let input = Input { source, offset: 0, crc: Hasher::new() };
    let mut reader = Reader { input, members: Vec::new(), damages: Vec::new() };
    if let Err(error) = reader.archive(consume) {
        reader.damages.push(error.downcast::<Damage>()?);
    }
    Ok(reader.damages)
}

/// Ends the reading at a damage.
fn stop<T>(offset: u64, reason: impl Into<String>) -> io::Result<T> {
    Err(io::Error::other(Damage { offset, reason: reason.into() }))
}

/// The bytes of an archive on their way, counted and summed up.
struct Input<'a> {
    source: &'a mut dyn Read,
    offset: u64,
    crc: Hasher,
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.crc.update(buffer.get(..read).unwrap_or_default());
        self.offset += read as u64;
        Ok(read)
    }
}

impl Input<'_> {
    /// The next bytes, fewer if the archive ends. Only for small numbers.
    fn up_to(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.take(count).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The next bytes, of which there must be enough; `start` is where the thing began that they belong to.
    fn exactly<const N: usize>(&mut self, start: u64) -> io::Result<[u8; N]> {
        let bytes = self.up_to(N as u64)?;
        bytes.try_into().or_else(|_| stop(start, "the archive ends too early"))
    }
}

struct Reader<'a> {
    input: Input<'a>,
    members: Vec<Member>,
    damages: Vec<Damage>,
}

impl Reader<'_> {
    fn archive(&mut self, consume: &mut Consume<'_>) -> io::Result<()> {
        loop {
            let start = self.input.offset;
            match self.input.exactly(start)? {
                FILE => self.file(start, consume)?,
                first @ (LISTED | END) => return self.contents(start, first),
                _ => return stop(start, "neither a file nor the list of contents begins here"),
            }
        }
    }

    /// One file, whose first four bytes have been read.
    fn file(&mut self, start: u64, consume: &mut Consume<'_>) -> io::Result<()> {
        if self.members.len() >= MAX_MEMBERS {
            return stop(start, format!("there are more files than the {MAX_MEMBERS} that a bundle has"));
        }
        let head: [u8; HEADER] = self.input.exactly(start)?;
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
        let name = self.input.up_to(length as u64)?;
        let shown = visible(&String::from_utf8_lossy(&name));
        let member = Member { name, crc, size, offset: fitting(start)? };
        // A name that was cut short shows below, where the bytes of the file are missing.
        if member.description() != head {
            self.damage(start, format!("the header of `{shown}` is not as in a bundle"));
        }
        if self.members.last().is_some_and(|last| last.name >= member.name) {
            self.damage(start, format!("`{shown}` is out of order or there twice"));
        }
        self.input.crc.reset();
        let mut bytes = (&mut self.input).take(size.into());
        consume(shown.clone(), &mut bytes)?;
        // What the consumer left belongs to the file.
        io::copy(&mut bytes, &mut io::sink())?;
        if bytes.limit() > 0 {
            return stop(self.input.offset, format!("the archive ends within `{shown}`"));
        }
        if self.input.crc.clone().finalize() != crc {
            self.damage(start, format!("the checksum of `{shown}` does not belong to its bytes"));
        }
        self.members.push(member);
        Ok(())
    }

    fn contents(&mut self, start: u64, first: [u8; 4]) -> io::Result<()> {
        let expected = listing(&self.members, start)?;
        let mut found = first.to_vec();
        found.extend(self.input.up_to(expected.len() as u64 - 3)?);
        if found == expected {
            return Ok(());
        }
        let same = expected.iter().zip(&found).take_while(|(expected, found)| expected == found).count();
        stop(start + same as u64, "the list of contents is not the one of these files")
    }

    fn damage(&mut self, offset: u64, reason: String) {
        self.damages.push(Damage { offset, reason });
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
