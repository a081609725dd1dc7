#!/usr/bin/env bash
# Runs the tests that touch C and threads under the address and the thread sanitizer. Run by script/test --all,
# in the project's folder, with DATABASE_URL set.
set -euo pipefail

# Build folders of their own: a sanitizer's objects do not mix with others, and the next run is quick.
for sanitizer in address thread; do
    swift test --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" --disable-xctest \
        --filter '^(PostgresTests|WebSocketsTests)\.'
done
