# shellcheck shell=bash
# shellcheck disable=SC2034  # read by the scripts that source this
# Which server script/server and script/keijiban speak of: the build and its database.

build_options=(-c release --product keijiban --static-swift-stdlib)
binary=$root/.build/release/keijiban

# Whether the database is ours to run: not when the environment names one.
own_database() { [[ -z ${DATABASE_URL:-}${DATABASE_URL_FILE:-}${PGHOST:-}${PGHOSTADDR:-}${PGSERVICE:-} ]]; }
