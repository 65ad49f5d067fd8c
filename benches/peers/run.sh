#!/bin/sh
# Measures fairplay beside what arbiters script today, one after the other on this machine, each with one engine process:
# `benches/peers/run.sh [EVENT.pgn] [GAMES]`. python-chess is installed into a temporary folder; nothing of it is kept.
# Needs python3 with venv, and an engine. Prints a table; README.md beside this file says what it means.
set -eu
cd "$(dirname "$0")/../.."
event=${1:-datasets/samples/rigo-memorial-2025.pgn}
games=${2:-10}
engine=${FAIRPLAY_ENGINE:-$(command -v stockfish || echo /usr/games/stockfish)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet 'chess==1.11.2'
cargo build --release -p benches --bin overhead --locked

# Twice each, to see whether a procedure repeats itself.
for procedure in lines warm apart time; do
    for run in 1 2; do
        "$folder/venv/bin/python" benches/peers/loop.py "$procedure" "$event" "$games" "$engine" > "$folder/$procedure-$run.json"
    done
done
target=${CARGO_TARGET_DIR:-target}
"$target/release/overhead" "$event" 1 "$games" > "$folder/overhead.txt"

"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import json, pathlib, sys

folder = pathlib.Path(sys.argv[1])
print("procedure  positions  searches  seconds  positions/s  games/core-hour  same first move  same value")
for procedure in ("lines", "warm", "apart", "time"):
    one, two = (json.loads((folder / f"{procedure}-{run}.json").read_text()) for run in (1, 2))
    seconds = min(one["seconds"], two["seconds"])
    pairs = list(zip(one["first"], two["first"]))
    move = sum(a[0] == b[0] for a, b in pairs) / len(pairs)
    value = sum(a == b for a, b in pairs) / len(pairs)
    rate = one["positions"] / seconds
    hour = one["games"] * 3600 / seconds
    print(
        f"{procedure:<9} {one['positions']:>10} {one['searches']:>9} {seconds:>8} {rate:>12.2f} {hour:>16.0f}"
        f" {move:>16.1%} {value:>11.1%}"
    )
PYTHON
echo
echo "fairplay, the same event and games:"
cat "$folder/overhead.txt"
