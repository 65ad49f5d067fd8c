//! Words of what people read, in the three languages: spelling by the dictionaries of hunspell and short lists of our own,
//! and terms that have another name here. Message files, guides, and the tables of terms are read.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Code of a language, its hunspell dictionary (Debian's packages hunspell-en-gb, hunspell-ru, hunspell-uk), and words
/// of our own that it lacks.
const LANGUAGES: [(&str, &str, &str); 3] = [
    ("en", "en_GB", include_str!("words/en.txt")),
    ("ru", "ru_RU", include_str!("words/ru.txt")),
    ("uk", "uk_UA", include_str!("words/uk.txt")),
];

/// English pages besides the guide that exists in every language.
const ENGLISH_PAGES: [&str; 8] = [
    "README.md",
    "docs/GLOSSARY.md",
    "docs/bundle.md",
    "docs/files.md",
    "docs/handbook.md",
    "docs/operate.md",
    "docs/people.md",
    "docs/using.md",
];

/// Language, beginnings of words that stand one behind the other, and what is written instead. The Russian and Ukrainian
/// terms are those of FIDE's Arbiters' Manual; `docs/terms.md` has them with their articles.
const OTHER_TERMS: [(&str, &str, &str); 18] = [
    ("en", "reading of record", "primary model"),
    ("en", "second reading", "second model"),
    ("en", "raised hand", "games to search first"),
    ("en", "open measure", "intrusive steps"),
    ("ru", "жалоб", "претензия"),
    ("ru", "открыт мер", "навязчивые меры"),
    ("ru", "незаметн мер", "ненавязчивые меры"),
    ("ru", "частн ориентир", "конфиденциальный ориентир"),
    ("ru", "судь", "арбитр"),
    ("ru", "судей", "арбитр"),
    ("ru", "античитинг", "честная игра"),
    ("uk", "скарг", "претензія"),
    ("uk", "скарз", "претензія"),
    ("uk", "відкрит захо", "нав’язливі заходи"),
    ("uk", "непомітн захо", "ненав’язливі заходи"),
    ("uk", "приватн орієнтир", "конфіденційний орієнтир"),
    ("uk", "судд", "арбітр"),
    ("uk", "античитинг", "чесна гра"),
];

/// A line that people read, and where it stands.
struct Line {
    place: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Words of letters, with apostrophes inside them, which are written in two ways. Names of files and sites, which have a
/// point before a letter, are no words.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let letter = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’');
    let named = |chunk: &&str| chunk.split('.').skip(1).any(|rest| rest.starts_with(char::is_alphabetic));
    text.split_whitespace()
        .filter(move |chunk| !named(chunk))
        .flat_map(move |chunk| chunk.split(move |c| !letter(c)))
        .map(|word| word.trim_matches(['\'', '’']).replace('’', "'"))
        .filter(|word| !word.is_empty())
}

/// What a message says: without its key, the names of its forms and its placeables.
fn message(line: &str) -> String {
    let line = match line.split_once(" = ") {
        Some((key, value)) if !key.contains(' ') => value,
        _ => line,
    };
    let line = match line.trim_start().trim_start_matches('*').strip_prefix('[') {
        Some(form) => form.split_once(']').map_or("", |(_, text)| text),
        None => line,
    };
    outside(line, '{', '}')
}

/// A line without what stands between two signs.
fn outside(line: &str, open: char, close: char) -> String {
    let mut inside = false;
    line.chars()
        .map(|c| {
            inside = (inside && c != close) || (!inside && c == open);
            if inside || c == close { ' ' } else { c }
        })
        .collect()
}

/// A line of Markdown without code, addresses and targets of links.
fn prose(line: &str) -> String {
    let mut text = String::new();
    // Odd parts stand between back-quotes.
    for part in line.split('`').step_by(2) {
        let mut rest = part;
        while let Some((before, after)) = rest.split_once("](") {
            text.push_str(before);
            text.push(' ');
            rest = after.split_once(')').map_or("", |(_, after)| after);
        }
        text.push_str(rest);
        text.push(' ');
    }
    text.split(' ').filter(|word| !word.contains("://")).collect::<Vec<_>>().join(" ")
}

/// The lines of a page outside its blocks of code.
fn page(name: &str) -> Vec<Line> {
    let text = std::fs::read_to_string(root().join(name)).unwrap();
    let mut code = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        if !code && !fence {
            lines.push(Line { place: format!("{name}:{number}"), text: prose(line) });
        }
    }
    lines
}

/// Everything that people read in a language.
fn texts(language: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for of in ["reports", "service"] {
        let folder = format!("{of}/messages/{language}");
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(root().join(&folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let written = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
            lines.extend(
                written.map(|(n, line)| Line { place: format!("{folder}/{name}:{n}"), text: message(line) }),
            );
        }
    }
    lines.extend(page(&format!("docs/guide/{language}.md")));
    if language == "en" {
        lines.extend(ENGLISH_PAGES.iter().flat_map(|name| page(name)));
    }
    // The table of terms has a column for each language, and the rest of a row is English.
    let column = LANGUAGES.iter().position(|(code, ..)| *code == language).unwrap();
    for Line { place, text } in page("docs/terms.md") {
        let cells: Vec<&str> = text.split('|').collect();
        let text = match cells.get(column + 1) {
            Some(cell) if language != "en" => (*cell).to_owned(),
            Some(cell) => format!("{cell} {}", cells.get(5).unwrap_or(&"")),
            None if language == "en" => text,
            None => continue,
        };
        lines.push(Line { place, text });
    }
    assert!(lines.len() > 500, "{language}: {}", lines.len());
    lines
}

/// Words in the letters of a language: Latin ones in English, Cyrillic ones elsewhere. Others are names and code.
fn own_letters(language: &str, word: &str) -> bool {
    let latin = word.chars().any(|c| c.is_ascii_alphabetic());
    latin == (language == "en") && word.chars().count() > 1
}

/// The words that neither the dictionary nor our list knows; `None` without hunspell and the dictionary.
fn misspelt(dictionary: &str, own: &str, all: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let own: BTreeSet<&str> = own.lines().collect();
    let asked: Vec<&str> = all.iter().map(String::as_str).filter(|word| !own.contains(word)).collect();
    let program = Command::new("hunspell")
        .args(["-d", dictionary, "-i", "utf-8", "-l"])
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut program) = program else {
        println!("skipped: hunspell is not here; scripts/setup.sh test installs it");
        return None;
    };
    let mut input = program.stdin.take().unwrap();
    let text = asked.join("\n");
    // It writes while it reads, so somebody else has to feed it.
    let feeding = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = program.wait_with_output().unwrap();
    if feeding.join().unwrap().is_err() || !output.status.success() {
        println!("skipped: hunspell has no dictionary {dictionary}; scripts/setup.sh test installs it");
        return None;
    }
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// The first term of a text that has another name here, and that name.
fn other_term(language: &str, text: &str) -> Option<(&'static str, &'static str)> {
    let lower = text.to_lowercase();
    let clauses: Vec<Vec<String>> =
        lower.split(['.', ',', ';', ':', '!', '?', '(', ')']).map(|clause| words(clause).collect()).collect();
    let found = |stems: &str| {
        let stems: Vec<&str> = stems.split(' ').collect();
        let fits = |run: &[String]| run.iter().zip(&stems).all(|(word, stem)| word.starts_with(stem));
        clauses.iter().any(|words| words.windows(stems.len()).any(fits))
    };
    let rule = OTHER_TERMS.iter().find(|(of, stems, _)| *of == language && found(stems))?;
    Some((rule.1, rule.2))
}

#[test]
fn every_word_is_spelt_as_in_the_dictionary_or_in_our_list() {
    let mut wrong = Vec::new();
    for (language, dictionary, own) in LANGUAGES {
        let mut places: BTreeMap<String, String> = BTreeMap::new();
        for Line { place, text } in texts(language) {
            for word in words(&text).filter(|word| own_letters(language, word)) {
                places.entry(word).or_insert_with(|| place.clone());
            }
        }
        let all: BTreeSet<String> = places.keys().cloned().collect();
        let Some(unknown) = misspelt(dictionary, own, &all) else { continue };
        wrong.extend(unknown.iter().map(|word| {
            let place = places.get(word).map_or("", |place| place);
            format!("{place}: `{word}` is misspelt, or missing in benches/tests/words/{language}.txt")
        }));
        let unused = own.lines().filter(|word| !all.contains(*word));
        wrong
            .extend(unused.map(|word| format!("benches/tests/words/{language}.txt: `{word}` is in no text")));
        let lines: Vec<&str> = own.lines().collect();
        assert!(lines.is_sorted(), "benches/tests/words/{language}.txt is not sorted");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn terms_are_those_of_the_manual() {
    for (language, ..) in LANGUAGES {
        for Line { place, text } in texts(language) {
            if let Some((term, instead)) = other_term(language, &text) {
                panic!("{place}: `{term}` is called `{instead}` here: {text}");
            }
        }
    }
}

/// The number of an article of the Fair Play Regulations as those of 2022 had it, in Roman digits.
fn replaced_article(text: &str) -> Option<&str> {
    // The letters are the same to the eye in Cyrillic.
    let key = ["AC ", "АС "].into_iter();
    key.flat_map(|key| text.match_indices(key).map(|(at, key)| (at, at + key.len()))).find_map(
        |(at, number)| {
            let rest = &text[number..];
            let end = rest.find(|c| !matches!(c, 'I' | 'V')).unwrap_or(rest.len());
            let is_number = end > 0 && !rest[end..].starts_with(char::is_alphanumeric);
            is_number.then(|| &text[at..number + end])
        },
    )
}

/// Files under a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The regulations that apply from November 2024 have plain numbers, so whoever looks a Roman one up finds nothing.
#[test]
fn no_article_of_the_regulations_of_2022_is_cited() {
    let folders = ["reports/messages", "service/messages", "docs", "analyzer/regulations"];
    let code = ["analyzer/src", "reports/src", "service/src", "cli/src", "pipeline/src"];
    let mut read = 0;
    for path in folders.into_iter().chain(code).flat_map(|folder| files(&root().join(folder))) {
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        if !["ftl", "md", "toml", "rs", "snap"].contains(&kind) {
            continue;
        }
        read += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(replaced_article(&text), None, "{}", path.display());
    }
    assert!(read > 300, "{read}");
    assert_eq!(replaced_article("eight years (AC VI.1)"), Some("AC VI"));
    assert_eq!(replaced_article("примечания после АС VI, а"), Some("АС VI"));
    assert_eq!(replaced_article("five years (AC 6.1, ON I.1); the EAC Institute, AC Iron"), None);
}

/// Guides are held against the words that no text may hold; `reports` does so for its messages.
#[test]
fn guides_accuse_nobody() {
    for (language, ..) in LANGUAGES {
        for Line { place, text } in page(&format!("docs/guide/{language}.md")) {
            assert_eq!(reports::wording::forbidden(&text), None, "{place}: {text}");
        }
    }
}

#[test]
fn guides_in_all_languages_have_the_same_parts_and_pictures() {
    let outline = |language: &str| {
        let text = std::fs::read_to_string(root().join(format!("docs/guide/{language}.md"))).unwrap();
        let parts = text.lines().filter(|line| line.starts_with('#')).count();
        let pictures = text.split("](../images/guide/").skip(1);
        let pictures = pictures.map(|rest| rest.split(')').next().unwrap().to_owned()).collect::<Vec<_>>();
        (parts, pictures)
    };
    let english = outline("en");
    assert!(english.0 > 8 && !english.1.is_empty(), "{english:?}");
    for (language, ..) in LANGUAGES {
        assert_eq!(outline(language), english, "{language}");
    }
}

/// Links of pages to files of this project lead somewhere.
#[test]
fn links_between_pages_lead_to_files() {
    let guides = LANGUAGES.map(|(language, ..)| format!("docs/guide/{language}.md"));
    let pages =
        ENGLISH_PAGES.iter().map(|page| (*page).to_owned()).chain(guides).chain(["docs/terms.md".to_owned()]);
    let mut links = 0;
    for name in pages {
        let text = std::fs::read_to_string(root().join(&name)).unwrap();
        for rest in text.split("](").skip(1) {
            let target = rest.split(')').next().unwrap();
            let file = target.split('#').next().unwrap();
            if file.contains("://") || file.is_empty() {
                continue;
            }
            links += 1;
            let path = root().join(&name).parent().unwrap().join(file);
            if file.contains("images/guide/") && !root().join("docs/images/guide").exists() {
                println!("skipped: {file} is taken by scripts/guide_pictures.sh, which has not run yet");
                continue;
            }
            assert!(path.exists(), "{name}: {target} leads nowhere");
        }
    }
    assert!(links > 40, "{links}");
}

#[test]
fn a_wrong_word_and_a_wrong_term_are_found() {
    for ((_, dictionary, own), (right, wrong)) in LANGUAGES.into_iter().zip([
        ("receive", "recieve"),
        ("претензия", "притензия"),
        ("претензія", "притензія"),
    ]) {
        let all = [right, wrong].map(str::to_owned).into();
        if let Some(unknown) = misspelt(dictionary, own, &all) {
            assert_eq!(unknown, BTreeSet::from([wrong.to_owned()]));
        }
    }
    assert_eq!(other_term("ru", "Подайте жалобу арбитру."), Some(("жалоб", "претензия")));
    assert_eq!(other_term("ru", "Открытыми мерами"), Some(("открыт мер", "навязчивые меры")));
    assert_eq!(other_term("ru", "Соревнование открыто, меры приняты потом."), None);
    assert_eq!(other_term("uk", "Непомітні заходи"), Some(("непомітн захо", "ненав’язливі заходи")));
    assert_eq!(other_term("en", "The second reading gives 2.1"), Some(("second reading", "second model")));
    assert_eq!(other_term("en", "Read the sheet a second time."), None);

    let read = |text: String| words(&text).collect::<Vec<_>>().join(" ");
    assert_eq!(read(message("column-z-title = z of { $test }, in full")), "z of in full");
    assert_eq!(read(message("    [one] { $n-text } game")), "game");
    assert_eq!(
        read(prose("See [the hand-book](docs/handbok.md), `fairplay scren` and x.pgn.")),
        "See the hand book and"
    );
}
