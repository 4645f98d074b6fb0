#!/bin/sh
# A campaign that has findings is red, and says them.
set -eu
status=0
fuzz/merge_ranges --check fuzz/mutant_campaign.jsonl >"$TEST_TMPDIR/said" || status=$?
cat "$TEST_TMPDIR/said"
[ $status = 1 ]
grep -q '^{"finding":.*"key":"reference = select offset_dropped: select values"' "$TEST_TMPDIR/said"
grep -q '"end":{"done":2000,' "$TEST_TMPDIR/said"
tail -n 1 "$TEST_TMPDIR/said" | grep -q '^[1-9][0-9]* findings (0 known), 0 holes, 0 overlaps$'
