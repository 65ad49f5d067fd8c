//! The study of depths and lines as JSON and as a Markdown table for the documents.

use std::fmt::Write;

use analyzer::depth_study::{DECISIONS, DepthStudy, SHARE};

use crate::ReportError;

/// The study as JSON, pretty, with a trailing newline.
///
/// # Errors
/// [`ReportError::Json`] if it cannot be serialised.
pub fn depth_study_json(study: &DepthStudy) -> Result<String, ReportError> {
    Ok(crate::json::pretty(study)?)
}

/// One row for each depth and number of lines.
#[must_use]
pub fn depth_study_markdown(study: &DepthStudy) -> String {
    let mut out = format!(
        "{} performances, {} decisions with a helper's move.\n\n\
         | depth | lines | decisions | first line played, % | SD of overall z | correlation with the last row | \
         difference from it, mean | SD | helper's move is the first line, % | z gained by {:.0} % help in {DECISIONS} decisions |\n\
         |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        study.performances,
        study.helper_decisions,
        100.0 * SHARE
    );
    for row in &study.rows {
        let [agreed, shift] = row.helper.map_or_else(
            || [String::from("-"), String::from("-")],
            |seen| {
                [
                    format!("{:.1} ± {:.1}", 100.0 * seen.agreed, 100.0 * seen.agreed_error),
                    format!("{:.2} ± {:.2}", seen.shift, seen.shift_error),
                ]
            },
        );
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| {} | {} | {} | {:.1} | {:.3} | {:.3} | {:+.3} | {:.3} | {agreed} | {shift} |",
            row.view.depth,
            row.view.lines,
            row.decisions,
            100.0 * row.mm,
            row.sd,
            row.correlation,
            row.difference_mean,
            row.difference_sd,
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use analyzer::depth_study::{Row, SCHEMA, Seen, View};

    use super::*;

    #[test]
    fn a_row_holds_its_numbers() {
        let row = |depth, helper| Row {
            view: View { depth, lines: 5 },
            decisions: 5_000,
            mm: 0.5123,
            sd: 1.0214,
            correlation: 0.9,
            difference_sd: 0.4,
            difference_mean: -0.012,
            helper,
        };
        let seen =
            Seen { decisions: 600, agreed: 0.713, agreed_error: 0.018, shift: 1.234, shift_error: 0.05 };
        let study = DepthStudy {
            schema: SCHEMA.to_owned(),
            performances: 40,
            helper_decisions: 600,
            rows: vec![row(12, Some(seen)), row(16, None)],
        };
        let table = depth_study_markdown(&study);
        assert!(table.starts_with("40 performances, 600 decisions"));
        assert!(table.contains(
            "| 12 | 5 | 5000 | 51.2 | 1.021 | 0.900 | -0.012 | 0.400 | 71.3 ± 1.8 | 1.23 ± 0.05 |"
        ));
        assert!(table.contains("| 16 | 5 | 5000 | 51.2 | 1.021 | 0.900 | -0.012 | 0.400 | - | - |"));
        let json = depth_study_json(&study).expect("JSON");
        assert_eq!(serde_json::from_str::<DepthStudy>(&json).expect("reads"), study);
    }
}
