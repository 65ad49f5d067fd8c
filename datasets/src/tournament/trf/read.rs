//! From bytes to a report: which line is what, and the balance of the lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};
use uci_pool::hex;

use super::defect::{Defect, TrfError, Warning};
use super::model::{Kept, LineCounts, Tournament, Trf};
use super::row::{Grid, Row};
use super::text::{self, Encoding, MOST_BYTES};
use super::{player, team, tournament};

/// Known lines that are kept as written. Those of TRF26: 152 first colour, 172 ranking method, 182 pairing
/// program, 192 type, 202 and 212 tie-breaks, 352 colours of boards, 362 match points, 240 byes, 250
/// acceleration, 260 prohibited pairings, 299 points assigned, 300 orders of boards, 320 byes of teams, 330
/// forfeited matches, 801 and 802 tables for people. The letters are extensions of pairing programs.
const KEPT: [&str; 35] = [
    "152", "172", "182", "192", "202", "212", "352", "362", "240", "250", "260", "299", "300", "320", "330",
    "801", "802", "XXC", "XXS", "XXA", "XXP", "XXZ", "XXM", "XXT", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU",
    "DAT", "ACC", "PAB", "TSE", "TSP",
];

/// Most defects that are listed; the rest are counted.
const MOST_DEFECTS: usize = 20;

/// Reads a report from a file.
///
/// `encoding` is for files that are no UTF-8; without it they are read as Windows-1252 and a warning says so.
///
/// # Errors
/// [`TrfError::Read`] if the file cannot be read, [`TrfError::Refused`] if it is defective.
pub fn open(path: &Path, encoding: Option<Encoding>) -> Result<Trf, TrfError> {
    let failed = |source| TrfError::Read { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    // One byte over the limit is enough to know that the file is too long.
    let most = MOST_BYTES as u64 + 1;
    File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(failed)?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    read(&name, &bytes, encoding)
}

/// Reads a report from bytes; `name` is for messages.
///
/// # Errors
/// [`TrfError::Refused`] with every line that cannot be read as what its first characters say it is.
pub fn read(name: &str, bytes: &[u8], encoding: Option<Encoding>) -> Result<Trf, TrfError> {
    let refused = |mut defects: Vec<Defect>| {
        let more = defects.len().saturating_sub(MOST_DEFECTS);
        defects.truncate(MOST_DEFECTS);
        TrfError::Refused { name: name.to_owned(), defects, more }
    };
    let text = text::decode(bytes, encoding).map_err(|defect| refused(vec![defect]))?;
    let mut reader = Reader::new(text.encoding, hex(&Sha256::digest(bytes)));
    for (number, line) in (1_u32..).zip(text::lines(&text.text)) {
        reader.line(number, line);
    }
    if text.assumed {
        reader.warn_whole("the bytes are not UTF-8: read as Windows-1252, names may come out wrong");
    }
    let (trf, defects) = reader.finish();
    if defects.is_empty() { Ok(trf) } else { Err(refused(defects)) }
}

struct Reader {
    trf: Trf,
    defects: Vec<Defect>,
    /// Starting ranks seen, with their lines.
    numbers: BTreeMap<u16, u32>,
}

/// What became of a line.
enum Fate {
    Read,
    Kept,
    Comment,
}

impl Reader {
    fn new(encoding: Encoding, sha256: String) -> Self {
        Self {
            trf: Trf {
                sha256,
                encoding,
                tournament: Tournament::default(),
                players: Vec::new(),
                teams: Vec::new(),
                national: Vec::new(),
                kept: Vec::new(),
                lines: LineCounts::default(),
                warnings: Vec::new(),
            },
            defects: Vec::new(),
            numbers: BTreeMap::new(),
        }
    }

    fn line(&mut self, number: u32, line: &str) {
        self.trf.lines.all += 1;
        if line.trim().is_empty() {
            self.trf.lines.blank += 1;
            return;
        }
        let fate = text::check(number, line).and_then(|()| self.known(number, line));
        match fate {
            Ok(Fate::Read) => self.trf.lines.read += 1,
            Ok(Fate::Kept) => self.trf.lines.kept += 1,
            Ok(Fate::Comment) => self.trf.lines.comments += 1,
            Err(defect) => self.defects.push(defect),
        }
    }

    fn known(&mut self, number: u32, line: &str) -> Result<Fate, Defect> {
        let row = Row::new(number, line, Grid::Characters);
        let tag: String = line.chars().take(3).collect();
        match tag.as_str() {
            "###" => return Ok(Fate::Comment),
            "001" => {
                let player = self.gridded(&row, player::player)?;
                if let Some(before) = self.numbers.insert(player.number, number) {
                    let cell = row.field(5, 8);
                    let reason = format!("starting rank stands twice; the first is in line {before}");
                    return Err(cell.defect(&reason));
                }
                self.trf.players.push(player);
                return Ok(Fate::Read);
            }
            "013" => {
                let team = self.gridded(&row, |row, _| team::old(row))?;
                self.trf.teams.push(team);
                return Ok(Fate::Read);
            }
            "310" => {
                let team = self.gridded(&row, |row, _| team::new(row))?;
                self.trf.teams.push(team);
                return Ok(Fate::Read);
            }
            _ => {}
        }
        if tournament::tournament(&tag, &row, &mut self.trf.tournament, &mut self.trf.warnings)? {
            return Ok(Fate::Read);
        }
        if KEPT.contains(&tag.as_str()) {
            self.trf.kept.push(Kept { line: number, tag, text: line.to_owned() });
            return Ok(Fate::Kept);
        }
        if is_legend(line, &tag) {
            self.warn(&row, "a column legend without ### at its beginning; taken as a comment");
            return Ok(Fate::Comment);
        }
        if player::is_federation(&tag) && tag.bytes().all(|b| b.is_ascii_uppercase()) {
            let national = self.gridded(&row, |row, _| player::national(row))?;
            self.trf.national.push(national);
            return Ok(Fate::Read);
        }
        Err(row.field(1, 40).defect("the line begins with nothing that a tournament report knows"))
    }

    /// Reads a line by characters. If that fails and the line has characters of several bytes, by bytes: some
    /// programs pad names so. The warning says it; a line that fails both ways keeps its first defect.
    fn gridded<T>(
        &mut self,
        row: &Row<'_>,
        read: impl Fn(&Row<'_>, &mut Vec<Warning>) -> Result<T, Defect>,
    ) -> Result<T, Defect> {
        let mut warnings = Vec::new();
        let mut found = read(row, &mut warnings);
        if found.is_err() && self.trf.encoding == Encoding::Utf8 && !row.text().is_ascii() {
            let mut others = Vec::new();
            let bytes = Row::new(row.line(), row.text(), Grid::Bytes);
            if let Ok(other) = read(&bytes, &mut others) {
                (found, warnings) = (Ok(other), others);
                self.warn(row, "the columns of this line count bytes, not characters; read so");
            }
        }
        if found.is_ok() {
            self.trf.warnings.append(&mut warnings);
        }
        found
    }

    fn warn(&mut self, row: &Row<'_>, text: &str) {
        self.trf.warnings.push(Warning { place: row.place(1), text: text.to_owned() });
    }

    fn warn_whole(&mut self, text: &str) {
        self.warn(&Row::new(1, "", Grid::Characters), text);
    }

    fn finish(mut self) -> (Trf, Vec<Defect>) {
        if self.trf.players.is_empty() && self.defects.is_empty() {
            let row = Row::new(1, "", Grid::Characters);
            self.defects.push(row.field(1, 1).defect("there is no line 001: no player"));
        }
        tournament::check_days(&self.trf.tournament, &mut self.trf.warnings);
        self.check_counts();
        self.check_members();
        self.trf.warnings.sort_by_key(|warning| warning.place);
        self.defects.sort_by_key(|defect| defect.place);
        (self.trf, self.defects)
    }

    /// Numbers of players and teams as written in the head against those found.
    fn check_counts(&mut self) {
        let rated = self.trf.players.iter().filter(|player| player.rating.is_some()).count();
        let head = &self.trf.tournament;
        let mut odd = Vec::new();
        for (field, found, what) in
            [(&head.players, self.trf.players.len(), "players"), (&head.rated, rated, "rated players")]
        {
            let Some(field) = field else { continue };
            if field.text.parse() != Ok(found) {
                odd.push(Warning {
                    place: field.place,
                    text: format!("the head gives `{}` {what}, the file has {found}", field.text),
                });
            }
        }
        let rounds = self.trf.players.iter().map(|player| player.rounds.len()).max();
        if let (Some(planned), Some(found)) = (head.rounds, rounds)
            && usize::from(planned) < found
            && let Some(player) = self.trf.players.iter().find(|player| player.rounds.len() == found)
        {
            odd.push(Warning {
                place: player.place(super::model::column::of_round(planned.saturating_add(1))),
                text: format!("the head plans {planned} rounds, the file has {found}"),
            });
        }
        self.trf.warnings.append(&mut odd);
    }

    /// Players of teams and of national ratings who have no line 001.
    fn check_members(&mut self) {
        let known: BTreeSet<u16> = self.numbers.keys().copied().collect();
        let teams = self.trf.teams.iter().flat_map(|team| team.players.iter().map(|&n| (team.line, n)));
        let rated = self.trf.national.iter().map(|national| (national.line, national.number));
        let strangers: Vec<Warning> = teams
            .chain(rated)
            .filter(|(_, number)| !known.contains(number))
            .map(|(line, number)| Warning {
                place: Row::new(line, "", Grid::Characters).place(5),
                text: format!("player {number} has no line 001"),
            })
            .collect();
        self.trf.warnings.extend(strangers);
    }
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
    use super::read;
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
        assert_eq!((lines.all, lines.read, lines.kept), (8, 5, 1));
        assert_eq!((lines.comments, lines.blank), (1, 1));
        assert_eq!(trf.kept[0].text, "XXC white1");
        assert_eq!(trf.national[0].rating, Some(2310));
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
    fn columns_that_count_bytes_are_read_with_a_warning() {
        // Two letters of two bytes each: by characters the line is two columns short.
        let text = TWO.replace("Brisk,Bert  ", "Brüsk,Bört");
        let trf = read("a.trf", text.as_bytes(), None).expect("a report");
        assert_eq!((trf.players[1].name.as_str(), trf.players[1].rating), ("Brüsk,Bört", Some(2300)));
        assert_eq!(trf.warnings.len(), 1);
        let text = TWO.replace("Brisk,Bert", "Brüsk,Bört");
        assert!(read("a.trf", text.as_bytes(), None).expect("a report").warnings.is_empty());
    }

    #[test]
    fn counts_that_differ_from_the_head_are_warnings() {
        let text = TWO
            .replace("062 2", "062 3")
            .replace("XXC white1", "XXR 1\n072 1\n013 Team                              1    7");
        let trf = read("a.trf", text.as_bytes(), None).expect("a report");
        let texts: Vec<&str> = trf.warnings.iter().map(|warning| warning.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "the head gives `3` players, the file has 2",
                "the head gives `1` rated players, the file has 2",
                "player 7 has no line 001",
            ]
        );
    }
}
