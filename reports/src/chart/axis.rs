//! A straight axis of a picture.

/// A straight axis on the drawing: values from `low` to `high` lie between two coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Value at `from`.
    pub low: f64,
    /// Value at `to`.
    pub high: f64,
    /// Coordinate of `low`.
    pub from: f64,
    /// Coordinate of `high`.
    pub to: f64,
}

impl Axis {
    /// The coordinate of a value; what lies beyond is put at the end.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Round values on the axis, at most nine, and the decimals they need.
    pub(super) fn ticks(&self) -> (Vec<f64>, usize) {
        let range = self.high - self.low;
        let powers = [(0.001, 3), (0.01, 2), (0.1, 1), (1.0, 0), (10.0, 0)];
        let steps = powers
            .into_iter()
            .flat_map(|(power, decimals)| [1.0, 2.0, 5.0].map(|step| (step * power, decimals)));
        let (step, decimals) =
            steps.into_iter().find(|(step, _)| range / step <= 7.0).unwrap_or((range / 5.0, 0));
        let mut ticks = Vec::new();
        let mut tick = (self.low / step - 1e-9).ceil();
        while tick * step <= self.high + step * 1e-9 && ticks.len() < 9 {
            ticks.push(tick * step);
            tick += 1.0;
        }
        (ticks, decimals)
    }
}

/// A name that fits into so many letters; what is left out stands in a table.
pub(super) fn cut(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    name.chars().take(letters.saturating_sub(1)).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_by_hand() {
        let axis = Axis { low: -2.0, high: 2.0, from: 100.0, to: 20.0 };
        assert_eq!([-2.0, 0.0, 1.0, 9.0].map(|v| axis.place(v)), [100.0, 60.0, 40.0, 20.0]);
        assert_eq!(axis.ticks(), (vec![-2.0, -1.0, 0.0, 1.0, 2.0], 0));
        let narrow = Axis { low: 0.08, high: 0.19, ..axis };
        let (ticks, decimals) = narrow.ticks();
        let shown: Vec<String> = ticks.iter().map(|tick| format!("{tick:.decimals$}")).collect();
        assert_eq!(shown, ["0.08", "0.10", "0.12", "0.14", "0.16", "0.18"]);
    }

    #[test]
    fn long_names_are_cut_between_letters() {
        assert_eq!(cut(&"é".repeat(30), 24).chars().count(), 24);
        assert_eq!(cut("2000-2199", 24), "2000-2199");
        assert_eq!(cut("ab", 0), "\u{2026}");
    }
}
