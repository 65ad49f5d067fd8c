#!/bin/sh
# Builds the program for release so that its bytes do not depend on the folders in which it is built.
#
#   packaging/build.sh [ARGUMENT...]    arguments are passed on to `cargo build`
#
# The same commit, Rust, C compiler and linker give the same bytes: packaging/reproduce.sh checks it on Linux.
set -eu

die() {
    printf 'build: %s\n' "$*" >&2
    exit 1
}

cd "$(dirname "$0")/.."
command -v cargo >/dev/null 2>&1 || die "cargo was not found. Get Rust from https://rustup.rs and run this again."

source=$(pwd -P)
mkdir -p "${CARGO_HOME:-$HOME/.cargo}" "${CARGO_TARGET_DIR:-target}"
cargo_home=$(cd "${CARGO_HOME:-$HOME/.cargo}" && pwd -P)
target=$(cd "${CARGO_TARGET_DIR:-target}" && pwd -P)

# Both variables are split at spaces.
case $source$cargo_home$target in
    *[[:space:]]*) die "a folder with a space in its name cannot be left out of the program: $source, $cargo_home, $target" ;;
esac

# The last that fits counts, so the folder for what is built comes after the one it may lie in.
rust=
c=
for pair in "$source=/fairplay" "$cargo_home=/cargo" "$target=/target"; do
    rust="$rust --remap-path-prefix=$pair"
    c="$c -ffile-prefix-map=$pair"
done
export RUSTFLAGS="${RUSTFLAGS-}$rust"
export CFLAGS="${CFLAGS-}$c"

# For whatever would write down the time of the build: the time of the commit.
if [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) ||
        die "this is no git checkout. Set SOURCE_DATE_EPOCH to the time of the release in seconds since 1970."
fi
export SOURCE_DATE_EPOCH

exec cargo build --release --locked -p cli "$@"
