#!/usr/bin/env bash
# Usage: tools/cli/terminal_test.sh
#
# Tests what only the whole program does: its exit status, and what it lets through to
# a terminal.
set -euo pipefail

viewproof=$PWD/tools/cli/viewproof
root=$(mktemp -d "${TEST_TMPDIR:-/tmp}/terminal.XXXXXX")
failed=0
mkdir -p "$root/golden" "$root/conformance/subjects"
touch "$root/golden/MANIFEST"
printf '[adapter]\nlinked = "reference"\n' >"$root/conformance/subjects/reference.gate.toml"
export VIEWPROOF_ROOT=$root

# expect WHAT STATUS TEXT COMMAND: the status of a shell command, and a text in what it
# says, in which there is no escape character.
expect() {
  local status=0
  bash -c "$4" viewproof "$viewproof" >"$root/log" 2>&1 || status=$?
  if [ "$status" = "$2" ] && grep -qF -- "$3" "$root/log" && ! grep -q $'\033' "$root/log"; then
    echo "passed: $1"
  else
    echo "FAILED: $1: status $status"
    cat -v "$root/log"
    failed=1
  fi
}

printf '%s\n' '{"id":"a","rev":1,"profile":"core","rules":["x"],"flags":[],"why":"","base":{"dtype":"int8","sizes":[2]},"chain":[{"op":"\u001b[2J"}],"expect":[{"outputs":[]}]}' >"$root/bad.jsonl"
expect "an unknown op of a vector is shown escaped" 2 'unknown op "\x1b[2J"' \
  "\$1 check reference --vectors $root/bad.jsonl"
expect "so is what an adapter says before its hello" 3 '\x1b[2Jno device' \
  "\$1 check -- sh -c 'printf \"\\033[2Jno device\\n\" >&2; exit 7'"
expect "apply answers every line, and says that one was no case" 2 '"id":"3","steps":[]' \
  "printf 'int8[2]\nint8[1000000000]\nint8[3]\n' | \$1 apply --text"
expect "apply is content with cases" 0 '"id":"1"' "echo 'int8[2] | flatten()' | \$1 apply --text"
expect "apply fails if the disk is full" 3 'cannot write the answers: No space left' \
  "echo 'int8[2]' | \$1 apply --text >/dev/full"
expect "apply ends when its reader does" 0 '"id":"1"' \
  "yes 'int8[2]' | \$1 apply --text | head -n 1"
expect "accept wants a reason" 2 '--reason: is empty' "\$1 accept r.jsonl --all --reason ''"
expect "accept wants groups" 2 'name a --group, --all, --reasons or --answers' "\$1 accept r.jsonl --reason x"
exit $failed
