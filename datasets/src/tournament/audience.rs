//! For whom a tournament is held, by its name: young players, women.

/// Words of names of events for young players, in lower case; `*` stands for any ending.
const YOUNG: [&str; 26] = [
    "youth",
    "junior*",
    "cadet*",
    "school",
    "schools",
    "scholastic",
    "kids",
    "children*",
    "boy",
    "boys",
    "girl",
    "girls",
    "jugend*",
    "schüler*",
    "schueler*",
    "mädchen*",
    "maedchen*",
    "jeunes*",
    "juvenil*",
    "infantil*",
    "escolar*",
    "giovanil*",
    "wjun",
    "wjcc",
    "wycc",
    "eycc",
];

/// The same for women.
const WOMEN: [&str; 14] = [
    "women",
    "womens",
    "woman",
    "girl",
    "girls",
    "ladies",
    "frauen*",
    "damen*",
    "mädchen*",
    "maedchen*",
    "femmes",
    "feminin*",
    "femenin*",
    "femminil*",
];

/// Pairs of words that stand for a club, a program or a place of learning.
const OTHERS: [(&str, &str); 9] = [
    ("boca", "juniors"),
    ("argentinos", "juniors"),
    ("deep", "junior"),
    ("old", "boys"),
    ("young", "boys"),
    ("chess", "school"),
    ("business", "school"),
    ("summer", "school"),
    ("school", "of"),
];

/// Whether an event is for players of at most 20 years or less, by its name.
pub fn is_for_young(name: &str) -> bool {
    let words = Words::of(name);
    let mixed = words.any(&["experience", "senior*", "veteran*"]);
    !mixed
        && (words.any(&YOUNG)
            || words.age_group(&["u", "sub", "under", "bu", "gu", "wyb", "wyg"], &["b", "g"]))
}

/// Whether an event is for women or girls alone, by its name.
pub fn is_for_women(name: &str) -> bool {
    let words = Words::of(name);
    let mixed = words.any(&["men", "boy", "boys"]);
    !mixed
        && (words.any(&WOMEN) || words.age_group(&["gu", "wu", "wyg"], &["g"]) || has_letter_of_women(name))
}

/// The letter of The Week in Chess: `ch-FRA w 2019`, `ETCC (w)`, `World Youth Ch U16 (g)`. In Polish *w* is a preposition, so
/// only a number or nothing may follow it.
fn has_letter_of_women(name: &str) -> bool {
    let mut pieces = name.split_whitespace().peekable();
    while let Some(piece) = pieces.next() {
        let last = pieces.peek().is_none_or(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        if matches!(piece, "(w)" | "(g)") || piece == "w" && last {
            return true;
        }
    }
    false
}

/// The words of a name in lower case, without punctuation.
struct Words(Vec<String>);

impl Words {
    fn of(name: &str) -> Self {
        let name = name.to_lowercase().replace('é', "e");
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        Self(words.map(str::to_owned).collect())
    }

    fn at(&self, index: Option<usize>) -> &str {
        index.and_then(|index| self.0.get(index)).map_or("", String::as_str)
    }

    /// Whether one of the known words is here, and not in a pair that means something else.
    fn any(&self, known: &[&str]) -> bool {
        self.0.iter().enumerate().any(|(index, word)| {
            let (before, after) = (self.at(index.checked_sub(1)), self.at(index.checked_add(1)));
            let other = OTHERS.contains(&(before, word)) || OTHERS.contains(&(word, after));
            let is = |known: &&str| match known.strip_suffix('*') {
                Some(start) => word.starts_with(start),
                None => word == known,
            };
            !other && known.iter().any(is)
        })
    }

    /// Whether one of the marks stands before an age, joined or apart: `u16`, `sub-14`, `under 12`. A single letter for boys
    /// or girls is joined to an even age (`b16`) and is more often something else: `g10` are games of ten minutes.
    fn age_group(&self, marks: &[&str], letters: &[&str]) -> bool {
        self.0.iter().enumerate().any(|(index, word)| {
            let start = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
            let (mark, number) = word.split_at(start);
            let apart = number.is_empty();
            let number = if apart { self.at(index.checked_add(1)) } else { number };
            let age: u8 = number.trim_end_matches('s').parse().unwrap_or(0);
            let by_mark = marks.contains(&mark) && (6..=20).contains(&age);
            let by_letter = letters.contains(&mark) && matches!(age, 8 | 10 | 12 | 14 | 16 | 18);
            by_mark || by_letter && !apart && word != "g10"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_for_young_players() {
        for name in [
            "ch-Euro Youth b16",
            "WYb16",
            "WY BU18 2012",
            "EYCC Boys U18",
            "Chotowa POL, 28. WJun Girls",
            "World Youth Ch U16 (g)",
            "Ch World (juniors) (under 20)",
            "World Schools U17 2019",
            "MPL 50th National Junior",
            "Deutsche Jugendmeisterschaft U-14",
            "Campeonato Nacional Sub-16",
            "Absoluto sub 12",
            "Torneo Juvenil 2018",
            "INFANTIL 2020",
            "Cadets' Cup",
            "County under-11s",
            "Under14 Open",
        ] {
            assert!(is_for_young(name), "{name}");
        }
    }

    #[test]
    fn events_for_everybody() {
        for name in [
            "",
            "?",
            "DMV FIDE Classical (U1400)",
            "ch-COL Amateur U2300 2020",
            "London Ch B2",
            "Masters Group B 16",
            "FIDE-Wch k.o. g/15+10",
            "Friday G10",
            "Boca Juniors Open",
            "Old Boys Basel",
            "Deep Junior - Match",
            "London School of Economics",
            "Chess School IM Norm",
            "Rising Stars vs Experience Youth",
            "Seniors - Juniors",
            "World Senior 65+",
            "Youthville Open",
            "Subzonal 2.3 2012",
            "Sub 2000",
            "Round 16",
            "22. Open",
            "Young Masters",
        ] {
            assert!(!is_for_young(name), "{name}");
        }
    }

    #[test]
    fn events_for_women() {
        for name in [
            "ch-GER Women's Open 2019",
            "10. TCh-RUS women",
            "13th ch-SRB w 2019",
            "Heraklion GRE, ETCC (w) 2007",
            "World Youth Ch U16 (g)",
            "WY GU18",
            "13th ch-South-Am Girls",
            "Frauenbundesliga 2018-19",
            "Damen-Schnellschach",
            "Championnat Féminin",
            "Torneo Femenino",
            "World Chess Woman Summit",
        ] {
            assert!(is_for_women(name), "{name}");
        }
        for name in [
            "It Petrovskaya Ladya (open)",
            "Men and Women 2019",
            "U18 Boys and Girls",
            "Mistrzostwa w Warszawie",
            "W. Example Mem",
            "Leba POL, Ch U16 (b)",
            "Isle of Man",
        ] {
            assert!(!is_for_women(name), "{name}");
        }
    }
}
