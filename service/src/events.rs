//! Events: their files, what is attached to them, live sources, results, and their pages.

pub(crate) mod absences;
pub(crate) mod attachments;
pub(crate) mod board_list;
pub(crate) mod boards;
pub(crate) mod circumstances;
mod file_defects;
pub(crate) mod inputs;
pub(crate) mod live;
pub(crate) mod new_events;
pub(crate) mod page;
pub(crate) mod quotas;
pub(crate) mod rating_lists;
mod records;
pub(crate) mod report;
pub(crate) mod result_cache;
pub(crate) mod results;
pub(crate) mod settings;
pub(crate) mod temporary;
mod told_apart;
pub(crate) mod trf_cache;
pub(crate) mod upload;
pub(crate) mod upload_summary;

pub(crate) use records::{
    Event, File, FormerName, Size, by_id, files, former_names, make, of_person, open_or_refused, piece,
    rename, set_closed, set_summary, summary, with_same_files, without_chief,
};
