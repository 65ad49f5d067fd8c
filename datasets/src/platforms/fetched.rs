//! What came of an import.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    pub games: u64,
    /// Addresses of games that the platform lists without their moves, such as those still being played.
    pub without_moves: Vec<String>,
    /// Whether the platform says that the event is not over.
    pub going_on: bool,
}
