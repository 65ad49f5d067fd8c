#!/bin/sh
# Installs what a fresh Debian machine with Rust lacks, and nothing that is already there.
#
#   scripts/setup.sh demo|bench         C compiler (SQLite and zstd are built from source), make, a UCI engine
#   scripts/setup.sh test               the same, Chromium with its driver, a NATS server, and hunspell with dictionaries
#   scripts/setup.sh lint               C compiler, make, rustfmt, clippy and cargo-deny (built from source: minutes, once)
#   scripts/setup.sh fuzz               C compiler and make
#   scripts/setup.sh counts             the same, and valgrind
#
# An engine counts as present if FAIRPLAY_ENGINE names one, if `stockfish` is on PATH, or if Debian's lies in
# /usr/games. Silent when all is there. Safe to run again. Must never touch anything outside apt, rustup and cargo's
# own folder.
set -eu

# The version of cargo-deny that deny.toml was written for.
cargo_deny=0.20.2

say() { printf 'setup: %s\n' "$*" >&2; }

die() {
    say "$1"
    shift
    for line in "$@"; do printf '       %s\n' "$line" >&2; done
    exit 1
}

mode=${1-demo}
case $mode in
    demo | test | bench | lint | fuzz | counts) ;;
    *)
        printf 'usage: %s demo|test|bench|lint|fuzz|counts\n' "$0" >&2
        exit 2
        ;;
esac

# A shell that was open while Rust was installed does not have cargo's folder on its path yet.
PATH=$PATH:${CARGO_HOME:-${HOME:-/root}/.cargo}/bin
export PATH

if ! command -v cargo >/dev/null 2>&1; then
    die "cargo was not found. Get Rust from https://rustup.rs:" \
        "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" \
        "then open a new shell and run this again."
fi

# A compiler without the C library's headers cannot build SQLite, so it is tried rather than looked for.
compiler_works() {
    scratch=$(mktemp -d) || return 1
    works=0
    printf '#include <stdlib.h>\nint main(void) { return EXIT_SUCCESS; }\n' |
        cc -x c - -o "$scratch/program" >/dev/null 2>&1 || works=1
    rm -rf "$scratch"
    return "$works"
}

engine_is_there() {
    if [ -n "${FAIRPLAY_ENGINE-}" ]; then
        command -v -- "$FAIRPLAY_ENGINE" >/dev/null 2>&1 ||
            die "FAIRPLAY_ENGINE is set to '$FAIRPLAY_ENGINE', which is not a program that can be run." \
                "Point it at a UCI engine, or unset it to use Stockfish."
        return 0
    fi
    command -v stockfish >/dev/null 2>&1 || [ -x /usr/games/stockfish ]
}

packages=
compiler_works || packages="$packages gcc libc6-dev"
command -v make >/dev/null 2>&1 || packages="$packages make"
case $mode in
    lint | fuzz | counts) ;;
    *) engine_is_there || packages="$packages stockfish" ;;
esac
# The tests of the pages drive a browser. Both come as one version, so both are named.
if [ "$mode" = test ]; then
    command -v chromedriver >/dev/null 2>&1 || packages="$packages chromium chromium-driver"
    command -v openssl >/dev/null 2>&1 || packages="$packages openssl"
    command -v nats-server >/dev/null 2>&1 || [ -x /usr/sbin/nats-server ] || packages="$packages nats-server"
    for dictionary in en_GB:en-gb ru_RU:ru uk_UA:uk; do
        [ -e "/usr/share/hunspell/${dictionary%:*}.dic" ] || packages="$packages hunspell-${dictionary#*:}"
    done
    command -v hunspell >/dev/null 2>&1 || packages="$packages hunspell"
fi
if [ "$mode" = counts ]; then
    command -v valgrind >/dev/null 2>&1 || packages="$packages valgrind"
fi
packages=${packages# }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env "$@"
    elif [ -t 0 ]; then
        sudo env "$@"
    else
        # Nobody is there to type a password.
        sudo -n env "$@"
    fi
}

if [ -n "$packages" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        die "missing: $packages (Debian's names), and apt-get is not here to fetch them." \
            "Install them in the way of your system." \
            "For an engine outside PATH set FAIRPLAY_ENGINE=/path/to/engine."
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
        die "missing: $packages. You are not root and sudo is not installed. As root, run:" \
            "apt-get update && apt-get install -y --no-install-recommends $packages" \
            "then run this again."
    fi
    if [ "$(id -u)" -ne 0 ] && [ -t 0 ]; then
        printf 'setup: install %s with sudo apt-get? [Y/n] ' "$packages" >&2
        read -r answer
        case $answer in
            '' | [Yy]*) ;;
            *) die "not installed: $packages" ;;
        esac
    fi
    say "installing $packages"
    # Old lists may still do, so a failed update is not the end.
    as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 update >&2 ||
        say "apt-get update failed; trying with the lists at hand"
    # The names are meant to split into words.
    # shellcheck disable=SC2086
    as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 \
        install --no-install-recommends $packages >&2 ||
        die "apt-get could not install: $packages" \
            "Check the network and run this again, or install them in another way."
    compiler_works || die "gcc is installed, yet a program of two lines does not compile with cc."
fi

# `cargo fmt` and `cargo clippy` are separate parts of a Rust installation.
if [ "$mode" = lint ]; then
    for part in fmt clippy; do
        cargo "$part" --version >/dev/null 2>&1 && continue
        case $part in
            fmt) component=rustfmt ;;
            *) component=$part ;;
        esac
        command -v rustup >/dev/null 2>&1 ||
            die "cargo $part is missing, and rustup is not here to add it." \
                "Install $component in the way you installed Rust."
        say "adding $component"
        rustup --quiet component add "$component" >&2
    done
    if ! cargo deny --version >/dev/null 2>&1; then
        say "building cargo-deny $cargo_deny, which checks licences; this takes some minutes, once"
        # Without the target folder of the project: what is built there is a different program.
        env -u CARGO_TARGET_DIR cargo install --quiet --locked --version "$cargo_deny" cargo-deny >&2 ||
            die "cargo-deny could not be built." "Check the network and run this again."
    fi
fi
