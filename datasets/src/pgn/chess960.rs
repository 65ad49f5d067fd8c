//! The numbers of the starting positions of Chess960, 0 to 959 (Reinhard Scharnagl); 518 is the usual one.

/// The FEN of a starting position. The number is taken apart by division: by 4 the bishop on white squares, by 4 the one
/// on black squares, by 6 the queen among the squares left over, and the rest, 0 to 9, the knights among the five left
/// over then. The last three squares get rook, king, rook.
pub(crate) fn fen(number: u16) -> Option<String> {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = usize::from(number);
    let mut rank = [None; 8];
    *rank.get_mut(number % 4 * 2 + 1)? = Some('b');
    *rank.get_mut(number / 4 % 4 * 2)? = Some('b');
    place(&mut rank, number / 16 % 6, 'q')?;
    let &(first, second) = KNIGHTS.get(number / 96)?;
    // The later square first, so that the count of the earlier one still holds.
    place(&mut rank, second, 'n')?;
    place(&mut rank, first, 'n')?;
    for piece in ['r', 'k', 'r'] {
        place(&mut rank, 0, piece)?;
    }
    let black: String = rank.into_iter().flatten().collect();
    let white = black.to_ascii_uppercase();
    Some(format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"))
}

/// Puts a piece on the empty square with so many empty ones before it.
fn place(rank: &mut [Option<char>; 8], nth: usize, piece: char) -> Option<()> {
    let square = rank.iter_mut().filter(|square| square.is_none()).nth(nth)?;
    *square = Some(piece);
    Some(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::fen;
    use crate::pgn::start::Opening;

    fn rank(number: u16) -> String {
        fen(number).expect("below 960").chars().take(8).collect()
    }

    #[test]
    fn known_numbers_have_their_positions() {
        // The first, the last, the usual one, and two that Scharnagl's tables print.
        for (number, expected) in
            [(0, "bbqnnrkr"), (959, "rkrnnqbb"), (518, "rnbqkbnr"), (1, "bqnbnrkr"), (534, "rnbkqbnr")]
        {
            assert_eq!(rank(number), expected, "{number}");
        }
        assert_eq!(fen(960), None);
        assert_eq!(fen(u16::MAX), None);
    }

    #[test]
    fn all_are_different_and_starting_positions() {
        let all: BTreeSet<String> = (0..960).map(|number| fen(number).expect("below 960")).collect();
        assert_eq!(all.len(), 960);
        for fen in &all {
            let opening = Opening::from_tags(Some("Chess960"), Some("1"), Some(fen));
            assert!(matches!(opening, Opening::Chess960(_)), "{fen}");
        }
    }

    /// A published set of one position for each number, 1 to 960 (which is 0), a few moves into the game, with all
    /// rights to castle: kings and rooks stand where they started.
    #[test]
    fn kings_and_rooks_stand_where_a_published_set_has_them() {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
        let folder = std::env::var_os("FAIRPLAY_DATA").map_or(beside, Into::into);
        let Ok(text) = std::fs::read_to_string(folder.join("chess960/chess960.txt")) else {
            println!("skipped: chess960.txt is not there");
            return;
        };
        let mut number = 0;
        for line in text.lines().filter(|line| line.contains(" w ") || line.contains(" b ")) {
            number += 1;
            let mut fields = line.split(' ');
            let board = fields.next().expect("a board");
            let rights = fields.nth(1).expect("rights");
            let home = board.rsplit('/').next().expect("a rank");
            let mut squares = String::new();
            for c in home.chars() {
                match c.to_digit(10) {
                    Some(empty) => squares.extend((0..empty).map(|_| ' ')),
                    None => squares.push(c),
                }
            }
            let start = rank(number % 960).to_ascii_uppercase();
            let rooks: String = start
                .chars()
                .zip('A'..='H')
                .filter(|(piece, _)| *piece == 'R')
                .map(|(_, file)| file)
                .collect();
            let mut white: Vec<char> = rights.chars().filter(char::is_ascii_uppercase).collect();
            white.sort_unstable();
            if white.len() == 2 {
                assert_eq!(white.iter().collect::<String>(), rooks, "{number}: {line}");
                assert_eq!(start.find('K'), squares.find('K'), "{number}: {line}");
            }
            let agree = start.chars().zip(squares.chars()).filter(|(a, b)| a == b).count();
            assert!(agree >= 4, "{number}: {line}");
        }
        assert_eq!(number, 960);
    }
}
