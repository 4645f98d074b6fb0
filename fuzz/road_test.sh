#!/bin/sh
# fuzz and check --deep judge libtorch in their own process as in another one.
set -eu
# same VERB ARGUMENT...: both give one report, in which something is explained.
same() {
  verb=$1
  shift
  set -- "$verb" conformance/subjects/libtorch.gate.toml "$@" --verbose --report
  tools/viewproof_libtorch "$@" "$TEST_TMPDIR/here.jsonl" >"$TEST_TMPDIR/said"
  grep '^  explained: ' "$TEST_TMPDIR/said"
  tools/cli/viewproof "$@" "$TEST_TMPDIR/there.jsonl" -- conformance/subjects/libtorch_adapter >"$TEST_TMPDIR/said"
  cmp "$TEST_TMPDIR/here.jsonl" "$TEST_TMPDIR/there.jsonl"
}
same fuzz --cases 4000 --seed 3
same fuzz --cases 2000 --profile core,indexing
same check --deep 4000
