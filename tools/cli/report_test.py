"""Reports as people read them: report, diff, matrix, trend, verify; what is cut, forged or hostile."""
import base64
import gzip
import hashlib
import json
import math
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import junitparser
from beside import VIEWPROOF, counts_in, unbroken
from patience import cost

HOSTILE = "\x1b[31mred\x07 </script><img src=x onerror=alert(1)> \u202egnp.exe | `code` ]]> & \ufffe"
LONG = HOSTILE + "x" * 1_000_000


def run(*words, root=None):
    """[words] -> exit status, standard output, standard error"""
    env = dict(os.environ, VIEWPROOF_ROOT=root or os.getcwd())
    done = subprocess.run([VIEWPROOF, *map(str, words)], capture_output=True, env=env)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def seconds_of(*words):
    """[words] -> seconds of CPU, on a quick machine"""
    return cost(lambda: run(*words), f"{words[0]} {str(words[1])[:40]}")


def footer_of(records, facts=(), **more):
    """The footer that a run over these records and facts would have written."""
    verdicts = [record["verdict"] for record in records]
    lines = "".join(line_of(line) for line in [*records, *facts])
    footer = {"run": "complete", "passed": verdicts.count("pass"), "skipped": verdicts.count("skip")}
    footer["failed"] = len(verdicts) - footer["passed"] - footer["skipped"]
    footer.update(more)
    footer["records"] = "sha256:" + hashlib.sha256(lines.encode()).hexdigest()
    return {"footer": footer}


def line_of(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


def data_of(page):
    data = {}
    for packed in re.findall(r'id="(?:failures-)?data">([^<]*)</script>', page):
        data |= json.loads(gzip.decompress(base64.b64decode(packed)))
    for name in ("failures", "vectors"):  # They are told column by column.
        rows = zip(*([(key, cell) for cell in cells] for key, cells in data[name].items()))
        data[name] = [{key: cell for key, cell in row if cell is not None} for row in rows]
    return data


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        cls.whole = cls.root / "reference.jsonl"
        status, out, err = run("check", "reference", "--report", cls.whole)
        assert status == 0, out + err
        lines = cls.whole.read_text(encoding="utf-8").splitlines()
        cls.header = json.loads(lines[0])
        cls.records = [json.loads(line) for line in lines[1:-1]]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def write(self, name, records, header=None, facts=(), **footer):
        path = self.root / name
        records = sorted(records, key=lambda r: (r["id"], r["dtype"]))
        lines = [header or self.header, *records, *facts, footer_of(records, facts, **footer)]
        path.write_text("".join(map(line_of, lines)), encoding="utf-8")
        return path

    def failing(self, record, **more):
        """The record of a case with a wrong offset, and what was answered."""
        output = {"dtype": record["dtype"], "sizes": [2, 2], "strides": [2, 1], "offset": 0, "contiguous": True, "storage": 0}
        difference = {"facet": "strides", "step": 1, "op": "slice", "difference": "offset", "field": "offset", "expected": 2, "actual": 0}
        return dict({"id": record["id"], "dtype": record["dtype"], "profile": record["profile"], "verdict": "fail", "steps": 1,
                     "elements": 4, "diffs": [difference], "answers": [{"step": 1, "outcome": {"outputs": [output]}}], "world": "expect",
                     "order": False}, **more)

    def mixed(self, name="mixed.jsonl", header=None):
        """A report of 40 cases: 7 new failures, 2 known ones, 1 death."""
        cases = [r for r in self.records if r["id"].startswith("slice/") and r["verdict"] == "pass"][:40]
        records = [self.failing(r) for r in cases[:7]] + [self.failing(r, known=True) for r in cases[7:9]]
        records += [dict(self.failing(cases[9]), verdict="crash", step=1, op="slice", detail="signal 11", diffs=[])] + cases[10:]
        return self.write(name, records, header, green=False, headline="RED: 8 new failures")

    def report(self, path):
        """Every form of a report -> terminal, page, Markdown, JUnit, JSON."""
        files = {word: self.root / ("out." + word) for word in ("html", "markdown", "junit", "json")}
        status, out, err = run("report", path, *[w for word, file in files.items() for w in ("--" + word, file)])
        self.assertEqual(status, 0, err)
        return out, *(file.read_text(encoding="utf-8") for file in files.values())

    def test_every_form_has_the_counts_of_the_report(self):
        out, page, markdown, junit, data = self.report(self.mixed())
        self.assertIn("\n30 passed · 8 new · 2 known · 0 not demanded · 0 not asked\n", out)
        data = json.loads(data)
        self.assertEqual(data_of(page), data)
        self.assertEqual(data["counts"], {"executed": 40, "new": 8, "known": 2, "not_demanded": 0, "passed": 30, "skipped": 0, "deaths": 1})
        self.assertEqual([f["standing"] for f in data["failures"]].count("new"), 8)
        self.assertEqual(sum(group["count"] for group in data["groups"]), 8)
        self.assertEqual(data["groups"][0]["gravity"], "dies")
        self.assertEqual(data["ops"]["slice"]["cell"], [40, 8, 2, 0])
        self.assertEqual(data["ops"]["slice"]["facets"]["strides"], [40, 7, 2, 0])
        self.assertEqual(sum(cell[0] for name, cell in data["ops"]["slice"]["conditions"].items() if name.startswith("rank")), 40)
        self.assertIn("Do not merge this", page)
        self.assertIn("# reference", markdown)
        self.assertIn("| 30 | 8 | 2 | 0 | 0 | 1 |", markdown)
        self.assertIn("all that it answered at these steps:\n  step 1: dtype float32, sizes [2,2], strides [2,1], offset 0, contiguous true, "
                      "storage 0 (the base's), self false, conj false, neg false\n", junit)
        suites = junitparser.JUnitXml.fromstring(junit.encode())
        self.assertEqual((suites.tests, suites.failures, suites.errors, suites.skipped), (41, 7 + 1, 1, 2))

    def test_what_an_older_report_does_not_hold_is_not_told(self):
        record = self.failing(next(r for r in self.records if r["id"].startswith("slice/")))
        del record["answers"]
        died = dict(self.failing(self.records[0]), verdict="crash", step=2, op="slice", detail="SIGSEGV")
        del died["answers"]
        header = {"header": dict(self.header["header"], format=2)}
        _, page, markdown, junit, data = self.report(self.write("older.jsonl", [record, died], header, green=False, headline="RED"))
        tree = xml.etree.ElementTree.fromstring(junit)
        self.assertIn("at these steps:\n  step 1: not told\n", next(said.text for said in tree.iter("failure") if said.text))
        self.assertIn("at these steps:\n  step 1: not told\n  step 2: it died: SIGSEGV\n", tree.find(".//error").text)
        self.assertEqual([said.text for said in tree.iter("system-err")], ["not told"])
        self.assertEqual(markdown.count("- answered: `step 1: not told`\n"), 2)
        self.assertIn("- answered: `step 2: it died: SIGSEGV`\n- standard error: not told\n", markdown)

    def test_a_failure_is_explained_by_golden(self):
        data = json.loads(self.report(self.mixed())[4])
        failure = data["failures"][0]
        failure |= data["vectors"][failure["vector"]]
        for field in ("why", "case", "code", "expected", "rules", "passes", "rerun"):
            self.assertTrue(failure[field], field)
        self.assertIn("torch", failure["code"][0])
        header = json.loads(json.dumps(self.header))
        header["header"]["golden"] = "sha256:" + "0" * 64
        data = json.loads(self.report(self.mixed("old.jsonl", header))[4])
        self.assertFalse(data["has_vectors"])
        self.assertNotIn("why", data["failures"][0])

    def test_a_green_report_may_be_merged(self):
        out, page, markdown, _, _ = self.report(self.whole)
        self.assertIn("GREEN", out)
        self.assertIn("This may be merged", page)
        self.assertIn("Nothing fails anew", markdown)

    def test_text_of_a_subject_is_text_everywhere(self):
        header = json.loads(json.dumps(self.header))
        header["header"]["subject"]["subject"]["name"] = HOSTILE
        header["header"]["subject"]["subject"]["version"] = HOSTILE
        cases = [r for r in self.records if r["verdict"] == "pass"][:3]
        records = [self.failing(cases[0], message=HOSTILE), self.failing(cases[1], message=LONG),
                   dict(self.failing(cases[2]), verdict="crash", step=1, op="slice", detail=LONG, diffs=[])]
        records[0]["diffs"][0]["actual"] = {"error": {"kind": None, "message": LONG}}
        path = self.write("hostile.jsonl", records, header, green=False, headline="RED: " + HOSTILE)
        forms = self.report(path)
        _, page, markdown, junit, data = forms
        for name, text in zip(("terminal", "page", "Markdown", "JUnit"), forms):
            self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f\u202e]", name)
            self.assertLess(len(text), 200_000, name)
            self.assertNotIn("<img", re.sub(r"`[^`\n]*`", "", text) if name == "Markdown" else text if name != "terminal" else "", name)
        self.assertIn("\\x1b[31mred", forms[0])
        self.assertIn("\\x1b[31mred", page)
        self.assertEqual(page.count("</script>"), 3, "its own alone")
        self.assertLess(len(data), 200_000)
        tree = xml.etree.ElementTree.fromstring(junit)
        self.assertIn("\\x1b[31mred\\x07 </script><img", tree.find(".//error").text)
        junitparser.JUnitXml.fromstring(junit.encode())
        svg = self.root / "h.svg"
        for case in cases:
            for way in ([], ["--plain"]):
                status, out, err = run("explain", case["id"], "--report", path, "--svg", svg, *way)
                self.assertEqual((status, err), (0, ""))
                self.assertIn("got", out)
                for text in (out, svg.read_text(encoding="utf-8")):
                    self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f\u202e]", case["id"])
                    self.assertNotIn("<img", text.replace(out, ""), case["id"])
                    self.assertLess(len(text), 100_000)
            xml.etree.ElementTree.parse(svg)
        for verb in (["diff", path, self.write("calm.jsonl", cases, header)], ["matrix", path], ["trend", path, "--label", HOSTILE]):
            files = [self.root / "v.html", self.root / "v.md"]
            _, out, err = run(*verb, "--html", files[0], "--markdown", files[1])
            self.assertEqual(err, "")
            for text in (out, *(file.read_text(encoding="utf-8") for file in files)):
                self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f\u202e]", verb[0])
            self.assertNotIn("<img src=x", files[0].read_text(encoding="utf-8"), verb[0])

    def test_what_is_no_whole_report_is_refused_with_the_reason(self):
        good = self.mixed()
        text = good.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        other = self.write("other.jsonl", self.records[:2], {"header": dict(self.header["header"], golden="")})
        for name, bad, why in (
                ("cut", text[:len(text) // 2], ":"),
                ("without its footer", "".join(lines[:-1]), "has no footer: the run that wrote it did not end"),
                ("without a record", "".join(lines[:3] + lines[4:]), "it counts 40 records, and there are 39"),
                ("edited", text.replace('"actual":0', '"actual":1', 1), "the records are not those that were written"),
                ("empty", "", "no footer")):
            path = self.root / "bad.jsonl"
            path.write_text(bad, encoding="utf-8")
            for verb in (["report", path], ["diff", good, path], ["matrix", good, path], ["trend", path], ["verify", path]):
                status, _, err = run(*verb)
                self.assertEqual(status, 2, (name, verb))
                self.assertIn("bad.jsonl", err, (name, verb))
                self.assertIn(why, err, (name, verb))
        self.assertIn("other files", run("diff", good, other)[2])

    def test_diff_is_red_on_a_new_failure_and_names_what_the_suite_changed(self):
        before, after = self.write("before.jsonl", self.records[:40]), self.mixed("after.jsonl")
        old = [r for r in self.records if r["id"].startswith("slice/")][:40]
        before = self.write("before.jsonl", old)
        page = self.root / "diff.html"
        status, out, _ = run("diff", before, after, "--html", page)
        self.assertEqual(status, 1)
        self.assertIn("10 new failures, 0 fixed", out)
        self.assertIn("10 new failures", page.read_text(encoding="utf-8"))
        self.assertEqual(run("diff", after, before)[0], 0)
        header = {"header": dict(self.header["header"], golden="sha256:" + "1" * 64)}
        fresh = dict(self.failing(old[0]), id="slice/zz-is-new")
        across = self.write("across.jsonl", [*old[:-1], fresh], header)
        status, out, _ = run("diff", before, across)
        self.assertEqual(status, 0, out)
        self.assertIn("BY THE SUITE: only the suite changed", out)
        self.assertIn("slice: a new vector, which fails: slice gives a wrong offset", out)
        self.assertIn("a retired vector", out)
        self.assertEqual(run("diff", before, self.write("worse.jsonl", [self.failing(old[0]), *old[1:]], header))[0], 1)

    def test_what_made_a_run_red_is_told_wherever_its_report_is_read(self):
        cases = [r for r in self.records if r["id"].startswith("slice/")][:40]
        calm = self.write("calm.jsonl", cases, green=True, headline="GREEN: nothing new")
        died, noise = "died 1 time, in no case that repeats it: SIGSEGV", "2 lines on standard output are no reply, the first: hi"
        for facts, headline, told in (
                ({"stray_deaths": {"SIGSEGV": 1}}, "RED: " + died, "RED: " + died),
                ({"stray_deaths": {"SIGSEGV": 1}}, "RED: 3 new failures", "RED: 3 new failures \u00b7 " + died),
                ({"noise": {"lines": 2, "first": "hi"}}, "RED: 3 new failures", "RED: 3 new failures \u00b7 " + noise)):
            red = self.write("red.jsonl", cases, facts=[{"facts": facts}], green=False, headline=headline)
            page = self.root / "red.html"
            status, out, _ = run("diff", calm, red, "--html", page)
            self.assertEqual(status, 0, out)
            self.assertTrue(" ".join(out.split()).endswith(f"40 the same the new run is {told}"), out)
            self.assertIn(f"the new run is {told}", page.read_text(encoding="utf-8"))
            self.assertTrue(" ".join(run("diff", red, calm)[1].split()).endswith(f" the old run is {told}"))
            for verb in (["matrix", calm, red], ["trend", calm, red]):
                self.assertIn(told, run(*verb)[1], verb)
            said = run("report", red)[1]
            self.assertRegex(unbroken(said), "^" + re.escape(told).replace("RED", r"RED reference \S+", 1))
            self.assertRegex(unbroken(said), re.escape(told).replace("RED", r"RED reference \S+", 1) + "$")
        self.assertNotIn("run is", run("diff", calm, calm)[1])

    def test_what_an_earlier_program_did_not_tell_is_said(self):
        untold = "noise and deaths after bye are not told"
        calm = self.write("calm.jsonl", self.records)
        early = self.write("early.jsonl", self.records, header={"header": dict(self.header["header"], format=1)})
        for verb in (["report", early], ["trend", calm, early], ["matrix", calm, early], ["merge", early]):
            self.assertIn(untold, unbroken(run(*verb)[1]), verb)
        self.assertIn("untold", self.merged(early))
        for verb in (["report", calm], ["merge", calm]):
            self.assertNotIn("not told", run(*verb)[1], verb)

    def merged(self, report):
        """-> the report that `merge` writes of one"""
        path = self.root / "merged.jsonl"
        run("merge", report, "--report", path)
        return path.read_text(encoding="utf-8")

    def test_trend_counts_what_was_fixed_and_is_of_one_gate(self):
        runs = [self.mixed("monday.jsonl"), self.write("tuesday.jsonl", [r for r in self.records if r["id"].startswith("slice/")][:40])]
        page = self.root / "trend.html"
        status, out, _ = run("trend", *runs, "--html", page)
        self.assertEqual(status, 0)
        # At 80 columns the table goes on below: not asked, deaths, fixed.
        self.assertRegex(out, r"monday .* 30 +8 +2 +0\n")
        self.assertRegex(out, r"monday +0 +1 +0\b")
        self.assertRegex(out, r"tuesday .* 40 +0 +0 +0\n")
        self.assertRegex(out, r"tuesday +0 +0 +10\b")
        self.assertIn("<svg", page.read_text(encoding="utf-8"))
        self.assertIn("3f2a1c", run("trend", *runs, "--label", "3f2a1c", "--label", "8be07d")[1])
        self.assertEqual(run("trend", *runs, "--label", "one")[0], 2)
        header = {"header": dict(self.header["header"], gate="numpy")}
        status, _, err = run("trend", runs[0], self.mixed("other.jsonl", header))
        self.assertEqual(status, 2)
        self.assertIn("a trend is of one gate", err)

    def test_check_writes_the_same_files_as_report(self):
        names = [self.root / name for name in ("c.html", "c.md", "c.xml")]
        words = [w for pair in zip(("--html", "--markdown", "--junit"), names) for w in pair]
        status, out, err = run("check", "reference", "--only", "slice/*", *words)
        self.assertEqual(status, 0, err)
        ((passed, new, *_),) = counts_in(out)
        self.assertEqual(new, 0, out)
        self.assertEqual(junitparser.JUnitXml.fromfile(str(names[2])).tests, passed + 1)
        self.assertEqual(data_of(names[0].read_text(encoding="utf-8"))["counts"]["passed"], passed)
        self.assertIn("not gated", names[1].read_text(encoding="utf-8"))
        self.assertEqual(sorted(os.listdir(self.root)).count("report.jsonl"), 0)

    def test_matrix_sets_reports_side_by_side(self):
        status, out, _ = run("matrix", self.mixed("a.jsonl"), self.whole, "--label", "mine", "--label", "ours")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"slice +75.0 % \u2717 8 \u2248 2 of 40 +100 % \u2713 of \d+")

    def test_verify_believes_a_report_of_this_suite_and_gate_alone(self):
        status, out, err = run("verify", self.whole)
        self.assertEqual(status, 0, err)
        self.assertIn("GREEN", out)
        for change, why in (({"golden": "sha256:" + "0" * 64}, "is of suite"), ({"gate_digest": "sha256:" + "0" * 64}, "is of gate file"),
                            ({"gate": "", "gate_digest": ""}, "without a gate file")):
            path = self.write("forged.jsonl", self.records, {"header": dict(self.header["header"], **change)}, green=True, headline="GREEN")
            status, _, err = run("verify", path)
            self.assertEqual((status, why in unbroken(err)), (2, True), err)
        forged = self.write("forged.jsonl", self.records[1:], green=True, headline="GREEN")
        status, _, err = run("verify", forged)
        self.assertEqual(status, 2)
        self.assertIn(self.records[0]["id"], err)

    def test_a_row_of_the_matrix_is_of_a_report_that_verify_believes(self):
        row = self.root / "row.json"
        plan = self.header["header"]["plan"]
        for change, why in (({"golden": "sha256:" + "0" * 64}, "is of suite"), ({"gate": "", "gate_digest": ""}, "without a gate file"),
                            ({"plan": plan | {"only": ["view/*"]}}, "is of a part"), ({"plan": plan | {"not": ["view/*"]}}, "is of a part"),
                            ({"plan": plan | {"shard": "1/2"}}, "is of a part"), ({"plan": plan | {"profiles": ["core"]}}, "is of a part"),
                            ({"demand": self.header["header"]["demand"] | {"dtypes": ["int8"]}}, "is of a part")):
            path = self.write("forged.jsonl", self.records, {"header": self.header["header"] | change}, green=True, headline="GREEN")
            status, _, err = run("matrix", path, "--row", row)
            self.assertEqual((status, why in unbroken(err), row.exists()), (2, True, False), err)
        cut = self.write("forged.jsonl", self.records, run="partial", why="Ctrl-C")
        self.assertIn("is partial: Ctrl-C", unbroken(run("matrix", cut, "--row", row)[2]))
        self.assertEqual(run("matrix", self.whole, "--row", row)[::2], (0, ""))
        said = json.loads(self.whole.read_text(encoding="utf-8").splitlines()[-1])["footer"]
        self.assertEqual(json.loads(row.read_text(encoding="utf-8"))["records"], said["records"])

    def test_verify_says_what_the_records_do_and_refuses_every_other_word(self):
        text = self.whole.read_text(encoding="utf-8").splitlines()
        said = json.loads(text[-1])["footer"]
        own = {"green": True, "headline": said["headline"]}
        self.assertIn(f"verdict   {said['headline']}\n", run("verify", self.write("same.jsonl", self.records, **own))[1])
        vectors = {v["id"]: v for file in pathlib.Path("golden/core").glob("*.jsonl") for v in map(json.loads, file.open(encoding="utf-8"))
                   if "id" in v}
        where = next(k for k, r in enumerate(self.records) if r["id"].startswith("slice/") and r["id"] in vectors)
        vector = vectors[self.records[where]["id"]]
        right = {"steps": len(vector["chain"]), "elements": math.prod(vector["base"]["sizes"])}

        def turned(**more):
            """The records, one of which is a failure that was turned into another one."""
            return [*self.records[:where], self.failing(self.records[where], **(right | more)), *self.records[where + 1:]]

        none = {"facet": "exact", "step": 1, "op": "slice", "difference": "values", "field": "values", "expected": 2, "actual": 0}
        died = [{"facts": {"stray_deaths": {"SIGSEGV": 1}}}]
        for name, records, footer, why in (
                ("words", self.records, {"green": True, "headline": "GREEN all profiles, 35,292 of 35,292 executed"}, 'says "GREEN all'),
                ("red words", self.records, {"green": False, "headline": "RED: 1 new failure"}, 'its records say "GREEN'),
                ("a death", self.records, {"facts": died, **own}, 'its records say "RED: died 1 time'),
                ("a failure", turned(), own, 'its records say "RED: 1 new failure'),
                ("a facet", turned(diffs=[none]), own, 'field "facet": values is no difference in exact'),
                ("groups", self.records, {"groups": ["x y"], **own}, "other groups"),
                ("a diagnosis", self.records, {"proved": [{"bugs": [], "cause": 1, "explained": 1, "of": 1}], **own}, "another diagnosis"),
                ("a profile", turned(profile="sparse"), own, 'field "profile": the case is of core'),
                ("steps", turned(steps=77), own, 'field "steps": the case has '),
                ("a revision", turned(rev=9), own, 'field "rev": the case is of revision 1')):
            with self.subTest(name):
                status, _, err = run("verify", self.write("forged.jsonl", records, **footer))
                self.assertEqual((status, why in unbroken(err)), (2, True), err)

    def test_ten_thousand_failures_are_a_small_page_at_once(self):
        chance = random.Random(7)  # No two cases were answered alike.
        passed = [r for r in self.records if r["verdict"] == "pass"]
        records = [self.failing(r) for r in chance.sample(passed, min(len(passed), 10_000))]
        for record in records:
            output = record["answers"][0]["outcome"]["outputs"][0]
            output.update(strides=[chance.randrange(99), 1], storage=chance.randrange(2))
            start, stride, count = chance.randrange(99), chance.randrange(1, 9), chance.randrange(1, 65)
            values = [(start + k * stride) % 99 + 1 for k in range(count)]
            record["answers"].append({"step": 2, "outcome": {"outputs": [{"values": values}]}})
            record["diffs"].append({"facet": "values", "step": 2, "op": "slice", "blamed": 1, "difference": "values", "field": "values",
                                    "expected": [(start + k) % 99 + 1 for k in range(count)], "actual": values})
        while len(records) < 10_000:
            records.append(dict(records[len(records) - 5_000], dtype="uint16"))
        path = self.write("many.jsonl", records, green=False, headline="RED")
        page = self.root / "many.html"
        self.assertLess(seconds_of("report", path, "--html", page), 2)
        self.assertLess(page.stat().st_size, 3_000_000)
        print(f"10,000 failures: {page.stat().st_size} bytes")
        data = data_of(page.read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(data["failures"]), 10_000)
        self.assertGreater(sum("pictures" in failure for failure in data["failures"]), 5_000)
        other = self.write("others.jsonl", [dict(record, diffs=[dict(record["diffs"][0], actual=1)]) for record in records])
        self.assertLess(seconds_of("diff", path, other), 2)

    def test_explain_answers_at_once(self):
        for words in (["view.e5"], ["view/no-such-vector"], ["as_strided/contiguous-of-rank-0"], ["float32[2,3] | t() | view([6])"],
                      ["--sizes", "3,2", "--strides", "1,3", "--view", "6"]):
            self.assertLess(seconds_of("explain", *words), 0.08, words)

    def test_the_page_has_the_layouts_of_both_sides(self):
        _, _, _, _, data = self.report(self.mixed())
        data = json.loads(data)
        failure = next(f for f in data["failures"] if all(n >= 0 and data["layouts"][n]["walk"] for n in f.get("pictures", [-1])))
        expected, actual = (data["layouts"][number] for number in failure["pictures"])
        self.assertEqual(failure["record"]["diffs"][0]["expected"], 2)
        self.assertEqual(actual["walk"][0]["cells"][0], 0)
        self.assertLess(len(data["layouts"]), 2 * len(data["failures"]), "each place is drawn once")
        for layout in (expected, actual):
            inside = [cell for cell in layout["walk"][0]["cells"] if cell in layout["cells"]]
            self.assertEqual((sum(layout["counts"]), len(inside) < len(layout["walk"][0]["cells"])), (len(inside), layout.get("outside", False)))
