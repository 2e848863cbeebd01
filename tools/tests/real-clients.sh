#!/usr/bin/env bash
# Runs real clients through a gateway and its registries, all on this machine: `npm run test:clients`.
# Prints a table of what each asked and what was counted. Exits 1 when a count is not the number of
# downloads, or a client fails. A client that is not installed is skipped by name.
# Arguments are passed to the tests: `tools/tests/real-clients.sh docker` runs the clients of images only.
set -uo pipefail
cd "$(dirname "$0")/../.."

CLIENT_ROWS=$(mktemp)
export CLIENT_ROWS
log=$(mktemp)
trap 'rm -f "$CLIENT_ROWS" "$log"' EXIT

failed=0
npm run --silent test:clients -- "$@" >"$log" 2>&1 || failed=1
[ "$failed" = 0 ] || cat "$log"
[ -s "$CLIENT_ROWS" ] || { echo 'no client was run' >&2; exit 1; }

# The columns of a row: client, version, what it did, requests, counted, expected.
row='%-26s %-11s %8s %8s %9s  %s\n'
# shellcheck disable=SC2059
printf "\n$row" client version requests counted downloads what
sed -E 's/(sha256:[0-9a-f]{8})[0-9a-f]+/\1…/g' "$CLIENT_ROWS" | awk -F '\t' -v row="$row" '
  { printf row, $1, $2, $4, $5, $6, $3 }
  $5 != $6 { wrong += 1 }
  $5 == "-" { skipped += 1 }
  END {
    printf "\n%d rows, %d wrong, %d clients skipped\n", NR - skipped, wrong, skipped
    exit wrong > 0
  }' || failed=1
exit "$failed"
