//! Makes a finding short, by leaving out what it does not need.

use std::time::{Duration, Instant};

/// Leaves out stretches of `bytes`, halves first and single bytes last, as long as `still` says that the finding is
/// there. Stops after `limit`.
pub fn minimise(bytes: &[u8], limit: Duration, still: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let begun = Instant::now();
    let mut best = bytes.to_vec();
    let mut step = best.len().div_ceil(2);
    while step > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at < best.len() {
            if begun.elapsed() >= limit {
                return best;
            }
            let end = (at + step).min(best.len());
            let mut tried = best.clone();
            tried.drain(at..end);
            if still(&tried) {
                best = tried;
                shorter = true;
            } else {
                at = end;
            }
        }
        if !shorter || step > 1 {
            step /= 2;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::minimise;

    #[test]
    fn only_what_is_needed_stays() {
        let needs = |bytes: &[u8]| bytes.contains(&b'<') && bytes.ends_with(b">");
        let found =
            minimise(b"some <long text> and more >", Duration::from_secs(10), &mut |bytes| needs(bytes));
        assert_eq!(found, b"<>");
    }
}
