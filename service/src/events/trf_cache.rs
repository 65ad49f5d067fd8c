//! Comparisons of games with the tournament report of an event, made on demand and cached.
//!
//! A cached comparison can only be outdated, so its basis is compared on every request.

use datasets::tournament::cross_check::CrossCheck;
use datasets::tournament::trf::Inconsistency;
use datasets::{AcceptedGame, Input, Trf};
use reports::{Language, TrfCheck, TrfReport, trf_check_page};

use crate::events::result_cache::Recent;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Basis {
    pub(crate) event: i64,
    pub(crate) report: i64,
    pub(crate) table: Option<i64>,
    pub(crate) files: Vec<i64>,
    /// The look at the source of an event that follows one.
    pub(crate) look: Option<u64>,
    /// Games that count up to an illegal move.
    pub(crate) accepted: Vec<AcceptedGame>,
}

pub(crate) struct TrfComparison {
    pub(crate) basis: Basis,
    pub(crate) name: String,
    pub(crate) report: Trf,
    pub(crate) inconsistencies: Vec<Inconsistency>,
    pub(crate) check: CrossCheck,
    pub(crate) inputs: Vec<Input>,
}

pub(crate) type TrfCache = Recent<TrfComparison>;

impl TrfComparison {
    /// The check as a part of a page, with at most `max` differences.
    pub(crate) fn page(&self, max: usize, language: Language) -> String {
        let check = TrfCheck {
            schema: TrfCheck::SCHEMA,
            report: TrfReport {
                name: self.name.clone(),
                sha256: &self.report.sha256,
                encoding: self.report.encoding.as_str(),
                players: self.report.players.len(),
                lines: self.report.lines,
                warnings: &self.report.warnings,
                inconsistencies: &self.inconsistencies,
            },
            inputs: &self.inputs,
            check: &self.check,
            quarantine: Vec::new(),
        };
        trf_check_page(&check, max, language)
    }
}
