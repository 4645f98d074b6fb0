#!/usr/bin/env bash
# Usage: wasm_test.sh
#
# The reference in WebAssembly answers every case as the native one does.
set -euo pipefail
wasm=${TEST_TMPDIR:-$(mktemp -d)}/answer.wasm
status=0
tools/docs/build_wasm "$wasm" || status=$?
if [ "$status" = 3 ]; then
  why="wasm_test: there is no compiler for WebAssembly here; tools/setup --wasm installs it"
  echo "SKIPPED: $why"
  [ -z "${XML_OUTPUT_FILE:-}" ] || cat >"$XML_OUTPUT_FILE" <<END
<testsuites><testsuite name="wasm_test" tests="1" skipped="1"><testcase name="wasm" classname="wasm_test">\
<skipped message="$why"/></testcase></testsuite></testsuites>
END
  exit 0
fi
[ "$status" = 0 ] || exit "$status"
echo "$(stat -c %s "$wasm") bytes"
tools/docs/answers >"$wasm.lines"
node tools/docs/answers.mjs "$wasm" "$wasm.lines"
