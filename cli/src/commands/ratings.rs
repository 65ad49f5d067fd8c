//! `fairplay ratings`: add rating lists, list them, look up a player.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use datasets::ratings::list::index::MAX_FOUND;
use datasets::ratings::list::{Added, Day, ListKind, Lists, Options, RatingClass, Refused, YearMonth};
use datasets::ratings::{Entrant, as_of};
use reports::visible;
use serde::Serialize;

use crate::arguments::StoreFileOptions;
use crate::config::Config;
use crate::output::facts::{Page, facts, table};
use crate::output::{json_or, make_folder};
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct RatingsOptions {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) store: StoreFileOptions,
    /// Print as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    /// Read rating lists and store them; a list that is stored already stays as it is.
    Add {
        /// FIDE lists (TXT, XML, CSV), plain, .gz or .zst
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// First month in which the list is valid, if the file does not say
        #[arg(long, value_name = "YYYY-MM", value_parser = parse_month)]
        period: Option<YearMonth>,
        /// Kind of ratings in the list, if the file does not say
        #[arg(long, value_enum)]
        kind: Option<ListKind>,
    },
    /// Show the stored lists.
    Lists,
    /// Remove a list.
    Remove {
        /// SHA-256 of the list as shown by `ratings lists`, or at least its first eight digits
        #[arg(value_name = "SHA256")]
        sha256: String,
    },
    /// Look up a player by FIDE number or name.
    Find {
        /// FIDE number, or the beginning of a name, `Surname, First name`
        #[arg(value_name = "NAME|ID", value_parser = NonEmptyStringValueParser::new())]
        who: String,
        /// First day of the event [default: show the player on every list]
        #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_day)]
        as_of: Option<Day>,
        /// Time class of the event
        #[arg(long, value_enum, default_value = "standard", requires = "as_of")]
        time_class: RatingClass,
    },
}

fn parse_month(text: &str) -> Result<YearMonth, String> {
    YearMonth::parse(text).ok_or_else(|| "give a month like 2025-11".to_owned())
}

fn parse_day(text: &str) -> Result<Day, String> {
    Day::parse(text).ok_or_else(|| "give a day like 2025-11-20".to_owned())
}

pub(crate) fn run(options: &RatingsOptions) -> Outcome {
    let config = Config::of_store(&options.store)?;
    let mut lists = open(&config.store)?;
    let mut status = ExitStatus::Done;
    let text = match &options.command {
        Command::Add { files, period, kind } => {
            let said = Options { period: *period, kind: *kind };
            let mut added = Vec::new();
            for file in files {
                added.push(lists.add(file, &said)?);
            }
            if added.iter().any(|added| added.list.counts.refused > 0) {
                status = ExitStatus::Quarantined;
            }
            json_or(options.json, &added, || added.iter().map(show_added).collect())?
        }
        Command::Lists => {
            let stored = lists.lists()?;
            json_or(options.json, &stored, || match stored.as_slice() {
                [] => Ok(format!("No rating list is kept in {}.\n", config.store.display())),
                stored => show_table(&stored, "month=period kind players refused sha256 name"),
            })?
        }
        Command::Remove { sha256 } => remove(&mut lists, sha256)?,
        Command::Find { who, as_of: None, .. } => everywhere(&lists, who.trim(), options.json)?,
        Command::Find { who, as_of: Some(day), time_class } => {
            on_day(&lists, who.trim(), *day, *time_class, options.json)?
        }
    };
    Ok((status, text))
}

fn open(store: &Path) -> anyhow::Result<Lists> {
    if let Some(folder) = store.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    Ok(Lists::open(store)?)
}

fn show_added(added: &Added) -> anyhow::Result<String> {
    let list = &added.list;
    let counts = &list.counts;
    let mut page = Page::new(true);
    page.line(format!("{}  {}", visible(&list.name), if added.new { "added" } else { "is kept already" }));
    page.line(format!(
        "  {} lines = {} header + {} players + {} refused + {} blank",
        counts.lines, counts.header, counts.players, counts.refused, counts.blank
    ));
    page.line(facts(list, "layout month=period ratings=kind sha256")?.trim_end());
    let refused: Vec<String> = list.refused.iter().map(refused).collect();
    page.list("refused", &refused, refused.len(), counts.refused);
    Ok(page.finish())
}

fn refused(line: &Refused) -> String {
    format!("line {}, column {}: {}: {}", line.line, line.column, line.reason, visible(line.text.trim_end()))
}

fn remove(lists: &mut Lists, sha256: &str) -> anyhow::Result<String> {
    let stored = lists.lists()?;
    let wanted = sha256.to_ascii_lowercase();
    let mut fitting = stored.iter().filter(|list| wanted.len() >= 8 && list.sha256.starts_with(&wanted));
    match (fitting.next(), fitting.next()) {
        (Some(list), None) => {
            lists.remove(&list.sha256)?;
            Ok(format!("{} is no longer kept.\n", visible(&list.name)))
        }
        (Some(_), Some(_)) => bail!("{sha256} fits several lists; give more digits"),
        (None, _) => bail!("no list that is kept has the SHA-256 {sha256}"),
    }
}

/// A FIDE number, if `who` is nothing but digits.
fn number(who: &str) -> Option<u32> {
    who.bytes().all(|b| b.is_ascii_digit()).then(|| who.parse().ok()).flatten()
}

fn everywhere(lists: &Lists, who: &str, json: bool) -> anyhow::Result<String> {
    let found = match number(who) {
        Some(number) => lists.by_number(number, None)?,
        None => {
            let exact = lists.by_name(who, None)?;
            if exact.is_empty() { lists.by_beginning(who, None)? } else { exact }
        }
    };
    json_or(json, &found, || match found.len() {
        0 => Ok(format!("No list that is kept names {}.\n", visible(who))),
        MAX_FOUND => {
            let cut = format!("Only the first {MAX_FOUND} are shown; give more of the name.\n");
            Ok(show_table(&found, ENTRY)? + &cut)
        }
        _ => show_table(&found, ENTRY),
    })
}

const ENTRY: &str = "month=list/period FIDE-number=player/fide_id name=player/name title=player/title \
                     federation=player/federation standard=player/standard/rating K=player/standard/k \
                     rapid=player/rapid/rating K=player/rapid/k blitz=player/blitz/rating K=player/blitz/k \
                     inactive=player/inactive";

fn show_table(rows: &impl Serialize, fields: &str) -> anyhow::Result<String> {
    let rows = serde_json::to_value(rows)?;
    let rows = rows.as_array().map_or(&[][..], Vec::as_slice);
    Ok(table(rows, fields).join("\n") + "\n")
}

/// The facts about a rating as of a day.
const RATINGS: &str = "player=list/name FIDE-number=list/fide_id rating=list/listed/rating class=list/class \
                       instead-of-that-asked-for=list/fallback K=list/listed/k \
                       games-in-the-period=list/listed/games_in_period list=list/list/name month=list/list/period \
                       SHA-256=list/list/sha256 age-in-that-year=age inactive=list/inactive \
                       found-by-name-only=list/by_name";

fn on_day(lists: &Lists, who: &str, day: Day, class: RatingClass, json: bool) -> anyhow::Result<String> {
    let fide_id = number(who);
    let entrant = Entrant { name: if fide_id.is_some() { "" } else { who }, fide_id, ..Entrant::default() };
    let found = as_of(&entrant, day, class, lists)?;
    json_or(json, &found, || {
        let notes = found.passed_over.iter().map(|passed| format!("note      {}\n", visible(&passed.text())));
        let rating = match &found.list {
            Some(_) => facts(&found, RATINGS)?,
            None => format!("No {} rating was found for {day}.\n", class.as_str()),
        };
        Ok(rating + &notes.collect::<String>())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_told_apart() {
        assert_eq!(number("9000101"), Some(9_000_101));
        assert_eq!(number("Sample, Ana"), None);
        assert_eq!(number("99999999999999"), None);
    }
}
