#!/usr/bin/env bash
# Vectors -> inputs -> vectors -> inputs: nothing is lost.
set -euo pipefail
convert=$PWD/fuzz/convert vectors=$PWD/golden/core/permute.jsonl
cd "${TEST_TMPDIR:-$(mktemp -d)}"
"$convert" inputs "$vectors" >inputs
"$convert" vectors inputs >again.jsonl
"$convert" inputs again.jsonl >inputs_again
cmp inputs inputs_again
[ "$(wc -l <inputs)" -ge 100 ]
if echo 'float32[2] | q()' | "$convert" vectors - 2>said; then exit 1; fi
grep -q 'standard input:1: expected a case' said
