"""A known failure is known by what was answered, and shows why it is known wherever it shows."""
import base64
import gzip
import hashlib
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from beside import LISTS, VIEWPROOF

# An adapter whose t() goes wrong as a file says: adapter.py FILE
ADAPTER = f"""
import os, pathlib, sys
sys.path.insert(0, {os.path.dirname(LISTS)!r})
import lists_adapter
from lists_adapter import Refused

WAY = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")


def wrong(x):
    if WAY.startswith("error"):
        raise Refused(WAY[6:] or None, "this text is of no moment")
    if WAY == "dies":
        os.abort()
    if WAY == "aborts otherwise":
        os.kill(os.getpid(), 11)
    if WAY == "strides":
        return x.on(x.sizes, [0, 1])
    if WAY == "other strides":
        return x.on(x.sizes, [0, 0])
    return x.on(x.sizes, [0, 0], 1) if WAY == "strides and offset" else x.t().clone()


lists_adapter.wrong = wrong
sys.exit(lists_adapter.adapter({{**lists_adapter.OPS, "t": "wrong(x)"}}).main())
"""
# Each way to go wrong, and what of it is pinned.
WAYS = {"error": "error", "error size": "error size", "error rank": "error rank", "strides": "values strides", "other strides": "values strides",
        "strides and offset": "values strides offset", "copies": "strides contiguous storage", "dies": None, "aborts otherwise": None}
CASE = "t/of-a-matrix"
REASON = "t() is <not> ours"
LINK = "https://example.org/issues/7"


class Known(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = pathlib.Path(self.folder.name)
        (self.here / "adapter.py").write_text(ADAPTER, encoding="utf-8")
        self.gate = f'[adapter]\ncommand = ["{sys.executable}", "adapter.py", "way"]\n\n[demand]\nfacets = ["values", "strides", "alias"]\n'
        self.lock = self.here / "my.gate.lock"
        self.forget()

    def forget(self):
        (self.here / "my.gate.toml").write_text(self.gate, encoding="utf-8")
        self.lock.unlink(missing_ok=True)

    def run_it(self, *words):
        done = subprocess.run([VIEWPROOF, *words], capture_output=True, text=True, check=False, cwd=self.here,
                              env=os.environ | {"VIEWPROOF_ROOT": os.getcwd()})
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        return done.returncode, done.stdout

    def check(self, way):
        """-> the exit status where t() goes wrong in this way, and what was printed"""
        (self.here / "way").write_text(way, encoding="utf-8")
        return self.run_it("check", "my.gate.toml", "-v", "--only", CASE, "--report", "r.jsonl")

    def accept(self, way):
        self.forget()
        self.assertEqual(self.check(way)[0], 1, way)
        self.run_it("accept", "r.jsonl", "--all", "--reason", REASON, "--link", LINK)

    def test_another_wrong_answer_of_a_known_case_is_new(self):
        for accepted, pinned in WAYS.items():
            self.accept(accepted)
            *_, cases = map(json.loads, self.lock.read_text(encoding="utf-8").splitlines())
            self.assertEqual(cases.get("answer"), pinned)
            ways = [*WAYS.items()] * 2
            for way, answer in ways[[*WAYS].index(accepted):][:2]:
                same = answer == pinned
                self.assertEqual(self.check(way)[0], 0 if same else 1, (accepted, way))

    def test_a_case_of_an_earlier_suite_takes_any_answer_until_it_is_told(self):
        self.accept("error size")
        pinned = self.lock.read_text(encoding="utf-8")
        self.lock.write_text(pinned.replace('"answer":"error size",', ""), encoding="utf-8")
        for way in ("error", "error rank", "error size"):
            self.assertEqual(self.check(way)[0], 0, way)
        gate = (self.here / "my.gate.toml").read_bytes()
        self.assertEqual(self.run_it("accept", "r.jsonl", "--answers"), (0, "accept: the answer of 1 known failure written\n"))
        self.assertEqual(self.lock.read_text(encoding="utf-8"), pinned)
        self.assertEqual((self.here / "my.gate.toml").read_bytes(), gate)
        self.assertEqual(self.check("error rank")[0], 1)

    def forms(self, path):
        """-> what the terminal, the page, Markdown, JUnit, the JSON and explain say of a report"""
        for form in ("html", "markdown", "junit", "json"):
            self.run_it("report", path, "--" + form, form)
        read = lambda name: (self.here / name).read_text(encoding="utf-8")
        page = "".join(gzip.decompress(base64.b64decode(part)).decode() for part in re.findall(r'data">([^<]*)</script>', read("html")))
        skipped = [e.get("message") for e in xml.etree.ElementTree.fromstring(read("junit")).iter("skipped")]
        return {"terminal": self.run_it("report", path)[1], "page": page, "markdown": read("markdown"), "junit": skipped[0],
                "json": read("json"), "explain": self.run_it("explain", CASE, "--report", path)[1]}

    def test_the_reason_is_shown_in_every_form(self):
        self.accept("dies")
        _, printed = self.check("dies")
        self.assertIn("known failures, by the gate file: 1 in 1 entry", printed)
        for name, text in {**self.forms("r.jsonl"), "check": printed}.items():
            plain = re.sub(r"\s+", " ", html.unescape(text.replace("\\", "")))
            self.assertIn(REASON, plain, name)
            self.assertIn(LINK, plain, name)
            if name in ("terminal", "check", "markdown"):
                self.assertIn("t dies", text, name)

    def test_a_report_that_tells_no_reason_is_shown_without_one(self):
        self.accept("strides")
        self.check("strides")
        lines = [json.loads(line) for line in (self.here / "r.jsonl").read_text(encoding="utf-8").splitlines()]
        lines[0]["header"]["format"] = 2
        self.assertEqual([known["reason"] for known in lines[-1]["footer"].pop("known")], [REASON])
        self.assertEqual(lines[1].pop("entry"), 1)
        text = [json.dumps(line, separators=(",", ":")) + "\n" for line in lines]
        lines[-1]["footer"]["records"] = "sha256:" + hashlib.sha256("".join(text[1:-1]).encode()).hexdigest()
        text[-1] = json.dumps(lines[-1]) + "\n"
        (self.here / "old.jsonl").write_text("".join(text), encoding="utf-8")
        for name, shown in self.forms("old.jsonl").items():
            self.assertNotIn("ours", shown, name)
            self.assertNotIn(LINK, shown, name)
        self.assertIn("known: ", self.forms("old.jsonl")["junit"])

    def test_fuzz_says_why_a_finding_is_known(self):
        self.accept("copies")
        _, out = self.run_it("fuzz", "my.gate.toml", "-v", "--cases", "300", "--seed", "1")
        self.assertRegex(out, r"(?s)known failures, by the gate file: .* t copies where a view is due.*: t\(\) is <not> ours\n +" + re.escape(LINK) + "\n")


if __name__ == "__main__":
    unittest.main()
