#!/bin/sh
# A campaign that has findings is red, and says them.
set -eu
status=0
tools/cli/viewproof merge fuzz/mutant_campaign/1.jsonl >"$TEST_TMPDIR/said" || status=$?
cat "$TEST_TMPDIR/said"
[ $status = 1 ]
grep -q '^  #1 select offset fail' "$TEST_TMPDIR/said"
tail -n 1 "$TEST_TMPDIR/said" | grep -q '^RED [^ ]* [^ ]*: [1-9][0-9]* findings\? in 500 cases$'
head -n 1 fuzz/mutant_campaign/1.jsonl | grep -q '"first":0,"cases":500,'
tail -n 1 fuzz/mutant_campaign/1.jsonl | grep -q '{"footer":{"run":"complete",'
status=0
fuzz/mutant_campaign.sh >"$TEST_TMPDIR/test" || status=$?
[ $status = 1 ]
cmp "$TEST_TMPDIR/said" "$TEST_TMPDIR/test"
