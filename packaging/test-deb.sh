#!/bin/sh
# Installs the Debian package into a bare Debian 12, screens the bundled event there with a real engine as a user without
# rights, and says how many minutes each step took. Needs root, debootstrap and Debian's archive. Mounts nothing.
#
#   packaging/test-deb.sh FILE.deb      MIRROR=ADDRESS names another archive than deb.debian.org
#
# The root is made in a temporary folder and removed at the end.
set -eu

say() { printf 'test-deb: %s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

[ $# -eq 1 ] || {
    printf 'usage: %s FILE.deb\n' "$0" >&2
    exit 2
}
package=$1
mirror=${MIRROR:-http://deb.debian.org/debian}
[ -f "$package" ] || die "there is no $package. Run packaging/deb.sh first."
[ "$(id -u)" -eq 0 ] || die "only root may change the root folder. Run this with sudo."
command -v debootstrap >/dev/null 2>&1 || die "debootstrap is missing. Run: apt-get install debootstrap"

root=$(mktemp -d)
# Users without rights have to get in.
chmod 755 "$root"
log=$root.log
begin=$(date +%s)
finish() {
    status=$?
    if [ "$status" -ne 0 ]; then
        say "FAILED; the last lines of the step:"
        tail -n 40 "$log" >&2
    fi
    rm -rf "$root" "$log"
}
trap finish EXIT

minutes() { awk -v s="$(($(date +%s) - $1))" 'BEGIN { printf "%.1f minutes", s / 60 }'; }

# step NAME COMMAND...
step() {
    name=$1 start=$(date +%s)
    shift
    "$@" >"$log" 2>&1
    say "$name: $(minutes "$start")"
}

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }

install_package() {
    # Services must not start on the machine that lends the root.
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
    cp "$package" "$root/fairplay.deb"
    inside apt-get -q update
    inside apt-get -q -y --install-recommends install ./fairplay.deb
}

there() {
    for file in "$@"; do
        [ -s "$root/$file" ] || die "the package did not install /$file"
    done
}

step "bare Debian 12" debootstrap --variant=minbase bookworm "$root" "$mirror"
step "package and engine installed" install_package

there usr/lib/systemd/system/fairplay.service etc/fairplay/fairplay.toml \
    usr/share/bash-completion/completions/fairplay usr/share/zsh/vendor-completions/_fairplay \
    usr/share/fish/vendor_completions.d/fairplay.fish usr/share/man/man1/fairplay.1.gz \
    usr/share/man/man1/fairplay-screen.1.gz usr/share/doc/fairplay/README.md usr/share/doc/fairplay/copyright
gzip -t "$root"/usr/share/man/man1/fairplay*.gz
enabled=$(find "$root/etc/systemd" -name 'fairplay*' 2>/dev/null)
[ -z "$enabled" ] || die "the package enabled the service: $enabled"
inside bash -n /usr/share/bash-completion/completions/fairplay
inside fairplay --version
# The settings that the service reads, as the user that it runs as.
inside su -s /bin/sh fairplay -c 'fairplay config --config /etc/fairplay/fairplay.toml' >"$log"

inside useradd --create-home arbiter
step "bundled event screened" inside su -l arbiter -c 'fairplay demo --out demo'
there home/arbiter/demo/sheet.html home/arbiter/demo/screening.json
step "installed again over itself" inside apt-get -q -y --reinstall install ./fairplay.deb
step "removed" inside apt-get -q -y purge fairplay
[ ! -e "$root/usr/bin/fairplay" ] || die "the program stayed after the package was removed"
say "passed; from the bare root to the end: $(minutes "$begin")"
