//! FIDE's tournament report file, TRF16 and TRF26: who played whom, with which colour and result, in fixed columns (FIDE
//! Handbook, C.04 Annex 2; TRF26 applies from September 2025). A defective file is refused with line, column and text.

mod consistency;
mod date;
mod defect;
mod model;
mod pairings;
mod player;
mod read;
mod row;
mod text;

pub use crate::pgn::encoding::Encoding;
pub use consistency::{Inconsistency, InconsistencyKind};
pub(crate) use date::{parse as parse_date, slashed};
pub use defect::{Defect, Place, TrfError, Warning};
pub use model::{Code, Colour, Entry, How, LineCounts, Player, Scoring, Tournament, Trf, column};
pub use pairings::{Ending, Pairing};
pub use read::{open, read};
pub use row::Cell;
pub use text::MAX_BYTES;
