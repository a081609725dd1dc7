# shellcheck shell=bash
# A private PostgreSQL cluster in a folder: reached through a unix socket, by its owner alone.
#
# The folder is closed to everyone else, so whoever gets as far as the socket is trusted and there
# is no password to keep. PostgreSQL refuses to be root: for root, the cluster is the user
# postgres's (or whoever's the folder is).

pg_bin=/usr/lib/postgresql/15/bin

cluster=        # the folder
data=           # PostgreSQL's own folder in it
as_owner=()     # in front of a command: run it as the cluster's owner, with none of our environment
socket_folder=
postgres=       # the process, once cluster_start started it

# cluster_use FOLDER: chooses the folder, makes it, and settles who owns it.
cluster_use() {
    cluster=$1
    data=$cluster/data
    as_owner=(env -i -C / PATH=/usr/bin:/bin HOME=/tmp LC_ALL=C.UTF-8)
    if [[ $EUID -ne 0 ]]; then
        install -d -m 700 "$cluster" 2>/dev/null || true
        [[ ! -O $cluster ]] || return 0
        die "$cluster belongs to $(stat -c %U "$cluster" 2>/dev/null || echo someone else): run this as that user."
    fi
    local uid gid
    read -r uid gid < <(stat -c '%u %g' "$cluster" 2>/dev/null || echo 0 0)
    if [[ $uid -eq 0 ]]; then
        uid=$(id -u postgres)
        gid=$(id -g postgres)
        install -d -m 700 -o "$uid" -g "$gid" "$cluster"
    fi
    cluster_enter "$uid" "$gid"
}

# cluster_enter UID GID: gives the owner no more rights than it takes to reach the folder.
#
# In a folder closed to others (root's home) the owner cannot get to its own files. Looking past
# closed folders is one capability; containers often keep that one back and grant its bigger brother.
cluster_enter() {
    local rights plain=("${as_owner[@]}")
    for rights in "" dac_read_search dac_override; do
        as_owner=(setpriv "--reuid=$1" "--regid=$2" --clear-groups)
        [[ -z $rights ]] || as_owner+=("--inh-caps=-all,+$rights" "--ambient-caps=-all,+$rights")
        as_owner+=("${plain[@]}")
        # Not with `test -x`: access(2) answers as if there were no capabilities.
        ! "${as_owner[@]}" stat "$cluster/." >/dev/null 2>&1 || return 0
    done
    die "user $(id -nu "$1") cannot reach $cluster; move the project to a folder others may enter, such as /srv."
}

# Made aside and then renamed: a cluster that was interrupted while being made is no cluster.
# cluster_create [INITDB OPTION…]
cluster_create() {
    [[ ! -e $data ]] || return 0
    rm -rf "$data.new"
    attend "${as_owner[@]}" "$pg_bin/initdb" -D "$data.new" -U board -E UTF8 --locale=C.UTF-8 \
        --auth-local=trust --auth-host=reject --no-instructions "$@" >"$cluster/initdb.log" 2>&1 || {
        cat "$cluster/initdb.log" >&2
        die "initdb failed"
    }
    mv "$data.new" "$data"
}

# cluster_start SIGNAL [POSTGRES OPTION…]: starts the server and waits until it answers. SIGNAL is
# what it gets should this script be killed.
cluster_start() {
    local tries
    choose_socket_folder
    for tries in 1 2 3 4 5; do
        launch_postgres "$@"
        ! cluster_answers || return 0
        # Killed without its postmaster, a query may be finishing still; then PostgreSQL rightly waits.
        grep -q 'still in use' "$cluster/postgres.log" || break
        sleep "$tries"
    done
    tail -n 20 "$cluster/postgres.log" >&2
    die "PostgreSQL did not start; its log is $cluster/postgres.log"
}

launch_postgres() {
    local signal=$1
    shift
    setsid "${as_owner[@]}" setpriv --pdeathsig "$signal" "$pg_bin/postgres" -D "$data" -p 5432 \
        -c listen_addresses= -c unix_socket_directories="\"$socket_folder\"" -c unix_socket_permissions=0700 \
        "$@" </dev/null >"$cluster/postgres.log" 2>&1 9>&- &
    postgres=$!
}

# As long as it lives it may be recovering from a crash, which takes the time it takes.
cluster_answers() {
    local tenths=0
    while alive "$postgres"; do
        ! "${as_owner[@]}" "$pg_bin/pg_isready" -q -h "$socket_folder" -p 5432 -U board -d postgres || return 0
        stop_if_asked
        [[ $((tenths += 1)) -lt 6000 ]] || die "PostgreSQL does not answer; its log is $cluster/postgres.log"
        [[ $((tenths % 100)) -ne 0 ]] || say "Waiting for PostgreSQL (see $cluster/postgres.log)"
        sleep 0.1
    done
    postgres=
    return 1
}

# Fast shutdown: what is not committed is undone, and the next start has nothing to repair.
cluster_stop() {
    [[ -n $postgres ]] || return 0
    end_process "$postgres" INT 60
    wait "$postgres" 2>/dev/null || true
    postgres=
    remove_socket_folder
}

# cluster_database NAME: makes the database where there is none.
cluster_database() {
    local here=(-h "$socket_folder" -p 5432 -U board)
    [[ -n $("${as_owner[@]}" "$pg_bin/psql" "${here[@]}" -d postgres -X -A -t \
        -c "select 1 from pg_database where datname = '$1'") ]] ||
        "${as_owner[@]}" "$pg_bin/createdb" "${here[@]}" "$1"
}

# cluster_url DATABASE SOCKET_FOLDER. The port is named lest a PGPORT of the user's is taken.
cluster_url() {
    printf 'postgresql:///%s?host=%s&port=5432&user=board' "$1" "$(percent_encode "$2")"
}

percent_encode() {
    local LC_ALL=C i byte
    for ((i = 0; i < ${#1}; i++)); do
        byte=${1:i:1}
        case $byte in
            [A-Za-z0-9/._~-]) printf %s "$byte" ;;
            *) printf '%%%02X' "$(($(printf %d "'$byte") & 255))" ;;
        esac
    done
}

# ---- The socket's folder ----------------------------------------------------------------------

# The kernel allows a socket's path 107 bytes, and libpq takes a comma for the end of a host. A
# folder that does not fit gets a private one elsewhere for as long as the server runs.
choose_socket_folder() {
    local LC_ALL=C elsewhere=/tmp
    local path=$cluster/.s.PGSQL.5432
    socket_folder=$cluster
    [[ ${#path} -gt 107 || $cluster == *[,\"]* ]] || return 0
    # For root it stays /tmp: root's runtime folder is closed to the cluster's owner.
    [[ $EUID -eq 0 || ! -w ${XDG_RUNTIME_DIR:-} ]] || elsewhere=$XDG_RUNTIME_DIR
    socket_folder=$(mktemp -d "$elsewhere/keijiban-socket.XXXXXX")
    [[ $EUID -ne 0 ]] || chown --reference="$cluster" "$socket_folder"
    echo "$socket_folder" >"$cluster/socket_folder"
    say "This folder's path does not fit a socket's address: PostgreSQL's socket is in $socket_folder"
}

# The one that is noted, if any: it may be of an earlier start that was killed.
remove_socket_folder() {
    local folder
    folder=$(cat "$cluster/socket_folder" 2>/dev/null) || return 0
    rm -f "$folder/.s.PGSQL.5432" "$folder/.s.PGSQL.5432.lock" "$cluster/socket_folder"
    rmdir "$folder" 2>/dev/null || true
}

# ---- A server that an earlier start left ------------------------------------------------------

# postmaster.pid: process, data folder, start, port, socket folder, …
pid_file_line() { sed -n "$1p" "$data/postmaster.pid" 2>/dev/null || true; }

# cluster_runs: whether PostgreSQL runs on this folder, whoever started it.
cluster_runs() {
    local pid
    pid=$(pid_file_line 1)
    [[ $pid =~ ^[0-9]+$ ]] && alive "$pid" || return 1
    [[ $(readlink "/proc/$pid/cwd" 2>/dev/null) == "$data" ]] ||
        grep -qzxF -- "$data" "/proc/$pid/cmdline" 2>/dev/null
}

# Makes way for a start: ends a server of a killed script cleanly, and what is left of a dead one.
cluster_clear() {
    local pid
    pid=$(pid_file_line 1)
    if cluster_runs; then
        say "Stopping the PostgreSQL (process $pid) that an earlier start left running"
        end_process "$pid" INT 60
    elif [[ -n $pid && -d /proc/$pid ]]; then
        # The number is another program's by now, or a dead process's: PostgreSQL would refuse to start.
        # The file has to stay: by its other lines PostgreSQL knows whether anyone still has the data open.
        sed -i '1s/.*/2147483647/' "$data/postmaster.pid"
        rm -f "$cluster/.s.PGSQL.5432.lock"
    fi
    remove_socket_folder
}
