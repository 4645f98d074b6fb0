"""Tries the adapters of broken_adapter.py's and of miswritten_adapter.py's TABLE with `viewproof adapter-test`: a fault of
the protocol is named, and a library that differs, dies or hangs is a remark. One of ten slices in a run: slice.h. With our adapters nothing is wrong."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from beside import BROKEN, LISTS, REFERENCE, VIEWPROOF, unbroken
from slices import SLICES, of_slice

NAMES = sys.argv[1:]
MISWRITTEN = os.path.join(os.path.dirname(BROKEN), "miswritten_adapter.py")
sys.path.insert(0, os.path.dirname(BROKEN))
import broken_adapter  # noqa: E402
import miswritten_adapter  # noqa: E402

AT_ONCE = 4
OK, WRONG, NOT_STARTED = 0, 1, 3
LEAST_RANK = """import sys
sys.path.insert(0, "{}")
import lists_adapter
import viewproof_adapter as sdk


def ranked(make):
    def made(*arguments):
        x = make(*arguments)
        if len(x.sizes) < 2:
            raise sdk.Unsupported("left_out", "its tensors have two dimensions")
        return x
    return made


lists_adapter.make, lists_adapter.from_bytes = ranked(lists_adapter.make), ranked(lists_adapter.from_bytes)
sys.exit(lists_adapter.adapter().main())
"""
RETIRED = """import sys
sys.path.insert(0, "{}")
from misbehaviour import Correct


class Earlier(Correct):
    def hello(self, request):
        return super().hello(request) | dict(wide_int=False, snippets=False)


Earlier(sys.argv[1:]).serve()
"""
HELLO, NOISE = "hello holds its fields and no other", "standard output is for replies alone"
LINE, ORDER = "a reply is one JSON object on one line", "one line comes for each case, in their order"
STATE, FIELDS = "a case asked again gets the same reply", "a reply has the fields that hello declares"
STEPS, END = "a reply has an entry for each step", "it leaves after bye, and when its input ends"

# The rule that a row of broken_adapter's TABLE breaks. All others keep to the protocol: their library differs or dies, or
# they declare another one.
BREAKS = {
    HELLO: "AnswersHelloWithARequest AnswersHelloWithNothing SpeaksAnotherProtocol AddsAKeyToHello DeclaresNoFacets "
           "DeclaresAnUnknownOp DeclaresNoRead TakesNoCaseAtATime TakesADayForACase SendsAHugeHello",
    NOISE: "PrintsBeforeHello PrintsBeforeEveryReply PrintsAfterEveryReply PrintsBlankLines PrintsEscapes "
           "PrintsABomBeforeHello SendsGarbage",
    LINE: "SendsBrokenJson SendsAHugeLine SendsAHugeLineWithoutAnEnd SendsDeepNesting SendsTwoRepliesInALine SendsANul "
          "SendsBareNan SendsInvalidUtf8",
    ORDER: "LeavesOutAReply AnswersWithAnotherId AnswersWithANumberForAnId AnswersWithoutAnId AnswersTwice AnswersInReverse "
           "AlwaysDies",
    STATE: "DiesInBatchesOnly DiesOfAge ExitsOfAge HangsOfAge AnswersOneOfABatchAndDies AnswersThePreviousCase",
    FIELDS: "AddsAKey IsUnsupportedAtNoStep IsUnsupportedForNoReason EchoesRequests ShowsMoreThanItDeclares",
    STEPS: "LeavesOutAStep AnswersWithNoSteps",
    END: "HangsInTheEnd",
    "SIGTERM ends it": "KeepsSigterm",
    "every process answers the same hello": "ChangesItsHello",
    "what it cannot know is answered by unsupported": "SupportsNothing",
}
RULES = {name: rule for rule, names in BREAKS.items() for name in names.split()}
REMARKS = {"ReadsZeros", "TellsStridesInBytes", "TellsAnotherStorage", "AlwaysFails", "Segfaults", "Hangs"}
# Rows that a gate's memory_mib ends; adapter-test takes no gate, and would wait for their deadline.
OF_A_GATE = {name for name in broken_adapter.TABLE if "Memory" in name}
STARTS_NOT = {"ExitsAtStart", "AbortsAtStart", "LeavesAtHello", "ReadsZerosAndStartsOnce", "RefusesToStart"}


def tried(*command):
    """[of an adapter] -> the ended adapter-test"""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([VIEWPROOF, "adapter-test", "--", *command], capture_output=True,
                              check=False, text=True, env=os.environ | {"VIEWPROOF_ROOT": os.getcwd(), "SHARED": folder})


def trial(script, name):
    """[a script, an adapter of it] -> the ended adapter-test"""
    return tried(sys.executable, "-SE", script, name, REFERENCE)


def wrong_rules(ended):
    rows = map(unbroken, re.split(r"^(?=\S)", ended.stdout, flags=re.MULTILINE))  # A long one goes on below.
    return [rule for row in rows for rule in re.findall(r"^wrong section \d+: ([^:]+): sent .*; came .*; PROTOCOL.md section \d+ wants: .+$", row)]


class Trial(unittest.TestCase):
    def of_all(self, script, table):
        names = [name for name in table if name in NAMES] if NAMES else of_slice(table)
        names = [name for name in names if name not in OF_A_GATE]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            yield from zip(names, pool.map(lambda name: trial(script, name), names))

    def test_of_broken_adapters(self):
        self.assertLessEqual(set(RULES) | STARTS_NOT | REMARKS, set(broken_adapter.TABLE))
        for name, ended in self.of_all(BROKEN, broken_adapter.TABLE):
            with self.subTest(name):
                said = ended.stdout + ended.stderr
                if name in STARTS_NOT:
                    self.assertEqual(ended.returncode, NOT_STARTED, said)
                    continue
                self.assertEqual(ended.returncode, WRONG if name in RULES else OK, said)
                wrong = wrong_rules(ended)
                self.assertEqual(len(wrong), ended.stdout.count("\nwrong "), said)
                self.assertEqual(RULES.get(name) in wrong, name in RULES, said)
                if name in REMARKS:
                    self.assertIn("\nremark  ", ended.stdout)

    def test_of_miswritten_adapters(self):
        for name, ended in self.of_all(MISWRITTEN, miswritten_adapter.TABLE):
            with self.subTest(name):
                self.assertEqual(ended.returncode, WRONG, ended.stdout + ended.stderr)
                self.assertIn(miswritten_adapter.TABLE[name][1], wrong_rules(ended), ended.stdout)

    def test_nothing_is_wrong_with_ours(self):
        numpy = "conformance/libraries/numpy/numpy_adapter.py"
        for command in ([sys.executable, numpy], [sys.executable, LISTS], [REFERENCE]):  # device_test has those that need torch.
            with self.subTest(command):
                ended = tried(*command)
                self.assertEqual(ended.returncode, OK, ended.stdout + ended.stderr)
                self.assertIn(" ok, 0 wrong", ended.stdout)

    def test_what_is_left_out_by_its_rank_is_no_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "least_rank.py")
            pathlib.Path(script).write_text(LEAST_RANK.format(os.path.dirname(LISTS)), encoding="utf-8")
            ended = tried(sys.executable, script)
            self.assertEqual((ended.returncode, wrong_rules(ended)), (OK, []), ended.stdout + ended.stderr)
            self.assertNotIn("profile dtype needs it", unbroken(ended.stdout))

    def test_fields_of_an_earlier_hello_are_taken_and_told_once(self):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "earlier.py")
            pathlib.Path(script).write_text(RETIRED.format(os.path.dirname(BROKEN)), encoding="utf-8")
            command = [sys.executable, script, REFERENCE]
            ended = tried(*command)
            self.assertEqual(ended.returncode, OK, ended.stdout + ended.stderr)
            self.assertEqual(re.findall(r'remark hello has "(\w+)", which is taken until 0.3', unbroken(ended.stdout)), ["snippets", "wide_int"])
            ended = subprocess.run([VIEWPROOF, "check", "--only", "permute/*", "--jobs", "2", "--", *command], capture_output=True,
                                   check=False, text=True, env=os.environ | {"VIEWPROOF_ROOT": os.getcwd()})
            self.assertEqual(ended.returncode, OK, ended.stdout + ended.stderr)
            self.assertEqual(re.findall(r'hello has "(\w+)"', ended.stderr), ["snippets", "wide_int"])

    def test_slices_hold_every_adapter_once(self):
        with unittest.mock.patch.dict(os.environ):
            held = []
            for number in range(SLICES):
                os.environ["VIEWPROOF_SLICE"] = str(number)
                held += of_slice(broken_adapter.TABLE)
            self.assertEqual(sorted(held), sorted(broken_adapter.TABLE))
            os.environ["VIEWPROOF_SLICE"] = "all"
            self.assertEqual(of_slice(broken_adapter.TABLE), list(broken_adapter.TABLE))

    def test_sentences_are_those_of_the_document(self):
        data = json.loads(pathlib.Path("conformance/run/adapter_test/transcripts.json").read_text(encoding="utf-8"))
        document = pathlib.Path("conformance/PROTOCOL.md").read_text(encoding="utf-8")
        sections = dict(re.findall(r"^## (\d+)\. (.*?)(?=^## |\Z)", document, re.MULTILINE | re.DOTALL))
        for rule in data["rules"]:
            text = re.sub(r"\s+", " ", re.sub(r"[*`]", "", sections[str(rule["section"])]))
            self.assertIn(rule["sentence"], text)

    def test_transcripts_name_rules_and_answers_that_there_are(self):
        data = json.loads(pathlib.Path("conformance/run/adapter_test/transcripts.json").read_text(encoding="utf-8"))
        rules = {rule["name"] for rule in data["rules"]}
        self.assertEqual(len(rules), len(data["rules"]))
        for transcript in data["transcripts"]:
            demands = transcript["demands"] + transcript.get("if", [])
            with self.subTest(transcript["what"]):
                named = {transcript.get("rule")} | {demand.get("rule") for demand in demands}
                self.assertLessEqual(named - {None}, rules)
                self.assertTrue("rule" in transcript or all("remark" in demand for demand in transcript["demands"]))
                for demand in demands:
                    self.assertLess(max(demand.get("of", 0), demand.get("same_as", 0)), len(transcript["send"]))
                    self.assertTrue("at" in demand or "same_as" in demand)
