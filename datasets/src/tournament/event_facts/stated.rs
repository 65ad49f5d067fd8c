//! What people state about how an event was played, from a flag, a file of circumstances or a form.

use thiserror::Error;

use crate::clocks::time_class::TimeClass;
use crate::clocks::time_control::{ParsedControl, Refused, Source, read};
use crate::tournament::mode::Mode;

/// What people state about how an event was played; what is `None` was not stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedPlay {
    pub mode: Option<Mode>,
    pub class: Option<TimeClass>,
    /// A time control in words or signs, as [`read`] takes it.
    pub control: Option<String>,
}

/// Why statements cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StatedPlayError {
    #[error(
        "the time control `{control}` is {}, and the time class is stated as {}; correct one of the two",
        by_control.as_str(), class.as_str()
    )]
    ClassAgainstControl { control: String, by_control: TimeClass, class: TimeClass },
    #[error(
        "the time control `{control}` is not understood ({why}); write it like `90+30` or `90 min + 30 s`, or state \
         the time class (standard, rapid, blitz) as well"
    )]
    Unread { control: String, why: Refused },
    #[error(
        "the time control `{control}` has no time class; state the time class (standard, rapid, blitz) as well"
    )]
    NoClass { control: String },
}

impl StatedPlay {
    /// The control as it was stated, if it can be read: of two readings the one of the stated class.
    pub(super) fn reading(&self) -> Option<ParsedControl> {
        let text = self.control.as_deref().filter(|text| !text.trim().is_empty())?;
        let mut reading = read(text, Source::Tag).ok()?;
        if let (Some(class), Some(doubt)) = (self.class, &mut reading.ambiguity)
            && TimeClass::from_control(&reading.control) != Some(class)
            && TimeClass::from_control(&doubt.other) == Some(class)
        {
            std::mem::swap(&mut reading.control, &mut doubt.other);
        }
        Some(reading)
    }

    /// Whether class and control can both stand, and one of them gives a class where a control is stated.
    ///
    /// # Errors
    /// A control of another class than the stated one; one without a class, and no class beside it.
    pub fn check(&self) -> Result<(), StatedPlayError> {
        let Some(control) = self.control.clone().filter(|text| !text.trim().is_empty()) else {
            return Ok(());
        };
        let by_control = self.reading().and_then(|reading| TimeClass::from_control(&reading.control));
        match (self.class, by_control) {
            (Some(class), Some(by_control)) if class != by_control => {
                Err(StatedPlayError::ClassAgainstControl { control, by_control, class })
            }
            (None, None) => Err(match read(&control, Source::Tag) {
                Err(why) => StatedPlayError::Unread { control, why },
                Ok(_) => StatedPlayError::NoClass { control },
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_and_a_class_have_to_agree_and_one_of_them_to_say_a_class() {
        let said = |control: &str, class: Option<TimeClass>| {
            let stated = StatedPlay { control: Some(control.to_owned()), class, mode: None };
            stated.check().map_err(|error| error.to_string())
        };
        let (standard, blitz) = (Some(TimeClass::Standard), Some(TimeClass::Blitz));
        for (control, class) in [
            ("90+30", None),
            ("90+30", standard),
            ("180+2", None),
            ("90 мин + 30 сек", None),
            ("as announced", standard),
            ("", None),
            // A minute or an hour: the class says which.
            ("60", standard),
            ("60", blitz),
        ] {
            assert_eq!(said(control, class), Ok(()), "{control}");
        }
        for (control, class, part) in [
            ("90+30", blitz, "`90+30` is standard, and the time class is stated as blitz"),
            ("180+2", standard.map(|_| TimeClass::Rapid), "`180+2` is blitz"),
            ("soon", None, "`soon` is not understood ('soon' is not known)"),
            ("?", None, "`?` has no time class"),
        ] {
            let error = said(control, class).expect_err(control);
            assert!(error.contains(part), "{error}");
        }
    }
}
