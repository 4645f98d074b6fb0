#!/bin/sh
# bazel_test.sh PROGRAM MANIFEST GATE ADAPTER: `viewproof check GATE -- ADAPTER` as a test of Bazel
# (view_conformance_test). Exit status: 0 green, 1 anything else.
set -u
program=$1 root=$(cd "$(dirname "$2")/.." && pwd) gate=$3 adapter=$4
export VIEWPROOF_ROOT="$root"
outputs=${TEST_UNDECLARED_OUTPUTS_DIR:-${TEST_TMPDIR:-/tmp}}
# A word without a slash would be looked for in PATH.
case $adapter in */*) ;; *) adapter=./$adapter ;; esac

set -- check "$gate" --report "$outputs/report.jsonl" --html "$outputs/report.html" \
  --markdown "$outputs/summary.md"
[ -z "${XML_OUTPUT_FILE:-}" ] || set -- "$@" --junit "$XML_OUTPUT_FILE"
if [ "${TEST_TOTAL_SHARDS:-0}" -gt 1 ]; then
  [ -z "${TEST_SHARD_STATUS_FILE:-}" ] || : >"$TEST_SHARD_STATUS_FILE"
  set -- "$@" --shard "$((TEST_SHARD_INDEX + 1))/$TEST_TOTAL_SHARDS"
fi
[ -z "${TESTBRIDGE_TEST_ONLY:-}" ] || set -- "$@" --only "$TESTBRIDGE_TEST_ONLY"
# Bazel kills a test that is late, and then there is no report.
[ -z "${TEST_TIMEOUT:-}" ] || set -- "$@" --max-minutes "$(awk "BEGIN { print $TEST_TIMEOUT * 0.9 / 60 }")"

"$program" "$@" -- "$adapter"
status=$?
[ "$status" = 0 ] || exit 1
