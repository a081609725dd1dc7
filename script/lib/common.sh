# shellcheck shell=bash
# What all scripts share: talking, being interrupted, and the toolchain.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

# Progress goes to standard error: standard output belongs to what the scripts run.
say() { printf '== %s\n' "$*" >&2; }

die() {
    printf 'script/%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# ---- Being interrupted ------------------------------------------------------------------------

# The exit code a signal asks for, empty as long as none came, and how many came.
asked=
signals=0
# The command that ends what is in progress, for a signal to run.
on_stop=()

on_signal() {
    asked=${asked:-$1}
    signals=$((signals + 1))
    # Once is enough: a program that is tidying up may take a second one for impatience.
    [[ $signals -gt 1 || ${#on_stop[@]} -eq 0 ]] || "${on_stop[@]}" 2>/dev/null || true
}

heed_signals() {
    trap 'on_signal 130' INT
    trap 'on_signal 143' TERM
    trap 'on_signal 129' HUP
}

# Between two steps: a step in progress is ended by its signal, the next must not begin.
stop_if_asked() { [[ -z $asked ]] || exit "$asked"; }

# launch SIGNAL COMMAND…: starts a command in the background; its process is $launched.
#
# It gets a session of its own, so that Ctrl-C reaches this script alone, which then ends
# things in their order. Should this script be killed outright, the kernel sends SIGNAL.
launch() {
    local signal=$1
    shift
    setsid setpriv --pdeathsig "$signal" "$@" </dev/null &
    launched=$!
}

# Waits for one of our own processes, however many signals come in between; its exit code is $status.
await() {
    local before
    while :; do
        before=$signals
        status=0
        wait "$1" || status=$?
        [[ $signals -ne $before ]] || return 0
    done
}

# attend COMMAND…: runs a long command so that a signal to this script ends it, and the script, at once.
attend() {
    # Of all signals, SwiftPM passes only SIGINT on to what it started.
    launch INT "$@"
    on_stop=(signal_session TERM "$launched")
    [[ -z $asked ]] || "${on_stop[@]}"
    await "$launched"
    on_stop=()
    [[ -z $asked ]] || signal_session KILL "$launched"
    stop_if_asked
    return "$status"
}

# signal_session SIGNAL LEADER: reaches all that LEADER started; in groups it would be many.
signal_session() {
    local stat fields
    for stat in /proc/[0-9]*/stat; do
        { read -r stat <"$stat"; } 2>/dev/null || continue
        # After the name in parentheses: state, parent, group, session.
        read -r -a fields <<<"${stat##*) }"
        [[ ${fields[3]} != "$2" ]] || kill "-$1" "${stat%% *}" 2>/dev/null || true
    done
}

# Whether a process is there and not merely waiting to be reaped, for which containers may lack anyone.
alive() {
    local stat
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null && [[ ${stat##*) } != Z* ]]
}

# end_process PID SIGNAL SECONDS: asks one process to end, and kills it when it has not after SECONDS.
end_process() {
    local tenths=$(($3 * 10))
    kill "-$2" "$1" 2>/dev/null || return 0
    while alive "$1"; do
        if [[ $((tenths -= 1)) -lt 0 ]]; then
            say "Process $1 did not end in $3 s: killing it"
            kill -KILL "$1" 2>/dev/null || true
            return 0
        fi
        sleep 0.1 || true
    done
}

# ---- The toolchain ----------------------------------------------------------------------------

swift_wanted=6.3

need_swift() {
    local found
    command -v swift >/dev/null || die "swift is not on PATH.
Install Swift $swift_wanted or newer (https://www.swift.org/install/linux/debian/12/) and open a new shell.
If you ran this with sudo, run it without: sudo hides your PATH, and the script asks for it where it needs it.
With a container engine instead: docker-compose up --build"
    found=$(swift --version 2>&1) || die "swift is on PATH ($(command -v swift)) but does not run: $found"
    found=$(sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' <<<"$found")
    [[ $(printf '%s\n' "$swift_wanted" "$found" | sort -V | head -n 1) == "$swift_wanted" ]] ||
        die "Swift $swift_wanted or newer is needed; $(command -v swift) is $found."
    [[ ! -e $root/.build || -w $root/.build ]] ||
        die "$root/.build belongs to $(stat -c %U "$root/.build"), who built here before. Build as that user, or remove it."
}
