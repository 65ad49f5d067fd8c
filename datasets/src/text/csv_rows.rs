//! Rows of a table with delimiters, with their lines, so that a fault is named by its place.

use serde::de::DeserializeOwned;

/// What stands between cells: the comma; the semicolon that spreadsheets write where the comma is in numbers, as in German, French,
/// Russian and Ukrainian; the tab of their *Unicode text*.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The delimiter of a table by its header: the one that stands there most often outside quotes, the comma if none does.
pub(crate) fn delimiter(header: &str) -> u8 {
    let mut quoted = false;
    let mut counts = [0_usize; DELIMITERS.len()];
    for byte in header.bytes().take_while(|byte| !matches!(byte, b'\r' | b'\n')) {
        quoted ^= byte == b'"';
        if !quoted && let Some(place) = DELIMITERS.iter().position(|known| *known == byte) {
            counts[place] += 1;
        }
    }
    // Of equally frequent ones the first.
    let most = counts.iter().max().copied().unwrap_or_default();
    let place = counts.iter().position(|count| *count == most).unwrap_or_default();
    DELIMITERS[place]
}

/// Whether a line is `sep=;`, by which spreadsheets say what the delimiter of the lines behind it is.
pub(crate) fn names_delimiter(line: &str) -> bool {
    let value = line.trim().get(..4).filter(|key| key.eq_ignore_ascii_case("sep=")).and(line.trim().get(4..));
    value.is_some_and(|value| value.is_empty() || value.len() == 1)
}

/// The rows below the header, each with its line from 1. Rows without any text say nothing and are passed over: spreadsheets write them
/// below a table.
///
/// # Errors
/// The line and what is wrong, of the first row that does not read.
pub(crate) fn csv_rows<T: DeserializeOwned>(text: &str) -> Result<Vec<(usize, T)>, (usize, String)> {
    let first = text.lines().next().unwrap_or_default();
    // The line that names the delimiter is none of the table.
    let (text, before) = match names_delimiter(first) {
        true => (text.get(first.len()..).unwrap_or_default().trim_start_matches(['\r', '\n']), 1),
        false => (text, 0),
    };
    // With the line ends of Windows the reader's lines lag by one.
    let text = text.replace("\r\n", "\n");
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(&text))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let line = |position: Option<&csv::Position>| {
        before + position.and_then(|at| usize::try_from(at.line()).ok()).unwrap_or(1)
    };
    let broken = |error: csv::Error| {
        let message = match error.kind() {
            csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
            _ => error.to_string(),
        };
        (line(error.position()), message)
    };
    let header = reader.headers().map_err(broken)?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(broken)?;
        if record.iter().any(|cell| !cell.is_empty()) {
            rows.push((line(record.position()), record.deserialize(Some(&header)).map_err(broken)?));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_the_one_of_the_header() {
        for (header, expected) in [
            ("round,opponent,left", b','),
            ("round;opponent;left\n1;\"a,b,c,d\";3", b';'),
            ("round\topponent\tleft", b'\t'),
            ("\"a,b,c\";\"d\";e", b';'),
            ("round", b','),
            ("", b','),
            ("a;b,c", b','),
        ] {
            assert_eq!(delimiter(header), expected, "{header}");
        }
        assert!(names_delimiter("sep=;\r") && names_delimiter("SEP=\t") && !names_delimiter("sep=ab"));
    }

    #[test]
    fn rows_are_the_same_with_every_delimiter_and_lines_are_those_of_the_file() {
        type Pair = (u32, String);
        let expected: Vec<(usize, Pair)> = vec![(2, (1, "Ring, Olaf".to_owned())), (4, (2, "x".to_owned()))];
        for delimiter in [",", ";", "\t"] {
            let text = "n,name\n1,\"Ring, Olaf\"\n,\n2,x\n".replace(',', delimiter);
            let text = text.replace(&format!("Ring{delimiter}"), "Ring,");
            assert_eq!(csv_rows::<Pair>(&text), Ok(expected.clone()), "{text}");
            let named = format!("sep={delimiter}\r\n{text}");
            let later: Vec<(usize, Pair)> =
                expected.iter().cloned().map(|(line, row)| (line + 1, row)).collect();
            assert_eq!(csv_rows::<Pair>(&named), Ok(later), "{named}");
            let wrong = csv_rows::<Pair>(&format!("sep={delimiter}\nn{delimiter}name\none{delimiter}x\n"));
            assert_eq!(wrong.expect_err("no number").0, 3);
        }
    }
}
