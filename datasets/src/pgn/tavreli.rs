//! Recognises games of Tavreli, Russian chess with towers, by their moves in either alphabet and in the notation of books,
//! `г2 – г3 г8 х в7`, or today's, `d2d4(2)`. It reads no game for use: no engine plays Tavreli.
//!
//! Rules by the federation's rules of the game (2.5, 3.1 to 3.9), as far as a few first moves need them: whether a move leaves the
//! own volkhv attacked is not looked at.

use super::result::WrittenResult;

/// Plies from the beginning of a game that have to be moves of Tavreli.
const PLIES: usize = 4;

/// Whether a text that does not read as chess is a game of Tavreli: it follows the rules for four plies, or to its end, and one
/// of these moves builds a tower of one's own or parts one, which chess does not know.
pub(super) fn recognises(text: &str) -> bool {
    let written = Written::new(text);
    let mut board = Board::new();
    let (mut read, mut evident) = (0, false);
    for ply in &written.plies {
        let Some(tower) = board.play(*ply) else { break };
        read += 1;
        evident |= tower;
    }
    let all = written.whole && read == written.plies.len();
    evident && (read >= PLIES || all)
}

/// Whether the moves say how many pieces of a tower go, `d2d4(2)`, which in chess would be a variation of a number. Numbers
/// behind every move are times.
pub(super) fn counts_pieces(text: &str) -> bool {
    let written = Written::new(text);
    let counted = written.plies.iter().filter(|ply| matches!(ply, Ply::Step { count: Some(_), .. })).count();
    let times = counted == written.plies.len() && counted > PLIES;
    counted > 0 && !times && (written.whole || written.plies.len() >= PLIES)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ply {
    Castle {
        short: bool,
    },
    /// Squares from 0 (a1) to 63 (h8); `count` pieces from the top of the tower, all without it.
    Step {
        from: usize,
        to: usize,
        count: Option<usize>,
    },
}

/// The moves at the beginning of a text that have the form of Tavreli's.
struct Written {
    plies: Vec<Ply>,
    /// They are the whole text.
    whole: bool,
}

impl Written {
    fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let mut reader = Reader { chars: &chars, at: 0 };
        let mut plies = Vec::new();
        loop {
            reader.between();
            if reader.at_end() {
                return Self { plies, whole: true };
            }
            let Some(ply) = reader.ply() else { return Self { plies, whole: false } };
            plies.push(ply);
        }
    }
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let c = self.peek().filter(|c| wanted(*c))?;
        self.at += 1;
        Some(c)
    }

    fn spaces(&mut self) {
        while self.next_if(char::is_whitespace).is_some() {}
    }

    /// Passes over spaces, comments and move numbers.
    fn between(&mut self) {
        loop {
            let start = self.at;
            while self.next_if(|c| c.is_whitespace() || matches!(c, '.' | '!' | '?')).is_some() {}
            if self.next_if(|c| c == '{').is_some() {
                while self.next_if(|c| c != '}').is_some() {}
                self.at += 1;
            }
            let number = self.at;
            while self.next_if(|c| c.is_ascii_digit()).is_some() {}
            // A number without a point is the beginning of something else.
            if self.at > number && self.peek() != Some('.') {
                self.at = number;
            }
            if self.at == start {
                return;
            }
        }
    }

    /// The end of the text, or a result behind which nothing stands.
    fn at_end(&self) -> bool {
        let rest: String = self.chars.get(self.at..).unwrap_or_default().iter().take(20).collect();
        rest.is_empty() || WrittenResult::from_word(rest.trim().as_bytes()).is_some()
    }

    fn ply(&mut self) -> Option<Ply> {
        let castle = |c: char| matches!(c, '0' | 'O' | 'o' | 'О' | 'о');
        if self.peek().is_some_and(castle) {
            let mut parts = 0;
            while self.next_if(castle).is_some() {
                parts += 1;
                if self.next_if(|c| c == '-').is_none() {
                    break;
                }
            }
            self.marks();
            return matches!(parts, 2 | 3).then_some(Ply::Castle { short: parts == 2 });
        }
        let before = self.count();
        let from = self.square()?;
        self.spaces();
        if self.next_if(|c| matches!(c, '-' | 'x' | 'х' | '×' | ':')).is_some() {
            self.spaces();
        }
        let to = self.square()?;
        let count = before.or_else(|| self.count());
        self.marks();
        Some(Ply::Step { from, to, count })
    }

    /// `(2)`
    fn count(&mut self) -> Option<usize> {
        let start = self.at;
        let mut read = || {
            self.next_if(|c| c == '(')?;
            let mut count = 0;
            while let Some(digit) = self.next_if(|c| c.is_ascii_digit()).and_then(|c| c.to_digit(10)) {
                count = count * 10 + usize::try_from(digit).ok().filter(|_| count < 10)?;
            }
            self.next_if(|c| c == ')')?;
            // There are 32 pieces.
            (1..=32).contains(&count).then_some(count)
        };
        let count = read();
        if count.is_none() {
            self.at = start;
        }
        count
    }

    fn square(&mut self) -> Option<usize> {
        let file = self.next_if(|c| FILES.iter().any(|files| files.contains(c)))?;
        let file = FILES.iter().find_map(|files| files.chars().position(|known| known == file))?;
        let rank = self.next_if(|c| ('1'..='8').contains(&c))?.to_digit(10)?;
        Some((usize::try_from(rank).ok()? - 1) * 8 + file)
    }

    fn marks(&mut self) {
        while self.next_if(|c| matches!(c, '+' | '#' | '=')).is_some() {}
    }
}

/// The files in Latin letters and in Cyrillic ones.
const FILES: [&str; 2] = ["abcdefgh", "абвгдежз"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Volkhv,
    Prince,
    Ratoborets,
    Archer,
    Horseman,
    Helgi,
    /// With what it becomes on the last rank, by the file it began on.
    Warrior,
}

#[derive(Clone, Copy, Debug)]
struct Man {
    white: bool,
    kind: Kind,
    /// The file from 0 (a) that it began on.
    file: usize,
    moved: bool,
}

/// Towers from the bottom up.
struct Board {
    squares: Vec<Vec<Man>>,
    white: bool,
    /// The square that a warrior crossed in the last move.
    crossed: Option<usize>,
}

const PROMOTED: [Kind; 8] = [
    Kind::Ratoborets,
    Kind::Horseman,
    Kind::Archer,
    Kind::Prince,
    Kind::Helgi,
    Kind::Archer,
    Kind::Horseman,
    Kind::Ratoborets,
];

const BACK: [Kind; 8] = [
    Kind::Ratoborets,
    Kind::Horseman,
    Kind::Archer,
    Kind::Prince,
    Kind::Volkhv,
    Kind::Archer,
    Kind::Horseman,
    Kind::Ratoborets,
];

impl Board {
    fn new() -> Self {
        let mut squares = vec![Vec::new(); 64];
        for (file, kind) in BACK.into_iter().enumerate() {
            let man = |white, kind| Man { white, kind, file, moved: false };
            squares[file].push(man(true, kind));
            squares[8 + file].push(man(true, Kind::Warrior));
            squares[48 + file].push(man(false, Kind::Warrior));
            squares[56 + file].push(man(false, kind));
        }
        Self { squares, white: true, crossed: None }
    }

    fn top(&self, square: usize) -> Option<&Man> {
        self.squares.get(square)?.last()
    }

    /// Plays a move and says whether it builds a tower of one's own or parts one; `None` if it is none.
    fn play(&mut self, ply: Ply) -> Option<bool> {
        match ply {
            Ply::Castle { short } => self.castle(short).then_some(false),
            Ply::Step { from, to, count } => self.step(from, to, count),
        }
    }

    fn castle(&mut self, short: bool) -> bool {
        let base = if self.white { 0 } else { 56 };
        let (rook, between, king_to, rook_to) = if short { (7, 5..7, 6, 5) } else { (0, 1..4, 2, 3) };
        let alone = |square: usize, kind: Kind| {
            let tower = self.squares.get(square).map(Vec::as_slice).unwrap_or_default();
            matches!(tower, [man] if man.white == self.white && man.kind == kind && !man.moved)
        };
        let empty = |file: usize| self.top(base + file).is_none();
        if !alone(base + 4, Kind::Volkhv)
            || !alone(base + rook, Kind::Ratoborets)
            || !between.clone().all(empty)
        {
            return false;
        }
        for (from, to) in [(base + 4, base + king_to), (base + rook, base + rook_to)] {
            if let Some(mut man) = self.squares[from].pop() {
                man.moved = true;
                self.squares[to].push(man);
            }
        }
        self.crossed = None;
        self.white = !self.white;
        true
    }

    fn step(&mut self, from: usize, to: usize, count: Option<usize>) -> Option<bool> {
        let leader = *self.top(from).filter(|man| man.white == self.white)?;
        let height = self.squares.get(from)?.len();
        let count = count.unwrap_or(height);
        let goal = self.top(to).copied();
        if count == 0 || count > height || from == to || !self.goes(leader, from, to) {
            return None;
        }
        // Nobody steps onto a volkhv but the other volkhv, and he not onto him either.
        if goal.is_some_and(|man| man.kind == Kind::Volkhv) {
            return None;
        }
        let own_tower = goal.is_some_and(|man| man.white == self.white);
        let passing = leader.kind == Kind::Warrior && self.crossed == Some(to) && from % 8 != to % 8;
        if passing && !own_tower {
            let beside = from / 8 * 8 + to % 8;
            let taken = self.squares.get_mut(beside)?.pop()?;
            self.squares[to].push(taken);
        }
        let part = self.squares[from].split_off(height - count);
        self.squares[to].extend(part.into_iter().map(|man| Man { moved: true, ..man }));
        self.crossed =
            (leader.kind == Kind::Warrior && from.abs_diff(to) == 16).then_some(usize::midpoint(from, to));
        for file in 0..8 {
            for (square, white) in [(56 + file, true), (file, false)] {
                if let Some(man) = self.squares[square].last_mut()
                    && man.white == white
                    && man.kind == Kind::Warrior
                {
                    man.kind = PROMOTED[man.file % 8];
                }
            }
        }
        self.white = !self.white;
        Some(own_tower || count < height)
    }

    /// Whether a piece on top of a tower goes from one square to another.
    fn goes(&self, man: Man, from: usize, to: usize) -> bool {
        let (across, along) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
        let straight = || (across == 0 || along == 0) && self.free(from, to);
        let diagonal = || across == along && self.free(from, to);
        let jump = matches!((across, along), (1, 2) | (2, 1));
        match man.kind {
            Kind::Volkhv => across.max(along) == 1,
            Kind::Prince => straight() || diagonal(),
            Kind::Ratoborets => straight(),
            Kind::Archer => diagonal(),
            Kind::Horseman => jump,
            Kind::Helgi => jump || straight() || diagonal(),
            Kind::Warrior => {
                let forward = if man.white { to > from } else { to < from };
                let goal = self.top(to).map(|goal| goal.white == man.white);
                let first = from / 8 == if man.white { 1 } else { 6 } && !man.moved;
                forward
                    && match (across, along) {
                        (0, 1) => goal != Some(false),
                        (0, 2) => first && goal != Some(false) && self.free(from, to),
                        (1, 1) => goal == Some(false) || self.crossed == Some(to),
                        _ => false,
                    }
            }
        }
    }

    /// Whether the squares between two squares of a line are empty.
    fn free(&self, from: usize, to: usize) -> bool {
        let towards = |a: usize, b: usize| b.cmp(&a) as isize;
        let step = towards(from / 8, to / 8) * 8 + towards(from % 8, to % 8);
        let mut square = from;
        loop {
            let Some(next) = square.checked_add_signed(step) else { return false };
            square = next;
            if square == to {
                return true;
            }
            if square > 63 || self.top(square).is_some() {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{counts_pieces, recognises};

    /// The game of the federation's book in Latin letters, 43 plies.
    const BOOK: &str = "1. d2-d3 d8xc7 2. b1-c3 h8xh7 3. g1-f3 c8xb7 4. e2-e4 g7-g5 5. c1xg5 f7-f6 6. d1-d2 f8-h6 7. g5-e3 d7-d5 \
        8. c3xd5 h7xe7 9. d5-c3 h6-g7 10. a1xa2 a7-a6 11. f1xd3 c7xb7 12. a2-a4 a8xa6 13. 0-0 f6-f5 14. a4-c4 f5xe4 \
        15. (1)d3xe4 e7xe4 16. c3xe4 (2)b7xe4 17. d3xe4 g7xb2 18. d2-b4 a6-a1 19. f1xa1 b2xa1 20. b4-a4+ b8-c6 21. a4xa1 g8-f6 \
        22. f3-d2 1-0";

    fn cyrillic(text: &str) -> String {
        let letters = |c: char| match "abcdefgh".find(c) {
            Some(at) => "абвгдежз".chars().nth(at).unwrap_or(c),
            None if c == 'x' => 'х',
            None => c,
        };
        text.chars().map(letters).collect()
    }

    #[test]
    fn games_are_recognised_in_both_alphabets_and_notations() {
        let spaced =
            BOOK.replace('x', " x ").replace('-', " - ").replace("0 - 0", "0-0").replace("1 - 0", "1-0");
        let plain = BOOK.replace(['x', '-'], "").replace("00", "0-0").replace(" 10", " 1-0");
        let today = plain.replace("(1)d3e4", "d3e4(1)").replace("(2)b7e4", "b7e4(2)");
        for text in [BOOK, &spaced, &plain, &today] {
            assert!(recognises(text), "{text}");
            assert!(recognises(&cyrillic(text)), "{text}");
        }
        // To its last move: the rules are those of the book.
        let all = super::Written::new(BOOK);
        let mut board = super::Board::new();
        assert_eq!((all.plies.len(), all.whole), (43, true));
        assert!(all.plies.iter().all(|ply| board.play(*ply).is_some()));
        // Short ones to their end.
        assert!(recognises("1. г2 - г3 г8 х в7"));
        assert!(recognises("1. d2 - d3 d8 x c7 *"));
        assert!(recognises("1. d1xd2 {онъ} e7-e5 2. d2-d4(1) e5-e4 3. junk"));
    }

    #[test]
    fn chess_is_no_tavreli() {
        for text in [
            "1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. f1-b5 a7-a6 *",
            "1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5a5 1-0",
            // No chess, and none of Tavreli's: e4-e6, and a rook through a warrior.
            "1. e2-e4 e7-e5 2. e4-e6 *",
            "1. a1-a3 a7-a6 *",
            "1. e4 e5 2. Nf3 Nc6",
            "",
        ] {
            assert!(!recognises(text), "{text}");
            assert!(!counts_pieces(text), "{text}");
        }
    }

    #[test]
    fn numbers_of_pieces_are_told_from_times() {
        assert!(counts_pieces("1. d2d4(2) d7d5 2. c2c4 *"));
        assert!(counts_pieces("1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 (2)d5a5 1-0"));
        assert!(!counts_pieces("1. e2e4(5) e7e5(12) 2. g1f3(3) b8c6(20) 3. f1b5(8) *"));
        assert!(!counts_pieces("1. e2e4 (1. d2d4) e7e5 *"));
        assert!(!counts_pieces("1. e4 (2) e5"));
    }
}
