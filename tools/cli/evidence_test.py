"""What a report and its page show as a subject's is what it answered, and all of it: random faults in a right adapter's replies."""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from beside import REFERENCE, VIEWPROOF

# An adapter that passes every reply on, some with a fault, and keeps what it said: adapter.py COMMAND LOG
ADAPTER = '''
import json, random, subprocess, sys
right = subprocess.Popen(sys.argv[1:2], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
log = open(sys.argv[2], "a")


def number(chance, n):
    n = int(n)  # That may be text.
    return chance.choice([n + 1, n * 4, -n - 1, 0, 7, None, 2**40 + n]) if abs(n) < 2**50 else 1


def spoil(chance, step):
    outputs = step.get("outputs")
    if chance.random() < 0.1:
        return {"error": {"kind": "size", "message": "no such view " * chance.randrange(1, 4)}}
    if outputs is None:
        return {"result": not step["result"]} if "result" in step else {"outputs": []}
    if not outputs or chance.random() < 0.05:
        return {"outputs": outputs + outputs[:1]} if chance.random() < 0.5 else {"outputs": outputs[:-1]}
    output = chance.choice(outputs)
    for field in chance.sample([*output], min(len(output), chance.choice([1, 1, 2, 3]))):
        value = output[field]
        if field == "sizes":
            output["sizes"] = value[::-1]  # Another number of elements would be shown otherwise.
        elif field == "strides" and value:
            value[chance.randrange(len(value))] = number(chance, chance.choice(value))
        elif field == "dtype":
            output[field] = "float8_e4m3"
        elif field in ("offset", "storage"):
            output[field] = number(chance, value)
        elif field == "contiguous":
            output[field] = not value
        elif field == "values" and value:
            value[chance.randrange(len(value))] = chance.choice([99 if type(value[0]) is int else value[0], value[-1]])
        elif field == "crc32":
            output[field] = "0000abcd"
    if "strides" in output and chance.random() < 0.2:
        output[chance.choice(["conj", "neg"])] = True
    return step


for line in sys.stdin:
    right.stdin.write(line)
    right.stdin.flush()
    request = json.loads(line)
    if "bye" in request:
        break
    cases = request.get("run", [])
    for case in cases or [None]:
        reply = json.loads(right.stdout.readline())
        if case is not None and "steps" in reply:
            chance = random.Random(case["id"] + case["base"]["dtype"])
            if chance.random() < 0.7 and reply["steps"]:
                at = chance.randrange(len(reply["steps"]))
                reply["steps"][at] = spoil(chance, reply["steps"][at])
            log.write(json.dumps([case, reply]) + "\\n")
            log.flush()
        print(json.dumps(reply), flush=True)
log.close()
'''

# Prints of each failure of a page's data what it shows as the subject's.
SIDES = """
const data = JSON.parse(require("fs").readFileSync(process.argv[2]));
console.log(JSON.stringify(data.failures.map((failure) => sidesOf(failure, data.declared)).map((sides) =>
  sides && [sides.actual, sides.unknown, sides.expected])));
"""
TITLE = "all that it answered at these steps:\n"
FIELDS = "dtype|sizes|strides|offset|contiguous|storage|self|conj|neg|values|bytes|crc32"
ABSENT = ("not told", "not shown by it")
BITS = ("self", "conj", "neg")
MOST = 64  # Elements that are told one by one.


def told(outcome):
    """-> an outcome of a reply as a record tells it"""
    if "outputs" not in outcome:
        return outcome
    outputs = [{key: value for key, value in output.items() if key not in BITS or value} for output in outcome["outputs"]]
    for output in outputs:
        if "values" in output:
            output["values"] = output["values"][:MOST]
    return {"outputs": outputs}


def said_in(text):
    """[the text of a failure in JUnit] -> what it says was answered, by step"""
    said = {}
    for line in text.split(TITLE)[1].splitlines():
        found = re.match(r"  step (\d+)(?:, output \d+)?: (.*)", line)
        if found:
            said.setdefault(int(found[1]), []).append(found[2])
    return said


def fields_of(line):
    """[a line of what was answered] -> the output, as a record tells it"""
    output = {}
    for part in re.split(rf", (?=(?:{FIELDS}) )", line):
        name, value = part.split(" ", 1)
        if name == "values" and " and " in value:
            value = value.split(" and ")[0]
        if name == "storage":  # "0 (the base's)".
            value = value.split(" (")[0]
        if value not in ABSENT and (name not in BITS or value == "true"):
            output[name] = value if name in ("dtype", "bytes", "crc32") else json.loads(value)
    return output


def walk_of(output):
    """-> the cells of the elements of an output, in row-major order"""
    cells = [output["offset"]]
    for size, stride in zip(output["sizes"], output["strides"]):
        cells = [cell + k * stride for cell in cells for k in range(size)]
    return cells


class Evidence(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        here = pathlib.Path(folder.name)
        (here / "adapter.py").write_text(ADAPTER, encoding="utf-8")
        command = [sys.executable, here / "adapter.py", REFERENCE, here / "log"]
        done = subprocess.run([VIEWPROOF, "check", "--profile", "core", "kernels", "--jobs", "1", "--report", here / "r.jsonl", "--", *command],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 1, done.stdout + done.stderr
        files = [word for form in ("json", "junit", "markdown") for word in ("--" + form, here / ("r." + form))]
        subprocess.run([VIEWPROOF, "report", here / "r.jsonl", *files], check=True, stdout=subprocess.DEVNULL)
        cls.junit = xml.etree.ElementTree.fromstring((here / "r.junit").read_text(encoding="utf-8"))
        cls.markdown = (here / "r.markdown").read_text(encoding="utf-8")
        cls.data = json.loads((here / "r.json").read_text(encoding="utf-8"))
        cls.said = {}
        for line in (here / "log").read_text(encoding="utf-8").splitlines():
            case, reply = json.loads(line)
            cls.said[case["id"], case["base"]["dtype"]] = case, reply
        cls.sides = None
        if shutil.which("node"):
            script = pathlib.Path("conformance/report/page/picture.js").read_text(encoding="utf-8") + SIDES
            (here / "sides.js").write_text(script, encoding="utf-8")
            done = subprocess.run(["node", here / "sides.js", here / "r.json"], capture_output=True, text=True, check=True)
            cls.sides = json.loads(done.stdout)

    def each(self):
        """-> of each failure, its number, what a page has of it, the case and the reply"""
        self.assertGreater(len(self.data["failures"]), 2000)
        for number, failure in enumerate(self.data["failures"]):
            record = failure["record"]
            yield number, failure, *self.said[record["id"], record["dtype"]]

    def test_records_tell_each_step_that_matters_as_it_was_answered(self):
        kinds = collections.Counter()
        for _, failure, _, reply in self.each():
            record = failure["record"]
            answers = {answer["step"]: answer for answer in record["answers"]}
            due = {step for d in record["diffs"] for step in (d["step"], d.get("blamed", d["step"]))} - {0}
            self.assertEqual(set(answers), due, record)
            for step, answer in answers.items():
                self.assertEqual(answer["outcome"], told(reply["steps"][step - 1]), record)
                for cut in answer.get("cut", []):
                    self.assertEqual(cut["elements"], len(reply["steps"][step - 1]["outputs"][cut["output"]]["values"]))
                    kinds["cut"] += 1
            kinds.update(d["difference"] for d in record["diffs"])
            kinds["float8"] += any(d["actual"] == "float8_e4m3" for d in record["diffs"])
        self.assertGreater(len(kinds), 15, kinds)
        self.assertGreater(kinds["cut"], 5)
        self.assertGreater(kinds["float8"], 50)

    def test_junit_and_markdown_say_all_that_was_answered(self):
        texts = {case.attrib["name"]: case.find("failure").text for case in self.junit.iter("testcase") if case.find("failure") is not None}
        shown = 0
        for _, failure, _, reply in self.each():
            record = failure["record"]
            if failure["standing"] != "new":
                continue
            steps = [json.loads(json.dumps(told(reply["steps"][answer["step"] - 1]))) for answer in record["answers"]]
            said = said_in(texts[f"{record['id']} ({record['dtype']})"])
            self.assertEqual(set(said), {answer["step"] for answer in record["answers"]}, record)
            for answer, step in zip(record["answers"], steps):
                lines = said[answer["step"]]
                if "outputs" not in step:
                    text = step["error"]["kind"] + ": " + step["error"]["message"] if "error" in step else f"result {str(step['result']).lower()}"
                    self.assertTrue(lines[0].endswith(text), (lines, step))
                elif not step["outputs"]:
                    self.assertEqual(lines, ["done, without an output"])
                else:
                    self.assertEqual([fields_of(line) for line in lines], step["outputs"], record)
            shown += 1
        self.assertGreater(shown, 2000)
        for k, group in enumerate(self.data["groups"][:5]):
            part = self.markdown.split(f"\n### {k + 1}. ")[1].split("\n### ")[0]
            for line in texts[group["smallest"]].split(TITLE)[1].splitlines():
                if line.startswith("  step "):
                    self.assertIn(line[2:].replace("|", "\\|"), part.replace("\\|", "|").replace("|", "\\|"))

    def test_the_column_actual_has_every_field_that_was_answered_and_no_other(self):
        if self.sides is None:
            self.skipTest("there is no node")
        bits = collections.Counter()
        for number, failure, _, reply in self.each():
            record = failure["record"]
            first = record["diffs"][0]
            actual, unknown, expected = self.sides[number]
            outcome = told(reply["steps"][first["step"] - 1])
            outputs = outcome.get("outputs", [])
            at = first.get("output", 0)
            due = outputs[at] if at < len(outputs) else outcome
            for bit in BITS:  # A bit of which an answer is silent is not set.
                if actual.get(bit) is False and bit not in due:
                    del actual[bit]
            if due is not outcome:  # Their number may be what differs.
                self.assertEqual(len(actual.pop("outputs", outputs)), len(outputs), record)
            self.assertEqual(actual, due, record)
            self.assertFalse(set(unknown) & set(due), record)
            if "sizes" in expected:
                self.assertLessEqual({bit for bit in BITS if bit in due}, set(expected), record)
                self.assertLessEqual(lone := {bit for bit in BITS if expected.get(bit) is False}, set(due), record)
                bits.update(lone)
        self.assertGreater(min(bits["conj"], bits["neg"]), 20, "bits that it alone sets")

    def test_pictures_are_drawn_from_what_was_answered_alone(self):
        drawn = outside = 0
        for _, failure, case, reply in self.each():
            record, first = failure["record"], failure["record"]["diffs"][0]
            number = failure.get("pictures", [-1, -1])[1]
            outputs = reply["steps"][first["step"] - 1].get("outputs", [])
            at = first.get("output", 0)
            output = outputs[at] if at < len(outputs) else {}
            if number < 0:
                continue
            self.assertTrue({"sizes", "strides", "offset"} <= set(output), record)
            drawn += 1
            layout, cells = self.data["layouts"][number], walk_of(output)
            for stretch in layout["walk"]:
                begin = stretch["first"]
                self.assertEqual([int(str(cell).replace(",", "")) for cell in stretch["cells"]], cells[begin:begin + len(stretch["cells"])], record)
            self.assertLessEqual(bool(layout.get("outside")), bool(first.get("outside")), record)
            if first.get("outside"):
                outside += 1
                if output["storage"] == 0 and case["base"]["dtype"] == output["dtype"]:
                    count = 1
                    for size in case["base"]["sizes"]:
                        count *= size
                    self.assertTrue(min(cells) < 0 or max(cells) >= count, record)
        self.assertGreater(drawn, 500)
        self.assertGreater(outside, 50)
