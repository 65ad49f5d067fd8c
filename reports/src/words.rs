//! Words: messages by key and language, numbers, dates, and the sentences made of them.
//!
//! Message files lie in `messages/`, a folder for each language; `build.rs` makes the list of keys from them.

pub(crate) mod date;
pub(crate) mod differences;
mod how_played;
mod labels;
pub(crate) mod language;
pub(crate) mod messages;
pub(crate) mod number;
pub(crate) mod rating_lists;
mod rules;
pub mod wording;

pub(crate) use how_played::control_cautions;
pub use how_played::question;
pub(crate) use labels::{
    CLASSES, caution, defect, event_conditions, event_name, manifest, manifest_programs, note, odds, once,
    set_aside, settings, thresholds,
};
pub use language::{ByLanguage, Language};
pub use messages::{Arg, Texts};
pub use rating_lists::rating_list_cautions;
pub(crate) use rating_lists::{list_cautions, manifest_lists, rating_source, used_lists};
pub use rules::approval_sentence;
pub(crate) use rules::{approval, enumerated, search};

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
