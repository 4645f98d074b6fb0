"""Holds the Python SDK to Python 3.8: by vermin, and by a check of a subject made of lists under each Python that the
machine has. Those that it lacks are named."""
import json
import os
import pathlib
import pwd
import subprocess
import sys
import tempfile
import unittest

from beside import LISTS, VIEWPROOF, counts_in

SDK = os.path.abspath("conformance/sdk/python/viewproof_adapter.py")
PLAIN = os.path.abspath("conformance/sdk/templates/python/plain_array.py")
MINORS = range(8, 15)  # 3.8 to 3.14
# Python's floats do not keep a signalling NaN of 32 bits.
LEFT_OUT = "contiguous/keeps-every-bit-of-float32"


def places():
    """Folders in which a Python may lie."""
    home = pathlib.Path(pwd.getpwuid(os.getuid()).pw_dir)
    yield from map(pathlib.Path, os.environ["PATH"].split(os.pathsep))
    yield from map(pathlib.Path, ("/usr/bin", "/usr/local/bin"))
    for root in (os.environ.get("PYENV_ROOT", home / ".pyenv"), home / ".local/share/uv/python", home / ".asdf/installs/python"):
        yield from sorted(pathlib.Path(root).glob("*/bin")) + sorted(pathlib.Path(root).glob("versions/*/bin"))


def version(path):
    """[a program] -> what it says of its version, if it runs."""
    try:
        ended = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
        return ended.stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def pythons():
    """-> {minor version: a Python of it}"""
    found = {}
    for folder in places():
        for minor in set(MINORS) - set(found):
            path = folder / f"python3.{minor}"
            if path.exists() and version(path).startswith(f"Python 3.{minor}."):
                found[minor] = path
    return found


class Pythons(unittest.TestCase):
    def test_vermin_finds_nothing_newer(self):
        ended = subprocess.run([sys.executable, "-c", "import vermin; vermin.main()", "-t=3.8-", "--eval-annotations", "--no-tips",
                                SDK, LISTS, PLAIN], capture_output=True, text=True, check=False)
        self.assertEqual((ended.returncode, "3.8" in ended.stdout), (0, True), ended.stdout + ended.stderr)

    def test_the_sdk_passes_under_each_python(self):
        found = pythons()
        self.assertTrue(found)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        report = pathlib.Path(folder.name, "report.jsonl")
        passed = set()
        for minor, path in sorted(found.items()):
            with self.subTest(str(path)):
                ended = subprocess.run([VIEWPROOF, "check", "--not", LEFT_OUT, "--report", report, "--", path, "-S", LISTS],
                                       capture_output=True, text=True, check=False, env=os.environ | {"VIEWPROOF_ROOT": os.getcwd()})
                self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
                ((good, new, *_),) = counts_in(ended.stdout)
                self.assertEqual(new, 0, ended.stdout)
                passed.add(good)
                records = map(json.loads, report.read_text(encoding="utf-8").splitlines())
                print(f"vectors: lists-on-3.{minor}", len({r["id"] for r in records if r.get("verdict", "skip") != "skip"}))
        self.assertEqual(len(passed), 1, passed)
        self.assertGreater(min(passed), 400)
        print("ran under", ", ".join(f"3.{minor}" for minor in sorted(found)), file=sys.stderr)
        lacking = [f"3.{minor}" for minor in MINORS if minor not in found]
        if lacking:
            print("not run: this machine has no Python", ", ".join(lacking), file=sys.stderr)
