#!/bin/sh
# Checks the licence of every crate that is built, tested or benchmarked against a list of licences which may
# be combined under GPL-3.0-or-later. Needs cargo and awk, nothing else.
#
# To allow a licence, add its SPDX name to `allowed` below and say in the commit which crate needs it and why
# it may be combined. A crate without a licence expression fails.
set -eu
cd "$(dirname "$0")/.."

# An SPDX expression is true if it can be satisfied by allowed licences alone. `A/B` is the old way of `A OR B`.
judge='
BEGIN {
    names = "MIT MIT-0 Apache-2.0 BSD-2-Clause BSD-3-Clause BSL-1.0 CC0-1.0 GPL-3.0-or-later ISC"
    names = names " Unicode-3.0 Unlicense Zlib 0BSD"
    n = split(names, list, " ")
    for (i = 1; i <= n; i++) allowed[list[i]] = 1
    exception["LLVM-exception"] = 1
}
# expression = term { OR term }; term = factor { AND factor }; factor = "(" expression ")" | name [ WITH name ]
function expression(   ok, right) {
    ok = term()
    while (token[at] == "OR") { at++; right = term(); ok = ok || right }
    return ok
}
function term(   ok, right) {
    ok = factor()
    while (token[at] == "AND") { at++; right = factor(); ok = ok && right }
    return ok
}
function factor(   ok) {
    if (token[at] == "(") {
        at++
        ok = expression()
        if (token[at] != ")") return 0
        at++
        return ok
    }
    ok = (token[at] in allowed)
    at++
    if (token[at] == "WITH") {
        ok = ok && (token[at + 1] in exception)
        at += 2
    }
    return ok
}
function satisfied(text,   count, ok) {
    gsub(/\//, " OR ", text)
    gsub(/\(/, " ( ", text)
    gsub(/\)/, " ) ", text)
    count = split(text, token, " ")
    token[count + 1] = ""
    at = 1
    ok = expression()
    return ok && at == count + 1
}
'

# The reader of expressions is tried first: a check that says yes to everything is worse than none.
printf '%s\n' \
    '1|MIT' '1|MIT OR Apache-2.0' '1|MIT/Apache-2.0' '1|Unlicense OR MIT' '1|AGPL-3.0-only OR MIT' \
    '1|(MIT OR Apache-2.0) AND Unicode-3.0' '1|Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT' \
    '0|' '0|AGPL-3.0-only' '0|MIT AND AGPL-3.0-only' '0|(MIT OR ISC) AND SSPL-1.0' '0|GPL-2.0-only' \
    '0|Apache-2.0 WITH Some-exception' '0|(MIT' '0|MIT ISC' |
    awk -F'|' "$judge"'
        satisfied($2) != $1 { print "check-licences: \"" $2 "\" is read wrongly" > "/dev/stderr"; wrong = 1 }
        END { exit wrong }'

tree() { cargo tree --workspace --locked --edges normal,build,dev --prefix none --format '{p}|{l}' "$@"; }

# Crates for other systems are not on this disk yet; without a network only those built here can be read.
scope='for all systems'
crates=$(tree --target all 2>/dev/null) || {
    scope='for this system only, as those for others could not be fetched'
    crates=$(tree)
}
printf '%s\n' "$crates" | sed 's/ (\*)$//' | LC_ALL=C sort -u |
    awk -F'|' -v scope="$scope" "$judge"'
        # A blank line parts the trees of two members.
        $0 == "" { next }
        { seen++ }
        !satisfied($2) {
            print "check-licences: " $1 ": " ($2 == "" ? "no licence given" : $2 " is not allowed") > "/dev/stderr"
            wrong++
        }
        END {
            if (seen < 20) { print "check-licences: only " seen + 0 " crates found" > "/dev/stderr"; exit 1 }
            if (wrong) exit 1
            print "licences: " seen " crates " scope ", all allowed"
        }'
