# shellcheck shell=bash
# shellcheck disable=SC2034  # read by the scripts that source this
# The Debian 12 packages it takes to build and run. The Dockerfile has its own copy of the lists.

build_packages=(
    libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libpq-dev libsodium-dev libutf8proc-dev pkg-config
)
database_packages=(postgresql-15)

# need_packages PACKAGE…: installs those that are not there; quick and quiet when all are.
need_packages() {
    local missing
    command -v dpkg-query >/dev/null || die "this is not Debian. Keijiban is made for Debian 12 and needs: $*"
    mapfile -t missing < <(missing_packages "$@")
    [[ ${#missing[@]} -gt 0 ]] || return 0
    say "Installing Debian packages: ${missing[*]}"
    become_root true || die "sudo is not installed. As root, run: apt-get install ${missing[*]}"
    no_main_cluster
    install_packages "${missing[@]}" || die "apt-get could not install: ${missing[*]}"
    restore_main_cluster
}

missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || echo "$package"
    done
}

become_root() {
    if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

# Three tries: mirrors and networks have bad moments. A failed update does not count, since one
# broken third-party source is enough for that; the install will tell.
install_packages() {
    local try
    for try in 1 2 3; do
        [[ $try -eq 1 ]] || { say "Trying again ($try of 3)" && sleep 5; }
        apt_get update || true
        ! apt_get install --no-install-recommends "$@" || return 0
        stop_if_asked
    done
    return 1
}

# Without descriptor 9: a service that a package starts must not keep script/server's lock.
apt_get() {
    become_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2 9>&-
}

# Debian's package would start a cluster of its own on port 5432, which nobody asked for here. A
# drop-in says no for as long as the install takes; on machines that already have PostgreSQL's
# tools the administrator has decided, and nothing is touched.
main_cluster_conf=/etc/postgresql-common/createcluster.d/keijiban.conf
wrote_main_cluster_conf=

no_main_cluster() {
    [[ ! -e /etc/postgresql-common ]] || return 0
    become_root mkdir -p "${main_cluster_conf%/*}"
    echo 'create_main_cluster = false' | become_root tee "$main_cluster_conf" >/dev/null
    wrote_main_cluster_conf=yes
}

restore_main_cluster() {
    [[ -z $wrote_main_cluster_conf ]] || become_root rm -f "$main_cluster_conf"
}
