//! People, ratings and rounds of an event for the terminal.

use std::io::{self, Write};

use datasets::inspection::{Completeness, PeoplePart, Player, RatingsPart, Subject};
use datasets::people::Finding;
use datasets::people::similarity::LIKELY;
use reports::visible;

use super::lists::{counts, fact, grouped, list, number, or_dash, passed_over, quoted};

pub(super) fn people(part: &PeoplePart, all: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut text = format!(
        "{}; {} with a FIDE number, {} without a rating",
        number(part.count, "person", "people"),
        grouped(part.with_fide_id),
        grouped(part.unrated)
    );
    if part.handles > 0 {
        text = format!("{text}, {} under a name of a playing site", grouped(part.handles));
    }
    writeln!(out)?;
    fact(out, "people", &text)?;
    if let Some(aliases) = &part.aliases {
        fact(out, "aliases", &visible(aliases))?;
    }
    if !part.players.is_empty() {
        writeln!(
            out,
            "\nPlayers ({}). Moves: how many may be scored; the engine will leave out those in decided positions.",
            part.players.len()
        )?;
        writeln!(out, "     number  title  rating   list  games  moves  name")?;
        let mut rows: Vec<&Player> = part.players.iter().collect();
        rows.sort_by_key(|player| std::cmp::Reverse(player.rating));
        let shown = if all { rows.len() } else { rows.len().min(20) };
        for player in rows.iter().take(shown) {
            writeln!(out, "{}", row(player))?;
        }
        if rows.len() > shown {
            writeln!(out, "  and {} more; --all shows them", rows.len() - shown)?;
        }
    }
    list(
        out,
        "Several ratings for one person; the most frequent is used",
        &part.several_ratings,
        part.several_ratings_count,
        all,
        |one| {
            let ratings: Vec<String> = one
                .ratings
                .iter()
                .map(|(rating, games)| format!("{rating} in {}", number(u64::from(*games), "game", "games")))
                .collect();
            format!("{}: {}", visible(&one.name), ratings.join(", "))
        },
    )?;
    list(
        out,
        "May be one person; nothing has been joined",
        &part.suggestions,
        part.suggestions_count,
        all,
        |pair| {
            let strength = if pair.score >= LIKELY { "likely" } else { "possible" };
            format!("{strength} {:.2}: {} and {}", pair.score, subject(&pair.a), subject(&pair.b))
        },
    )?;
    if part.suggestions_incomplete {
        writeln!(out, "  There are too many similar names to compare them all.")?;
    }
    let findings = part.findings.len() as u64;
    list(out, "Names and numbers that do not fit", &part.findings, findings, all, |finding| match finding {
        Finding::OneNumberTwoNames { fide_id, names } => {
            let names: Vec<String> = names.iter().map(|name| visible(name)).collect();
            format!("FIDE number {fide_id} stands beside different names: {}", names.join("; "))
        }
        Finding::OneNameSeveralNumbers { name, fide_ids } => {
            let ids: Vec<String> = fide_ids.iter().map(u32::to_string).collect();
            format!("{} stands beside several FIDE numbers: {}", visible(name), ids.join(", "))
        }
    })
}

fn subject(one: &Subject) -> String {
    match one.fide_id {
        Some(id) => format!("{} ({id})", visible(&one.name)),
        None => visible(&one.name),
    }
}

fn row(player: &Player) -> String {
    let mut note = String::new();
    if let Some(list) = &player.list {
        if list.fallback {
            note = format!("{note}  {} rating", list.class);
        }
        if list.name_differs {
            note = format!("{note}  on the list as {}", quoted(&list.name));
        }
        if list.by_name {
            note.push_str("  found by name");
        }
    }
    format!(
        "{:>11}  {:>5}  {:>6}  {:>5}  {:>5}  {:>5}  {}{note}",
        or_dash(player.fide_id),
        player.title.as_deref().map_or_else(|| "-".to_owned(), visible),
        or_dash(player.rating),
        or_dash(player.list.as_ref().map(|list| list.rating)),
        player.games,
        player.moves_to_score,
        if player.name.is_empty() { "(no name)".to_owned() } else { visible(&player.name) },
    )
}

/// The ratings beside those of the lists.
pub(super) fn ratings(part: &RatingsPart, out: &mut dyn Write) -> io::Result<()> {
    let Some(day) = &part.first_day else {
        return fact(out, "rating list", "not asked: the games do not say on which day the event began");
    };
    if part.no_list {
        let text = format!("none is kept for {day}; add it with fairplay ratings add FILE");
        return fact(out, "rating list", &text);
    }
    let lists = counts(&part.lists, |list| format!("from {}", visible(list)));
    let text = format!(
        "{} class on {day}: {} listed ({lists}); {} as in the tags, {} different",
        part.class,
        number(part.listed, "player", "players"),
        grouped(part.agreeing),
        grouped(part.differing)
    );
    fact(out, "rating list", &text)?;
    if !part.passed_over.is_empty() {
        fact(out, "", &counts(&part.passed_over, passed_over))?;
    }
    Ok(())
}

/// Rounds, missing games, and how much there is to score.
pub(super) fn completeness(part: &Completeness, all: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    if !part.rounds.is_empty() {
        let rounds: Vec<String> = part
            .rounds
            .iter()
            .take(if all { usize::MAX } else { 20 })
            .map(|line| format!("{}: {}", line.round, line.games))
            .collect();
        let more = part.rounds.len() - rounds.len();
        let more = if more > 0 { format!(" and {more} more rounds") } else { String::new() };
        fact(out, "rounds", &format!("games by round {}{more}", rounds.join(", ")))?;
    }
    if part.without_round > 0 {
        let text = number(part.without_round, "game does", "games do");
        fact(out, "", &format!("{text} not say the round"))?;
    }
    if let Some(cycles) = part.round_robin {
        let kind = if cycles == 1 { "all play all once" } else { "all play all twice" };
        let missing = match part.unmet.len() {
            0 => "no game is missing".to_owned(),
            n => number(n as u64, "pair has not met as often", "pairs have not met as often"),
        };
        fact(out, "pairings", &format!("{kind}, it seems; {missing}"))?;
    }
    list(out, "Missing pairings, it seems", &part.unmet, part.unmet.len() as u64, all, |pair| {
        let games = number(u64::from(pair.games), "game", "games");
        format!("{} and {}: {games}", visible(&pair.a), visible(&pair.b))
    })?;
    list(
        out,
        "Fewer than half as many games as usual",
        &part.few_games,
        part.few_games.len() as u64,
        all,
        |player| format!("{}: {}", visible(&player.name), number(u64::from(player.games), "game", "games")),
    )?;
    fact(
        out,
        "index",
        &format!(
            "{} at least the {} decisions that one needs; {} too few, {} no rating",
            number(part.may_have_an_index, "player may have", "players may have"),
            part.gate,
            number(part.too_few_moves, "has", "have"),
            number(part.without_rating, "has", "have")
        ),
    )
}
