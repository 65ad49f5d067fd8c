//! One search's result: every line at every depth.

pub mod codec;
pub(crate) mod fits;

use std::cmp::Ordering;

use shakmaty::uci::UciMove;

/// Value of a line from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Centipawns as the engine printed them.
    Cp(i32),
    /// Mate in this many moves: positive, the mover mates; zero or negative, the mover is mated.
    Mate(i32),
}

impl Value {
    pub fn centipawns(self) -> Option<i32> {
        match self {
            Self::Cp(cp) => Some(cp),
            Self::Mate(_) => None,
        }
    }

    /// A key that orders values from worst to best for the mover: being mated soon is worst, mating soon is best.
    fn rank(self) -> (i8, i64) {
        match self {
            Self::Mate(n) if n > 0 => (1, -i64::from(n)),
            Self::Cp(cp) => (0, i64::from(cp)),
            // Mated in 1 is worse than mated in 9; `mate 0` is being mated already.
            Self::Mate(n) => (-1, -i64::from(n)),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whether a value is exact or only a bound of an unfinished window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// One line at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// First move of the line, legal in the position searched.
    pub mv: UciMove,
    pub value: Value,
    pub bound: Bound,
}

/// The lines the engine reported at one depth, in its own order (`multipv` 1 first).
///
/// A search by this crate keeps complete rows only: every line there, exact, no move twice. What an engine prints
/// of an unfinished row depends on the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthLines {
    /// Nominal depth in plies.
    pub depth: u8,
    /// Lines: as many as requested, or as there are legal moves, whichever is fewer.
    pub lines: Vec<Line>,
}

/// Everything one search reported that depends only on engine, settings and position.
///
/// Times and speeds are left out on purpose: two runs must give equal values, bit for bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Lines by depth, shallowest first, without gaps in meaning but possibly in depth.
    pub depths: Vec<DepthLines>,
    /// Index into `depths` of the judgment depth: the deepest at which every requested line was reported
    /// with an exact value, and which the node ceiling cannot have mislabelled.
    pub judgment: usize,
    /// Principal variations at the judgment depth, in line order, each with its first move, at most
    /// [`Evaluation::MAX_PV`] moves long.
    pub pvs: Vec<Vec<UciMove>>,
    /// Nodes searched up to the judgment depth, 0 if the engine does not say.
    pub nodes: u64,
    /// True if the node ceiling ended the search before the requested depth.
    pub truncated: bool,
}

impl Evaluation {
    /// Moves kept of each principal variation.
    pub const MAX_PV: usize = 12;

    /// The lines at the judgment depth, best first.
    pub fn lines(&self) -> &[Line] {
        self.depths.get(self.judgment).map_or(&[], |d| &d.lines)
    }

    /// The judgment depth in plies, 0 for an evaluation without lines.
    pub fn judgment_depth(&self) -> u8 {
        self.depths.get(self.judgment).map_or(0, |d| d.depth)
    }
}
