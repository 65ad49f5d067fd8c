//! The games of an event against its tournament report: the comparison, made on demand and cached, and its page.
//!
//! The comparison is made in `datasets` and worded by `reports`.

use std::error::Error;
use std::sync::Arc;

use askama::Template;
use datasets::tournament::cross_check::cross_check;
use datasets::{Collection, roster, roster_with};
use reports::{Arg, Language, visible};

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::events;
use crate::events::attachments::{self, Kind};
use crate::events::inputs;
use crate::events::trf_cache::{Basis, TrfComparison};
use crate::events::upload;
use crate::keys::Key;
use crate::messages::Messages;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered};

/// Most differences, and most oddities of the report, that the page lists; all are counted.
const MAX_LISTED: usize = 200;

/// The games of an event against its report, as both stand now; none without a report, or before there are games.
pub(crate) async fn of_event(app: &App, event: i64) -> Result<Option<Arc<TrfComparison>>, Problem> {
    let stored = app.read(move |c| {
        let inputs = inputs::of_event(c, event)?;
        let given = attachments::given(c, event, Kind::Report)?;
        Ok((given, inputs.table, events::files(c, event)?, inputs.circumstances.accepted_games))
    });
    let (report, table, files, accepted) = stored.await?;
    let stand = app.work.stand(event);
    let Some(report) = report.filter(|_| stand.is_some() || !files.is_empty()) else {
        return Ok(None);
    };
    let basis = Basis {
        event,
        report: report.id,
        table,
        files: files.iter().map(|file| file.id).collect(),
        look: stand.as_ref().map(|(look, _)| *look),
        accepted,
    };
    if let Some(kept) = app.checks.find(|kept| kept.basis == basis) {
        return Ok(Some(kept));
    }
    let app_there = app.clone();
    // Reading takes a core for a while, as an upload does; another request may have filled the cache meanwhile.
    let compared = app.read_upload(move || -> Result<_, Problem> {
        if let Some(kept) = app_there.checks.find(|kept| kept.basis == basis) {
            return Ok(Some(kept));
        }
        let mut collection = match stand {
            Some((_, stand)) => stand.collection.clone(),
            None => upload::collection(&app_there.storage, &files)?,
        };
        let _without_effect = collection.accept(&basis.accepted);
        let comparison = compare(&app_there, basis, &collection)?.map(Arc::new);
        if let Some(comparison) = &comparison {
            app_there.checks.keep(comparison, |other| other.basis.event == event);
        }
        Ok(comparison)
    });
    compared.await?
}

fn compare(app: &App, basis: Basis, collection: &Collection) -> Result<Option<TrfComparison>, Problem> {
    let inside = |error: Box<dyn Error + Send + Sync>| {
        tracing::error!(%error, "a file that was given to an event");
        Problem::Inside
    };
    let aliases = attachments::aliases(&app.storage, basis.event, basis.table).map_err(inside)?;
    let report = attachments::report(&app.storage, basis.event).map_err(inside)?;
    // A table that fits the games no more is told by the job of the event; the comparison goes by the names as written then.
    let roster = roster_with(collection, &aliases).unwrap_or_else(|_| roster(collection));
    // It may have been taken away or replaced meanwhile; the next reader sees that.
    let Some((input, report)) = report.filter(|(input, _)| input.id == basis.report) else {
        return Ok(None);
    };
    Ok(Some(TrfComparison {
        check: cross_check(collection, &roster, &report),
        inconsistencies: report.inconsistencies(),
        inputs: collection.inputs.clone(),
        name: input.name,
        report,
        basis,
    }))
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    frame: Frame<'a>,
    compared: Option<Arc<TrfComparison>>,
    language: Language,
}

impl Page<'_> {
    fn odd(compared: &TrfComparison) -> Vec<(String, String)> {
        let warnings = compared.report.warnings.iter().map(|w| (w.place.to_string(), visible(&w.text)));
        let contradictions = compared.inconsistencies.iter();
        warnings.chain(contradictions.map(|c| (c.place.to_string(), visible(&c.text)))).collect()
    }

    fn more(listed: usize) -> u64 {
        listed.saturating_sub(MAX_LISTED) as u64
    }
}

pub(crate) struct Sentence {
    pub(crate) text: String,
    /// Whether something needs a look.
    pub(crate) notice: bool,
}

pub(crate) fn sentence(m: &Messages, checked: &TrfComparison) -> Sentence {
    let found = &checked.check;
    if found.games.compared == 0 {
        return Sentence { text: m.text(Key::ReportFitsNothing), notice: true };
    }
    let values = [
        ("compared", found.games.compared),
        ("all", found.games.all),
        ("pairings", found.pairings.all),
        ("differences", found.findings.len()),
        ("contradictions", checked.inconsistencies.len()),
    ];
    let values = values.map(|(name, n)| (name, m.texts().count(n as u64)));
    let values = values.each_ref().map(|(name, text)| (*name, Arg::from(text)));
    let notice = !found.findings.is_empty() || !checked.inconsistencies.is_empty();
    Sentence { text: m.all(Key::ReportCompared, &values), notice }
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    rendered(&Page {
        frame: ctx.frame(),
        compared: of_event(&ctx.app, ctx.id()).await?,
        language: ctx.visit.language,
    })
}
