//! The engine's answers to the positions of an event, found again by position.

use std::collections::{BTreeSet, HashMap};

use datasets::Programs;
use sha2::{Digest, Sha256};
use shakmaty::uci::UciMove;
use uci_pool::{Evaluation, Value, hex};

/// Result of a search, with the move it was restricted to, if any.
type Answered = (Option<UciMove>, Result<Evaluation, String>);

/// The answers, by position.
#[derive(Debug, Default)]
pub struct Evaluations {
    answers: HashMap<String, Vec<Answered>>,
    /// Evaluations by the program that gave them; empty where they were read from a file that does not say.
    pub programs: Programs,
}

impl Evaluations {
    /// The evaluation of a position, or the reason why there is none; `None` if it was never asked for.
    pub fn position(&self, fen: &str) -> Option<&Result<Evaluation, String>> {
        self.get(fen, None)
    }

    /// The evaluation of one move searched apart.
    pub fn apart(&self, fen: &str, played: UciMove) -> Option<&Result<Evaluation, String>> {
        self.get(fen, Some(played))
    }

    fn get(&self, fen: &str, only: Option<UciMove>) -> Option<&Result<Evaluation, String>> {
        let answers = self.answers.get(fen)?;
        answers.iter().find(|(of, _)| *of == only).map(|(_, answer)| answer)
    }

    pub fn insert(&mut self, fen: String, only: Option<UciMove>, answer: Result<Evaluation, String>) {
        let answers = self.answers.entry(fen).or_default();
        match answers.iter_mut().find(|(of, _)| *of == only) {
            Some((_, old)) => *old = answer,
            None => answers.push((only, answer)),
        }
    }

    /// Every answer, in no order.
    fn each(&self) -> impl Iterator<Item = (&str, Option<UciMove>, &Result<Evaluation, String>)> {
        self.answers.iter().flat_map(|(fen, answers)| {
            let answers = answers.iter();
            answers.map(|(only, answer)| (fen.as_str(), *only, answer))
        })
    }

    /// Every answer in order of position: the position, the move the search was restricted to, and what it found or why it
    /// found nothing.
    pub fn all(&self) -> Vec<(&str, Option<UciMove>, &Result<Evaluation, String>)> {
        let mut all: Vec<_> = self.each().collect();
        let written = |only: Option<UciMove>| only.map_or_else(String::new, |mv| mv.to_string());
        all.sort_by(|a, b| a.0.cmp(b.0).then_with(|| written(a.1).cmp(&written(b.1))));
        all
    }

    /// Failed positions with their reasons, sorted.
    pub fn failures(&self) -> BTreeSet<(String, String)> {
        self.each()
            .filter_map(|(fen, _, answer)| Some((fen.to_owned(), answer.as_ref().err()?.clone())))
            .collect()
    }

    /// SHA-256 over every position, restriction and evaluation, in order of position: two runs that saw one
    /// different bit differ here.
    pub fn sha256(&self) -> String {
        let mut hash = Sha256::new();
        for (fen, only, answer) in self.all() {
            let only = only.map_or_else(String::new, |mv| mv.to_string());
            let body = answer.as_ref().map(Evaluation::encode).unwrap_or_default();
            for part in [fen.as_bytes(), only.as_bytes(), &body] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        hex(&hash.finalize())
    }
}

/// The value of a move searched apart.
pub fn value_apart(evaluation: &Evaluation) -> Option<Value> {
    evaluation.lines().first().map(|line| line.value)
}
