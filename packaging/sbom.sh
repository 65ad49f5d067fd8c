#!/bin/sh
# Writes what the program is made of as a CycloneDX document: every crate with version, licence and checksum.
#
#   packaging/sbom.sh FILE.cdx.json
set -eu

[ $# -eq 1 ] || {
    printf 'usage: %s FILE.cdx.json\n' "$0" >&2
    exit 2
}
mkdir -p "$(dirname "$1")"
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
cargo cyclonedx --version >/dev/null 2>&1 || {
    printf 'sbom: cargo-cyclonedx is missing. Run: cargo install cargo-cyclonedx --locked\n' >&2
    exit 1
}

# One document lands beside the manifest of every crate of the workspace; the one of the program is kept.
cargo cyclonedx --quiet --manifest-path cli/Cargo.toml --format json --target all --override-filename sbom-of-crate
mv cli/sbom-of-crate.json "$out"
rm -f ./*/sbom-of-crate.json
