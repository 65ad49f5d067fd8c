//! `fairplay ratings`: add rating lists, list them, look up a player.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use datasets::ratings::list::{
    Added, Day, Entry, ListKind, Listed, Lists, Options, RatingClass, StoredList, YearMonth,
};
use datasets::ratings::{Entrant, FromList, Ratings, as_of};

use crate::ExitStatus;
use crate::arguments::EngineOptions;
use crate::config::Config;
use crate::output::write_json;

/// Options of `ratings`.
#[derive(Clone, Debug, Args)]
pub(crate) struct RatingsOptions {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Store that keeps the lists [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) store: Option<PathBuf>,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Print as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// Commands below `ratings`.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    /// Read rating lists and keep them; a list that is kept already is left as it is.
    Add {
        /// FIDE lists (TXT, XML, CSV), plain, .gz or .zst
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Month from which the list is valid, if it does not say so itself
        #[arg(long, value_name = "YYYY-MM", value_parser = parse_month)]
        period: Option<YearMonth>,
        /// Which ratings the list holds, if it does not say so itself
        #[arg(long, value_enum)]
        kind: Option<ListKind>,
    },
    /// Show the lists that are kept.
    Lists,
    /// Take a list out again.
    Remove {
        /// SHA-256 of the list, as `ratings lists` shows it, or its first eight digits or more
        #[arg(value_name = "SHA256")]
        sha256: String,
    },
    /// Look up a player by FIDE number or name.
    Find {
        /// FIDE number, or a name or its beginning, `Surname, First name`
        #[arg(value_name = "NAME|ID")]
        who: String,
        /// First day of the event; without it every list is shown
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

/// Looks after rating lists.
pub(crate) fn run(options: &RatingsOptions, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let config = Config::load(&EngineOptions {
        store: options.store.clone(),
        config: options.config.clone(),
        ..EngineOptions::default()
    })?;
    let mut lists = open(&config.store)?;
    match &options.command {
        Command::Add { files, period, kind } => {
            let said = Options { period: *period, kind: *kind };
            add(&mut lists, files, &said, options.json, out)
        }
        Command::Lists => {
            let stored = lists.lists()?;
            if options.json {
                write_json(out, &stored)?;
            } else if stored.is_empty() {
                writeln!(out, "No rating list is kept in {}.", config.store.display())?;
            } else {
                for list in &stored {
                    print_list(list, out)?;
                }
            }
            Ok(ExitStatus::Done)
        }
        Command::Remove { sha256 } => remove(&mut lists, sha256, out),
        Command::Find { who, as_of: None, time_class: _ } => everywhere(&lists, who, options.json, out),
        Command::Find { who, as_of: Some(day), time_class } => {
            on_day(&lists, who, *day, *time_class, options.json, out)
        }
    }
}

fn open(store: &Path) -> anyhow::Result<Lists> {
    if let Some(folder) = store.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Ok(Lists::open(store)?)
}

/// Most refused lines that are printed for one list; the JSON has up to a thousand.
const SHOWN: usize = 10;

fn add(
    lists: &mut Lists,
    files: &[PathBuf],
    said: &Options,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<ExitStatus> {
    let mut ending = ExitStatus::Done;
    let mut all = Vec::new();
    for file in files {
        let added = lists.add(file, said)?;
        if added.list.counts.refused > 0 {
            ending = ExitStatus::Quarantined;
        }
        if !json {
            print_added(&added, out)?;
        }
        all.push(added);
    }
    if json {
        write_json(out, &all)?;
    }
    Ok(ending)
}

fn print_added(added: &Added, out: &mut dyn Write) -> anyhow::Result<()> {
    let list = &added.list;
    writeln!(out, "{}  {}", plain(&list.name), if added.new { "added" } else { "is kept already" })?;
    writeln!(out, "  layout   {}", list.layout)?;
    match list.period {
        Some((period, how)) => writeln!(out, "  month    {period} (from {})", how.text())?,
        None => writeln!(out, "  month    not known")?,
    }
    writeln!(out, "  ratings  {} (from {})", list.kind.0.as_str(), list.kind.1.text())?;
    let c = &list.counts;
    writeln!(
        out,
        "  lines    {} = {} header + {} players + {} refused + {} blank",
        c.lines, c.header, c.players, c.refused, c.blank
    )?;
    writeln!(out, "  sha256   {}", list.sha256)?;
    for refused in list.refused.iter().take(SHOWN) {
        writeln!(
            out,
            "  refused  line {}, column {}: {}\n           {}",
            refused.line,
            refused.column,
            refused.reason,
            refused.text.trim_end()
        )?;
    }
    let rest = c.refused.saturating_sub(u64::try_from(SHOWN).unwrap_or(u64::MAX));
    if rest > 0 {
        writeln!(out, "  refused  {rest} more; --json shows up to a thousand")?;
    }
    Ok(())
}

fn print_list(list: &StoredList, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{}  {:9}  {:9} players  {:4} refused  {}  {}",
        list.period,
        list.kind.as_str(),
        list.players,
        list.refused,
        list.sha256.get(..12).unwrap_or(&list.sha256),
        plain(&list.name)
    )?;
    Ok(())
}

fn remove(lists: &mut Lists, sha256: &str, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let stored = lists.lists()?;
    let wanted = sha256.to_ascii_lowercase();
    let mut fitting = stored.iter().filter(|list| wanted.len() >= 8 && list.sha256.starts_with(&wanted));
    match (fitting.next(), fitting.next()) {
        (Some(list), None) => {
            lists.remove(&list.sha256)?;
            writeln!(out, "{} is no longer kept.", plain(&list.name))?;
            Ok(ExitStatus::Done)
        }
        (Some(_), Some(_)) => bail!("{sha256} fits several lists; give more digits"),
        (None, _) => bail!("no list that is kept has the SHA-256 {sha256}"),
    }
}

/// A FIDE number, if `who` is nothing but digits.
fn number(who: &str) -> Option<u32> {
    who.bytes().all(|b| b.is_ascii_digit()).then(|| who.parse().ok()).flatten()
}

fn everywhere(lists: &Lists, who: &str, json: bool, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let who = who.trim();
    if who.is_empty() {
        bail!("give a FIDE number or a name");
    }
    let found = match number(who) {
        Some(number) => lists.by_number(number, None)?,
        None => {
            let exact = lists.by_name(who, None)?;
            if exact.is_empty() { lists.by_beginning(who, None)? } else { exact }
        }
    };
    if json {
        write_json(out, &found)?;
    } else if found.is_empty() {
        writeln!(out, "No list that is kept names {}.", plain(who))?;
    } else {
        for entry in &found {
            print_entry(entry, out)?;
        }
        if found.len() == datasets::ratings::list::index::MAX_FOUND {
            writeln!(out, "Only the first {} are shown; give more of the name.", found.len())?;
        }
    }
    Ok(ExitStatus::Done)
}

fn print_entry(Entry { list, player }: &Entry, out: &mut dyn Write) -> anyhow::Result<()> {
    let id = player.fide_id.map_or_else(|| "-".to_owned(), |id| id.to_string());
    let rated = |name: &str, listed: Option<Listed>| {
        listed.map_or_else(String::new, |listed| format!("  {name} {}", rating(&listed)))
    };
    writeln!(
        out,
        "{}  {:>9}  {}{}{}{}{}{}",
        list.period,
        id,
        plain(&player.name),
        [&player.title, &player.federation]
            .into_iter()
            .flatten()
            .map(|word| format!("  {}", plain(word)))
            .collect::<String>(),
        rated("standard", player.standard),
        rated("rapid", player.rapid),
        rated("blitz", player.blitz),
        if player.inactive { "  inactive" } else { "" }
    )?;
    Ok(())
}

/// A rating with what the list says about it.
fn rating(listed: &Listed) -> String {
    let k = listed.k.map(|k| format!("K {k}"));
    let games = listed.games_in_period.map(|games| format!("{games} games in the period"));
    let said: Vec<String> = k.into_iter().chain(games).collect();
    if said.is_empty() {
        listed.rating.to_string()
    } else {
        format!("{} ({})", listed.rating, said.join(", "))
    }
}

fn on_day(
    lists: &Lists,
    who: &str,
    day: Day,
    class: RatingClass,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<ExitStatus> {
    let who = who.trim();
    if who.is_empty() {
        bail!("give a FIDE number or a name");
    }
    let fide_id = number(who);
    let entrant = Entrant { name: if fide_id.is_some() { "" } else { who }, fide_id, ..Entrant::default() };
    let found = as_of(&entrant, day, class, lists)?;
    if json {
        write_json(out, &found)?;
    } else {
        print_ratings(&found, day, class, out)?;
    }
    Ok(ExitStatus::Done)
}

fn print_ratings(found: &Ratings, day: Day, class: RatingClass, out: &mut dyn Write) -> anyhow::Result<()> {
    match &found.list {
        Some(list) => print_from_list(list, found.age, class, out)?,
        None => writeln!(out, "No {} rating was found for {day}.", class.as_str())?,
    }
    for passed in &found.passed_over {
        writeln!(out, "note      {}", plain(&passed.text()))?;
    }
    Ok(())
}

fn print_from_list(
    found: &FromList,
    age: Option<u16>,
    class: RatingClass,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let id = found.fide_id.map_or_else(|| "-".to_owned(), |id| id.to_string());
    writeln!(out, "player    {} ({id})", plain(&found.name))?;
    let fallback =
        if found.fallback { format!(", instead of a {} rating", class.as_str()) } else { String::new() };
    writeln!(out, "rating    {}, {}{fallback}", rating(&found.listed), found.class.as_str())?;
    let old =
        found.outdated_since.map_or_else(String::new, |needed| format!("; the list of {needed} is not kept"));
    writeln!(out, "list      {}, valid from {}{old}", plain(&found.list.name), found.list.period)?;
    if let Some(age) = age {
        writeln!(out, "age       {age} in the year of the event")?;
    }
    if found.inactive {
        writeln!(out, "note      The list calls the player inactive.")?;
    }
    if found.by_name {
        writeln!(out, "note      Found by name; the FIDE number is surer.")?;
    }
    Ok(())
}

/// Text from a list, harmless on a terminal.
fn plain(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_told_apart() {
        assert_eq!(number("9000101"), Some(9_000_101));
        assert_eq!(number("Sample, Ana"), None);
        assert_eq!(number("99999999999999"), None);
        assert_eq!(plain("a\u{1b}[2J"), "a\u{fffd}[2J");
    }

    #[test]
    fn a_rating_shows_what_the_list_says() {
        let listed = |k, games_in_period| Listed { rating: 2233, games_in_period, k };
        assert_eq!(rating(&listed(Some(10), Some(9))), "2233 (K 10, 9 games in the period)");
        assert_eq!(rating(&listed(None, None)), "2233");
    }
}
