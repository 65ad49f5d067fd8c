//! The engine's answers as lines of JSON, for whoever recomputes: one search a line, in order of position.

use analyzer::Evaluations;
use serde::Serialize;
use uci_pool::{Evaluation, Line, Value};

/// One search.
#[derive(Serialize)]
struct Search<'a> {
    /// The position, as it was sent to the engine.
    fen: &'a str,
    /// The move the search was restricted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<String>,
    /// Depth of the row that was judged.
    judgment_depth: u8,
    /// Every depth with its lines, best first.
    depths: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    depth: u8,
    /// Move in UCI, and its value: centipawns from the mover's side, or `#n` for a mate in n.
    lines: Vec<(String, String)>,
}

/// The answers, a line of JSON each.
///
/// # Errors
/// If one cannot be serialised, which no answer can cause.
pub fn evaluations_jsonl(evaluations: &Evaluations) -> Result<String, serde_json::Error> {
    let mut out = String::new();
    for (fen, only, evaluation) in evaluations.sorted() {
        let search = Search {
            fen,
            only: only.map(|mv| mv.to_string()),
            judgment_depth: evaluation.judgment_depth(),
            depths: rows(evaluation),
        };
        out.push_str(&serde_json::to_string(&search)?);
        out.push('\n');
    }
    Ok(out)
}

fn rows(evaluation: &Evaluation) -> Vec<Row> {
    let line = |line: &Line| {
        let value = match line.value {
            Value::Cp(cp) => cp.to_string(),
            Value::Mate(n) => format!("#{n}"),
        };
        (line.mv.to_string(), value)
    };
    let row = |row: &uci_pool::DepthLines| Row {
        depth: row.depth,
        lines: row.lines.iter().map(line).collect(),
    };
    evaluation.depths.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use uci_pool::{Bound, DepthLines};

    use super::*;

    #[test]
    fn one_line_for_each_search_in_order() {
        let mv = |text: &str| text.parse().expect("a move");
        let found = |depth, lines: &[(&str, Value)]| Evaluation {
            depths: vec![DepthLines {
                depth,
                lines: lines
                    .iter()
                    .map(|(text, value)| Line {
                        mv: mv(text),
                        value: *value,
                        bound: Bound::Exact,
                    })
                    .collect(),
            }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        let mut evaluations = Evaluations::default();
        evaluations.insert(
            "b".to_owned(),
            None,
            Ok(found(12, &[("e2e4", Value::Cp(-31)), ("d2d4", Value::Mate(-2))])),
        );
        evaluations.insert(
            "a".to_owned(),
            Some(mv("e2e4")),
            Ok(found(11, &[("e2e4", Value::Mate(3))])),
        );
        evaluations.insert("c".to_owned(), None, Err("silent".to_owned()));
        assert_eq!(
            evaluations_jsonl(&evaluations).expect("writes"),
            "{\"fen\":\"a\",\"only\":\"e2e4\",\"judgment_depth\":11,\"depths\":[{\"depth\":11,\"lines\":[[\"e2e4\",\"#3\"]]}]}\n\
             {\"fen\":\"b\",\"judgment_depth\":12,\"depths\":[{\"depth\":12,\"lines\":[[\"e2e4\",\"-31\"],[\"d2d4\",\"#-2\"]]}]}\n"
        );
    }
}
