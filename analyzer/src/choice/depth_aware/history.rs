//! How a move looked at each depth of the search.

use shakmaty::uci::UciMove;
use uci_pool::{Evaluation, Value};

use super::features::{Feature, Row};
use crate::decision::scale;

/// Groups of depths, first and last included, with their features.
const GROUPS: [(u8, u8, Feature, Feature, Feature); 6] = [
    (1, 1, Feature::RootCost1, Feature::Absent1, Feature::Best1),
    (2, 3, Feature::RootCost2, Feature::Absent2, Feature::Best2),
    (4, 5, Feature::RootCost4, Feature::Absent4, Feature::Best4),
    (6, 7, Feature::RootCost6, Feature::Absent6, Feature::Best6),
    (8, 9, Feature::RootCost8, Feature::Absent8, Feature::Best8),
    (10, u8::MAX, Feature::RootCost10, Feature::Absent10, Feature::Best10),
];

/// The same with saturated costs.
const WIDE_GROUPS: [(u8, u8, Feature); 3] =
    [(1, 3, Feature::SaturatedCost1), (4, 7, Feature::SaturatedCost4), (8, u8::MAX, Feature::SaturatedCost8)];

/// A move that is not among the lines of a depth counts as this far behind the last of them, in scaled pawns.
const BEHIND: f64 = 0.1;

/// Values are read within these bounds, in pawns; a mate stands at the bound.
const LARGEST_PAWNS: f64 = 15.0;

/// The lines of an evaluation, depth by depth, with scaled costs.
pub(super) struct History {
    rows: Vec<DepthRow>,
}

struct DepthRow {
    depth: u8,
    lines: Vec<LineAtDepth>,
}

#[derive(Clone, Copy)]
struct LineAtDepth {
    mv: UciMove,
    cost: f64,
    pawns: f64,
}

/// One move through the depths up to the judgment depth.
pub(super) struct DepthTrace {
    /// Depth, scaled cost, whether it was among the lines, whether it was the first, value in pawns.
    points: Vec<Point>,
}

struct Point {
    depth: u8,
    cost: f64,
    listed: bool,
    first: bool,
    pawns: f64,
}

fn pawns(value: Value) -> f64 {
    match value {
        Value::Cp(cp) => (f64::from(cp) / 100.0).clamp(-LARGEST_PAWNS, LARGEST_PAWNS),
        Value::Mate(n) if n > 0 => LARGEST_PAWNS,
        Value::Mate(_) => -LARGEST_PAWNS,
    }
}

impl History {
    pub(super) fn new(evaluation: &Evaluation) -> Self {
        let judged = evaluation.depths.get(..=evaluation.judgment).unwrap_or_default();
        let rows = judged.iter().filter_map(|row| {
            let best = row.lines.first()?.value;
            let lines = row.lines.iter().map(|line| LineAtDepth {
                mv: line.mv,
                cost: scale::scaled_difference(pawns(best), scale::difference(best, line.value)),
                pawns: pawns(line.value),
            });
            Some(DepthRow { depth: row.depth, lines: lines.collect() })
        });
        Self { rows: rows.collect() }
    }

    /// Scaled cost of a line at the judgment depth, by index; `None` if there are fewer.
    pub(super) fn cost(&self, line: usize) -> Option<f64> {
        Some(self.rows.last()?.lines.get(line)?.cost)
    }

    /// Scaled cost of the last line at the judgment depth.
    pub(super) fn span(&self) -> f64 {
        let last = self.rows.last().and_then(|row| row.lines.last());
        last.map_or(0.0, |line| line.cost)
    }

    /// Whether a move was among the lines of any depth. Those that never were have one course in common.
    pub(super) fn ever_listed(&self, mv: UciMove) -> bool {
        self.rows.iter().any(|row| row.lines.iter().any(|line| line.mv == mv))
    }

    pub(super) fn course(&self, mv: UciMove) -> DepthTrace {
        let points = self.rows.iter().filter_map(|row| {
            let found = row.lines.iter().position(|line| line.mv == mv);
            let line = found.map_or(row.lines.last()?, |index| &row.lines[index]);
            Some(Point {
                depth: row.depth,
                cost: line.cost + if found.is_none() { BEHIND } else { 0.0 },
                listed: found.is_some(),
                first: found == Some(0),
                pawns: line.pawns,
            })
        });
        DepthTrace { points: points.collect() }
    }
}

impl DepthTrace {
    /// Scaled cost at the judgment depth.
    pub(super) fn cost(&self) -> f64 {
        self.points.last().map_or(0.0, |p| p.cost)
    }

    /// Root cost over depths 1 to 5.
    pub(super) fn early(&self) -> f64 {
        self.mean(1, 5, |p| p.cost.sqrt())
    }

    fn mean(&self, low: u8, high: u8, of: impl Fn(&Point) -> f64) -> f64 {
        let (mut n, mut sum) = (0.0, 0.0);
        for point in self.points.iter().filter(|p| (low..=high).contains(&p.depth)) {
            n += 1.0;
            sum += of(point);
        }
        if n > 0.0 { sum / n } else { 0.0 }
    }

    /// Writes the features of the depths before the judgment depth, and of the way between them.
    pub(super) fn write(&self, row: &mut Row) {
        let indicator = |yes: bool| if yes { 1.0 } else { 0.0 };
        let judged = self.points.last().map_or(0, |p| p.depth);
        for (low, high, cost, absent, best) in GROUPS {
            let high = high.min(judged.saturating_sub(1));
            row.put(cost, self.mean(low, high, |p| p.cost.sqrt()));
            row.put(absent, self.mean(low, high, |p| indicator(!p.listed)));
            row.put(best, self.mean(low, high, |p| indicator(p.first)));
        }
        for (low, high, feature) in WIDE_GROUPS {
            let high = high.min(judged.saturating_sub(1));
            row.put(feature, self.mean(low, high, |p| p.cost / (p.cost + 0.05)));
        }
        let depths = self.points.len().max(1) as f64;
        let stable = self.points.iter().rev().take_while(|p| p.first).count();
        row.put(Feature::StableBest, stable as f64 / depths);
        row.mark(Feature::NeverListed, self.points.iter().all(|p| !p.listed));
        if let Some(last) = self.points.last().filter(|p| p.listed) {
            let rise = last.pawns - self.mean(1, 5, |p| p.pawns);
            row.put(Feature::Swing, rise.clamp(-2.0, 2.0));
        }
        let lately = self.points.iter().rev().take(4).map(|p| p.cost.sqrt());
        row.put(Feature::WorstLately, lately.fold(0.0, f64::max));
    }
}

#[cfg(test)]
mod tests {
    use uci_pool::{Bound, DepthLines, Line};

    use super::*;
    use crate::choice::depth_aware::features::FEATURES;

    fn uci(text: &str) -> UciMove {
        text.parse().expect("a move")
    }

    fn row(depth: u8, lines: &[(&str, i32)]) -> DepthLines {
        DepthLines {
            depth,
            lines: lines
                .iter()
                .map(|(mv, cp)| Line { mv: uci(mv), value: Value::Cp(*cp), bound: Bound::Exact })
                .collect(),
        }
    }

    fn get(row: &Row, name: &str) -> f64 {
        let index = FEATURES.iter().position(|(_, n, _)| *n == name).expect("named");
        let found = row.entries.iter().find(|(k, _)| usize::from(*k) == index);
        found.map_or(0.0, |(_, v)| f64::from(*v))
    }

    #[test]
    fn a_move_discovered_late_by_hand() {
        let evaluation = Evaluation {
            depths: vec![
                row(1, &[("d2d4", 50), ("c2c4", 0)]),
                row(2, &[("d2d4", 50), ("e2e4", 0)]),
                row(3, &[("e2e4", 100), ("d2d4", 0)]),
                row(4, &[("e2e4", 100), ("d2d4", 0)]),
            ],
            judgment: 3,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        let history = History::new(&evaluation);
        // ln 1.5 behind at depth 1 (and absent: a tenth more), ln 1.5 at depth 2, best at depths 3 and 4.
        let step = libm::log(1.5);
        let late = history.course(uci("e2e4"));
        let mut found = Row::default();
        late.write(&mut found);
        let close = |name: &str, expected: f64| {
            let value = get(&found, name);
            assert!((value - expected).abs() < 1e-6, "{name}: {value}, not {expected}");
        };
        close("root_cost_at_1", (step + 0.1).sqrt());
        close("root_cost_at_2-3", 0.5 * step.sqrt());
        close("root_cost_at_4-5", 0.0); // Depth 4 is the judgment depth, not a shallower one.
        close("absent_at_1", 1.0);
        close("absent_at_2-3", 0.0);
        close("best_at_2-3", 0.5);
        close("stable_best", 0.5);
        close("never_listed", 0.0);
        // 1.00 at the end; 0 (the last line's), 0, 1, 1 on the way.
        close("swing", 1.0 - 0.5);
        close("worst_root_cost_of_last_four", (step + 0.1).sqrt());
        assert!((late.cost() - 0.0).abs() < 1e-15);
        assert!((history.span() - libm::log(2.0)).abs() < 1e-12);
        assert!((history.cost(1).expect("two lines") - libm::log(2.0)).abs() < 1e-12);
        assert_eq!(history.cost(2), None);

        let never = history.course(uci("a2a3"));
        let mut found = Row::default();
        never.write(&mut found);
        assert_eq!(get(&found, "never_listed"), 1.0);
        assert!((never.cost() - (libm::log(2.0) + 0.1)).abs() < 1e-12);
    }
}
