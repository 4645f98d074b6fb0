#!/usr/bin/env bash
# Usage: tools/launcher_test.sh
#
# Tests tools/viewproof in a checkout of its own, with a tools/setup that installs nothing
# and a Bazel that builds nothing.
set -euo pipefail

tools=$PWD/tools
root=$(mktemp -d "${TEST_TMPDIR:-/tmp}/launcher.XXXXXX")
failed=0

# expect WHAT COMMAND...: says whether the command succeeds.
expect() {
  if "${@:2}"; then
    echo "passed: $1"
  else
    echo "FAILED: $1"
    failed=1
  fi
}

is_empty() { [ -z "$(ls -A "$1")" ]; }

make_root() {
  mkdir -p "$root/tools" "$root/conformance" "$root/path" "$root/built/tools/cli"
  cp "$tools/viewproof" "$root/tools/viewproof"
  printf '#!/bin/sh\n' >"$root/tools/setup"
  printf '#!/bin/sh\necho "ran $*"\n' >"$root/built/tools/cli/viewproof"
  cat >"$root/path/bazel" <<EOF
#!/bin/sh
[ "\$1" = build ] || { echo "$root/built"; exit; }
[ ! -e "$root/slow" ] || { echo \$\$ >"$root/started"; exec sleep 60; }
EOF
  touch "$root/WORKSPACE" "$root/.bazelrc" "$root/conformance/new.gate.toml"
  chmod +x "$root"/tools/* "$root/path/bazel" "$root/built/tools/cli/viewproof"
}

launch() { PATH=$root/path:$PATH "$root/tools/viewproof" "$@"; }

test_killed_build() {
  touch "$root/slow"
  launch list >"$root/log" 2>&1 &
  local launcher=$!
  until [ -s "$root/started" ]; do sleep 0.05; done
  kill -9 "$launcher" "$(cat "$root/started")"
  wait "$launcher" 2>/dev/null || true
  expect "a killed build leaves nothing" is_empty "$root/.bin"
  rm "$root/slow"
}

test_litter() {
  touch "$root/.bin/viewproof.AbCdEf" "$root/.bin/viewproof.new"
  launch list >"$root/log" 2>&1
  expect "the next build runs the program" grep -q "ran list" "$root/log"
  expect "it removes what an older one left" test "$(ls "$root/.bin")" = viewproof
  launch list >"$root/log" 2>&1
  expect "what is built is not built again" test "$(cat "$root/log")" = "ran list"
  touch "$root/conformance/new.gate.toml"
  launch list >"$root/log" 2>&1
  expect "nor for a gate file" test "$(cat "$root/log")" = "ran list"
  mkdir -p "$root/conformance/libraries/some"
  launch list >"$root/log" 2>&1
  touch "$root/conformance/libraries/some/gate.lock"
  launch list >"$root/log" 2>&1
  expect "nor for the folder of a lock" test "$(cat "$root/log")" = "ran list"
  touch "$root/conformance/new.cc"
  launch list >"$root/log" 2>&1
  expect "but for a source" grep -q "viewproof: building" "$root/log"
  mkdir "$root/conformance/__pycache__"
  launch list >"$root/log" 2>&1
  expect "nor for what Python compiled" test "$(cat "$root/log")" = "ran list"
}

test_python() {
  mkdir -p "$root/mine/bin"
  printf '#!/bin/sh\necho "$PATH"\n' >"$root/.bin/viewproof"
  expect "adapters run with .venv" grep -q "^$root/.venv/bin:" <(launch check torch --device meta 2>&1)
  VIEWPROOF_PYTHON=$root/mine/bin/python3 launch check torch --device meta >"$root/log" 2>&1
  expect "or with VIEWPROOF_PYTHON" grep -q "^$root/mine/bin:" "$root/log"
}

# tools/setup is asked for this.
asked() { rm -f "$root/asked"; sed -i "s|^#!/bin/sh\$|&\n[ \"\$1\" = --for ] \|\| echo \"\$*\" >$root/asked|" "$root/tools/setup"; launch "$@" >/dev/null 2>&1; tail -n 1 "$root/asked"; }

test_choices() {
  for words in "torch --device meta" torch-meta torch-meta.gate.toml libtorch; do
    expect "check $words needs the oracle" test "$(asked check $words)" = --oracle
  done
  expect "check numpy does not" test -z "$(asked check numpy)"
  expect "an older libtorch has its own" test "$(asked check libtorch-1.13)" = --libtorch=debian
}

# Libraries with an environment: which words of a command line name one, and what it runs with.
test_subject_lists() {
  mkdir -p "$root/conformance/libraries"/{array-api,array_api_strict,mlx,some}
  touch "$root/conformance/libraries"/{mlx,array_api_strict}/environment.txt
  echo 'build: //subjects:some_adapter  # C++' >"$root/conformance/libraries/some/environment.txt"
  mkdir -p "$root/built/subjects"
  cp "$root/path/bazel" "$root/built/subjects/some_adapter"
  for words in mlx mlx.gate.toml some/mlx.gate.toml mlx-metal "--jobs 2 mlx" "array-api --module mlx.core" \
    "array-api --module=mlx.core" array-api-mlx.core conformance/libraries/mlx/gate.toml \
    "$root/conformance/libraries/mlx/cpu.gate.toml" conformance/libraries/array-api/mlx.core.gate.toml; do
    expect "check $words needs mlx" test "$(asked check $words)" = "--subject mlx"
  done
  for words in array-api-array_api_strict "array-api --module array_api_strict"; do
    expect "check $words has an environment" test "$(asked check $words)" = "--subject array_api_strict"
  done
  for words in "numpy --only mlx" "-- mlx" "array-api --module numpy"; do
    expect "check $words needs none" test -z "$(asked check $words)"
  done
  expect "list mlx needs none" test -z "$(asked list mlx)"
  printf '#!/bin/sh\necho "$PATH $NODE_PATH"\n' >"$root/.bin/viewproof"
  launch check mlx >"$root/log" 2>&1
  expect "its programs come first" grep -q "^$root/.subjects/mlx/bin:" "$root/log"
  expect "node finds its packages" grep -q " $root/.subjects/mlx/node_modules\$" "$root/log"
  launch env mlx sh -c 'echo "$PATH $1"' - word >"$root/log" 2>&1
  expect "env runs a program with them" grep -q "^$root/.subjects/mlx/bin:.* word\$" "$root/log"
  expect "env needs a program" test "$(launch env mlx 2>/dev/null; echo $?)" = 2
  launch check some >"$root/log" 2>&1
  expect "an adapter in C++ is built" test -x "$root/.bin/some_adapter"
  printf '#!/bin/sh\n[ "$1" != --subject ] || exit 3\n' >"$root/tools/setup"
  expect "what cannot be installed ends with 3" test "$(launch check mlx >/dev/null 2>&1; echo $?)" = 3
}

make_root
test_killed_build
test_litter
test_python
test_choices
test_subject_lists
exit $failed
