#!/bin/sh
# Makes the Debian package, debian/fairplay_VERSION_ARCHITECTURE.deb in cargo's target folder, and prints its path.
#
#   packaging/deb.sh [--no-build]    with --no-build the program in cargo's target folder is taken as it is
set -eu

die() {
    printf 'deb: %s\n' "$*" >&2
    exit 1
}

build=packaging/build.sh
case ${1-} in
    '') ;;
    --no-build) build=true ;;
    *)
        printf 'usage: %s [--no-build]\n' "$0" >&2
        exit 2
        ;;
esac

cd "$(dirname "$0")/.."
cargo deb --version >/dev/null 2>&1 || die "cargo-deb is missing. Run: cargo install cargo-deb --locked"
command -v dpkg-shlibdeps >/dev/null 2>&1 || die "dpkg-shlibdeps is missing. Run: apt-get install dpkg-dev"

"$build"
release=${CARGO_TARGET_DIR:-target}/release
program=$release/fairplay
[ -x "$program" ] || die "there is no $program. Run this without --no-build."

# The package takes these from here (cli/Cargo.toml).
rm -rf "$release/package"
mkdir -p "$release/package"
"$program" manual "$release/package/manual"
# Without the time, so that the same pages have the same bytes.
gzip -9n "$release"/package/manual/*.1
"$program" completions bash >"$release/package/fairplay"
"$program" completions zsh >"$release/package/_fairplay"
"$program" completions fish >"$release/package/fairplay.fish"

# The times of the files in the package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
# Not stripped further, so that the program in the package has the bytes that packaging/reproduce.sh makes.
cargo deb --quiet -p cli --locked --no-build --no-strip
