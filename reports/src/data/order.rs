//! Which player comes first, and sums over the field. No statistic is made here.

use std::{cmp::Ordering, collections::BTreeMap};

use analyzer::screening::{EventSummary, Exclusion, GameTrace, PlayerResult, Screening};

use crate::ReportError;

/// Positions of the players in [`Screening::players`], highest index first, those without one last;
/// ties stay in the order of the document.
pub(crate) fn by_index(s: &Screening) -> Vec<usize> {
    let mut order: Vec<usize> = (0..s.players.len()).collect();
    order.sort_by(|&a, &b| compare(s.players[a].roi, s.players[b].roi, true));
    order
}

/// The order of two values, the greater first if `falling`; what has none comes last either way.
pub(crate) fn compare(a: Option<f64>, b: Option<f64>, falling: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if falling => b.total_cmp(&a),
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => b.is_some().cmp(&a.is_some()),
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    pub(crate) moves: u64,
    pub(crate) scored: u64,
    pub(crate) excluded: BTreeMap<Exclusion, u64>,
}

impl Census {
    pub(crate) fn sum<'a>(players: impl IntoIterator<Item = &'a PlayerResult>) -> Self {
        let mut census = Self::default();
        for player in players {
            census.moves += u64::from(player.moves);
            census.scored += u64::from(player.scored);
            for (&reason, &count) in &player.excluded {
                *census.excluded.entry(reason).or_default() += u64::from(count);
            }
        }
        census
    }

    pub(crate) fn left_out(&self) -> u64 {
        self.excluded.values().sum()
    }

    /// True if every move is either scored or left out with a reason.
    pub(crate) fn adds_up(&self) -> bool {
        self.moves == self.scored + self.left_out()
    }
}

/// True if every game is scored, unscored or quarantined.
pub(crate) fn games_add_up(e: &EventSummary) -> bool {
    u64::from(e.games_in)
        == u64::from(e.games_scored) + u64::from(e.games_unscored) + u64::from(e.games_quarantined)
}

pub(crate) fn sides<'a>(
    s: &'a Screening,
    game: &GameTrace,
) -> Result<(&'a PlayerResult, &'a PlayerResult), ReportError> {
    let find = |index: usize| {
        s.players.get(index).ok_or_else(|| ReportError::UnknownPlayer {
            input: game.input.clone(),
            number: game.number,
            index,
            players: s.players.len(),
        })
    };
    Ok((find(game.white)?, find(game.black)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn highest_index_first_and_none_last() {
        let s = example::screening();
        let order = by_index(&s);
        let shown: Vec<Option<f64>> = order.iter().map(|&i| s.players[i].roi).collect();
        let (with, without): (Vec<_>, Vec<_>) = shown.iter().partition(|roi| roi.is_some());
        assert!(!with.is_empty() && without.len() == 2);
        assert!(with.is_sorted_by(|a, b| a >= b));
        assert_eq!(shown[with.len()..], without[..]);
        assert_eq!(order.len(), s.players.len());
    }

    #[test]
    fn a_move_lost_is_noticed() {
        let mut s = example::screening();
        assert!(Census::sum(&s.players).adds_up() && games_add_up(&s.event));
        s.players[0].moves += 1;
        s.event.games_in += 1;
        assert!(!Census::sum(&s.players).adds_up() && !games_add_up(&s.event));
    }
}
