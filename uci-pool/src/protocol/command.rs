//! Commands to the engine, without the line end.

use shakmaty::uci::UciMove;
use vampirc_uci::{Serializable, UciFen, UciMessage, UciMove as VampircMove, UciSearchControl, UciSquare};

use crate::settings::Settings;

/// The text of a command, without the line end.
pub(crate) fn text(command: &UciMessage) -> String {
    let text = command.serialize();
    match command {
        // The serializer doubles spaces here and leaves one at the end; not every engine splits on runs of spaces.
        UciMessage::Go { .. } => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => text,
    }
}

/// `setoption name NAME value VALUE`; an empty value is written `<empty>`, as the protocol wants it.
pub(crate) fn setoption(name: &str, value: &str) -> UciMessage {
    UciMessage::SetOption { name: name.to_owned(), value: Some(value.to_owned()) }
}

/// `position fen FEN`, without moves: history would make the result depend on more than the position.
pub(crate) fn position(fen: &str) -> UciMessage {
    UciMessage::Position { startpos: false, fen: Some(UciFen(fen.to_owned())), moves: Vec::new() }
}

/// `go depth D nodes N`, with `searchmoves M` if one move only is asked about.
pub(crate) fn go(settings: &Settings, only: Option<UciMove>) -> UciMessage {
    let search = UciSearchControl {
        depth: Some(settings.depth),
        nodes: Some(settings.node_cap),
        mate: None,
        search_moves: only.and_then(to_vampirc).into_iter().collect(),
    };
    UciMessage::Go { time_control: None, search_control: Some(search) }
}

/// `None` for a null move or a drop, which are not moves of standard chess.
fn to_vampirc(mv: UciMove) -> Option<VampircMove> {
    let UciMove::Normal { from, to, promotion } = mv else {
        return None;
    };
    let square = |s: shakmaty::Square| UciSquare::from(s.file().char(), u8::from(s.rank()) + 1);
    let promotion = promotion.and_then(|role| role.char().to_string().parse().ok());
    Some(VampircMove { from: square(from), to: square(to), promotion })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings =
        Settings { depth: 12, multipv: 5, hash_mib: 16, node_cap: 2_000_000_000_000, decided: None };

    #[test]
    fn commands_are_spelled_as_the_protocol_wants() {
        let promotion = "a7a8n".parse().expect("a move");
        for (command, expected) in [
            (go(&SETTINGS, None), "go depth 12 nodes 2000000000000"),
            (go(&SETTINGS, Some(promotion)), "go depth 12 nodes 2000000000000 searchmoves a7a8n"),
            (setoption("Skill  Name", "two  words"), "setoption name Skill  Name value two  words"),
            (setoption("SyzygyPath", ""), "setoption name SyzygyPath value <empty>"),
            (position("8/8/8/8/8/8/8/K1k5 w - - 0 1"), "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1"),
            (UciMessage::Uci, "uci"),
            (UciMessage::IsReady, "isready"),
            (UciMessage::UciNewGame, "ucinewgame"),
            (UciMessage::Stop, "stop"),
            (UciMessage::Quit, "quit"),
        ] {
            assert_eq!(text(&command), expected);
        }
    }
}
