//! Records of a tournament beside its games: report files (TRF), absences, who met whom in which round, and what the Laws say of a
//! board.

pub mod absences;
pub mod audience;
pub mod corpus;
pub mod cross_check;
pub mod encounters;
pub mod event_facts;
pub mod laws;
pub mod mode;
pub mod several_events;
pub mod telemetry;
pub mod trf;
pub mod venue;
