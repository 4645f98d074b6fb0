"""All counts of one run are equal in check, report, diff, trend, matrix and verify, whatever failed and however."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from beside import LISTS, VIEWPROOF, counts_in

# The adapter of lists with other expressions for some ops: broken.py FOLDER FILE
BROKEN = """import json, os, sys
sys.path.insert(0, sys.argv[1])
import lists_adapter
with open(sys.argv[2], encoding="utf-8") as file:
    faults = json.load(file)
lists_adapter.os = os
sys.exit(lists_adapter.adapter({**lists_adapter.OPS, **faults}).main())
"""
GATE = """[adapter]
command = ["{}", "broken.py", "{}", "faults.json"]
[demand]
profiles = ["core"]
facets = ["values", "strides", "alias"]
"""
KNOWN = {"detach": "x.clone()", "t": "x.t().clone()"}
# Counted are new failures, known ones that fail otherwise, differences only in what is not demanded, and deaths, some of
# them after a step that differs, too. Capitals are said only on standard error: the code of a death is shown as well.
ANEW = {**KNOWN, "t": "x.t().clone() if x.sizes != [2, 3] else x", "permute": "x.permute({dims}).clone()",
        "select": "x.select({dim}, {index}).clone() if len(x.sizes) > 1 else x.select({dim}, {index})",
        "unsqueeze": "(lambda y: y.on(y.sizes, [7 if n == 1 else s for n, s in zip(y.sizes, y.strides)]))(x.unsqueeze({dim}))",
        "fill_": "(x.dtype != 'float32' or os.write(2, b'the kernel fell\\xff\\n'.upper())) and os.abort() "
                 "if len(x.sizes) == 1 and len(x.storage) == x.sizes[0] else x.fill_({value})"}


def row_of(out, name):
    """-> the cells of a row, of all parts of a table that is wider than the terminal"""
    return name + "".join(line.strip().removeprefix(name) + " " for line in out.splitlines() if line.startswith(f"  {name} "))


class Counts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.here = pathlib.Path(folder.name)
        (cls.here / "broken.py").write_text(BROKEN, encoding="utf-8")
        gate = cls.here / "lists.gate.toml"
        gate.write_text(GATE.format(sys.executable, os.path.dirname(LISTS)), encoding="utf-8")
        cls.said = {}
        cls.check(KNOWN, "--update")
        cls.run_verb("accept", cls.check(KNOWN, "--report", "first.jsonl"), "--all", "--reason", "t copies, by design")
        cls.check(KNOWN, "--report", "before.jsonl")
        cls.check(ANEW, "--report", "after.jsonl")

    @classmethod
    def run_verb(cls, *words, statuses=(0, 1)):
        done = subprocess.run([VIEWPROOF, *words], capture_output=True, text=True, check=False, cwd=cls.here,
                              env=dict(os.environ, VIEWPROOF_ROOT=os.getcwd()))
        assert done.returncode in statuses, (words, done.stdout, done.stderr)
        return done.stdout

    @classmethod
    def check(cls, faults, *options):
        """-> the name of the report; what was said is kept by it"""
        (cls.here / "faults.json").write_text(json.dumps(faults), encoding="utf-8")
        cls.said[options[-1]] = cls.run_verb("check", "lists.gate.toml", *options)
        return options[-1]

    def report(self, name):
        """-> the terminal's text of a report, its JSON, Markdown and JUnit"""
        files = [self.here / ("report." + form) for form in ("json", "markdown", "junit")]
        words = [word for file in files for word in ("--" + file.suffix[1:], str(file))]
        out = self.run_verb("report", name, *words)
        return out, *(file.read_text(encoding="utf-8") for file in files)

    def test_six_commands_count_alike(self):
        for name in ("before.jsonl", "after.jsonl"):
            with self.subTest(report=name):
                said = counts_in(self.said[name])
                self.assertEqual(len(said), 1)
                passed, new, known, others, skipped = said[0]
                lines = [json.loads(line) for line in (self.here / name).read_text(encoding="utf-8").splitlines()]
                self.assertEqual(sum(said[0]), len(lines) - 2 - sum("facts" in line for line in lines))
                out, data, markdown, junit = self.report(name)
                self.assertEqual(counts_in(out), said)
                counts = json.loads(data)["counts"]
                self.assertEqual([counts[key] for key in ("passed", "new", "known", "not_demanded", "skipped")], list(said[0]))
                self.assertEqual([sum(cell[k] for cell in (op["cell"] for op in json.loads(data)["ops"].values())) for k in (1, 2, 3)],
                                 [new, known, others])
                self.assertIn(f"| {passed:,} | {new:,} | {known:,} | {others:,} | {skipped:,} | {counts['deaths']:,} |", markdown)
                suites = xml.etree.ElementTree.fromstring(junit).attrib
                self.assertEqual(int(suites["failures"]) + int(suites["errors"]), new + ("RED" in out))
                self.assertEqual(int(suites["skipped"]), skipped + known + others)
                self.assertEqual(counts_in(self.run_verb("diff", name, name)), said * 2)
                run = name.partition(".")[0]
                row = r"^{} .* +{:,} +{:,} +{:,} +{:,} +{:,} +{:,} ".format(run, passed, new, known, others, skipped, counts["deaths"])
                self.assertRegex(row_of(self.run_verb("trend", name), run), row)
                self.assertRegex(row_of(self.run_verb("matrix", name), run), row.replace(" .* ", " "))
                self.assertEqual(counts_in(self.run_verb("verify", name)), said)

    def test_diff_counts_what_both_demand_and_trend_what_it_calls_fixed(self):
        (before,), (after,) = counts_in(self.said["before.jsonl"]), counts_in(self.said["after.jsonl"])
        self.assertGreater(after[3], before[3] + 20)
        out = self.run_verb("diff", "before.jsonl", "after.jsonl")
        self.assertEqual(counts_in(out), [before, after])
        fresh, fixed, changed, same = (int(re.search(rf"(\d+) {word}", out)[1]) for word in ("new failures", "fixed", "changed", "the same"))
        self.assertEqual((fresh + changed, fixed), (after[1], 0))  # The earlier failures fail otherwise now.
        self.assertEqual(fresh + changed + same, sum(after) - after[4])
        self.assertNotRegex(out, r"\bexact\b")
        back = self.run_verb("diff", "after.jsonl", "before.jsonl")
        self.assertIn(f"\n0 new failures, {fresh} fixed, ", back)
        self.assertRegex(row_of(self.run_verb("trend", "after.jsonl", "before.jsonl"), "before"), rf"^before .* {fresh} +GREEN")
        (self.here / "exact.jsonl").write_text((self.here / "before.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
        self.check({**KNOWN, "unsqueeze": ANEW["unsqueeze"]}, "--report", "exact.jsonl")
        self.assertIn("\n0 new failures, 0 fixed, 0 changed,", self.run_verb("diff", "before.jsonl", "exact.jsonl", statuses=(0,)))

    def test_no_line_is_longer_than_the_terminal(self):
        """Unless it has a path or a digest, which is not broken."""
        for words in (["report", "after.jsonl", "--groups", "all"], ["merge", "after.jsonl", "-v"], ["diff", "before.jsonl", "after.jsonl"],
                      ["matrix", "before.jsonl", "after.jsonl"], ["trend", "before.jsonl", "after.jsonl"], ["verify", "before.jsonl"],
                      ["doctor"], *(["list", what] for what in ("ops", "profiles", "flags", "dtypes", "subjects", "skips"))):
            with self.subTest(" ".join(words)):
                lines = self.run_verb(*words).splitlines()
                self.assertGreater(len(lines), 3)
                self.assertEqual([line for line in lines if len(line) > 80 and max(map(len, line.split())) < 40], [])

    def test_a_death_is_one_wherever_it_lies(self):
        records = [json.loads(line) for line in (self.here / "after.jsonl").read_text(encoding="utf-8").splitlines()[1:-1]]
        deaths = [record for record in records if record.get("verdict") == "crash"]
        hidden = [record for record in deaths if any(d["step"] < record["step"] for d in record["diffs"])]
        self.assertGreater(len(hidden), 4)
        self.assertGreater(len(deaths), len(hidden))
        out, data, markdown, junit = self.report("after.jsonl")
        data = json.loads(data)
        heads = re.findall(r"\n#\d+ \S+ dies: [^#]*? (\d+) cases?\b", out)
        self.assertEqual(sum(map(int, heads)), len(deaths))
        self.assertEqual(data["counts"]["deaths"], len(deaths))
        self.assertIn(f" | {len(deaths)} |", markdown)
        tree = xml.etree.ElementTree.fromstring(junit)
        self.assertEqual([int(tree.attrib["errors"]), len(tree.findall(".//error"))], [len(deaths)] * 2)
        self.assertEqual({error.attrib["type"] for error in tree.iter("error")}, {"crash"})
        if shutil.which("node"):
            for word in ("crash", "SIGABRT"):
                self.assertEqual(self.in_page(data, f"data.failures.filter((failure) => isIn(failure, 'q', '{word}')).length"), len(deaths))

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_where_an_op_fails_is_said_stretch_by_stretch(self):
        for cells, words in (("1.11", "rank 1, rank 3 to rank 4"), ("1...1", "rank 1, rank 5"), ("..11", "from rank 3"), ("1111", "everywhere it ran"),
                             (".11.", "rank 2 to rank 3"), (".1", "only rank 2"), ("1. 1", "rank 1, rank 4")):
            columns = {f"rank {k + 1}": [4, int(cell == "1"), 0, 0] for k, cell in enumerate(cells) if cell != " "}
            said = self.in_page({}, f"begins({json.dumps(columns)}, {json.dumps([f'rank {k + 1}' for k in range(len(cells))])})")
            self.assertEqual(said, words)

    def test_what_an_adapter_says_before_it_dies_is_shown_beside_it(self):
        _, data, markdown, junit = self.report("after.jsonl")
        said = {}
        for failure in json.loads(data)["failures"]:
            record = failure["record"]
            if record["verdict"] == "crash":
                name = f"{record['id']} ({record['dtype']})"
                said[name] = failure.get("stderr", "not told").strip()
                self.assertEqual("FELL" in said[name], record["dtype"] == "float32", name)
            else:
                self.assertNotIn("stderr", failure)
        self.assertEqual(len(set(said.values())), 2, said)
        cases = xml.etree.ElementTree.fromstring(junit).iter("testcase")
        self.assertEqual({case.attrib["name"]: case.find("system-err").text.strip() for case in cases if case.find("system-err") is not None}, said)
        dies = re.search(r"\n### \d+\. \S+ dies:(.*?)(?=\n###|$)", markdown, re.DOTALL)[1]
        name = re.search(r"- case: `(.*)`", dies)[1]
        self.assertIn("- standard error: " + ("`" + said[name] if "FELL" in said[name] else "not told"), dies)
        log = self.here / "after.jsonl.stderr.jsonl"
        kept = log.read_text(encoding="utf-8")
        self.assertEqual(len(kept.splitlines()), sum("FELL" in text for text in said.values()))
        self.run_verb("merge", "after.jsonl", "--report", "merged.jsonl")
        self.assertEqual(sorted((self.here / "merged.jsonl.stderr.jsonl").read_text(encoding="utf-8").splitlines()), sorted(kept.splitlines()))
        log.write_text('{"id":"torn\n' + kept.replace("SIGABRT", "SIGSEGV"), encoding="utf-8")
        try:  # It is of another run.
            self.assertNotIn("FELL", "".join(self.report("after.jsonl")))
        finally:
            log.write_text(kept, encoding="utf-8")
        stale = self.here / "calm.jsonl.stderr.jsonl"
        stale.write_text(kept, encoding="utf-8")
        self.check(KNOWN, "--report", "calm.jsonl")
        self.assertFalse(stale.exists())

    def in_page(self, data, expression):
        """[data of a page, JavaScript] -> what its script makes of that"""
        page = pathlib.Path("conformance/report/page")
        code = (page / "picture.js").read_text(encoding="utf-8") + (page / "page.js").read_text(encoding="utf-8")
        script = self.here / "page.js"
        script.write_text(code[:code.index('document.addEventListener("keydown"')] + f"data = {json.dumps(data)};"
                          f"console.log(JSON.stringify({expression}));", encoding="utf-8")
        return json.loads(subprocess.run(["node", script], capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    unittest.main()
