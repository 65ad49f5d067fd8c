#!/bin/sh
# Counts the instructions of the statistics with valgrind and compares them with the last figures, last.tsv beside this file:
# `make counts`. Time is noise on a shared machine; instructions are the same twice, but for the seeds of hash tables. Exit
# code 1 if a case takes over 5 % more than before. `benches/counts/run.sh --keep` writes the new figures down.
set -eu
cd "$(dirname "$0")/../.."
last=benches/counts/last.tsv
program=${CARGO_TARGET_DIR:-target}/release/counts
cargo build --release -p benches --bin counts --locked

count() {
    RAYON_NUM_THREADS=1 valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" "$1" 2>&1 >/dev/null |
        awk '/I +refs:/ { gsub(/,/, "", $NF); print $NF }'
}

found=$(mktemp)
trap 'rm -f "$found"' EXIT
nothing=$(count nothing)
"$program" | grep -v '^nothing$' | while IFS= read -r name; do
    printf '%s\t%s\n' "$name" "$(($(count "$name") - nothing))" >>"$found"
done
[ -f "$last" ] || : >"$last"
awk -F '\t' '
    FILENAME == ARGV[1] { before[$1] = $2; next }
    FNR == 1 { printf "%-34s %16s %16s %7s\n", "case", "instructions", "before", "ratio" }
    {
        if ($1 in before) {
            ratio = $2 / before[$1]
            printf "%-34s %16.0f %16.0f %7.3f\n", $1, $2, before[$1], ratio
            if (ratio > 1.05) slower = 1
        } else printf "%-34s %16.0f %16s\n", $1, $2, "new"
    }
    END { exit slower }
' "$last" "$found" && slower=0 || slower=1
if [ "${1-}" = --keep ]; then
    cp "$found" "$last"
    exit 0
fi
exit "$slower"
