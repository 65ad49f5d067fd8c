//! Rank correlation.

/// Spearman's rank correlation, equal values sharing the mean of their ranks; `None` if a side never changes.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let one = ranks(&pairs.iter().map(|p| p.0).collect::<Vec<f64>>());
    let other = ranks(&pairs.iter().map(|p| p.1).collect::<Vec<f64>>());
    // Both have the mean (n + 1) / 2.
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let sum = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum() };
    let variance = sum(&one, &one) * sum(&other, &other);
    (variance > 0.0).then(|| sum(&one, &other) / variance.sqrt())
}

/// Ranks from 1.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<(usize, f64)> = values.iter().copied().enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut ranks = vec![0.0; values.len()];
    let mut done = 0;
    for equal in order.chunk_by(|a, b| a.1 == b.1) {
        let rank = done as f64 + (equal.len() as f64 + 1.0) / 2.0;
        for (place, _) in equal {
            if let Some(slot) = ranks.get_mut(*place) {
                *slot = rank;
            }
        }
        done += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_their_correlation_by_hand() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        // Without equal values: 1 - 6 sum d^2 / (n (n^2 - 1)). d = 1, 1, 1, 1, 0: 1 - 24 / 120.
        let pairs = [(1.0, 20.0), (2.0, 10.0), (3.0, 40.0), (4.0, 30.0), (5.0, 50.0)];
        assert!((spearman(&pairs).expect("both change") - 0.8).abs() < 1e-12);
        let falling: Vec<(f64, f64)> = (0..9).map(|k| (f64::from(k), -f64::from(k * k))).collect();
        assert!((spearman(&falling).expect("both change") + 1.0).abs() < 1e-12);
        assert_eq!(spearman(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(spearman(&[]), None);
    }
}
