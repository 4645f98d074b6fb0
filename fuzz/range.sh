#!/bin/sh
# Usage: range.sh OPTION... -- PROGRAM ARGUMENT...
#        range.sh --digest-of PYTHON
#
# Runs one range of a campaign (README.md) on whatever machine this is. Exits 0 with
# a whole report, with findings or without; 3 without a report if this machine cannot
# judge the range: that is never a finding. The second form prints an environment's
# digest: that of its `pip freeze`.
#
#   --report FILE         what PROGRAM writes
#   --cases N             how many cases the report must be of
#   --libs FOLDER         PROGRAM's shared libraries and loader: nothing of /usr is used
#   --python FILE         the interpreter of an environment
#   --environment DIGEST  what that environment must be
#   --wheel FILE          a package that FILE of --python gets for this range; repeatable
#   --version TEXT        the subject's version, as its hello has it
#
# Example: range.sh --report r.jsonl --cases 9 -- viewproof fuzz model --cases 9 --report r.jsonl
set -eu

report='' cases='' libs='' python='' environment='' wheels='' version=''
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  [ -z "$report" ] || rm -f "$report"
  echo "range: $*" >&2
  exit 3
}

digest_of() {
  LC_ALL=C "$1" -I -m pip --disable-pip-version-check freeze >"$scratch/freeze" 2>"$scratch/error" ||
    fail "there is no environment at $1: $(tail -n 1 "$scratch/error")"
  sha256sum <"$scratch/freeze" | cut -d' ' -f1
}

while [ $# != 0 ]; do
  case $1 in
    --digest-of) digest_of "$2"; exit ;;
    --report) report=$2 ;;
    --cases) cases=$2 ;;
    --libs) libs=$2 ;;
    --python) python=$2 ;;
    --environment) environment=$2 ;;
    --wheel) wheels="$wheels $2" ;;
    --version) version=$2 ;;
    --) shift; break ;;
    *) echo "range: unknown argument $1; the head of $0 has them" >&2; exit 2 ;;
  esac
  shift 2
done

if [ -n "$environment" ]; then
  here=$(digest_of "$python") || exit 3
  [ "$here" = "$environment" ] ||
    fail "the environment at $python is $here, expected $environment"
fi
for wheel in $wheels; do
  "$python" -m zipfile -e "$wheel" "$scratch/packages" 2>"$scratch/error" ||
    fail "cannot unpack $wheel: $(tail -n 1 "$scratch/error")"
  export PYTHONPATH="$scratch/packages"
done

# A gate file names it as python3.
[ -z "$python" ] || export PATH="${python%/*}:$PATH"

[ -z "$report" ] || rm -f "$report"
[ -z "$libs" ] || set -- "$libs/ld-linux-x86-64.so.2" --library-path "$libs" "$@"
status=0
"$@" >"$scratch/output" 2>&1 || status=$?
# 1 is a finding, which the report holds.
if [ $status -gt 1 ] || ! [ -e "$report" ]; then
  tail -n 20 "$scratch/output" >&2
  fail "ended with status $status: $*"
fi
if [ -n "$version" ]; then
  head -n 1 "$report" | grep -qF "\"version\":\"$version\"," ||
    fail "expected a subject of version $version: $(head -n 1 "$report")"
fi
head -n 1 "$report" 2>&1 | grep -qF "\"cases\":$cases," &&
  tail -n 1 "$report" | grep -qF '{"footer":{"run":"complete",' ||
  fail "the range stopped early: $(head -n 1 "$report" 2>&1 | cut -c1-200)"
