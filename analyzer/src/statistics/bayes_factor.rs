//! The Bayes factor of help against honest play, with the player's strength unknown on both sides.
//!
//! With help on a share `e` of the decisions, a move `m` is played with the probability `(1 - e) p(m) + e h(m)`: `p` of an honest
//! player of strength `theta`, `h` of a helper. The strength is not known. It is `N(m, s^2)` by the null before a move is looked
//! at, and it changes from game to game. So
//!
//! ```text
//! BF = sum_theta w(theta) prod_g L_g(theta; help) / sum_theta w(theta) prod_g L_g(theta; none)
//! L_g(theta; .) = sum_f v(f) prod_i ((1 - e_i) p_i(theta + f) + e_i h_i)        over the decisions i of game g
//! ```
//!
//! with the form `f` of one game. A player who is stronger than expected explains good moves without help, in the denominator as
//! well as in the numerator. The prior being the same on both sides, the value is a test martingale for honest players whose strength
//! is drawn from it: the probability that it *ever* reaches `1 / alpha` is at most `alpha` (Ville 1939, "Étude critique de la notion
//! de collectif"; Hendriksen, de Heide and Grünwald 2021, "Optional stopping with Bayes factors", Bayesian Analysis 16, 961-989).
//!
//! The kind of help is not known beforehand. The value is the mean over alternatives that were fixed in advance, with the
//! weights of [`alternatives`], and over several helpers where it is not known which one there might be; a mean of such values is such a
//! value, so no correction for their number is needed (Vovk and Wang 2021, "E-values: calibration, combination and applications",
//! Annals of Statistics 49, 1736-1754).
//!
//! The promise is for one player. Of `n` honest players at most `n alpha` reach the level on average. This module must not know
//! where probabilities come from, must not choose a level, and must not turn a value into words.

use crate::null::strength::Shift;
use crate::random::Random;

pub mod boundary;

/// Shares of helped moves, all decisions alike.
pub const SHARES: [f64; 5] = [0.05, 0.1, 0.2, 0.33, 0.5];
/// Shares of helped moves in a helped game, where only some games are helped.
pub const GAME_SHARES: [f64; 3] = [0.3, 0.6, 1.0];
/// Probability of a game to be helped, where some games are.
const GAME_CHANCE: f64 = 1.0 / 3.0;
/// A run of helped games begins or ends with one of the first 12 games.
pub const TURNS: usize = 12;
/// Numbers of critical decisions, those with the largest projected cost, of every [`OF`], about a game.
pub const CRITICAL: [f64; 3] = [2.0, 4.0, 8.0];
pub const OF: f64 = 30.0;
/// Shares of the critical decisions that are helped.
pub const CRITICAL_SHARES: [f64; 2] = [0.5, 1.0];
/// One helped move counts for so much at most, because no fit knows a smaller probability.
const MAX_RATIO: f64 = 50.0;
/// Probabilities below this count as this.
const SMALLEST: f64 = 1e-12;
/// Step of the strength's grid in standard deviations, and steps on either side. The sum over a normal distribution in steps of 0.6
/// is exact to more digits than any input.
const STEP: f64 = 0.6;
const STEPS: i32 = 6;
/// Reach of the form of a single game, in standard deviations; what lies beyond is left out.
const FORM_REACH: f64 = 2.5;

/// Strengths of one player, as distances from the published rating on an even grid.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthGrid {
    /// Rating points between neighbours.
    step: f64,
    /// Rating points of the lowest node.
    lowest: f64,
    /// Weights of the player's strength, from the node number `form.len() / 2` on.
    player: Vec<f64>,
    /// Weights of the form in a game, an odd number.
    form: Vec<f64>,
}

impl StrengthGrid {
    /// `shift` is what the null expects of the player, `game_sd` the standard deviation of form from game to game in rating points.
    pub fn new(shift: Shift, game_sd: f64) -> Self {
        let step = STEP * shift.variance.max(1.0).sqrt();
        let ln_normal = |x: f64| -0.5 * x * x;
        let player: Vec<f64> = (-STEPS..=STEPS).map(|k| libm::exp(ln_normal(STEP * f64::from(k)))).collect();
        let total: f64 = player.iter().sum();
        #[expect(clippy::cast_possible_truncation, reason = "a few steps")]
        let reach = (FORM_REACH * game_sd / step).ceil().clamp(0.0, 30.0) as i32;
        let density = |k: i32| {
            if game_sd > 0.0 { libm::exp(ln_normal(f64::from(k) * step / game_sd)) } else { 1.0 }
        };
        let form: Vec<f64> = (-reach..=reach).map(density).collect();
        let mass: f64 = form.iter().sum();
        Self {
            step,
            lowest: shift.mean - f64::from(STEPS + reach) * step,
            player: player.into_iter().map(|w| w / total).collect(),
            form: form.into_iter().map(|w| w / mass).collect(),
        }
    }

    fn nodes(&self) -> usize {
        self.player.len() + self.form.len() - 1
    }

    /// Rating points from the published rating to each node, ascending.
    pub fn offsets(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.nodes()).map(|k| self.lowest + k as f64 * self.step)
    }

    /// The strength of an honest player, drawn from the prior: the place of its lowest node.
    pub fn draw_player(&self, random: &mut Random) -> usize {
        random.place(self.player.iter().copied()).unwrap_or(0)
    }

    /// The node of one game of such a player, with the form of that game drawn.
    pub fn draw_node(&self, player: usize, random: &mut Random) -> usize {
        player + random.place(self.form.iter().copied()).unwrap_or(0)
    }

    /// Likelihood of a game by node of the player's strength, averaged over form, from the likelihood by node of the grid.
    fn mixed(&self, nodes: &Likelihood) -> Likelihood {
        let of =
            |k: usize| self.form.iter().zip(nodes.values.iter().skip(k)).map(|(w, value)| w * value).sum();
        Likelihood { ln: nodes.ln, values: (0..self.player.len()).map(of).collect() }
    }

    /// The node of the expected strength.
    pub fn centre(&self) -> usize {
        (self.player.len() + self.form.len()) / 2 - 1
    }
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChance {
    /// Its probability for an honest player at each node of the grid.
    pub chances: Vec<f64>,
    /// Its probability to be the choice of each helper that there might be; every move has as many.
    pub helpers: Vec<f64>,
    /// Mean cost of an honest choice in this position, known before the move.
    pub cost: f64,
}

/// One way of being helped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alternative {
    /// Every decision, with this probability.
    Uniform { share: f64 },
    /// Each game with probability 1/3, and there every decision with this probability.
    SomeGames { share: f64 },
    /// Every game from this one on, counted from 0.
    From { game: usize, share: f64 },
    /// Every game up to this one.
    UpTo { game: usize, share: f64 },
    /// So many critical decisions of every [`OF`]: as the costs so far tell, so that it is known before the move.
    Critical { moves: f64, share: f64 },
}

/// Every alternative with its weight; the weights add up to 1. The four kinds weigh the same.
pub fn alternatives() -> Vec<(Alternative, f64)> {
    let mut all: Vec<(Alternative, f64)> = Vec::new();
    let mut add = |kind: Vec<Alternative>| {
        let weight = 0.25 / kind.len() as f64;
        all.extend(kind.into_iter().map(|alternative| (alternative, weight)));
    };
    add(SHARES.map(|share| Alternative::Uniform { share }).into());
    add(GAME_SHARES.map(|share| Alternative::SomeGames { share }).into());
    let runs = (0..TURNS).flat_map(|game| {
        GAME_SHARES
            .into_iter()
            .flat_map(move |share| [Alternative::From { game, share }, Alternative::UpTo { game, share }])
    });
    add(runs.collect());
    let critical = CRITICAL
        .into_iter()
        .flat_map(|moves| CRITICAL_SHARES.map(|share| Alternative::Critical { moves, share }));
    add(critical.collect());
    all
}

/// How the decisions of one game are helped, without regard to which games are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pattern {
    Honest,
    Share(f64),
    Critical { moves: f64, share: f64 },
}

impl Pattern {
    /// Share of help for a decision of this place among [`OF`].
    fn share(self, place: f64) -> f64 {
        match self {
            Self::Honest => 0.0,
            Self::Share(share) => share,
            Self::Critical { moves, share } => {
                if place <= moves {
                    share
                } else {
                    0.0
                }
            }
        }
    }
}

impl Alternative {
    /// The pattern of its helped games.
    fn pattern(self) -> Pattern {
        match self {
            Self::Uniform { share }
            | Self::SomeGames { share }
            | Self::From { share, .. }
            | Self::UpTo { share, .. } => Pattern::Share(share),
            Self::Critical { moves, share } => Pattern::Critical { moves, share },
        }
    }

    /// Probability that a game is helped: 0, 1/3 or 1.
    fn chance(self, number: usize) -> f64 {
        match self {
            Self::SomeGames { .. } => GAME_CHANCE,
            Self::From { game, .. } if number < game => 0.0,
            Self::UpTo { game, .. } if number > game => 0.0,
            _ => 1.0,
        }
    }
}

impl MoveChance {
    /// Its probability at a node, and the part of it that is help, where one of the helpers gives it with the probability `share`.
    fn chance(&self, share: f64, helper: usize, node: usize) -> (f64, f64) {
        mixture(self.chances.get(node).copied().unwrap_or(0.0), self.choice(helper), share)
    }

    /// Its probability to be the choice of this helper.
    fn choice(&self, helper: usize) -> f64 {
        self.helpers.get(helper).copied().unwrap_or(0.0)
    }
}

/// The probability of a move, and the part of it that is help: `chance` for an honest player, `choice` for the helper, who gives it with
/// the probability `share`.
fn mixture(chance: f64, choice: f64, share: f64) -> (f64, f64) {
    let chance = chance.max(SMALLEST);
    let helped = share * choice.max(SMALLEST).min(MAX_RATIO * chance);
    ((1.0 - share) * chance + helped, helped)
}

/// Likelihoods of the same moves, node by node: `exp(ln)` times these values. What is 200 decimal places below the highest may count as
/// nothing.
#[derive(Clone, Debug, PartialEq)]
struct Likelihood {
    ln: f64,
    values: Vec<f64>,
}

impl Likelihood {
    /// Before the first move.
    fn one(nodes: usize) -> Self {
        Self { ln: 0.0, values: vec![1.0; nodes] }
    }

    /// Takes the highest value into the logarithm before the values become too small. They are products of probabilities, never above 1.
    fn rescale(&mut self) {
        if self.values.iter().any(|value| *value >= 1e-100) {
            return;
        }
        let highest = self.values.iter().copied().fold(0.0, f64::max);
        if highest > 0.0 {
            self.ln += libm::log(highest);
            for value in &mut self.values {
                *value /= highest;
            }
        }
    }

    fn multiply(&mut self, factors: impl Iterator<Item = f64>) {
        for (value, factor) in self.values.iter_mut().zip(factors) {
            *value *= factor;
        }
        self.rescale();
    }

    /// Takes in a game that is helped with this probability.
    fn add_game(&mut self, chance: f64, honest: &Self, helped: &Self) {
        let counts = [(1.0 - chance, honest), (chance, helped)].into_iter().filter(|(share, _)| *share > 0.0);
        let ln = counts.map(|(_, of)| of.ln).fold(f64::NEG_INFINITY, f64::max);
        let part = |share: f64, of: &Self| if share > 0.0 { share * libm::exp(of.ln - ln) } else { 0.0 };
        let (without, with) = (part(1.0 - chance, honest), part(chance, helped));
        self.ln += ln;
        self.multiply(honest.values.iter().zip(&helped.values).map(|(h, x)| without * h + with * x));
    }

    /// Logarithm of the sum over the nodes.
    fn ln_sum(&self) -> f64 {
        self.ln + libm::log(self.values.iter().sum())
    }
}

/// Costs of the decisions so far, ascending.
#[derive(Clone, Debug, Default)]
struct Costs(Vec<f64>);

impl Costs {
    /// Takes in the cost of the next decision, and says how many of `OF` decisions are as critical: its place from the top among the
    /// decisions so far.
    fn add(&mut self, cost: f64) -> f64 {
        let place = self.0.partition_point(|known| *known < cost);
        self.0.insert(place, cost);
        let from_top = (self.0.len() - place) as f64;
        from_top * OF / self.0.len() as f64
    }
}

/// One alternative with one helper.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Weighed {
    alternative: Alternative,
    helper: usize,
    /// All weights add up to 1.
    weight: f64,
    /// The place of its pattern among those of the value.
    pattern: usize,
}

/// The Bayes factor of one player, decision by decision.
#[derive(Clone, Debug)]
pub struct BayesFactor {
    grid: StrengthGrid,
    alternatives: Vec<Weighed>,
    /// Patterns with their helpers.
    patterns: Vec<(Pattern, usize)>,
    costs: Costs,
    /// Games that are over.
    games: usize,
    /// The likelihood of these by node of the player's strength, times its weight: of honest play, and of each alternative.
    honest: Likelihood,
    helped: Vec<Likelihood>,
    /// The likelihood of the decisions of the game that is on, by pattern, and node of the grid.
    running: Vec<Likelihood>,
}

impl BayesFactor {
    /// Before the first decision: value 1. `helpers` is the number of helpers that there might be; they weigh the same.
    pub fn new(grid: StrengthGrid, helpers: usize) -> Self {
        let mut patterns = vec![(Pattern::Honest, 0)];
        let mut place_of = |pattern| {
            let known = patterns.iter().position(|known| *known == pattern);
            known.unwrap_or_else(|| {
                patterns.push(pattern);
                patterns.len() - 1
            })
        };
        let mut all = Vec::new();
        for helper in 0..helpers {
            for (alternative, weight) in alternatives() {
                let pattern = place_of((alternative.pattern(), helper));
                all.push(Weighed { alternative, helper, weight: weight / helpers as f64, pattern });
            }
        }
        let honest = Likelihood { ln: 0.0, values: grid.player.clone() };
        let helped = vec![honest.clone(); all.len()];
        let running = vec![Likelihood::one(grid.nodes()); patterns.len()];
        Self { grid, alternatives: all, patterns, costs: Costs::default(), games: 0, honest, helped, running }
    }

    /// The same with as many helpers as such moves have.
    pub fn of_moves<'a>(grid: StrengthGrid, mut moves: impl Iterator<Item = &'a MoveChance>) -> Self {
        Self::new(grid, moves.next().map_or(1, |first| first.helpers.len()))
    }

    pub fn grid(&self) -> &StrengthGrid {
        &self.grid
    }

    /// Takes in the next decision of the game that is on.
    pub fn observe(&mut self, played: &MoveChance) {
        let place = self.costs.add(played.cost);
        for ((pattern, helper), nodes) in self.patterns.iter().zip(&mut self.running) {
            let (choice, share) = (played.choice(*helper), pattern.share(place));
            nodes.multiply(played.chances.iter().map(|chance| mixture(*chance, choice, share).0));
        }
    }

    /// Ends a game.
    pub fn end_game(&mut self) {
        let mixed: Vec<Likelihood> = self.running.iter().map(|nodes| self.grid.mixed(nodes)).collect();
        let honest = &mixed[0];
        self.honest.add_game(0.0, honest, honest);
        for (nodes, weighed) in self.helped.iter_mut().zip(&self.alternatives) {
            nodes.add_game(weighed.alternative.chance(self.games), honest, &mixed[weighed.pattern]);
        }
        self.games += 1;
        self.running.fill(Likelihood::one(self.grid.nodes()));
    }

    /// As if the game that is on had ended.
    fn after_game(&self) -> Self {
        let mut after = self.clone();
        after.end_game();
        after
    }

    /// Natural logarithm of the value of each alternative, helper by helper.
    pub fn each(&self) -> Vec<(Alternative, f64)> {
        self.after_game().values()
    }

    /// The same without the game that is on.
    fn values(&self) -> Vec<(Alternative, f64)> {
        let honest = self.honest.ln_sum();
        let of = |(weighed, all): (&Weighed, &Likelihood)| (weighed.alternative, all.ln_sum() - honest);
        self.alternatives.iter().zip(&self.helped).map(of).collect()
    }

    fn mean(&self, each: Vec<(Alternative, f64)>) -> f64 {
        let weights = self.alternatives.iter().map(|weighed| libm::log(weighed.weight));
        let weighted: Vec<f64> = each.into_iter().zip(weights).map(|((_, ln), weight)| ln + weight).collect();
        ln_sum(weighted.into_iter())
    }

    /// Natural logarithm of the probability of the moves as honest play.
    pub fn ln_honest(&self) -> f64 {
        self.after_game().honest.ln_sum()
    }

    /// Natural logarithm of the value.
    pub fn ln_value(&self) -> f64 {
        self.mean(self.each())
    }

    /// Ends a game, and gives the natural logarithm of the value after it.
    pub fn ln_value_after_game(&mut self) -> f64 {
        self.end_game();
        self.mean(self.values())
    }
}

/// The origin of a value: alternatives and moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Natural logarithm of the value.
    pub ln_value: f64,
    /// Share of each alternative in the value; they add up to 1.
    pub alternatives: Vec<(Alternative, f64)>,
    /// Probability of each move to have been helped, game by game: averaged over the alternatives with their shares, and over the
    /// strengths that the moves leave possible.
    pub moves: Vec<Vec<f64>>,
}

/// Shares below this add nothing that is seen to the probabilities of moves.
const NEGLIGIBLE: f64 = 1e-4;

/// Where the value of these games comes from, by Bayes' rule.
pub fn explain(grid: &StrengthGrid, games: &[Vec<MoveChance>]) -> Explanation {
    let mut value = BayesFactor::of_moves(grid.clone(), games.iter().flatten());
    // Of each game: places of its decisions, likelihoods by pattern and node.
    let mut seen: Vec<(Vec<f64>, Vec<Likelihood>)> = Vec::with_capacity(games.len());
    for game in games {
        let mut costs = value.costs.clone();
        let places = game.iter().map(|played| costs.add(played.cost)).collect();
        for played in game {
            value.observe(played);
        }
        seen.push((places, value.running.clone()));
        value.end_game();
    }
    let total = value.ln_value();
    let alternatives: Vec<(Alternative, f64)> = value
        .each()
        .into_iter()
        .zip(&value.alternatives)
        .map(|((alternative, ln), weighed)| (alternative, weighed.weight * libm::exp(ln - total)))
        .collect();
    let mut moves: Vec<Vec<f64>> = games.iter().map(|game| vec![0.0; game.len()]).collect();
    for (((alternative, share), weighed), nodes) in
        alternatives.iter().zip(&value.alternatives).zip(&value.helped)
    {
        if *share < NEGLIGIBLE {
            continue;
        }
        let whole: f64 = nodes.values.iter().sum();
        let pattern = alternative.pattern();
        for (number, (game, (places, running))) in games.iter().zip(&seen).enumerate() {
            let chance = alternative.chance(number);
            let (Some(honest), Some(running)) = (running.first(), running.get(weighed.pattern)) else {
                continue;
            };
            let (honest, helped) = (grid.mixed(honest), grid.mixed(running));
            for (k, node) in nodes.values.iter().enumerate() {
                // Probability of this strength, and that the game was helped.
                let with = chance * helped.values[k];
                let without = (1.0 - chance) * honest.values[k] * libm::exp(honest.ln - helped.ln);
                let strength = share * node / whole * with / (with + without).max(f64::MIN_POSITIVE);
                for (f, form) in grid.form.iter().enumerate() {
                    let weight =
                        strength * form * running.values[k + f] / helped.values[k].max(f64::MIN_POSITIVE);
                    if weight < NEGLIGIBLE * NEGLIGIBLE {
                        continue;
                    }
                    for ((sum, played), place) in moves[number].iter_mut().zip(game).zip(places) {
                        let (chance, helped) = played.chance(pattern.share(*place), weighed.helper, k + f);
                        *sum += weight * helped / chance;
                    }
                }
            }
        }
    }
    Explanation { ln_value: total, alternatives, moves }
}

/// Logarithm of a sum of exponentials.
fn ln_sum(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let highest = terms.clone().fold(f64::NEG_INFINITY, f64::max);
    if highest.is_finite() {
        highest + libm::log(terms.map(|t| libm::exp(t - highest)).sum())
    } else {
        highest
    }
}

#[cfg(test)]
mod tests;
