#!/usr/bin/env bash
# Usage: tools/setup_test.sh
#
# Tests tools/setup and tools/apt in a checkout of their own: with an apt-get that finds its
# lock held, with a pip after each of whose steps tools/setup is killed, with a cache that is
# too large, and as a user who may only read the checkout.
set -euo pipefail

tools=$PWD/tools
root=$(mktemp -d "/tmp/setup_test.XXXXXX")
trap 'chmod -R u+w "$root"; rm -rf "$root"' EXIT
failed=0
cache=

# expect WHAT COMMAND...: says whether the command succeeds.
expect() {
  if "${@:2}"; then
    echo "passed: $1"
  else
    echo "FAILED: $1"
    failed=1
  fi
}

# says WHAT: whether the last set-up said this, and nothing else.
says() { grep -q "$1" "$root/log" && [ "$(wc -l <"$root/log")" = 1 ]; }

# program NAME: in PATH, with what is on stdin.
program() { cat >"$root/path/$1" && chmod +x "$root/path/$1"; }

make_root() {
  mkdir -p "$root"/{tools/environments,tools/dist,path,modules,state}
  cp "$tools"/{apt,compile_commands,format,regenerate,release,setup,test,viewproof} "$root/tools/"
  cp "$tools/dist/static_libraries" "$root/tools/dist/"
  cp -r "$tools/style" "$root/tools/"
  : >"$root/tools/packages.txt"
  echo numpy==2.0 >"$root/tools/requirements.txt"
  echo torch==2.1 >"$root/tools/requirements-oracle.txt"
  cp "$root/tools/packages.txt" "$root/tools/packages-clang.txt"
  cp "$root/tools/packages.txt" "$root/tools/packages-wasm.txt"
  printf '#!/bin/sh\n[ "$1" != -n ] || shift\nexec "$@"\n' | program sudo
  chmod -R a+rX "$root"
}

# set_up ARGUMENT...: into $root/log. What kills it is not told.
set_up() {
  (PATH=$root/path:$PATH PYTHONPATH=$root/modules VIEWPROOF_CACHE=$cache bash -c \
    "echo \$\$ >$root/state/pid; exec $root/tools/setup \"\$@\"" - "$@" >"$root/log" 2>&1; exit $?) 2>/dev/null
}

status_of() { local status=0; "$@" || status=$?; echo $status; }

# An apt-get that finds a lock held as often as state/locked says, then that dpkg was
# interrupted if state/interrupted is there, then does what it is asked for.
make_apt() {
  program apt-get <<END
#!/bin/sh
echo "apt-get \$*" >>"$root/state/ran"
locked=\$(cat "$root/state/locked")
if [ "\$locked" != 0 ]; then
  echo \$((locked - 1)) >"$root/state/locked"
  echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt)"
  exit 100
fi
case "\$*" in
  *update*) exit ;;
  *nonsense*) echo "E: Unable to locate package nonsense"; exit 100 ;;
esac
[ ! -e "$root/state/interrupted" ] || { echo "E: dpkg was interrupted, you must manually run 'dpkg --configure -a'"; exit 100; }
END
  printf '#!/bin/sh\necho "dpkg $*" >>%s\nrm -f %s\n' "$root/state/ran" "$root/state/interrupted" | program dpkg
  printf '#!/bin/sh\necho "${Version} installed"\n' | program dpkg-query
  printf '#!/bin/sh\necho nap >>%s\n' "$root/state/naps" | program sleep
}

# apt TIMES ARGUMENT...: tools/apt, which finds its lock held so many times.
apt() {
  echo "$1" >"$root/state/locked"
  rm -f "$root"/state/{ran,naps}
  PATH=$root/path:$PATH "$root/tools/apt" "${@:2}" >"$root/log" 2>&1
}

test_apt() {
  make_apt
  expect "apt's lock is waited for" apt 5 install -y thing
  expect "which is said once" says "setup: another process holds apt's lock; waiting up to 10 minutes"
  expect "then it installs" test "$(tail -n 1 "$root/state/ran")" = "apt-get -qq install -y thing"
  expect "10 minutes at most" test "$(status_of apt 1000 install -y thing)" = 1
  expect "of naps of 2 seconds" test "$(wc -l <"$root/state/naps")" = 300
  expect "and says how to go on" grep -q "still holds apt's lock: end it, or try again" "$root/log"
  expect "another failure is one" test "$(status_of apt 0 install nonsense)" = 1
  expect "at once" test ! -e "$root/state/naps"
  expect "and says why" grep -q "Unable to locate package nonsense" "$root/log"
  touch "$root/state/interrupted"
  expect "a dpkg that was interrupted is mended" apt 0 install -y thing
  expect "by itself" grep -q "dpkg --configure -a" "$root/state/ran"
  echo 3 >"$root/state/locked"
  echo 'npm: thing@1.2' >"$root/tools/environments/thing.txt"
  echo 'apt: no-such-package-at-all' >"$root/tools/environments/none.txt"
  expect "tools/setup waits for it" set_up --subject none
  expect "and says so" grep -q "waiting up to 10 minutes" "$root/log"
  echo 3 >"$root/state/locked"
  mkdir "$root/release"
  PATH=$root/path:$PATH "$root/tools/dist/static_libraries" "$root/release" >"$root/log" 2>&1 || true
  expect "so does a release" grep -q "waiting up to 10 minutes" "$root/log"
  expect "for the sources" grep -q "source --download-only simdjson fmtlib" "$root/state/ran"
  mkdir "$root/usr"
  ln -s /usr/bin/* "$root/usr/"
  rm -f "$root/usr/npm"
  rm "$root/state/ran"
  PATH=$root/usr set_up --subject thing || true
  expect "what installs packages of npm is installed, too" \
    grep -q "apt-get -qq install -y --no-install-recommends nodejs npm$" "$root/state/ran"
  rm -r "$root"/{.subjects,path/{apt-get,dpkg,dpkg-query,sleep}}
}

# Modules venv and pip of a Python. Before each file that they write they count state/steps
# down, and kill tools/setup at 0; with state/offline pip fails.
make_python() {
  cat >"$root/modules/steps.py" <<END
import os, pathlib, signal, sys, time
STATE = pathlib.Path("$root/state")

def write(path, text=""):
    steps = STATE / "steps"
    if steps.exists():
        left = int(steps.read_text()) - 1
        steps.write_text(str(left))
        if left == 0:
            os.kill(int((STATE / "pid").read_text()), signal.SIGKILL)
            if not (STATE / "orphan").exists():
                os._exit(1)
            time.sleep(0.5)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)

def site(folder):
    return pathlib.Path(folder, "lib", "python%d.%d" % sys.version_info[:2], "site-packages")
END
  cat >"$root/modules/venv.py" <<'END'
import os, pathlib, sys, steps
folder = pathlib.Path(sys.argv[-1])
with (steps.STATE / "made").open("a") as made:
    made.write("venv\n")
steps.write(folder / "pyvenv.cfg", "home = " + os.path.dirname(os.path.realpath(sys.executable)))
(folder / "bin").mkdir()
os.symlink(os.path.realpath(sys.executable), folder / "bin/python")
steps.write(steps.site(folder) / "pip/__init__.py")
END
  cat >"$root/modules/pip.py" <<'END'
import pathlib, sys, steps
folder = pathlib.Path(sys.executable).parent.parent
if (steps.STATE / "offline").exists():
    sys.exit("no network")
lists = [name for word, name in zip(sys.argv, sys.argv[1:]) if word == "-r"]
lines = [line for name in lists for line in pathlib.Path(name).read_text().split()]
for line in lines or [word for word in sys.argv if "==" in word]:
    name, _, version = line.partition("==")
    info = steps.site(folder) / f"{name}-{version}.dist-info"
    steps.write(steps.site(folder) / name / "version.py")
    steps.write(info / "METADATA")
    steps.write(info / "RECORD", f"{name}/version.py,,\n{name}/__pycache__/version.pyc,,\n{info.name}/METADATA,,\n{info.name}/RECORD,,\n")
    steps.write(folder / "bin" / name)
with (steps.STATE / "made").open("a") as made:
    made.write("pip\n")
END
}

# True if .venv holds every file of numpy and torch.
is_whole() { [ -e "$root/.venv/bin/numpy" ] && [ -e "$root/.venv/bin/torch" ] && set_up --oracle --check && [ ! -s "$root/log" ]; }

# kill_at_each_step FOLDER: kills tools/setup at each of its steps that make this .venv one with torch.
kill_at_each_step() {
  local step killed=0
  for step in {1..30}; do
    rm -rf "$root/.venv"
    cp -a "$1" "$root/.venv"
    echo "$step" >"$root/state/steps"
    ! set_up --oracle || { rm "$root/state/steps"; break; }
    rm "$root/state/steps"
    set_up --oracle && is_whole || { echo "killed at step $step:"; cat "$root/log"; return 1; }
    killed=$step
  done
  [ "$killed" -gt 2 ] && is_whole
}

test_killed() {
  make_python
  expect "a .venv is made" set_up
  touch "$root/state/stamp"
  expect "a second set-up says nothing" set_up
  expect "a second set-up writes nothing" test -z "$(find "$root/.venv" -newer "$root/state/stamp")"
  cp -a "$root/.venv" "$root/with_numpy"
  mkdir "$root/empty"
  expect "killed at any step, it is made at the next call" kill_at_each_step "$root/empty"
  expect "so is what is added to one" kill_at_each_step "$root/with_numpy"
  printf '#!/bin/sh\n/bin/rm "$@"; kill -9 $(cat %s)\n' "$root/state/pid" | program rm
  rm "$site/numpy/version.py"
  expect "one that is killed while it removes" test "$(status_of set_up)" != 0
  /bin/rm "$root/path/rm"
  expect "is done again" set_up
  expect "with all that was there" is_whole
  touch "$root/state/orphan"
  rm -rf "$root/.venv" "$root/state/made"
  echo 4 >"$root/state/steps"
  set_up --oracle || true
  rm "$root"/state/{steps,orphan}
  expect "what a killed one has left running" set_up --oracle
  expect "ends first" test "$(paste -sd ' ' "$root/state/made")" = "venv pip venv pip"
}

test_damaged() {
  rm "$site/numpy/version.py"
  expect "--check sees a damaged .venv" test "$(status_of set_up --check)" = 1
  expect "and says what is missing" grep -q "lacks 1 of its files, such as numpy/version.py" "$root/log"
  expect "it is mended" set_up
  expect "with all that it held" is_whole
  rm "$site/torch-2.1.dist-info/RECORD"
  expect "so is one without a record" set_up
  expect "of a package" is_whole
  touch "$root/state/offline"
  rm -rf "$root/.venv/bin/torch" "$site"/torch*
  expect "what pip cannot add" test "$(status_of set_up --oracle)" = 3
  expect "leaves .venv as it is" set_up --check
  rm "$root/state/offline" "$root/.venv/installed" "$site/numpy/version.py"
  touch "$root/.venv/mine"
  expect "one of another maker" test "$(status_of set_up)" = 3
  expect "is left alone" test -e "$root/.venv/mine"
  expect "which is said" says "tools/setup did not make it: mend it, or try again after rm -rf $root/.venv"
}

# cached NAME WRITTEN READ: a file of 3 GB, which takes no room, and how many days ago it was that.
cached() {
  mkdir -p "$cache"/{ac,cas} "$cache/${1%/*}"
  truncate -s 3GB "$cache/$1"
  touch -m -d "$2 days ago" "$cache/$1"
  touch -a -d "$3 days ago" "$cache/$1"
}

# True if the cache holds these files, in the order of their names, and no others.
holds() { [ "$(cd "$cache" && find . -type f -printf '%P\n' | sort | paste -sd ' ')" = "$*" ]; }

test_cache() {
  rm -rf "$root/.venv"
  cache=$root/"the cache"
  set_up
  cached cas/00/read 9 1
  cached cas/00/unread 5 5
  expect "a cache of 6 GB" set_up
  expect "stays as it is" holds cas/00/read cas/00/unread
  expect "and nothing is said" test ! -s "$root/log"
  cached ac/ff/written 2 8
  expect "a cache of 9 GB" set_up
  expect "loses what was neither read nor written for longest" holds ac/ff/written cas/00/read
  expect "which is said" says "setup: removing 1 files that were not used for longest from $cache"
  cache=
}

# With an npm that makes a file per package.
test_subject_set_up() {
  program npm <<EOF
#!/bin/sh
[ ! -e "$root/state/no-npm" ] || exit 1
echo installs >>"$root/state/installs"
mkdir -p "\$3/node_modules" && touch "\$3/node_modules/thing"
[ ! -e "$root/state/killed" ] || kill -9 \$(cat "$root/state/pid")
EOF
  printf '# A comment.\nnpm: thing@1.2  # and one\n' >"$root/tools/environments/thing.txt"
  expect "--check says what is missing" test "$(status_of set_up --subject thing --check)" = 1
  expect "by name" grep -q "missing in .subjects/thing: npm:thing@1.2" "$root/log"
  expect "--check installs nothing" test ! -e "$root/.subjects"
  touch "$root/state/killed"
  set_up --subject thing || true
  expect "a killed set-up is none" test "$(status_of set_up --subject thing --check)" = 1
  rm "$root/state/killed"
  expect "it is done again" set_up --subject thing
  expect "a second one has nothing to do" set_up --subject thing
  expect "and did nothing" test "$(wc -l <"$root/state/installs")" = 2
  expect "--check is content" set_up --subject thing --check
  echo 'npm: other@1' >>"$root/tools/environments/thing.txt"
  expect "a list that was changed is installed" set_up --subject thing
  expect "once more" test "$(wc -l <"$root/state/installs")" = 3
  touch "$root/state/no-npm"
  echo 'npm: third@1' >>"$root/tools/environments/thing.txt"
  expect "what fails ends with 3" test "$(status_of set_up --subject thing)" = 3
  expect "and says so" grep -q "thing cannot be installed here: npm install" "$root/log"
  expect "no such package is missing" test "$(status_of set_up --subject none --check)" = 1
  expect "an unknown subject is misuse" test "$(status_of set_up --subject nobody)" = 2
}


# As somebody who may only read the clone; $1 is the program, in $root.
as_reader() {
  HOME=/nonexistent PATH=$root/path:$PATH PYTHONPATH=$root/modules "${reader[@]}" "$root/$1" "${@:2}" >"$log" 2>&1
}

test_reader() {
  local owner
  rm -rf "$root/.venv"
  set_up
  mkdir -p "$root/conformance/libraries/some"
  echo 'build: //subjects:some_adapter' >"$root/conformance/libraries/some/environment.txt"
  mkdir "$root/.bin"
  touch "$root/WORKSPACE" "$root/.bazelrc"
  printf '#!/bin/sh\necho "ran $*"\n' >"$root/.bin/viewproof"
  chmod +x "$root/.bin/viewproof"
  owner=$(stat -c %U "$root")
  log=$(mktemp)
  chmod -R a-w "$root"
  # To root, who is the owner in a sandbox, too, rights say nothing but by its capabilities.
  reader=()
  [ "$(id -u)" != 0 ] || reader=(setpriv --bounding-set=-all --inh-caps=-all)
  "${reader[@]}" test ! -w "$root" || { echo "SKIPPED: root cannot do without its capabilities here"; return; }
  expect "a reader runs what is built" as_reader tools/viewproof list
  expect "as it is" test "$(cat "$log")" = "ran list"
  expect "a reader's set-up has nothing to do" as_reader tools/setup
  expect "and says nothing" test ! -s "$log"
  for command in "setup --oracle" "setup --subject thing" "viewproof check torch" "viewproof check some" test release regenerate format compile_commands; do
    expect "tools/$command ends with 3" test "$(status_of as_reader tools/$command)" = 3
    expect "after one sentence" grep -q "^setup: .* writes into $root.*, which you may only read: do it as its owner, $owner," "$log"
    expect "and no other" test "$(wc -l <"$log")" = 1
  done
  chmod u+w "$root"
  touch "$root/WORKSPACE"
  chmod u-w "$root"
  expect "what is older than a source runs" as_reader tools/viewproof list
  expect "which is said" grep -q "$root/.bin/viewproof is older than $root/WORKSPACE, and you may not build it" "$log"
}

make_root
site=$root/.venv/lib/$(/usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')/site-packages
test_apt
test_killed
test_damaged
test_cache
test_subject_set_up
test_reader
exit $failed
