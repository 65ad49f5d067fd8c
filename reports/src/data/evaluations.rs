//! `evaluations.jsonl`: the engine's answers, one search to a line, so that an expert can read and use them without this
//! software, and so that this software can read every bit of them back.
//!
//! One answer has exactly one spelling, and every other spelling is refused. So equal files are equal answers.

use analyzer::Evaluations;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

/// Bytes of a line at most. An answer with the most lines at the most depths has less than a third of it.
const MAX_BYTES: usize = 1 << 20;

/// A file of answers that is not as this software writes it.
#[derive(Debug, Error)]
#[error("line {line} of the answers {what}")]
pub struct EvaluationsError {
    /// The first line that is not, from 1.
    line: usize,
    what: String,
}

const SPELLING: &str = "is not spelt as this software spells it";

fn refused<T>(line: usize, what: impl Into<String>) -> Result<T, EvaluationsError> {
    Err(EvaluationsError { line, what: what.into() })
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    /// Position before the move.
    fen: String,
    /// The one move that was looked at, where the move played was not among the lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    only: Option<String>,
    /// Why there is no answer; then nothing else follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<Answer>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// The depth that decides, in plies.
    judgment_depth: u8,
    /// Its place in the rows, from 0.
    judgment: usize,
    /// Nodes searched up to there, 0 if the engine does not say.
    nodes: u64,
    /// Whether the node ceiling ended the search early.
    truncated: bool,
    /// Every depth with its lines, best first.
    depths: Vec<Row>,
    /// How the lines go on at the depth that decides, in their order: moves in UCI with blanks between.
    variations: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    depth: u8,
    /// Move in UCI, and its value: centipawns from the mover's side, or `#n` for a mate in n, with `>=` or `<=` in front if
    /// it is only a bound.
    lines: Vec<(String, String)>,
}

/// The answers, a line of JSON each, in the order of their positions.
pub fn evaluations_jsonl(evaluations: &Evaluations) -> Result<String, serde_json::Error> {
    let mut out = String::new();
    for (fen, only, answer) in evaluations.all() {
        let search = Search {
            fen: fen.to_owned(),
            only: only.map(|mv| mv.to_string()),
            failed: answer.as_ref().err().cloned(),
            found: answer.as_ref().ok().map(encoded),
        };
        out.push_str(&serde_json::to_string(&search)?);
        out.push('\n');
    }
    Ok(out)
}

fn encoded(evaluation: &Evaluation) -> Answer {
    let line = |line: &Line| {
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => ">=",
            Bound::Upper => "<=",
        };
        let value = match line.value {
            Value::Cp(cp) => format!("{bound}{cp}"),
            Value::Mate(n) => format!("{bound}#{n}"),
        };
        (line.mv.to_string(), value)
    };
    let row = |row: &DepthLines| Row { depth: row.depth, lines: row.lines.iter().map(line).collect() };
    let variation = |moves: &Vec<_>| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        moves.join(" ")
    };
    Answer {
        judgment_depth: evaluation.judgment_depth(),
        judgment: evaluation.judgment,
        nodes: evaluation.nodes,
        truncated: evaluation.truncated,
        depths: evaluation.depths.iter().map(row).collect(),
        variations: evaluation.pvs.iter().map(variation).collect(),
    }
}

/// Reads what [`evaluations_jsonl`] wrote.
pub fn evaluations_from_jsonl(bytes: &[u8]) -> Result<Evaluations, EvaluationsError> {
    let text = str::from_utf8(bytes).or_else(|_| refused(1, "or a later one is not UTF-8"))?;
    let mut evaluations = Evaluations::default();
    for (index, json) in text.lines().enumerate() {
        let line = index.saturating_add(1);
        if json.len() > MAX_BYTES {
            return refused(line, format!("has more than {MAX_BYTES} bytes"));
        }
        let search: Search =
            serde_json::from_str(json).or_else(|error| refused(line, format!("cannot be read: {error}")))?;
        let answer = match (search.failed, search.found) {
            (Some(reason), None) => Err(reason),
            (None, Some(found)) => Ok(evaluation(found, line)?),
            _ => return refused(line, SPELLING),
        };
        let only = search.only.as_deref().map(|mv| parsed("move", mv, line));
        evaluations.insert(search.fen, only.transpose()?, answer);
    }
    let again = evaluations_jsonl(&evaluations).or_else(|error| refused(1, error.to_string()))?;
    if again != text {
        let same = again.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
        return refused(same.saturating_add(1), SPELLING);
    }
    Ok(evaluations)
}

fn evaluation(found: Answer, line: usize) -> Result<Evaluation, EvaluationsError> {
    let row = |row: Row| {
        let lines = row.lines.iter().map(|(mv, value)| one(mv, value, line));
        Ok(DepthLines { depth: row.depth, lines: lines.collect::<Result<_, _>>()? })
    };
    let variation = |text: String| {
        let moves = text.split(' ').filter(|mv| !mv.is_empty());
        moves.map(|mv| parsed("move", mv, line)).collect::<Result<_, _>>()
    };
    let depths = found.depths.into_iter().map(row).collect::<Result<Vec<_>, _>>()?;
    if found.judgment >= depths.len().max(1) {
        return invalid("row that decides", &found.judgment.to_string(), line);
    }
    let variations = found.variations.into_iter().map(variation);
    Ok(Evaluation {
        judgment: found.judgment,
        pvs: variations.collect::<Result<_, _>>()?,
        nodes: found.nodes,
        truncated: found.truncated,
        depths,
    })
}

fn one(mv: &str, value: &str, line: usize) -> Result<Line, EvaluationsError> {
    let (bound, rest) = match (value.strip_prefix(">="), value.strip_prefix("<=")) {
        (Some(rest), _) => (Bound::Lower, rest),
        (None, Some(rest)) => (Bound::Upper, rest),
        (None, None) => (Bound::Exact, value),
    };
    let number = |text: &str| text.parse::<i32>().or_else(|_| invalid("value", value, line));
    Ok(Line {
        mv: parsed("move", mv, line)?,
        value: match rest.strip_prefix('#') {
            Some(moves) => Value::Mate(number(moves)?),
            None => Value::Cp(number(rest)?),
        },
        bound,
    })
}

fn parsed<T: std::str::FromStr>(what: &str, text: &str, line: usize) -> Result<T, EvaluationsError> {
    text.parse().or_else(|_| invalid(what, text, line))
}

fn invalid<T>(what: &str, text: &str, line: usize) -> Result<T, EvaluationsError> {
    let text = crate::visible(&text.chars().take(40).collect::<String>());
    refused(line, format!("holds the {what} `{text}`, which is none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> shakmaty::uci::UciMove {
        text.parse().expect("a move")
    }

    fn answers() -> Evaluations {
        let line = |text: &str, value, bound| Line { mv: mv(text), value, bound };
        let row = |depth, lines| DepthLines { depth, lines };
        let mut evaluations = Evaluations::default();
        evaluations.insert(
            "b".to_owned(),
            None,
            Ok(Evaluation {
                depths: vec![
                    row(11, vec![line("e2e4", Value::Cp(i32::MAX), Bound::Lower)]),
                    row(
                        12,
                        vec![
                            line("e2e4", Value::Cp(-31), Bound::Exact),
                            line("d7d8q", Value::Mate(-2), Bound::Upper),
                        ],
                    ),
                ],
                judgment: 1,
                pvs: vec![vec![mv("e2e4"), mv("e7e5")], Vec::new()],
                nodes: u64::MAX,
                truncated: true,
            }),
        );
        let apart = Evaluation {
            depths: vec![row(12, vec![line("e2e4", Value::Mate(3), Bound::Exact)])],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 0,
            truncated: false,
        };
        evaluations.insert("a".to_owned(), Some(mv("e2e4")), Ok(apart));
        evaluations.insert("c".to_owned(), None, Err("silent".to_owned()));
        evaluations
    }

    #[test]
    fn one_line_for_each_search_in_order() {
        assert_eq!(
            evaluations_jsonl(&answers()).expect("writes"),
            concat!(
                r##"{"fen":"a","only":"e2e4","found":{"judgment_depth":12,"judgment":0,"nodes":0,"truncated":false,"##,
                r##""depths":[{"depth":12,"lines":[["e2e4","#3"]]}],"variations":[]}}"##,
                "\n",
                r##"{"fen":"b","found":{"judgment_depth":12,"judgment":1,"nodes":18446744073709551615,"truncated":true,"##,
                r##""depths":[{"depth":11,"lines":[["e2e4",">=2147483647"]]},"##,
                r##"{"depth":12,"lines":[["e2e4","-31"],["d7d8q","<=#-2"]]}],"variations":["e2e4 e7e5",""]}}"##,
                "\n",
                r##"{"fen":"c","failed":"silent"}"##,
                "\n",
            )
        );
    }

    #[test]
    fn every_bit_comes_back() {
        let text = evaluations_jsonl(&answers()).expect("writes");
        let back = evaluations_from_jsonl(text.as_bytes()).expect("reads");
        assert_eq!(back.all(), answers().all());
        assert_eq!(back.sha256(), answers().sha256());
        let none = evaluations_from_jsonl(b"").expect("reads");
        assert_eq!(none.sha256(), Evaluations::default().sha256());
    }

    #[test]
    fn every_other_spelling_is_refused() {
        let text = evaluations_jsonl(&answers()).expect("writes");
        let refused = |text: &str| evaluations_from_jsonl(text.as_bytes()).expect_err("refused").to_string();
        for (from, to, why) in [
            ("\"fen\":\"a\"", "\"fen\": \"a\"", "line 1 of the answers is not spelt"),
            ("\"-31\"", "\"-031\"", "line 2 of the answers is not spelt"),
            ("\"-31\"", "\"+31\"", "line 2 of the answers is not spelt"),
            (
                "\"judgment_depth\":12,\"judgment\":1",
                "\"judgment_depth\":11,\"judgment\":1",
                "line 2 of the answers is not spelt",
            ),
            ("\"judgment\":1", "\"judgment\":2", "`2`, which is none"),
            ("\"-31\"", "\"much\"", "line 2 of the answers holds the value `much`"),
            ("d7d8q", "d7d8x", "the move `d7d8x`"),
            ("\"failed\":\"silent\"", "\"failed\":null", "line 3 of the answers is not spelt"),
            ("\"fen\":\"c\"", "\"fen\":\"c\",\"more\":1", "line 3 of the answers cannot be read"),
            ("e2e4 e7e5", "e2e4  e7e5", "line 2 of the answers is not spelt"),
            ("\"fen\":\"c\"", "\"fen\":\"b\"", "line 2 of the answers is not spelt"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let said = refused(&changed);
            assert!(said.contains(why), "{from} to {to}: {said}");
        }
        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(0, 1);
        assert!(refused(&format!("{}\n", lines.join("\n"))).contains("line 1 of the answers is not spelt"));
        assert!(refused(text.trim_end()).contains("not spelt"), "no newline at the end");
        assert!(refused(&"[".repeat(MAX_BYTES + 1)).contains("more than"));
        assert!(refused(&"[".repeat(MAX_BYTES)).contains("line 1"));
        assert!(evaluations_from_jsonl(b"\xff").is_err());
    }
}
