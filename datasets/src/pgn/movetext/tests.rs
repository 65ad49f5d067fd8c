use super::{End, Numbers, Rules, Token, WrittenResult, scan};
use crate::pgn::game::GameResult;

fn scored(result: GameResult) -> End {
    End::Result(WrittenResult { result, forfeit: false })
}

/// Moves read, and the end or the (token, reason) of the break.
fn read(text: &str) -> (Vec<String>, Result<End, (String, String)>) {
    let mut tokens = Vec::new();
    let end = scan(text.as_bytes(), Rules::STANDARD, &mut tokens)
        .map(|found| found.end)
        .map_err(|b| (text.get(b.at).expect("tokens end at characters").to_owned(), b.reason.to_string()));
    (tokens.iter().map(|Token { san, .. }| san.to_string()).collect(), end)
}

fn broken(text: &str) -> (usize, String, String) {
    let (moves, end) = read(text);
    let (token, reason) = end.expect_err(text);
    (moves.len(), token, reason)
}

#[test]
fn everything_the_standard_allows_is_read() {
    let text = "1.e4! {best} e5?! 2. Nf3 $1 ; to the end ) }\n(2. f4 exf4 (2... d5 {)}) 3. Nf3 ; )\n) \
                2... Nc6 3 Bb5 3. ... a6 4. O-O b5 5 . 0-0 exd6 e.p. 6. Nf3 e8=Q# 1/2-1/2 {agreed}";
    let (moves, end) = read(text);
    assert_eq!(moves.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 O-O b5 O-O exd6 Nf3 e8=Q#",);
    assert_eq!(end, Ok(scored(GameResult::Draw)));
}

#[test]
fn what_is_no_move_breaks_the_scan() {
    for (text, plies, token) in [
        ("1. e4 e5 2. Кf3 Nc6", 2, "Кf3"),
        ("1. e4 e5 2. ♘f3 Nc6", 2, "♘f3"),
        ("1. e4 e7-e5 2. Nf3", 1, "e7-e5"),
        ("1. e4 e5 2. Nf3 $x", 3, "$x"),
        ("1. e4 e5 2. [%clk 0:59:26] Nf3", 2, "[%clk"),
        ("1. e4 e5 2:0", 2, "2:0"),
        ("1. e4 % e5", 1, "%"),
        ("1. e4 e5 2. exd6e.p.", 2, "exd6e"),
        ("e.p. e4", 0, "e"),
        ("1. e4 \u{a0}e5", 1, "\u{a0}e5"),
    ] {
        let (seen, first, _) = broken(text);
        assert_eq!((seen, first.as_str()), (plies, token), "{text}");
    }
}

#[test]
fn brackets_have_to_match() {
    for (text, plies, reason) in [
        ("1. e4 {never closed 1-0", 1, "comment does not close"),
        ("1. e4 e5 (1... c5 {)} 1-0", 2, "variation does not close"),
        ("1. e4 ( { 1-0", 1, "comment does not close"),
        ("1. e4 } e5", 1, "comment closes that was not opened"),
        ("1. e4 ) e5", 1, "variation closes that was not opened"),
    ] {
        let (seen, _, why) = broken(text);
        assert_eq!((seen, why.as_str()), (plies, reason), "{text}");
    }
}

#[test]
fn move_numbers_have_to_fit() {
    assert_eq!(broken("1. e4 2. Nf3").2, "move number 2 where 1 was expected");
    assert_eq!(broken("23. Rd1 Kg7").2, "move number 23 where 1 was expected");
    assert_eq!(broken("1. e4 e5 3. Nf3").2, "move number 3 where 2 was expected");
    assert_eq!(broken("1... e5").2, "move number 1... where White is to move");
    assert_eq!(broken("1. 2. e4").2, "move number 2 where 1 was expected");
    assert_eq!(broken("1. e4 e5 3. 1-0").2, "move number 3 where 2 was expected");
    for fine in
        ["1. e4 1... e5", "1. e4 1. e5", "1. e4 1... 1... e5", "1. e4 e5 2. 1-0", "e4 e5 Nf3", "1. ... *"]
    {
        assert!(read(fine).1.is_ok(), "{fine}");
    }
}

#[test]
fn nothing_follows_the_result() {
    assert_eq!(broken("1. e4 1-0 e5"), (1, "e5".into(), "text after the result".into()));
    assert_eq!(broken("1. e4 1-0 0-1"), (1, "0-1".into(), "second result after the moves".into()));
    assert_eq!(read("1. e4 1-0 1-0").1, Ok(scored(GameResult::White)));
    assert_eq!(read("1. e4").1, Ok(End::Missing));
}

#[test]
fn zeros_without_a_move_are_no_castling() {
    assert_eq!(read("0-0"), (vec![], Ok(End::NobodyScored)));
    assert_eq!(read("1. e4 0-0").0, ["e4", "O-O"]);
}

#[test]
fn counted_tokens_need_not_be_standard_moves() {
    let mut tokens = Vec::new();
    let text = b"17... N@e5 18. Bxh7+ xyz 2. -- 1-0";
    let found = scan(text, Rules::COUNTED, &mut tokens).expect("words");
    assert_eq!((found.null, tokens.len()), (Some(3), 4));
}

#[test]
fn numbers_count_up_from_what_is_written_first() {
    let rules = |first, black| Rules { any_word: true, numbers: Some(Numbers { first, black }) };
    let good = |text: &str, rules| scan(text.as_bytes(), rules, &mut Vec::new()).is_ok();
    assert!(good("40... Kb3 41. Ka1 *", rules(None, true)));
    assert!(!good("40... Kb3 42. Ka1 *", rules(None, true)));
    assert!(good("7. a4 a5 8. b4 *", rules(None, false)));
    assert!(!good("7. a4 8. a5 *", rules(None, false)));
    assert!(!good("a4 a5 1. b4 *", rules(None, false)));
}

#[test]
fn a_promotion_in_brackets_is_part_of_its_move() {
    let mut tokens = Vec::new();
    let text = "1. e8(D) a1(К)+ 2. h4 (2. g4) h5(x)".as_bytes();
    let rules = Rules { any_word: true, ..Rules::STANDARD };
    scan(text, rules, &mut tokens).expect("words");
    let words: Vec<&[u8]> = tokens.iter().map(|t| &text[t.at.clone()]).collect();
    assert_eq!(words[0], b"e8(D)");
    assert_eq!(words[1], "a1(К)".as_bytes());
    // A sign of check behind the bracket is no move.
    assert_eq!(words.len(), 4, "{words:?}");
}
