#!/bin/sh
# Takes the pictures of the guides (docs/images/guide) from the bundled event on a server that is started for it.
#
#   scripts/guide_pictures.sh           some ten to twenty minutes on two cores, most of it the engine
#
# Needs what scripts/setup.sh test installs, and ImageMagick. The pictures come from the browser as whole pages; here they
# are cut to their upper part and to few colours, so that each stays under 60 kB.
set -eu
cd "$(dirname "$0")/.."

command -v convert >/dev/null 2>&1 || {
    echo "guide_pictures: ImageMagick is not here (apt-get install imagemagick)" >&2
    exit 1
}

raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
FAIRPLAY_SCREENSHOTS=$raw cargo test --workspace --locked --test program -- --ignored guide_pictures::

folder=docs/images/guide
limit=60000
mkdir -p "$folder"
for name in event sheet player game hints case dossier; do
    base64 -d "$raw/$name.png.base64" >"$raw/$name.png"
    # Fewer rows and colours until it is small enough.
    for form in 1500:64 1200:64 900:64 800:32 700:16 550:16; do
        convert "$raw/$name.png" -crop "x${form%:*}+0+0" +repage -strip -dither None -colors "${form#*:}" \
            -define png:compression-level=9 "PNG8:$folder/$name.png"
        [ "$(wc -c <"$folder/$name.png")" -ge "$limit" ] || break
    done
    size=$(wc -c <"$folder/$name.png")
    echo "$folder/$name.png: $size bytes"
    [ "$size" -lt "$limit" ] || {
        echo "guide_pictures: $name stays too large" >&2
        exit 1
    }
done
