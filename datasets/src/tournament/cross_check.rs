//! An event's games against its tournament report: what is in one and not in the other, and what they say
//! differently.
//!
//! Nothing is corrected and nothing decides who is right: a finding shows what both say and where. One mistake is
//! one finding, and whatever rests on a guess about names is a finding of its own. The counts balance: games in =
//! compared + extra + set aside, pairings in = compared + missing + without a game by nature.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pgn::game::{Collection, Unscored};
use crate::players::Roster;
use crate::tournament::encounters::encounters;
use crate::tournament::trf::{Place, Player, Trf};

mod compare;
mod games;
mod people;
mod said;

pub use crate::tournament::trf::How;
pub use said::Said;

/// Result of the cross-check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CrossCheck {
    /// Findings, by kind, then round.
    pub findings: Vec<Finding>,
    /// Games of the PGN.
    pub games: GameCounts,
    /// Pairings of the report.
    pub pairings: PairingCounts,
    /// Items that could not be compared.
    pub silent: Silence,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Differences.
    pub kind: FindingKind,
    /// Round, as the report has it if it has one.
    pub round: Option<u16>,
    /// The players it concerns, White first if it is a game; an empty name where there is none.
    pub players: Vec<String>,
    /// Value in the PGN.
    pub pgn: Said,
    /// Value in the report.
    pub trf: Said,
    /// Where in the PGN: for a player the first game.
    pub pgn_at: Option<GamePlace>,
    /// Where in the report.
    pub trf_at: Option<Place>,
}

/// A game of the PGN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GamePlace {
    /// Name of the input.
    pub input: String,
    /// Number of the game within it, from 1.
    pub game: u32,
    /// Byte offset within it.
    pub offset: u64,
}

/// Kinds of findings, in the order they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// A player of the games who is not in the report and one of the report who is not in the games are probably the
    /// same, by their names. Their games are not compared.
    UncertainPlayer,
    /// A player of the report with games is nowhere in the PGN. Those games are no findings of their own.
    PlayerMissing,
    /// A player of the PGN is not in the report. Those games are no findings of their own.
    PlayerExtra,
    /// FIDE numbers differ.
    FideIdDiffers,
    /// Names differ under one FIDE number.
    NameDiffers,
    /// Ratings differ.
    RatingDiffers,
    /// A game played by the report is not in the PGN.
    MissingGame,
    /// A game of the PGN is not in the report.
    ExtraGame,
    /// A player has another opponent in a round.
    OpponentDiffers,
    /// The game stands in another round.
    WrongRound,
    /// White and Black are exchanged.
    ColoursSwapped,
    /// The results differ.
    ScoredDifferently,
    /// A forfeit, or a game of less than one move, by the report has moves in the PGN.
    ForfeitWithMoves,
    /// A game played by the report has no moves in the PGN.
    PlayedWithoutMoves,
    /// Games dated outside the event; one finding for every such date.
    DateOutside,
}

/// Games in = the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameCounts {
    /// All games found in the PGN.
    pub all: usize,
    /// Compared with a pairing of the same players.
    pub compared: usize,
    /// In a finding [`FindingKind::OpponentDiffers`].
    pub other_opponent: usize,
    /// In a finding [`FindingKind::ExtraGame`].
    pub extra: usize,
    /// Of players who are not in the report.
    pub of_extra_players: usize,
    /// Byes written as games.
    pub byes: usize,
    /// Copies of other games, and games that another of the same pair replaces.
    pub copies: usize,
    /// Quarantined: could not be read, so not compared. A missing game may be one of these.
    pub quarantined: usize,
}

/// Pairings in = the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingCounts {
    /// All pairings of the report.
    pub all: usize,
    /// Compared with a game of the same players.
    pub compared: usize,
    /// In a finding [`FindingKind::OpponentDiffers`].
    pub other_opponent: usize,
    /// In a finding [`FindingKind::MissingGame`].
    pub missing: usize,
    /// Of players who are nowhere in the PGN.
    pub of_missing_players: usize,
    /// Forfeits, and games of less than one move, without a game in the PGN, as is usual.
    pub forfeits: usize,
    /// Without a result yet, and without a game.
    pub open: usize,
    /// Given by one of the two lines only; the report contradicts itself there.
    pub one_sided: usize,
}

/// An item that one side does not state, so that nothing could be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Silence {
    /// Games without a readable round, placed by their players.
    pub games_without_round: usize,
    /// Games without a full date.
    pub games_without_date: usize,
    /// Whether the report has first and last day in a readable form.
    pub event_days_known: bool,
    /// Players with a rating on one side only.
    pub ratings_on_one_side: usize,
    /// Players with a FIDE number on one side only.
    pub fide_ids_on_one_side: usize,
}

/// One player according to games and report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerCheck {
    /// The player's line; absent if the report has none.
    pub listed: Option<ReportedPlayer>,
    /// The player's games in the PGN. Games that could not be read name nobody, so `quarantined` is 0 here.
    pub games: GameCounts,
    /// The player's pairings in the report.
    pub pairings: PairingCounts,
    /// Games compared that agree in round, colours, result and date, as far as both sides give them.
    pub agreeing: usize,
    /// Differences, by kind, then round.
    pub findings: Vec<Finding>,
    /// Items that could not be compared.
    pub silent: Silence,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedPlayer {
    /// Line in the file, from 1.
    pub line: u32,
    /// Starting number.
    pub number: u16,
    /// Name as written there.
    pub name: String,
    /// FIDE number.
    pub fide_id: Option<u64>,
    /// Rating.
    pub rating: Option<u16>,
}

impl From<&Player> for ReportedPlayer {
    fn from(player: &Player) -> Self {
        Self {
            line: player.line,
            number: player.number,
            name: player.name.clone(),
            fide_id: player.fide_id,
            rating: player.rating,
        }
    }
}

/// Compares games and report. `roster` has to be the collection's own.
pub fn cross_check(collection: &Collection, roster: &Roster, trf: &Trf) -> CrossCheck {
    let whole = compared(collection, roster, trf, None);
    let quarantined = collection.quarantine.len();
    let games = GameCounts { all: whole.games.all + quarantined, quarantined, ..whole.games };
    CrossCheck { findings: whole.findings, games, pairings: whole.pairings, silent: whole.silent }
}

/// Compares the games of one person of the roster with the report. `roster` has to be the collection's own.
///
/// All games are coupled with all pairings first, because which game is which pairing depends on the others.
pub fn of_player(collection: &Collection, roster: &Roster, trf: &Trf, person: usize) -> PlayerCheck {
    compared(collection, roster, trf, Some(person))
}

/// The comparison, limited to one person where one is given.
fn compared(collection: &Collection, roster: &Roster, trf: &Trf, person: Option<usize>) -> PlayerCheck {
    let encounters = encounters(collection, roster);
    let pairings = trf.pairings();
    let people = people::match_people(roster, trf);
    let player = person.and_then(|person| people.get(person).copied().flatten());
    let own = |game: usize| person.is_none_or(|person| encounters[game].people.contains(&Some(person)));
    let own_pairing = |index: usize| {
        person.is_none() || player.is_some_and(|player| pairings[index].players.contains(&player))
    };
    let mut games = GameCounts::default();
    let mut couplable = BTreeSet::new();
    for (index, encounter) in encounters.iter().enumerate() {
        let copy = encounter.aside == Some(Unscored::Duplicate);
        let bye = encounter.is_named_bye();
        if !copy && !bye {
            couplable.insert(index);
        }
        if own(index) {
            games.all += 1;
            games.copies += usize::from(copy);
            games.byes += usize::from(bye);
        }
    }
    let all = (0..pairings.len()).filter(|&index| own_pairing(index)).count();
    let mut counts = PairingCounts { all, ..PairingCounts::default() };
    let mut agreeing = 0;
    let couples = games::couple(&encounters, &couplable, &pairings, &people);
    let mut check = compare::Check {
        collection,
        roster,
        trf,
        encounters: &encounters,
        pairings: &pairings,
        people: &people,
        findings: Vec::new(),
        silent: Silence::default(),
    };
    for couple in &couples.same {
        // Two spellings may be one player of the report, so games and pairings are counted each for themselves.
        counts.compared += usize::from(own_pairing(couple.pairing));
        if own(couple.encounter) {
            let before = check.findings.len();
            check.game(*couple);
            games.compared += 1;
            agreeing += usize::from(check.findings.len() == before && !check.is_outside(couple.encounter));
        }
    }
    for couple in &couples.other_opponent {
        let (game, pairing) = (own(couple.encounter), own_pairing(couple.pairing));
        if !game && !pairing {
            continue;
        }
        let (of_games, of_pairings) = if check.other_opponent(*couple) {
            (&mut games.compared, &mut counts.compared)
        } else {
            (&mut games.other_opponent, &mut counts.other_opponent)
        };
        *of_games += usize::from(game);
        *of_pairings += usize::from(pairing);
    }
    let games_left = couples.encounters.into_iter().filter(|&game| own(game));
    let strangers = leftover_games(&mut check, games_left, &mut games);
    let pairings_left = couples.pairings.into_iter().filter(|&index| own_pairing(index));
    let absent = leftover_pairings(&mut check, pairings_left, &mut counts);
    unmatched(&mut check, strangers, absent);
    check.persons(|index| person.is_none_or(|person| person == index));
    check.dates(couplable.into_iter().filter(|&game| own(game)));
    let (mut findings, silent) = (check.findings, check.silent);
    findings.sort_by_key(|finding| {
        let game = finding.pgn_at.as_ref().map(|at| (at.input.clone(), at.game));
        (finding.kind, finding.round, finding.trf_at, game)
    });
    let listed = player.and_then(|player| trf.players.get(player)).map(ReportedPlayer::from);
    PlayerCheck { listed, games, pairings: counts, agreeing, findings, silent }
}

/// Games without a pairing: extra, or of persons who are not in the report, which are returned with their games.
fn leftover_games(
    check: &mut compare::Check<'_>,
    left: impl Iterator<Item = usize>,
    counts: &mut GameCounts,
) -> BTreeMap<usize, Vec<usize>> {
    let mut strangers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in left {
        let unknown = |person: &usize| check.people[*person].is_none();
        let encounter = &check.encounters[index];
        let people: BTreeSet<usize> = encounter.people.into_iter().flatten().filter(unknown).collect();
        match encounter.aside {
            Some(Unscored::Bye) => {
                counts.byes += 1;
                continue;
            }
            Some(reason) if reason.is_not_counted() => {
                counts.copies += 1;
                continue;
            }
            _ => {}
        }
        if people.is_empty() {
            counts.extra += 1;
            check.extra_game(index);
        } else {
            counts.of_extra_players += 1;
        }
        for person in people {
            strangers.entry(person).or_default().push(index);
        }
    }
    strangers
}

/// Pairings without a game: not to be expected in a PGN, missing, or of players who are nowhere in it, which are returned
/// with the number of their pairings.
fn leftover_pairings(
    check: &mut compare::Check<'_>,
    left: impl Iterator<Item = usize>,
    counts: &mut PairingCounts,
) -> BTreeMap<usize, usize> {
    let present: BTreeSet<usize> = check.people.iter().flatten().copied().collect();
    let mut absent: BTreeMap<usize, usize> = BTreeMap::new();
    for index in left {
        let pairing = &check.pairings[index];
        match pairing.ending().how {
            _ if !pairing.is_mutual() => counts.one_sided += 1,
            How::Forfeit | How::Short => counts.forfeits += 1,
            How::Open => counts.open += 1,
            How::Played | How::Contradictory => {
                let away: Vec<usize> =
                    pairing.players.into_iter().filter(|player| !present.contains(player)).collect();
                if away.is_empty() {
                    counts.missing += 1;
                    check.missing_game(pairing);
                } else {
                    counts.of_missing_players += 1;
                }
                for player in away {
                    *absent.entry(player).or_default() += 1;
                }
            }
        }
    }
    absent
}

/// Persons who are not in the report and players who are not in the games; a probable pair is one finding.
fn unmatched(
    check: &mut compare::Check<'_>,
    mut strangers: BTreeMap<usize, Vec<usize>>,
    mut absent: BTreeMap<usize, usize>,
) {
    let (persons, players) = (strangers.keys().copied().collect(), absent.keys().copied().collect());
    for (person, player) in people::probable(check.roster, check.trf, &persons, &players) {
        let games = strangers.remove(&person).unwrap_or_default();
        let pairings = absent.remove(&player).unwrap_or_default();
        check.unmatched(Some((person, &games)), Some((player, pairings)));
    }
    for (person, games) in &strangers {
        check.unmatched(Some((*person, games)), None);
    }
    for (player, pairings) in absent {
        check.unmatched(None, Some((player, pairings)));
    }
}
