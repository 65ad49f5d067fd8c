#!/bin/sh
# Builds the commit that is checked out twice, in two folders of different length, each with a target folder and a
# cargo home of its own, and compares the programs byte by byte. Changes that are not committed are left out.
#
#   packaging/reproduce.sh [FOLDER] [ARGUMENT...]    FOLDER must not exist yet and is removed at the end;
#                                                    arguments are passed on to `cargo build`
#
# If the programs differ, the folder stays, and both are named.
set -eu

say() { printf 'reproduce: %s\n' "$*" >&2; }

cd "$(dirname "$0")/.."
folder=
case ${1-} in
    '' | -*) folder=$(mktemp -d) ;;
    *)
        mkdir -p "$(dirname "$1")"
        mkdir "$1"
        folder=$(cd "$1" && pwd -P)
        shift
        ;;
esac
registry=${CARGO_HOME:-$HOME/.cargo}/registry
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH

build() {
    place=$1
    shift
    mkdir -p "$place/source" "$place/cargo/registry"
    git archive "$commit" | tar -x -C "$place/source"
    # What cargo has fetched already is not fetched twice.
    for part in cache index; do
        if [ -d "$registry/$part" ]; then cp -R "$registry/$part" "$place/cargo/registry/"; fi
    done
    start=$(date +%s)
    CARGO_HOME=$place/cargo CARGO_TARGET_DIR=$place/target "$place/source/packaging/build.sh" --quiet "$@"
    say "built in $place in $((($(date +%s) - start + 30) / 60)) minutes"
    mv "$place/target/release/fairplay" "$place/fairplay"
    rm -rf "$place/target" "$place/cargo"
}

one=$folder/one
other=$folder/another-folder/with-a-longer-name
build "$one" "$@"
build "$other" "$@"
sha256sum "$one/fairplay" "$other/fairplay"
if ! cmp -s "$one/fairplay" "$other/fairplay"; then
    say "the programs differ in $(cmp -l "$one/fairplay" "$other/fairplay" 2>/dev/null | wc -l) bytes"
    exit 1
fi
say "both programs have the same bytes"
rm -rf "$folder"
