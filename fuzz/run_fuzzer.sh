#!/usr/bin/env bash
# Usage: run_fuzzer.sh FUZZER
#
# Runs the fuzzer over its seeds; one that is libFuzzer's then searches for 10 s. An
# input that it fails on is kept among the outputs of the test.
set -euo pipefail
fuzzer=$PWD/$1
cd "${TEST_TMPDIR:-$(mktemp -d)}"
mkdir -p found seeds
unzip -q -o "${fuzzer}_seed_corpus.zip" -d seeds
log=$PWD/log
"$fuzzer" -max_total_time=10 -timeout=25 -entropic=0 -rss_limit_mb=4096 "-dict=$fuzzer.dict" \
  -print_final_stats=1 "-artifact_prefix=${TEST_UNDECLARED_OUTPUTS_DIR:-$PWD}/" found seeds \
  >"$log" 2>&1 || { tail -n 100 "$log"; exit 1; }
grep -E '^stat::number_of_executed_units: *[1-9]|^[1-9][0-9]* inputs replayed' "$log"
