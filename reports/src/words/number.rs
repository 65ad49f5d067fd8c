//! How numbers look: one deterministic formatter for every report, language and machine.
//!
//! A number that is absent or not finite is printed as missing, never as zero.

use super::language::Language;

/// The signs of one kind of report in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(super) language: Language,
    minus: &'static str,
    missing: &'static str,
}

impl Numbers {
    /// For pages: a true minus sign, a dash for missing values.
    pub(crate) fn page(language: Language) -> Self {
        Self { language, minus: "\u{2212}", missing: language.0.missing }
    }

    /// For terminals: no sign that an old one lacks.
    pub(crate) fn terminal(language: Language) -> Self {
        Self { language, minus: "-", missing: "-" }
    }

    /// A whole number with its digits in groups of three.
    pub(crate) fn count(self, number: impl TryInto<u64>) -> String {
        let digits = number.try_into().unwrap_or(u64::MAX).to_string();
        let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
        for (position, digit) in digits.chars().enumerate() {
            if position > 0 && (digits.len() - position).is_multiple_of(3) {
                grouped.push(self.language.0.group);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// A number with so many decimals; a sign only if negative.
    pub(crate) fn decimal(self, value: impl Into<Option<f64>>, decimals: usize) -> String {
        self.write(value, decimals, "")
    }

    /// A z-score: two decimals, always with a sign unless it rounds to zero.
    pub(crate) fn z(self, value: impl Into<Option<f64>>) -> String {
        self.signed(value, 2)
    }

    /// A number with so many decimals, always with a sign unless it rounds to zero.
    pub(crate) fn signed(self, value: impl Into<Option<f64>>, decimals: usize) -> String {
        self.write(value, decimals, "+")
    }

    pub(crate) fn index(self, value: impl Into<Option<f64>>) -> String {
        self.decimal(value, 1)
    }

    /// An expected number: whole and grouped from a thousand on, with two digits where it is small, so that a rare event is
    /// not printed as none.
    pub(crate) fn expected(self, number: f64) -> String {
        if (999.95..1e15).contains(&number) {
            let whole = self.decimal(number, 0);
            return whole.parse::<u64>().map_or(whole, |whole| self.count(whole));
        }
        self.rare(number)
    }

    /// A number that may be very small: one decimal, or as many as show two digits.
    pub(crate) fn rare(self, value: f64) -> String {
        self.decimal(value, two_digits(value))
    }

    /// A share from 0 to 1 in percent, with more decimals the smaller it is, without the percent sign.
    pub(crate) fn rare_percent(self, share: f64) -> String {
        self.rare(share * 100.0)
    }

    /// A share from 0 to 1 in percent, one decimal, without the percent sign.
    pub(crate) fn percent(self, share: impl Into<Option<f64>>) -> String {
        self.decimal(share.into().map(|share| share * 100.0), 1)
    }

    /// A value in pawns from the mover's side, or a mate as `#n`.
    pub(crate) fn pawns(self, centipawns: Option<i32>, mate: Option<i32>) -> String {
        match (mate, centipawns) {
            (Some(mate), _) if mate < 0 => format!("{}#{}", self.minus, mate.unsigned_abs()),
            (Some(mate), _) => format!("#{mate}"),
            (None, Some(centipawns)) => self.z(f64::from(centipawns) / 100.0),
            (None, None) => self.missing(),
        }
    }

    /// A whole number that may be absent, without grouping (identities, ratings).
    pub(crate) fn whole(self, value: Option<impl ToString>) -> String {
        value.map_or_else(|| self.missing(), |value| value.to_string())
    }

    pub(crate) fn missing(self) -> String {
        self.missing.to_owned()
    }

    fn write(self, value: impl Into<Option<f64>>, decimals: usize, plus: &str) -> String {
        let Some(value) = value.into().filter(|value| value.is_finite()) else {
            return self.missing();
        };
        let digits = format!("{:.decimals$}", value.abs());
        // A value that rounds to zero has no sign: "-0.00" would suggest a direction that is not there.
        let zero = digits.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        let sign = match (zero, value < 0.0) {
            (true, _) => "",
            (false, true) => self.minus,
            (false, false) => plus,
        };
        let digits = digits.replace('.', self.language.0.decimal.encode_utf8(&mut [0; 4]));
        format!("{sign}{digits}")
    }
}

/// Decimals that show two digits of a number below ten, and one decimal of a larger one; at most ten.
fn two_digits(number: f64) -> usize {
    // A zero is no small number.
    if number == 0.0 {
        return 1;
    }
    let mut decimals = 1;
    let mut least = 0.995;
    while number < least && decimals < 10 {
        decimals += 1;
        least /= 10.0;
    }
    decimals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_missing_values() {
        let page = Numbers::page(Language::ENGLISH);
        assert_eq!(page.z(Some(1.234)), "+1.23");
        assert_eq!(page.z(Some(-1.235)), "\u{2212}1.24");
        assert_eq!(page.z(Some(-0.001)), "0.00");
        assert_eq!(page.missing(), "\u{2013}");
        assert_eq!(page.z(Some(f64::NAN)), "\u{2013}");
        assert_eq!(Numbers::terminal(Language::ENGLISH).z(Some(-2.0)), "-2.00");
        assert_eq!(Numbers::terminal(Language::ENGLISH).index(Some(f64::INFINITY)), "-");
        assert_eq!(page.percent(Some(0.5434)), "54.3");
        let signed = [(50.0, 0), (-100.0, 0), (0.0123, 3), (-0.0004, 3)];
        let shown = signed.map(|(value, decimals)| page.signed(Some(value), decimals));
        assert_eq!(shown, ["+50", "\u{2212}100", "+0.012", "0.000"]);
    }

    #[test]
    fn small_expectations_are_not_printed_as_none() {
        let shown = [12.34, 1.0, 0.73, 0.091, 0.0017, f64::NAN]
            .map(|n| Numbers::terminal(Language::ENGLISH).expected(n));
        assert_eq!(shown, ["12.3", "1.0", "0.73", "0.091", "0.0017", "-"]);
        let shown = [0.0287, 0.000_017_2, 1e-300].map(|n| Numbers::terminal(Language::ENGLISH).rare(n));
        assert_eq!(shown, ["0.029", "0.000017", "0.0000000000"]);
    }

    /// The nominal shares beyond 2 and 5: 2.275 % and 2.867e-7.
    #[test]
    fn rare_shares_keep_two_digits() {
        let shares = [0.022_750_13, 0.5, 1.0, 0.009_99, 2.866_5e-7, 0.0];
        let shown = shares.map(|share| Numbers::terminal(Language::ENGLISH).rare_percent(share));
        assert_eq!(shown, ["2.3", "50.0", "100.0", "1.0", "0.000029", "0.0"]);
    }

    #[test]
    fn values_of_positions() {
        let page = Numbers::page(Language::ENGLISH);
        assert_eq!(page.pawns(Some(34), None), "+0.34");
        assert_eq!(page.pawns(Some(-205), None), "\u{2212}2.05");
        assert_eq!(page.pawns(None, Some(3)), "#3");
        assert_eq!(page.pawns(None, Some(i32::MIN)), "\u{2212}#2147483648");
        assert_eq!(page.pawns(None, None), "\u{2013}");
    }

    #[test]
    fn groups_of_three() {
        let grouped: Vec<String> =
            [0, 999, 1000, 1_234_567].map(|n| Numbers::page(Language::ENGLISH).count(n)).into();
        assert_eq!(grouped, ["0", "999", "1,000", "1,234,567"]);
    }

    /// By the habits of the languages: decimal comma, groups apart by a no-break space, long dash.
    #[test]
    fn russian_and_ukrainian_by_hand() {
        for language in [Language::RUSSIAN, Language::UKRAINIAN] {
            let (page, terminal) = (Numbers::page(language), Numbers::terminal(language));
            let shown = [0, 999, 1000, 31_600, 1_234_567].map(|n| page.count(n));
            let by_hand = ["0", "999", "1\u{a0}000", "31\u{a0}600", "1\u{a0}234\u{a0}567"];
            assert_eq!(shown, by_hand);
            assert_eq!([0, 999, 1000, 31_600, 1_234_567].map(|n| terminal.count(n)), by_hand);
            assert_eq!(page.z(Some(-1.235)), "\u{2212}1,24");
            assert_eq!(page.z(Some(3.12)), "+3,12");
            assert_eq!(page.z(Some(-0.001)), "0,00");
            assert_eq!(page.missing(), "\u{2014}");
            assert_eq!(page.index(Some(65.6)), "65,6");
            assert_eq!(page.percent(Some(0.5434)), "54,3");
            assert_eq!(page.pawns(Some(-205), None), "\u{2212}2,05");
            assert_eq!(page.pawns(None, Some(-3)), "\u{2212}#3");
            assert_eq!(page.rare_percent(2.866_5e-7), "0,000029");
            assert_eq!(page.expected(0.0017), "0,0017");
            // Identities and ratings are not grouped.
            assert_eq!(page.whole(Some(4_102_500)), "4102500");
            assert_eq!(terminal.z(Some(-1.235)), "-1,24");
            assert_eq!(terminal.missing(), "-");
        }
    }
}
