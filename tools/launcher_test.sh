#!/usr/bin/env bash
# Usage: tools/launcher_test.sh
#
# Tests tools/viewproof and tools/setup in a checkout of their own, with a Bazel that
# builds nothing.
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
  touch "$root/conformance/new.cc"
  launch list >"$root/log" 2>&1
  expect "but for a source" grep -q "viewproof: building" "$root/log"
}

make_venv() {
  local python site
  python=$(command -v python3)
  site=$root/.venv/lib/$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')/site-packages
  mkdir -p "$root/.venv/bin" "$site/pip" "$site/numpy" "$site/numpy-2.4.6.dist-info"
  ln -s "$python" "$root/.venv/bin/python"
  printf '%s\n' 'numpy/__init__.py,sha256=x,1' 'numpy/__pycache__/__init__.pyc,,' \
    >"$site/numpy-2.4.6.dist-info/RECORD"
  touch "$site/numpy/__init__.py"
  cp "$tools"/setup "$tools"/*.txt "$root/tools/"
  venv_file=$site/numpy/__init__.py
}

test_damaged_venv() {
  make_venv
  "$root/tools/setup" --check >"$root/log" 2>&1 || true
  expect "a whole .venv is not called damaged" test -z "$(grep 'rm -rf' "$root/log")"
  rm "$venv_file"
  expect "a damaged one fails" test "$("$root/tools/setup" --check 2>"$root/log"; echo $?)" = 1
  expect "it names the package" grep -q "missing in .venv of: numpy-2.4.6" "$root/log"
  expect "it says how to mend it" grep -q "mend it with: rm -rf $root/.venv && tools/setup" "$root/log"
}

test_python() {
  mkdir -p "$root/mine/bin"
  printf '#!/bin/sh\necho "$PATH"\n' >"$root/.bin/viewproof"
  expect "adapters run with .venv" grep -q "^$root/.venv/bin:" <(launch check torch --device meta 2>&1)
  VIEWPROOF_PYTHON=$root/mine/bin/python3 launch check torch --device meta >"$root/log" 2>&1
  expect "or with VIEWPROOF_PYTHON" grep -q "^$root/mine/bin:" "$root/log"
}

# What tools/setup is asked for.
asked() { rm -f "$root/asked"; sed -i "s|^#!/bin/sh\$|&\necho \"\$*\" >$root/asked|" "$root/tools/setup"; launch "$@" >/dev/null 2>&1; tail -n 1 "$root/asked"; }

test_choices() {
  for words in "torch --device meta" torch-meta torch-meta.gate.toml libtorch; do
    expect "check $words needs the oracle" test "$(asked check $words)" = --oracle
  done
  expect "check numpy does not" test -z "$(asked check numpy)"
  expect "an older libtorch has its own" test "$(asked check libtorch-1.13)" = --libtorch=debian
}

# Subjects of tools/subjects: which words of a command line name one, and what it runs with.
test_subject_lists() {
  mkdir -p "$root/tools/subjects"
  touch "$root/tools/subjects"/{mlx,array_api_strict}.txt
  echo 'build: //subjects:some_adapter  # C++' >"$root/tools/subjects/some.txt"
  mkdir -p "$root/built/subjects"
  cp "$root/path/bazel" "$root/built/subjects/some_adapter"
  for words in mlx mlx.gate.toml some/mlx.gate.toml mlx-metal "--jobs 2 mlx" "array-api --module mlx.core" \
    "array-api --module=mlx.core" array-api-mlx.core; do
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

set_up() { PATH=$root/path:$PATH "$root/tools/setup" --subject "$@" >"$root/log" 2>&1; }

# With an npm that makes a file per package.
test_subject_set_up() {
  cp "$tools/setup" "$root/tools/setup"
  cat >"$root/path/npm" <<EOF
#!/bin/sh
[ ! -e "$root/offline" ] || exit 1
echo installs >>"$root/installs"
mkdir -p "\$3/node_modules" && touch "\$3/node_modules/thing"
[ ! -e "$root/killed" ] || kill -9 \$PPID
EOF
  chmod +x "$root/path/npm"
  printf '# A comment.\nnpm: thing@1.2  # and one\n' >"$root/tools/subjects/thing.txt"
  echo 'apt: no-such-package-at-all' >"$root/tools/subjects/none.txt"
  expect "--check says what is missing" test "$(set_up thing --check; echo $?)" = 1
  expect "by name" grep -q "missing in .subjects/thing: npm:thing@1.2" "$root/log"
  expect "--check installs nothing" test ! -e "$root/.subjects"
  touch "$root/killed"
  set_up thing || true
  expect "a killed set-up is none" test "$(set_up thing --check; echo $?)" = 1
  rm "$root/killed"
  expect "it is done again" set_up thing
  expect "a second one has nothing to do" set_up thing
  expect "and did nothing" test "$(wc -l <"$root/installs")" = 2
  expect "--check is content" set_up thing --check
  echo 'npm: other@1' >>"$root/tools/subjects/thing.txt"
  expect "a list that was changed is installed" set_up thing
  expect "once more" test "$(wc -l <"$root/installs")" = 3
  touch "$root/offline"
  echo 'npm: third@1' >>"$root/tools/subjects/thing.txt"
  expect "what fails ends with 3" test "$(set_up thing; echo $?)" = 3
  expect "and says so" grep -q "thing cannot be installed here: npm install" "$root/log"
  expect "no such package is missing" test "$(set_up none --check; echo $?)" = 1
  expect "an unknown subject is misuse" test "$(set_up nobody; echo $?)" = 2
}

make_root
test_killed_build
test_litter
test_python
test_choices
test_subject_lists
test_subject_set_up
test_damaged_venv
exit $failed
