//! An [`Evaluation`] as bytes, for storage and for digests.
//!
//! Layout of version 1, with `v` for a shortest-form LEB128 varint and `m` for a move in two bytes, low byte first:
//!
//! ```text
//! 01            version
//! 00 | 01       1 if truncated
//! v             nodes
//! v             number of rows, then for each row:
//!   byte v        depth, number of lines, then for each line:
//!     m v           move; zigzag(value) * 8 + bound * 2 + is_mate   (bound: 0 exact, 1 lower, 2 upper)
//! v             index of the judgment row
//! v             number of variations, then for each: v (its length) and that many m
//! ```
//!
//! A move is `from | to << 6 | promotion << 12`, promotion 0 for none and 1 to 6 for pawn to king. Value 7
//! there marks the two moves that are not from square to square: `from` 0 is the null move, 1 to 6 a drop.
//!
//! One evaluation has exactly one spelling, and every other spelling is refused: equal values and equal
//! bytes mean the same thing. This module must never read clocks or know what a value is good for.

use shakmaty::{Role, Square, uci::UciMove};
use thiserror::Error;

use crate::evaluation::{Bound, DepthLines, Evaluation, Line, Value};

const VERSION: u8 = 1;
/// Marks a move that is not from square to square.
const SPECIAL: u16 = 7;

/// Bytes that are not an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an evaluation: {0}")]
pub struct DecodeError(&'static str);

const SHORT: DecodeError = DecodeError("the bytes end in the middle");

impl Evaluation {
    /// Writes the evaluation in the layout described in the module `codec`.
    pub fn encode(&self) -> Vec<u8> {
        let lines: usize = self.depths.iter().map(|d| d.lines.len()).sum();
        let moves: usize = self.pvs.iter().map(Vec::len).sum();
        let mut out = Vec::with_capacity(16 + 2 * self.depths.len() + 5 * lines + 2 * moves + self.pvs.len());
        out.push(VERSION);
        out.push(u8::from(self.truncated));
        put_varint(&mut out, self.nodes);
        put_varint(&mut out, self.depths.len() as u64);
        for row in &self.depths {
            out.push(row.depth);
            put_varint(&mut out, row.lines.len() as u64);
            for line in &row.lines {
                put_move(&mut out, line.mv);
                put_varint(&mut out, pack_value(line.value, line.bound));
            }
        }
        put_varint(&mut out, self.judgment as u64);
        put_varint(&mut out, self.pvs.len() as u64);
        for pv in &self.pvs {
            put_varint(&mut out, pv.len() as u64);
            for &mv in pv {
                put_move(&mut out, mv);
            }
        }
        out
    }

    /// Reads what [`Evaluation::encode`] wrote. Never panics, and takes memory in proportion to `bytes` only.
    ///
    /// # Errors
    /// Bytes that are not the one spelling of an evaluation whose judgment index points at a row (or is 0 where there are
    /// none).
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut input = Input(bytes);
        if input.byte()? != VERSION {
            return Err(DecodeError("the format is unknown"));
        }
        let truncated = match input.byte()? {
            0 => false,
            1 => true,
            _ => return Err(DecodeError("invalid flag")),
        };
        let nodes = take_varint(&mut input.0)?;
        let depths = input.list(2, |input| {
            let depth = input.byte()?;
            let lines = input.list(3, |input| {
                let mv = input.mv()?;
                let (value, bound) = unpack_value(take_varint(&mut input.0)?)?;
                Ok(Line { mv, value, bound })
            })?;
            Ok(DepthLines { depth, lines })
        })?;
        let judgment =
            usize::try_from(take_varint(&mut input.0)?).map_err(|_| DecodeError("invalid index"))?;
        if judgment >= depths.len().max(1) {
            return Err(DecodeError("invalid index"));
        }
        let pvs = input.list(1, |input| input.list(2, Input::mv))?;
        if !input.0.is_empty() {
            return Err(DecodeError("bytes follow after the end"));
        }
        Ok(Self { depths, judgment, pvs, nodes, truncated })
    }
}

struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> Result<u8, DecodeError> {
        let (&first, rest) = self.0.split_first().ok_or(SHORT)?;
        self.0 = rest;
        Ok(first)
    }

    /// A counted list. `least` is the size in bytes of the smallest element: a count that cannot fit in what
    /// is left is refused before anything is allocated for it.
    fn list<T>(
        &mut self,
        least: usize,
        mut element: impl FnMut(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        let count = usize::try_from(take_varint(&mut self.0)?).map_err(|_| SHORT)?;
        if count > self.0.len() / least {
            return Err(SHORT);
        }
        // Collecting into a result would grow the list again and again, because it does not know its length.
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(element(self)?);
        }
        Ok(list)
    }

    fn mv(&mut self) -> Result<UciMove, DecodeError> {
        let packed = u16::from_le_bytes([self.byte()?, self.byte()?]);
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        let (from, to) = (packed & 63, square(packed >> 6));
        match packed >> 12 {
            0 => Ok(UciMove::Normal { from: square(from), to, promotion: None }),
            SPECIAL => match role(from) {
                Some(role) => Ok(UciMove::Put { role, to }),
                None if from == 0 && to == Square::A1 => Ok(UciMove::Null),
                None => Err(DecodeError("invalid move")),
            },
            other => match role(other) {
                Some(promotion) => Ok(UciMove::Normal { from: square(from), to, promotion: Some(promotion) }),
                None => Err(DecodeError("invalid move")),
            },
        }
    }
}

fn role(number: u16) -> Option<Role> {
    Role::ALL.into_iter().find(|&r| role_number(r) == number)
}

/// 1 for a pawn to 6 for a king.
fn role_number(role: Role) -> u16 {
    u16::from(u8::from(role))
}

/// Writes a number as LEB128: seven bits to the byte, the lowest first.
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    loop {
        let byte = value.to_le_bytes()[0];
        value >>= 7;
        if value == 0 {
            out.push(byte & 0x7f);
            return;
        }
        out.push(byte | 0x80);
    }
}

/// Takes a number in shortest-form LEB128 from the front of `bytes`.
///
/// # Errors
/// Bytes that end too early, a number beyond 64 bits, and one written longer than needed.
pub fn take_varint(bytes: &mut &[u8]) -> Result<u64, DecodeError> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first().ok_or(SHORT)?;
        let bits = u64::from(byte & 0x7f);
        // The tenth byte holds the last of 64 bits; a last byte of zero would be a second spelling.
        if (shift == 63 && bits > 1) || (byte == 0 && shift > 0) {
            return Err(DecodeError("invalid number"));
        }
        value |= bits << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(DecodeError("invalid number"))
}

fn put_move(out: &mut Vec<u8>, mv: UciMove) {
    let square = |s: Square| u16::from(u8::from(s));
    let packed = match mv {
        UciMove::Normal { from, to, promotion } => {
            square(from) | square(to) << 6 | promotion.map_or(0, role_number) << 12
        }
        UciMove::Put { role, to } => role_number(role) | square(to) << 6 | SPECIAL << 12,
        UciMove::Null => SPECIAL << 12,
    };
    out.extend_from_slice(&packed.to_le_bytes());
}

fn pack_value(value: Value, bound: Bound) -> u64 {
    let (number, is_mate) = match value {
        Value::Cp(cp) => (cp, 0),
        Value::Mate(moves) => (moves, 1),
    };
    let bound = bound as u64;
    // Zigzag: 0, -1, 1, -2, ... become 0, 1, 2, 3, ..., so that small values stay short.
    let zigzag = ((number << 1) ^ (number >> 31)).cast_unsigned();
    u64::from(zigzag) << 3 | bound << 1 | is_mate
}

fn unpack_value(packed: u64) -> Result<(Value, Bound), DecodeError> {
    let zigzag = u32::try_from(packed >> 3).map_err(|_| DecodeError("invalid value"))?;
    let number = (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed();
    let bound = match packed >> 1 & 3 {
        0 => Bound::Exact,
        1 => Bound::Lower,
        2 => Bound::Upper,
        _ => return Err(DecodeError("invalid bound")),
    };
    let value = if packed & 1 == 0 { Value::Cp(number) } else { Value::Mate(number) };
    Ok((value, bound))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn moves() -> impl Strategy<Value = UciMove> {
        let square = || (0u32..64).prop_map(Square::new);
        let role = || prop::sample::select(Role::ALL.to_vec());
        prop_oneof![
            (square(), square(), prop::option::of(role()))
                .prop_map(|(from, to, promotion)| UciMove::Normal { from, to, promotion }),
            (role(), square()).prop_map(|(role, to)| UciMove::Put { role, to }),
            Just(UciMove::Null),
        ]
    }

    fn lines() -> impl Strategy<Value = Line> {
        let value = prop_oneof![any::<i32>().prop_map(Value::Cp), any::<i32>().prop_map(Value::Mate)];
        let bound = prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]);
        (moves(), value, bound).prop_map(|(mv, value, bound)| Line { mv, value, bound })
    }

    fn evaluations() -> impl Strategy<Value = Evaluation> {
        let row = (any::<u8>(), prop::collection::vec(lines(), 0..6))
            .prop_map(|(depth, lines)| DepthLines { depth, lines });
        let pvs = prop::collection::vec(prop::collection::vec(moves(), 0..14), 0..6);
        (prop::collection::vec(row, 0..6), any::<prop::sample::Index>(), pvs, any::<u64>(), any::<bool>())
            .prop_map(|(depths, index, pvs, nodes, truncated)| {
                let judgment = index.index(depths.len().max(1));
                Evaluation { depths, judgment, pvs, nodes, truncated }
            })
    }

    proptest! {
        #[test]
        fn round_trip_is_exact(evaluation in evaluations()) {
            let bytes = evaluation.encode();
            prop_assert_eq!(Evaluation::decode(&bytes), Ok(evaluation));
        }

        #[test]
        fn every_prefix_and_every_longer_text_is_refused(evaluation in evaluations(), cut in any::<prop::sample::Index>()) {
            let mut bytes = evaluation.encode();
            let cut = cut.index(bytes.len());
            prop_assert!(Evaluation::decode(&bytes[..cut]).is_err());
            bytes.push(0);
            prop_assert!(Evaluation::decode(&bytes).is_err());
        }

        #[test]
        fn what_can_be_read_has_one_spelling(evaluation in evaluations(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut bytes = evaluation.encode();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if let Ok(read) = Evaluation::decode(&bytes) {
                prop_assert_eq!(read.encode(), bytes);
            }
        }
    }

    #[test]
    fn the_layout_is_the_documented_one() {
        let e2e4: UciMove = "e2e4".parse().expect("a move");
        let line = Line { mv: e2e4, value: Value::Cp(-9), bound: Bound::Exact };
        let evaluation = Evaluation {
            depths: vec![DepthLines { depth: 7, lines: vec![line] }],
            judgment: 0,
            pvs: vec![vec![e2e4]],
            nodes: 300,
            truncated: true,
        };
        // e2 is square 12 and e4 square 28: 12 + 28 * 64 = 0x070c. -9 zigzags to 17, times 8 is 136.
        let bytes = [1, 1, 0xac, 2, 1, 7, 1, 0x0c, 0x07, 0x88, 1, 0, 1, 1, 0x0c, 0x07];
        assert_eq!(evaluation.encode(), bytes);
    }

    #[test]
    fn hostile_counts_are_refused_before_memory_is_taken() {
        let huge = [1, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
        assert_eq!(Evaluation::decode(&huge), Err(SHORT));
        assert_eq!(Evaluation::decode(&[2]), Err(DecodeError("the format is unknown")));
        assert_eq!(Evaluation::decode(&[1, 0, 0x80, 0]), Err(DecodeError("invalid number")));
        assert_eq!(Evaluation::decode(&[1, 0, 0, 0, 1, 0]), Err(DecodeError("invalid index")));
    }
}
