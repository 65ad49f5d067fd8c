//! Problems: the ends of a request without an answer, each with its status.
//!
//! One exhaustive map from problems to statuses. A page or a piece of JSON is made of a problem in one place (see
//! `respond`), in the reader's language; an internal error is logged and never shown.

use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use strum::IntoStaticStr;

use crate::keys::Key;
use crate::store::StorageError;

/// How long failed attempts to sign in count.
pub(crate) const WINDOW: Duration = Duration::from_secs(15 * 60);

/// What exactly cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Detail {
    /// For programs, in English where it is words.
    pub(crate) text: String,
    /// The file that it is about, where the message does not name it.
    pub(crate) file: Option<String>,
    /// The message that says it to people, with its values; without one they read the text.
    pub(crate) worded: Option<(Key, Values)>,
}

/// The placeables of a message.
pub(crate) type Values = Vec<(&'static str, String)>;

impl From<String> for Detail {
    fn from(text: String) -> Self {
        Self { text, file: None, worded: None }
    }
}

/// A field of a form that cannot be taken, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldFault {
    /// The name of the field, and which of those with it, from 0.
    pub(crate) field: (&'static str, usize),
    /// What it is called on its page.
    pub(crate) label: Key,
    pub(crate) why: Key,
    pub(crate) values: Values,
}

impl FieldFault {
    pub(crate) fn new(field: &'static str, label: Key, (why, values): (Key, Values)) -> Self {
        Self { field: (field, 0), label, why, values }
    }

    pub(crate) fn at(self, place: usize) -> Self {
        Self { field: (self.field.0, place), ..self }
    }
}

impl From<FieldFault> for Problem {
    fn from(fault: FieldFault) -> Self {
        Self::Fields(vec![fault])
    }
}

#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Problem {
    /// There is nothing here, or nothing for this reader: the two look the same.
    NotFound,
    /// The reader has to sign in first.
    #[strum(serialize = "token_needed")]
    SignIn,
    /// The reader has to set up a second factor first.
    SecondFactor,
    /// The form was not sent from a page of ours.
    ForeignForm,
    /// The request cannot be taken; the message says why. The detail comes from outside and is shown as it is.
    Refused {
        why: Key,
        detail: Option<Detail>,
    },
    /// Fields of a form that cannot be taken, each with its own reason.
    #[strum(serialize = "refused")]
    Fields(Vec<FieldFault>),
    TooLarge,
    TooSlow,
    TooMany,
    /// One person or token asks too often.
    TooFast,
    /// The disk has no more than the reserve of the audit log.
    NoSpace,
    /// The service cannot take more at the moment.
    Busy,
    /// The disk failed while a change was written: a restart may find it, or not.
    NotKnown,
    Inside,
}

impl Problem {
    pub(crate) fn refused(why: Key) -> Self {
        Self::Refused { why, detail: None }
    }

    fn parts(&self) -> (StatusCode, Key) {
        match self {
            Self::NotFound => (StatusCode::NOT_FOUND, Key::ProblemNotFound),
            Self::SignIn => (StatusCode::UNAUTHORIZED, Key::ProblemSignIn),
            Self::SecondFactor => (StatusCode::FORBIDDEN, Key::FactorNeeded),
            Self::ForeignForm => (StatusCode::FORBIDDEN, Key::ProblemForeignForm),
            Self::Refused { why, .. } => (StatusCode::BAD_REQUEST, *why),
            Self::Fields(_) => (StatusCode::BAD_REQUEST, Key::RefusedFields),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, Key::ProblemTooLarge),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, Key::ProblemTooSlow),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, Key::ProblemTooMany),
            Self::TooFast => (StatusCode::TOO_MANY_REQUESTS, Key::ProblemTooFast),
            Self::NoSpace => (StatusCode::INSUFFICIENT_STORAGE, Key::ProblemNoSpace),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, Key::ProblemBusy),
            Self::NotKnown => (StatusCode::INTERNAL_SERVER_ERROR, Key::ProblemNotKnown),
            Self::Inside => (StatusCode::INTERNAL_SERVER_ERROR, Key::ProblemInside),
        }
    }

    /// Seconds after which it makes sense to ask again.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooFast => Some(1),
            Self::TooMany => Some(WINDOW.as_secs()),
            _ => None,
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.parts().0
    }

    pub(crate) fn key(&self) -> Key {
        self.parts().1
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Busy => Self::Busy,
            error => {
                tracing::error!(%error, "storage");
                if matches!(error, StorageError::NotKnown(_)) { Self::NotKnown } else { Self::Inside }
            }
        }
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Self {
        StorageError::from(error).into()
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        tracing::error!(%error, "a file of this machine");
        Self::Inside
    }
}

impl From<askama::Error> for Problem {
    fn from(error: askama::Error) -> Self {
        tracing::error!(%error, "page");
        Self::Inside
    }
}

/// The status alone; `respond` puts a page or JSON to it.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
