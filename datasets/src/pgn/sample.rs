//! The bundled event that `fairplay demo` screens; `datasets/samples` says where it comes from.

/// File name under which the event appears in manifests and reports.
pub const NAME: &str = "rigo-memorial-2025.pgn";

/// Seven complete rounds of a closed tournament of ten players: 35 games, every rating and FIDE number given.
pub const PGN: &[u8] = include_bytes!("../../samples/rigo-memorial-2025.pgn");
