//! Commands to the engine, without the line end.

use shakmaty::uci::UciMove;
use vampirc_uci::{
    Serializable, UciFen, UciMessage, UciMove as VampircMove, UciPiece, UciSearchControl, UciSquare,
};

use crate::settings::Settings;

pub(crate) fn uci() -> String {
    UciMessage::Uci.serialize()
}

pub(crate) fn isready() -> String {
    UciMessage::IsReady.serialize()
}

pub(crate) fn ucinewgame() -> String {
    UciMessage::UciNewGame.serialize()
}

pub(crate) fn stop() -> String {
    UciMessage::Stop.serialize()
}

pub(crate) fn quit() -> String {
    UciMessage::Quit.serialize()
}

/// `setoption name NAME value VALUE`; an empty value is written `<empty>`, as the protocol wants it.
pub(crate) fn setoption(name: &str, value: &str) -> String {
    UciMessage::SetOption { name: name.to_owned(), value: Some(value.to_owned()) }.serialize()
}

/// `position fen FEN`, without moves: history would make the result depend on more than the position.
pub(crate) fn position(fen: &str) -> String {
    UciMessage::Position { startpos: false, fen: Some(UciFen(fen.to_owned())), moves: Vec::new() }.serialize()
}

/// `go depth D nodes N`, with `searchmoves M` if one move only is asked about.
pub(crate) fn go(settings: &Settings, only: Option<UciMove>) -> String {
    let search = UciSearchControl {
        depth: Some(settings.depth),
        nodes: Some(settings.node_cap),
        mate: None,
        search_moves: only.and_then(to_vampirc).into_iter().collect(),
    };
    let text = UciMessage::Go { time_control: None, search_control: Some(search) }.serialize();
    // The serializer doubles spaces and leaves one at the end; not every engine splits on runs of spaces.
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `None` for a null move or a drop, which are not moves of standard chess.
fn to_vampirc(mv: UciMove) -> Option<VampircMove> {
    let UciMove::Normal { from, to, promotion } = mv else {
        return None;
    };
    let square = |s: shakmaty::Square| UciSquare::from(s.file().char(), u8::from(s.rank()) + 1);
    let promotion = promotion.map(|role| match role {
        shakmaty::Role::Pawn => UciPiece::Pawn,
        shakmaty::Role::Knight => UciPiece::Knight,
        shakmaty::Role::Bishop => UciPiece::Bishop,
        shakmaty::Role::Rook => UciPiece::Rook,
        shakmaty::Role::Queen => UciPiece::Queen,
        shakmaty::Role::King => UciPiece::King,
    });
    Some(VampircMove { from: square(from), to: square(to), promotion })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings =
        Settings { depth: 12, multipv: 5, hash_mib: 16, node_cap: 2_000_000_000_000, decided: None };

    #[test]
    fn commands_are_spelled_as_the_protocol_wants() {
        assert_eq!(go(&SETTINGS, None), "go depth 12 nodes 2000000000000");
        let promotion = "a7a8n".parse().expect("a move");
        assert_eq!(go(&SETTINGS, Some(promotion)), "go depth 12 nodes 2000000000000 searchmoves a7a8n");
        assert_eq!(setoption("Skill  Name", "two  words"), "setoption name Skill  Name value two  words");
        assert_eq!(setoption("SyzygyPath", ""), "setoption name SyzygyPath value <empty>");
        assert_eq!(position("8/8/8/8/8/8/8/K1k5 w - - 0 1"), "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(
            [uci(), isready(), ucinewgame(), stop(), quit()].join(" "),
            "uci isready ucinewgame stop quit"
        );
    }
}
