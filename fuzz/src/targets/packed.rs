//! Seeds in the packings that inputs come in.

use std::io::Write as _;

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};

/// The bytes as gzip, as zstd, and as zip archives: deflated, stored, and with the sizes behind the file.
pub(super) fn packed(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
    // Memory does not fail.
    let _ = gzip.write_all(bytes).and_then(|()| deflate.write_all(bytes));
    let deflated = deflate.finish().unwrap_or_default();
    vec![
        gzip.finish().unwrap_or_default(),
        zstd::encode_all(bytes, 1).unwrap_or_default(),
        zip(bytes, &deflated, 8, false),
        zip(bytes, bytes, 0, false),
        zip(bytes, &deflated, 8, true),
    ]
}

/// One file in an archive, without a list of contents worth the name.
fn zip(plain: &[u8], packed: &[u8], method: u16, sizes_behind: bool) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(plain);
    let number = |n: usize| u32::try_from(n).unwrap_or_default().to_le_bytes();
    let sizes = [crc.sum().to_le_bytes(), number(packed.len()), number(plain.len())].concat();
    let mut out = b"PK\x03\x04\x14\x00".to_vec();
    out.extend(if sizes_behind { 8_u16 } else { 0 }.to_le_bytes());
    out.extend(method.to_le_bytes());
    out.extend([0; 4]);
    out.extend(if sizes_behind { vec![0; 12] } else { sizes.clone() });
    out.extend([5, 0, 0, 0]);
    out.extend(b"a.txt");
    out.extend(packed);
    if sizes_behind {
        out.extend(b"PK\x07\x08");
        out.extend(sizes);
    }
    out.extend(b"PK\x01\x02");
    out.extend([0; 42]);
    out
}
