//! An inspection for the terminal, in plain words. Names and tokens are shown with their steering characters as codes.

use std::io::{self, Write};
use std::path::PathBuf;

use datasets::inspection::{
    BookPart, Broken, Clocks, ControlLine, EventLine, Inspection, Mode, PlatformLine, Report, Unchecked,
};
use reports::visible;

use super::lists::{clock, counts, fact, grouped, list, note, number, or_dash, quoted, unscored};
use super::{players, steps};

pub(super) fn inspection(
    found: &Inspection,
    files: &[PathBuf],
    all: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    head(found, out)?;
    games(found, all, out)?;
    reading(found, out)?;
    let events = &found.events;
    list(out, "Events, the largest first", &events.listed, events.count, all, event)?;
    controls(found, all, out)?;
    if let Some(part) = &found.clocks {
        clocks(part, out)?;
    }
    platforms(&found.platforms, out)?;
    if let Some(part) = &found.people {
        players::people(part, all, out)?;
    }
    if let Some(part) = &found.completeness {
        players::completeness(part, all, out)?;
    }
    if let Some(part) = &found.ratings {
        players::ratings(part, out)?;
    }
    if let Some(part) = &found.report {
        report(part, out)?;
    }
    if let Some(part) = &found.book {
        book(part, out)?;
    }
    if !found.next.is_empty() {
        writeln!(out, "\nWhat to do next")?;
        let files: Vec<String> = files.iter().map(|path| visible(&path.to_string_lossy())).collect();
        let files = files.join(" ");
        for (step, place) in found.next.iter().zip(1..) {
            writeln!(out, "  {place}. {}", steps::text(*step, &files))?;
        }
    }
    Ok(())
}

fn head(found: &Inspection, out: &mut dyn Write) -> io::Result<()> {
    for input in &found.inputs {
        let bytes = input.bytes.map_or_else(String::new, |bytes| format!("  {} bytes", grouped(bytes)));
        fact(out, "input", &format!("{}{bytes}", visible(&input.name)))?;
        fact(out, "sha256", &input.sha256)?;
    }
    let how = match found.mode {
        Mode::Event => "as one event: every move, every player",
        Mode::Summary => "as a collection: every move read, and counted",
        Mode::Tags => "by the tags alone: moves were not read",
    };
    fact(out, "looked at", how)?;
    for left in &found.unchecked {
        fact(out, "", &format!("not looked at: {}", unchecked(*left)))?;
    }
    Ok(())
}

fn unchecked(what: Unchecked) -> &'static str {
    match what {
        Unchecked::Moves => "whether moves are legal, and whether games have any",
        Unchecked::Clocks => "clocks",
        Unchecked::ExactCopies => "exact copies beyond the first 2,000,000 games",
        Unchecked::Versions => "later versions of games, copies under other names",
        Unchecked::People => "spellings and ratings of players, rounds",
        Unchecked::PlayerCounts => "how many players each event has: there are too many",
        Unchecked::EventCounts => "events beyond the first 50,000",
    }
}

const QUARANTINED: &str = "Quarantined: could not be read as written, and nothing of them is used";

fn games(found: &Inspection, all: bool, out: &mut dyn Write) -> io::Result<()> {
    let games = &found.games;
    if found.mode == Mode::Tags {
        let text = format!(
            "{} found; the tags of {} cannot be read; what the others hold was not looked at",
            grouped(games.found),
            grouped(games.quarantined)
        );
        fact(out, "games", &text)?;
        return list(out, QUARANTINED, &found.quarantine, games.quarantined, all, broken);
    }
    let text = format!(
        "{} found = {} to score + {} unscored + {} quarantined",
        grouped(games.found),
        grouped(games.games),
        grouped(games.unscored),
        grouped(games.quarantined)
    );
    fact(out, "games", &text)?;
    if games.unscored > 0 {
        fact(out, "unscored", &counts(&games.unscored_by_reason, unscored))?;
    }
    if let Some(copies) = found.copies.filter(|copies| copies.exact > 0) {
        let text = number(copies.exact, "game repeats", "games repeat");
        fact(out, "copies", &format!("{text} another to the letter"))?;
    }
    if games.quarantined > 20 {
        fact(out, "quarantined", &counts(&games.quarantined_by_reason, visible))?;
    }
    list(out, QUARANTINED, &found.quarantine, games.quarantined, all, broken)
}

fn broken(game: &Broken) -> String {
    let token = if game.token.is_empty() { String::new() } else { format!(" at {}", quoted(&game.token)) };
    // An arbiter looks for a move, not for a ply.
    let place = if game.ply == 0 {
        String::new()
    } else {
        let side = if game.ply.is_multiple_of(2) { "White" } else { "Black" };
        format!(", move {} of {side}", game.ply / 2 + 1)
    };
    format!(
        "{} game {} (byte {}){place}: {}{token}",
        visible(&game.input),
        game.game,
        game.offset,
        visible(&game.reason)
    )
}

fn reading(found: &Inspection, out: &mut dyn Write) -> io::Result<()> {
    let reading = &found.reading;
    if reading.encodings.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    fact(out, "written in", &counts(&reading.encodings, str::to_owned))?;
    if !reading.alphabets.is_empty() {
        fact(out, "piece letters", &counts(&reading.alphabets, str::to_owned))?;
    }
    for line in &reading.notes {
        let text = number(line.games, "game", "games");
        fact(out, "note", &format!("{text} {}", note(&line.name)))?;
    }
    if reading.chess960 > 0 {
        let text = number(reading.chess960, "game is", "games are");
        fact(out, "note", &format!("{text} Chess960"))?;
    }
    Ok(())
}

fn event(line: &EventLine) -> String {
    let name = match (line.own_tags, line.name.as_str()) {
        (true, _) => "(every game has an Event tag of its own)".to_owned(),
        (false, "") => "(no Event tag)".to_owned(),
        (false, name) => visible(name),
    };
    let mut parts = vec![name];
    match (&line.first_day, &line.last_day) {
        (Some(first), Some(last)) if first == last => parts.push(first.clone()),
        (Some(first), Some(last)) => parts.push(format!("{first} to {last}")),
        _ => parts.push("no date".to_owned()),
    }
    if line.rounds > 0 {
        parts.push(number(u64::from(line.rounds), "round", "rounds"));
    }
    parts.push(number(line.games + line.unscored, "game", "games"));
    if let Some(players) = line.players {
        parts.push(number(players, "player", "players"));
    }
    if let Some(mean) = line.mean_rating {
        parts.push(format!("mean rating {mean}"));
    }
    parts.join(", ")
}

fn controls(found: &Inspection, all: bool, out: &mut dyn Write) -> io::Result<()> {
    let part = &found.time_controls;
    if part.controls.is_empty() {
        return Ok(());
    }
    list(out, "Time controls", &part.controls, part.controls.len() as u64, all, control)?;
    if part.further_games > 0 {
        writeln!(out, "  {} have further controls", number(part.further_games, "game", "games"))?;
    }
    fact(out, "class", &counts(&part.classes, str::to_owned))?;
    if !part.conditions.is_empty() {
        fact(out, "conditions", &counts(&part.conditions, str::to_owned))?;
    }
    Ok(())
}

fn control(line: &ControlLine) -> String {
    let games = number(line.games, "game", "games");
    let mut text = match (&line.written, &line.means, &line.refused) {
        (None, _, _) => format!("{games} without a control"),
        (Some(written), Some(means), _) => format!("{games} {}: {means}", quoted(written)),
        (Some(written), None, refused) => format!(
            "{games} {}: not understood ({})",
            quoted(written),
            visible(refused.as_deref().unwrap_or_default())
        ),
    };
    let word = visible(line.word.as_deref().unwrap_or_default());
    text = match (line.class.as_deref(), line.evidence.as_str()) {
        (None, _) => format!("{text}; class unknown"),
        (Some(class), "time_control_tag") => format!("{text}; {class}"),
        (Some(class), "event_name") => format!("{text}; {class}, because the event's name says \"{word}\""),
        (Some(class), _) => format!("{text}; {class}, because the site's name says \"{word}\""),
    };
    if let Some(named) = &line.contradicted_by {
        let said = visible(&named.word);
        let class = if said == named.class { String::new() } else { format!(", {}", named.class) };
        text = format!("{text}; but its name says \"{said}\"{class}");
    }
    if let Some(doubt) = &line.doubt {
        text = format!("{text}; could also be {}", doubt.other);
        if let Some(class) = &doubt.other_class {
            text = format!("{text}, {class}");
        }
    }
    text
}

fn clocks(part: &Clocks, out: &mut dyn Write) -> io::Result<()> {
    if part.with == 0 {
        return fact(out, "clocks", "none");
    }
    let text = format!(
        "{} with clocks, {} without; the time of each move is known in {}",
        number(part.with, "game", "games"),
        grouped(part.without),
        grouped(part.explained)
    );
    fact(out, "clocks", &text)?;
    let fitting = part.settled_by_clocks.saturating_sub(part.settled_otherwise);
    for (games, which) in [(fitting, "shown"), (part.settled_otherwise, "NOT shown")] {
        if games > 0 {
            let games = number(games, "game", "games");
            let text = format!(
                "of two possible meanings of the control, the clocks of {games} fit only the one {which}"
            );
            fact(out, "", &text)?;
        }
    }
    if part.unreadable > 0 {
        let text = number(part.unreadable, "game has", "games have");
        fact(out, "", &format!("{text} clocks that do not read as a time, such as 1:30"))?;
    }
    if !part.refused.is_empty() {
        fact(out, "", &format!("not known: {}", counts(&part.refused, clock)))?;
    }
    Ok(())
}

fn platforms(lines: &[PlatformLine], out: &mut dyn Write) -> io::Result<()> {
    for line in lines {
        let Some(platform) = &line.platform else { continue };
        let ratings = match line.ratings.as_str() {
            "before" => "ratings are those before the game",
            "after" => "ratings are those after the game and hold its result",
            _ => "when the ratings held is not known",
        };
        let text = number(line.games, "game", "games");
        fact(out, "online", &format!("{text} on {platform}; {ratings}"))?;
    }
    Ok(())
}

fn report(part: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    let (games, pairings) = (&part.check.games, &part.check.pairings);
    let text = format!(
        "{}: {}; {} of {} games and of {} pairings compared",
        visible(&part.name),
        number(part.players as u64, "player", "players"),
        games.compared,
        games.all,
        pairings.all
    );
    fact(out, "report", &text)?;
    let differences = match part.check.findings.len() {
        0 => "games and report agree in everything that both give".to_owned(),
        n => number(n as u64, "difference to the games", "differences to the games"),
    };
    fact(out, "", &differences)?;
    for finding in part.check.findings.iter().take(20) {
        let round = finding.round.map_or_else(String::new, |round| format!("round {round}, "));
        writeln!(
            out,
            "  {round}{}: games {}, report {}",
            visible(&finding.named()),
            quoted(&finding.pgn.to_string()),
            quoted(&finding.trf.to_string())
        )?;
    }
    if !part.inconsistencies.is_empty() {
        let n = part.inconsistencies.len() as u64;
        fact(out, "", &format!("the report contradicts itself in {}", number(n, "place", "places")))?;
    }
    Ok(())
}

fn book(part: &BookPart, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    let new = part.games.iter().filter(|game| game.ply.is_some()).count() as u64;
    let undated = part.games.iter().filter(|game| !game.dated).count() as u64;
    let text = format!(
        "{} with a position that had not been played before, the median at ply {}; {} without a date",
        number(new, "game", "games"),
        or_dash(part.median),
        grouped(undated)
    );
    fact(out, "book", &text)
}
