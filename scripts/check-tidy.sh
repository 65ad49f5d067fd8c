#!/bin/sh
# Checks three habits of the house: a file has one idea, so it stays under 600 lines; it is named after that idea,
# so nothing is called utils, helpers, common or manager; and the code map in ARCHITECTURE.md knows every module.
set -eu
cd "$(dirname "$0")/.."

limit=600

# Tracked files and new ones that git does not ignore. Outside a checkout, everything but the build folder.
files() {
    git ls-files --cached --others --exclude-standard 2>/dev/null ||
        find . -name .git -prune -o -path ./target -prune -o -type f -print | sed 's|^\./||'
}

list=$(files | LC_ALL=C sort -u)
[ -n "$list" ] || {
    echo 'check-tidy: no files found' >&2
    exit 1
}

# A row "| `module` |" under a heading "### `crate`" against the files CRATE/src/MODULE.rs (or
# MODULE/mod.rs), both ways.
map_agrees() {
    printf '%s\n' "$list" | while IFS= read -r file; do [ ! -f "$file" ] || echo "$file"; done |
        awk '
            FILENAME != "-" {
                if (/^## /) crate = ""
                if (/^### `/) { crate = $2; gsub(/`/, "", crate) }
                if (crate != "" && /^\| `/) { name = $2; gsub(/`/, "", name); mapped[crate "/src/" name] = 1 }
                next
            }
            { sub(/\/mod\.rs$/, ".rs") }
            /^[a-z-]+\/src\/[a-z_0-9]+\.rs$/ && !/\/(lib|main)\.rs$/ {
                sub(/\.rs$/, "")
                found[$0] = 1
                if ($0 in mapped) next
                print "check-tidy: module " $0 ": give it a line in the code map of ARCHITECTURE.md" > "/dev/stderr"
                wrong = 1
            }
            END {
                for (module in mapped) if (!(module in found)) {
                    print "check-tidy: ARCHITECTURE.md names the module " module ", which is not there" > "/dev/stderr"
                    wrong = 1
                }
                exit wrong
            }' ARCHITECTURE.md -
}

printf '%s\n' "$list" | {
    wrong=0
    map_agrees || wrong=1
    seen=0
    while IFS= read -r file; do
        # A file that git still lists may be deleted in the working copy.
        [ -f "$file" ] || continue
        seen=$((seen + 1))
        case /$file in
            */util/* | */utils/* | */helper/* | */helpers/* | */common/* | */manager/* | \
                */util.* | */utils.* | */helper.* | */helpers.* | */common.* | */manager.*)
                echo "check-tidy: $file: name it after what it does" >&2
                wrong=1
                ;;
        esac
        case $file in
            # What is written day by day, and what a program writes.
            CHANGELOG.md | docs/calibration/*) ;;
            *.rs | *.sh | *.md | *.html | *.css | *.js | *.ftl | *.toml | Makefile | .ci/run)
                lines=$(wc -l <"$file")
                if [ "$lines" -ge "$limit" ]; then
                    echo "check-tidy: $file: $lines lines, the limit is under $limit; split it by idea" >&2
                    wrong=1
                fi
                ;;
        esac
    done
    [ "$wrong" -eq 0 ] || exit 1
    echo "tidy: $seen files"
}
