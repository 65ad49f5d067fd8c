//! From bytes to a report: the meaning of each line, and the balance of the lines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sha2::{Digest, Sha256};
use uci_pool::hex;

use super::defect::{Defect, TrfError, Warning};
use super::model::{LineCounts, Scoring, Tournament, Trf, column};
use super::row::{Cell, Row};
use super::text::{self, MAX_BYTES};
use super::{date, player};
use crate::pgn::encoding::Encoding;
use crate::pgn::input::beginning;

/// Known lines that are kept as written: facts about the event, teams, and the orders, tie-breaks, byes, accelerations and
/// forbidden pairings of TRF26. The letters are extensions of pairing programs.
const KEPT: &str = "013 022 032 082 092 102 112 122 132 152 172 182 192 202 212 222 240 250 260 299 300 310 320 330 352 \
                    362 801 802 XXC XXS XXA XXP XXZ XXM XXT BBW BBD BBL BBZ BBF BBU DAT ACC PAB TSE TSP";

/// Those of them that set points for results in ways that are not read.
const OTHER_POINTS: [&str; 7] = ["XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"];

/// Most lines: 9,999 players with a rating in another system each, their teams, and the lines of the event.
const MAX_LINES: u32 = 50_000;

/// Most rounds of all players together: 9,999 players over 25 rounds. Each may come out as a contradiction of its own.
const MAX_ROUNDS: usize = 250_000;

/// Most defects that are listed; the rest are counted.
const MAX_DEFECTS: usize = 20;

/// Reads a report from a file, without `encoding` and UTF-8 as Windows-1252 with a warning.
pub fn open(path: &Path, encoding: Option<Encoding>) -> Result<Trf, TrfError> {
    // One byte over the limit is enough to know that the file is too long.
    let bytes = beginning(path, MAX_BYTES as u64 + 1);
    let bytes = bytes.map_err(|source| TrfError::Read { path: path.to_owned(), source })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    read(&name, &bytes, encoding)
}

/// Reads a report from bytes; `name` is for messages.
pub fn read(name: &str, bytes: &[u8], encoding: Option<Encoding>) -> Result<Trf, TrfError> {
    let refused = |mut defects: Vec<Defect>| {
        let more = defects.len().saturating_sub(MAX_DEFECTS);
        defects.truncate(MAX_DEFECTS);
        TrfError::Refused { name: name.to_owned(), defects, more }
    };
    let (text, read_as) = text::decode(bytes, encoding).map_err(|defect| refused(vec![defect]))?;
    let trf = Trf {
        sha256: hex(&Sha256::digest(bytes)),
        encoding: read_as,
        tournament: Tournament::default(),
        players: Vec::new(),
        has_teams: false,
        points_by_decision: BTreeSet::new(),
        unread_points: None,
        lines: LineCounts::default(),
        warnings: Vec::new(),
    };
    let mut reader =
        Reader { trf, rounds: 0, defects: Vec::new(), numbers: BTreeMap::new(), decisions: Vec::new() };
    for (number, line) in (1_u32..).zip(text::lines(&text)) {
        if number > MAX_LINES {
            let reason = "the report has more than 50,000 lines";
            return Err(refused(vec![first_column(number).defect(reason)]));
        }
        reader.line(number, line);
        if reader.rounds > MAX_ROUNDS {
            let reason = "the players have more than 250,000 rounds together";
            return Err(refused(vec![first_column(number).defect(reason)]));
        }
    }
    if encoding.is_none() && read_as == Encoding::Windows1252 {
        let text = "the bytes are not UTF-8: read as Windows-1252, names may come out wrong";
        reader.warn(&first_column(1), text.to_owned());
    }
    let (trf, defects) = reader.finish();
    if defects.is_empty() { Ok(trf) } else { Err(refused(defects)) }
}

struct Reader {
    trf: Trf,
    /// Rounds of all players so far.
    rounds: usize,
    defects: Vec<Defect>,
    /// Starting ranks seen, with their lines.
    numbers: BTreeMap<u16, u32>,
    /// The players named by each line 299.
    decisions: Vec<Vec<u16>>,
}

fn first_column(line: u32) -> Cell {
    Row::new(line, "").field(1, 1)
}

impl Reader {
    fn line(&mut self, number: u32, line: &str) {
        self.trf.lines.all += 1;
        if line.trim().is_empty() {
            self.trf.lines.blank += 1;
            return;
        }
        let read = text::check(number, line).and_then(|()| self.written_line(&Row::new(number, line), line));
        if let Err(defect) = read {
            self.defects.push(defect);
        }
    }

    fn written_line(&mut self, row: &Row, line: &str) -> Result<(), Defect> {
        let tag: String = line.chars().take(3).collect();
        let legend = is_legend(line, &tag);
        if tag == "###" || legend {
            self.trf.lines.comments += 1;
            if legend {
                let text = "a column legend without ### at its beginning; taken as a comment";
                self.warn(&first_column(row.line()), text.to_owned());
            }
            return Ok(());
        }
        let known = KEPT.split(' ').any(|known| known == tag);
        // A line of a national rating begins with the federation and has the columns of a player.
        let national = tag.len() == 3 && tag.bytes().all(|b| b.is_ascii_uppercase()) && tag != "XXR";
        if national && !known {
            player::starting_rank(row)?;
        }
        if known || national {
            self.trf.lines.kept += 1;
            match tag.as_str() {
                "013" | "310" => self.trf.has_teams = true,
                "299" => {
                    let named = (24..=row.width()).step_by(5).map(|first| row.field(first, first + 3));
                    self.decisions.push(named.filter_map(|cell| cell.text.parse().ok()).collect());
                }
                tag if OTHER_POINTS.contains(&tag) => {
                    self.trf.unread_points.get_or_insert(row.line());
                }
                _ => {}
            }
            return Ok(());
        }
        if tag == "001" {
            self.player(row)?;
        } else {
            self.event(&tag, row)?;
        }
        self.trf.lines.read += 1;
        Ok(())
    }

    fn player(&mut self, row: &Row) -> Result<(), Defect> {
        let player = player::read(row)?;
        let number = row.field(58, 68);
        if player.fide_id.is_some() && number.text.contains(player::QUOTES) {
            let text = format!("the FIDE number stands in quotes: {}; read as the number", number.text);
            self.warn(&number, text);
        }
        self.rounds += player.rounds.len();
        if player.name.is_empty() {
            self.warn(&row.field(15, 47), "the player has no name: ``".to_owned());
        }
        if let Some(before) = self.numbers.insert(player.number, row.line()) {
            let reason = format!("starting rank stands twice; the first is in line {before}");
            return Err(row.field(5, 8).defect(&reason));
        }
        self.trf.players.push(player);
        Ok(())
    }

    fn event(&mut self, tag: &str, row: &Row) -> Result<(), Defect> {
        let event = &mut self.trf.tournament;
        let slot = match tag {
            "012" => &mut event.name,
            "042" => &mut event.start,
            "052" => &mut event.end,
            "062" => &mut event.players,
            "072" => &mut event.rated,
            "142" | "XXR" => {
                let cell = row.rest(5);
                let rounds = cell.small("number of rounds", 999)?;
                if event.rounds.is_some() && event.rounds != rounds {
                    return Err(cell.defect("the number of rounds stands twice with two values"));
                }
                event.rounds = rounds;
                return Ok(());
            }
            "162" => {
                let (scoring, warning) = scoring(row)?;
                event.scoring = scoring;
                self.trf.warnings.extend(warning);
                return Ok(());
            }
            _ => {
                return Err(row
                    .field(1, 40)
                    .defect("the line begins with nothing that a tournament report knows"));
            }
        };
        row.blank(&[4])?;
        let cell = row.rest(5);
        if slot.as_ref().is_some_and(|before| !cell.is_blank() && before.text != cell.text) {
            return Err(cell.defect(&format!("{tag} stands twice with two values")));
        }
        if !cell.is_blank() {
            *slot = Some(cell);
        }
        Ok(())
    }

    fn warn(&mut self, cell: &Cell, text: String) {
        self.trf.warnings.push(Warning { place: cell.place, text });
    }

    fn finish(mut self) -> (Trf, Vec<Defect>) {
        if self.trf.players.is_empty() && self.defects.is_empty() {
            self.defects.push(first_column(1).defect("there is no line 001: no player"));
        }
        // In a team event these lines speak of teams.
        let decisions = self.decisions.into_iter().filter(|_| !self.trf.has_teams);
        for mut named in decisions {
            named.retain(|number| self.numbers.contains_key(number));
            let everybody = if named.is_empty() { Some(&self.numbers) } else { None };
            self.trf.points_by_decision.extend(everybody.into_iter().flat_map(BTreeMap::keys).copied());
            self.trf.points_by_decision.extend(named);
        }
        let checks = head_checks(&self.trf);
        self.trf.warnings.extend(checks);
        self.trf.warnings.sort_by_key(|warning| warning.place);
        self.defects.sort_by_key(|defect| defect.place);
        (self.trf, self.defects)
    }
}

/// Days that cannot be read, because then no game's date can be checked; numbers in the head that differ from those found.
fn head_checks(trf: &Trf) -> Vec<Warning> {
    let head = &trf.tournament;
    let mut warnings = Vec::new();
    for (field, what) in [(&head.start, "first"), (&head.end, "last")] {
        let unread = field.as_ref().filter(|field| date::parse(&field.text).is_none());
        warnings.extend(unread.map(|field| Warning {
            place: field.place,
            text: format!("{what} day cannot be read in one way only: `{}`", field.text),
        }));
    }
    let rated = trf.players.iter().filter(|player| player.rating.is_some()).count();
    for (field, number, what) in
        [(&head.players, trf.players.len(), "players"), (&head.rated, rated, "rated players")]
    {
        let differs = field.as_ref().filter(|field| field.text.parse() != Ok(number));
        warnings.extend(differs.map(|field| Warning {
            place: field.place,
            text: format!("the head gives `{}` {what}, the file has {number}", field.text),
        }));
    }
    let longest = trf.players.iter().max_by_key(|player| player.rounds.len());
    if let (Some(planned), Some(player)) = (head.rounds, longest)
        && usize::from(planned) < player.rounds.len()
    {
        let rounds = player.rounds.len();
        warnings.push(Warning {
            place: player.place(column::of_round(planned.saturating_add(1))),
            text: format!("the head plans {planned} rounds, the file has {rounds}"),
        });
    }
    warnings
}

/// Letters in columns 6, 15, 24 and so on, their points in the four columns behind. Programs that followed a draft of TRF26 write `Z`
/// for an absence in place of `A`; nothing else can be meant, so it is read as that, with a warning.
fn scoring(row: &Row) -> Result<(Scoring, Option<Warning>), Defect> {
    let mut scoring = Scoring::default();
    let mut warning = None;
    let mut absences: Vec<i32> = Vec::new();
    let mut pairing_bye = None;
    for first in (6..=row.width()).step_by(9) {
        let (letter, points) = (row.field(first, first), row.field(first + 1, first + 4));
        let Some(tenths) = points.tenths("points")? else {
            if letter.is_blank() {
                continue;
            }
            return Err(points.defect("points for a result are missing"));
        };
        match letter.text.to_ascii_uppercase().as_str() {
            "W" => scoring.win = tenths,
            "D" => scoring.draw = tenths,
            "L" => scoring.loss = tenths,
            absence @ ("A" | "Z") => {
                if absences.iter().any(|before| *before != tenths) {
                    return Err(letter.defect("A and Z give an absence two numbers of points"));
                }
                absences.push(tenths);
                scoring.absence = tenths;
                if absence == "Z" {
                    let text = "`Z` is none of the results of this line (W D L A P X); read as A, an absence";
                    warning = Some(Warning { place: letter.place, text: text.to_owned() });
                }
            }
            "P" => pairing_bye = Some(tenths),
            // An adjourned game; points are not checked while one is open.
            "X" => {}
            _ => return Err(letter.defect("result is not one of W D L A P X")),
        }
    }
    scoring.pairing_bye = pairing_bye.unwrap_or(scoring.win);
    Ok((scoring, warning))
}

/// Rulers (`123456789012`, or the tens above them) and legends (`DDD SSSS sTTT NNNN`), which FIDE's own examples
/// carry without the comment sign. No tag and no federation consists of one capital three times.
fn is_legend(line: &str, tag: &str) -> bool {
    let mut letters = tag.bytes();
    let first = letters.next().unwrap_or_default();
    let one_letter = tag.len() == 3 && first.is_ascii_uppercase() && letters.all(|b| b == first);
    let units =
        line.trim_end().bytes().zip((1_u8..=9).chain([0]).cycle()).all(|(byte, digit)| byte == b'0' + digit);
    let tens = line.starts_with("         1         2")
        && line.split_whitespace().zip(1_u32..).all(|(word, ten)| word.parse() == Ok(ten));
    one_letter || (units && line.len() >= 10) || tens
}

#[cfg(test)]
mod tests {
    use super::{Row, Scoring, read, scoring};
    use crate::tournament::trf::defect::TrfError;

    fn defects(text: &str) -> Vec<(u32, u32, String)> {
        match read("a.trf", text.as_bytes(), None) {
            Err(TrfError::Refused { defects, .. }) => defects
                .into_iter()
                .map(|defect| (defect.place.line, defect.place.column, defect.reason))
                .collect(),
            other => panic!("not refused: {other:?}"),
        }
    }

    const TWO: &str = "\
012 Cup
062 2
XXC white1
### a comment
001    1      Ample,Anna                        2401                             1.0    1     2 w 1

001    2      Brisk,Bert                        2300                             0.0    2     1 b 0
SUI    2                                        2310
";

    #[test]
    fn every_line_is_read_kept_a_comment_or_blank() {
        let trf = read("a.trf", TWO.as_bytes(), None).expect("a report");
        let lines = trf.lines;
        assert_eq!((lines.all, lines.read, lines.kept), (8, 4, 2));
        assert_eq!((lines.comments, lines.blank), (1, 1));
        assert!(trf.warnings.is_empty(), "{:?}", trf.warnings);
    }

    #[test]
    fn a_defective_file_is_refused_with_every_place() {
        let text = TWO.replace("2401", "24O1").replace("XXC", "QQ1");
        let nothing = "the line begins with nothing that a tournament report knows".to_owned();
        assert_eq!(defects(&text), [(3, 1, nothing), (5, 49, "rating is not a number".to_owned())]);
        let text = TWO.replace("001    2", "001    1");
        assert_eq!(
            defects(&text)[0],
            (7, 8, "starting rank stands twice; the first is in line 5".to_owned())
        );
        assert_eq!(defects(""), [(1, 1, "there is no line 001: no player".to_owned())]);
        let error = read("a.trf", b"zzz", None).expect_err("refused").to_string();
        assert!(error.starts_with("a.trf is not a tournament report"), "{error}");
        assert!(error.contains("line 1, column 1") && error.contains("`zzz`"), "{error}");
    }

    #[test]
    fn legends_without_the_comment_sign_are_comments_with_a_warning() {
        let legends = "         1         2         3\n123456789012345\nDDD SSSS sTTT\n";
        let trf = read("a.trf", format!("{legends}{TWO}").as_bytes(), None).expect("a report");
        assert_eq!((trf.lines.comments, trf.warnings.len()), (4, 3));
        for no_legend in ["         1         3", "1234567890124", "123"] {
            let text = format!("{no_legend}\n{TWO}");
            assert_eq!(defects(&text).len(), 1, "{no_legend}");
        }
    }

    #[test]
    fn counts_that_differ_from_the_head_are_warnings() {
        let text = TWO.replace("062 2", "062 3").replace("XXC white1", "XXR 1\n072 1");
        let trf = read("a.trf", text.as_bytes(), None).expect("a report");
        let texts: Vec<&str> = trf.warnings.iter().map(|warning| warning.text.as_str()).collect();
        let heads = ["the head gives `3` players", "the head gives `1` rated players"];
        assert_eq!(texts, heads.map(|head| format!("{head}, the file has 2")));
    }

    #[test]
    fn points_for_results_follow_the_format() {
        let read = |line| scoring(&Row::new(1, line)).map(|(scoring, _)| scoring);
        let three = read("162  W 3.0    D 1.0    L 0.0").expect("points");
        assert_eq!(three, Scoring { win: 30, draw: 10, loss: 0, absence: 0, pairing_bye: 30 });
        assert_eq!(read("162  P 5.0").expect("points").pairing_bye, 50);
        // A draft of the format had Z for an absence.
        for (line, absence) in [("162  W 1.0    Z 0.5", 5), ("162  z 0.0", 0), ("162  A 0.5    Z 0.5", 5)] {
            let (found, warning) = scoring(&Row::new(1, line)).expect("points");
            assert_eq!(found.absence, absence, "{line}");
            let warning = warning.expect("said");
            assert!(warning.text.contains("read as A"), "{}", warning.text);
            let at = line.to_uppercase().find('Z').expect("there") + 1;
            assert_eq!(warning.place.column as usize, at, "{line}");
        }
        let two = read("162  A 0.0    Z 1.0").expect_err("two values");
        assert_eq!((two.place.column, two.at.as_str()), (15, "Z"));
        assert_eq!(read("162  Q 5.0").expect_err("no such result").place.column, 6);
        assert!(read("162  W").is_err());
    }

    #[test]
    fn a_report_with_more_lines_or_rounds_than_an_event_has_is_refused() {
        let lines = |blank: usize| defects(&format!("{}zzz\n", "\n".repeat(blank)));
        assert_eq!(lines(49_999)[0].0, 50_000, "read to the last line");
        assert_eq!(lines(50_000), [(50_001, 1, "the report has more than 50,000 lines".to_owned())]);

        // 1,000 rounds each, without an opponent.
        let head = TWO.lines().nth(4).and_then(|line| line.get(8..91)).expect("a player");
        let rounds = "0000 - H  ".repeat(1_000);
        let players = |number: usize| -> String {
            (1..=number).map(|n| format!("001 {n:>4}{head}{rounds}\n")).collect()
        };
        assert_eq!(read("a.trf", players(250).as_bytes(), None).expect("a report").players.len(), 250);
        let reason = "the players have more than 250,000 rounds together".to_owned();
        assert_eq!(defects(&players(252)), [(251, 1, reason)]);
    }

    #[test]
    fn contradictions_in_the_head_are_refused() {
        let read = |second: &str| read("a.trf", format!("142 9\n{TWO}{second}\n").as_bytes(), None);
        assert!(read("012 Cup\nXXR 9").is_ok());
        for second in ["012 Open", "XXR 10", "QQ1"] {
            assert!(read(second).is_err(), "{second}");
        }
    }
}
