#!/usr/bin/env bash
# Tests what range.sh makes of each way a program can end.
set -euo pipefail
range=$PWD/fuzz/range.sh libs=$PWD/fuzz/libraries program=$PWD/tools/cli/viewproof root=$PWD
cd "$TEST_TMPDIR"
failed=0

# expect STATUS WORDS ARGUMENT...: range.sh exits so and says so; a report is left only
# if it exits 0.
expect() {
  local status=$1 words=$2 actual=0
  shift 2
  echo 'of an earlier run' >report
  "$range" --report report --cases 4 "$@" 2>error || actual=$?
  if [ "$actual" != "$status" ] || [[ $(cat error) != *"$words"* ]] ||
    { [ "$status" = 3 ] && [ -e report ]; }; then
    echo "FAILED: expected status $status, '$words'; got $actual: $(cat error)" >&2
    failed=1
  fi
}

# A program that writes a report of $1 cases and exits $2.
cat >program <<'END'
#!/bin/sh
[ "$1" = nothing ] || {
  echo "{\"header\":{\"range\":{\"seed\":1,\"first\":0,\"cases\":$1,\"digests\":{}},\"subject\":{\"name\":\"s\",\"version\":\"1.5\",\"device\":\"cpu\"}}}"
  [ $# = 3 ] || echo '{"footer":{"run":"complete","passed":0}}'
} >report
echo said by the program
if [ "$2" = killed ]; then kill -9 $$; fi
exit "$2"
END
chmod +x program

expect 0 '' -- ./program 4 0
grep -q '"cases":4' report
expect 0 '' -- ./program 4 1
grep -q '"cases":4' report
expect 3 'said by the program' -- ./program 4 2
expect 3 'ended with status 137' -- ./program 4 killed
expect 3 'ended with status 127' -- ./missing
expect 3 'the range stopped early' -- ./program 3 0
expect 3 'the range stopped early' -- ./program 40 0
expect 3 'the range stopped early' -- ./program 4 0 torn
expect 3 'ended with status 0' -- ./program nothing 0
expect 0 '' --version 1.5 -- ./program 4 0
expect 3 'expected a subject of version 1.6' --version 1.6 -- ./program 4 0
expect 3 'expected a subject of version 5' --version 5 -- ./program 4 1

# An environment.
cat >python <<'END'
#!/bin/sh
[ "$*" = "-I -m pip --disable-pip-version-check freeze" ] || exec python3 "$@"
echo numpy==1.0
END
chmod +x python
digest=$("$range" --digest-of ./python)
[ "$digest" = "$(echo numpy==1.0 | sha256sum | cut -d' ' -f1)" ]
expect 0 '' --python ./python --environment "$digest" -- ./program 4 0
sed -i s/1.0/1.1/ python
expect 3 "expected $digest" --python ./python --environment "$digest" -- ./program 4 0
expect 3 'there is no environment at ./nowhere' --python ./nowhere --environment "$digest" \
  -- ./program 4 0

# A wheel is unpacked for the range, and for nobody else.
mkdir package
echo 'version = "1.5"' >package/__init__.py
python3 -m zipfile -c package.whl package
rm -r package
cat >asks <<'END'
import package
open("report", "w").write('{"header":{"range":{"cases":4,"subject":{"version":"%s",\n{"footer":{"run":"complete",\n' % package.version)
END
expect 0 '' --python python3 --wheel package.whl --version 1.5 -- python3 asks
expect 3 'No module named' --version 1.5 -- python3 asks
echo damaged >package.whl
expect 3 'cannot unpack package.whl' --python python3 --wheel package.whl -- python3 asks

# A program with its libraries uses none of this machine's.
export VIEWPROOF_ROOT=$root
expect 0 '' --libs "$libs" -- "$program" fuzz model --cases 4 --report report
if "$libs/ld-linux-x86-64.so.2" --library-path "$libs" --list "$program" |
  grep -vF -e "$libs/" -e linux-vdso; then
  echo "FAILED: these are outside of $libs" >&2
  failed=1
fi
exit $failed
