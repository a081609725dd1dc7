#!/usr/bin/env bash
# Plays more and longer random histories than the suite does. Run by script/test --all, in the project's folder, with
# DATABASE_URL set. How many, and how long: KEIJIBAN_HISTORIES, KEIJIBAN_STEPS.
set -euo pipefail

export KEIJIBAN_HISTORIES=${KEIJIBAN_HISTORIES:-30} KEIJIBAN_STEPS=${KEIJIBAN_STEPS:-300}
swift test --skip-build --disable-xctest --filter RandomHistories
