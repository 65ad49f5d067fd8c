#!/bin/sh
# Runs targets of `fuzz` under libFuzzer, which keeps inputs that take new branches: scripts/fuzz_guided.sh SECONDS [TARGET...]
# Needs a C++ compiler and the stable toolchain. New inputs are kept under fuzz/findings/guided, findings beside them.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift
[ $# -gt 0 ] || set -- $(cargo run --quiet --locked --profile fuzz -p fuzz -- list | awk '{print $1}')
host=$(rustc -vV | sed -n 's/^host: //p')
# The same versions as the program; libFuzzer alone is added.
cp Cargo.lock fuzz/guided/Cargo.lock
passes='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters'
passes="$passes -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
out=${CARGO_TARGET_DIR:-target}/guided
RUSTFLAGS="$passes" cargo build --release --quiet --target "$host" --target-dir "$out" --manifest-path fuzz/guided/Cargo.toml
failed=0
for target in "$@"; do
    kept=fuzz/findings/guided/$target
    mkdir -p "$kept"
    echo "$target, $seconds s"
    FUZZ_TARGET=$target "$out/$host/release/fuzz-guided" -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=4096 \
        -print_final_stats=1 -verbosity=0 -artifact_prefix="$kept/finding-" "$kept" "fuzz/seeds/$target" || failed=1
done
exit $failed
