//! Names, passwords and tokens in addresses on the command line. Everybody who uses the machine can read the arguments of every
//! program, so they are refused before anything else is done.

use std::ffi::OsString;

/// The refusal, with what to do instead. It repeats no part of the address.
pub(crate) const REFUSED: &str = "an address on the command line holds a name, a password or a token, which every user of this machine can \
read in the list of processes; change it if others use this machine. The address of a queue belongs into the settings file, as `nats` under \
[queue]. A source that asks for a password is followed by `fairplay serve`, which keeps the address in its file.\n";

/// The flag whose addresses may be written without `nats://`.
const QUEUE: &str = "--nats";

/// Whether an argument is an address with a login, that is, with text before the host.
pub(crate) fn is_given(arguments: impl IntoIterator<Item = OsString>) -> bool {
    let mut before = String::new();
    arguments.into_iter().any(|argument| {
        let argument = argument.to_string_lossy().into_owned();
        let of_queue = before == QUEUE || argument.split_once('=').is_some_and(|(flag, _)| flag == QUEUE);
        let found = of_queue && argument.contains('@') || has_login(&argument);
        before = argument;
        found
    })
}

fn has_login(argument: &str) -> bool {
    let mut authorities =
        argument.split("://").skip(1).filter_map(|rest| rest.split(['/', '?', '#', '\\']).next());
    authorities.any(|authority| authority.contains('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_in_any_address_is_found_and_an_at_sign_elsewhere_is_not() {
        let given = |line: &str| is_given(line.split(' ').map(OsString::from));
        for line in [
            "screen a.pgn --nats nats://hall:secret@queue:4222",
            "worker --nats=tls://token@queue:4222",
            "worker --nats hall:secret@queue:4222",
            "worker --nats=hall:secret@queue",
            "worker --nats nats://a:4222,nats://hall:se/cret@b:4222",
            "worker --nats nats://a:4222,hall:secret@b:4222",
            "watch https://me:secret@live.example/games.pgn",
            "import https://lichess.org/swiss/abcd1234 --server https://token@own.example",
            "import https://lichess.org/swiss/abcd1234 --server=HTTP://a:b@own.example",
        ] {
            assert!(given(line), "{line}");
        }
        for line in [
            "import https://lichess.org/@/rook_99 --month 2026-03 --contact arbiter@example.org",
            "screen a.pgn --nats nats://queue:4222",
            "watch https://live.example/games.pgn?who=a@b",
            "inspect me@home.pgn",
            "",
        ] {
            assert!(!given(line), "{line}");
        }
    }
}
