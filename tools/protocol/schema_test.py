"""Holds the schemas of conformance/schema/ to golden/, to what the reference answers, to the gate files, and to the C++
descriptions; forms_test.py has the readers."""
import json
import os
import pathlib
import subprocess
import tempfile
import tomllib
import unittest

import jsonschema_rs
import schemas
import write_schemas
from beside import REFERENCE, VIEWPROOF

SCHEMAS = os.path.abspath("fuzz/hunt/schemas")


def golden():
    for path in sorted(pathlib.Path("golden").glob("*/*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path}:{number}", line


def lines_of(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()


class Schemas(unittest.TestCase):
    def hold(self, name, text, place):
        if not schemas.valid(name, schemas.loads(text)):
            self.fail(f"{place}: {schemas.faults(name, schemas.loads(text))[:3]}")

    def test_are_schemas(self):
        for name, schema in schemas.TEXTS.items():
            with self.subTest(name):
                jsonschema_rs.meta.validate(schema)

    def test_are_what_the_descriptions_of_structs_say(self):
        described = json.loads("".join(lines_of(SCHEMAS)))
        for name, text in write_schemas.texts(described, schemas.TEXTS).items():
            with self.subTest(name):
                self.assertEqual((schemas.FOLDER / name).read_text(encoding="utf-8"), text, "run tools/regenerate ops")

    def test_hold_of_every_line_beside_a_gate_file(self):
        files = sorted(pathlib.Path("conformance").rglob("*gate.lock"))
        self.assertGreater(len(files), 1)
        for path in files:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                self.hold("lock", line, f"{path}:{number}")

    def test_hold_of_every_line_of_golden(self):
        count = 0
        for count, (place, line) in enumerate(golden(), 1):
            self.hold("vector", line, place)
        self.assertGreater(count, 9000)

    def test_hold_of_what_is_asked_and_answered_about_golden(self):
        """The cases of golden/ as requests, and the reference's replies."""
        vectors = [json.loads(line) for _, line in golden()]
        requests = ['{"hello":{"protocol":1,"suite":"0.1.0"}}']
        requests += [json.dumps({"run": [{key: vector[key] for key in ("id", "base", "chain")}]})
                     for vector in vectors if "id" in vector]
        requests.append('{"bye":{}}')
        for request in requests:
            self.hold("request", request, request[:200])
        hello, *replies = lines_of(REFERENCE, text="\n".join(requests) + "\n")
        self.hold("hello", hello, "hello")
        self.assertEqual(len(replies), len(requests) - 2)
        for reply in replies:
            self.hold("reply", reply, reply[:200])

    def test_hold_of_a_report(self):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "r.jsonl")
            subprocess.run([VIEWPROOF, "check", "model", "--profile", "core", "--report", report], check=False,
                           capture_output=True, env=os.environ | {"VIEWPROOF_ROOT": os.getcwd()})
            lines = pathlib.Path(report).read_text(encoding="utf-8").splitlines()
        self.assertGreater(len(lines), 2000)
        for number, line in enumerate(lines, 1):
            self.hold("report", line, f"report:{number}")

    def test_hold_of_every_gate_file(self):
        gates = sorted(path for room in ("libraries", "subjects") for path in pathlib.Path("conformance", room).rglob("*gate.toml"))
        self.assertGreater(len(gates), 4)
        for path in gates:
            gate = tomllib.loads(path.read_text(encoding="utf-8"))
            self.assertTrue(schemas.valid("gate", gate), f"{path}: {schemas.faults('gate', gate)[:3]}")

    def test_of_steps_know_every_op_in_every_form(self):
        """A step with an argument less, or one more, or of another type is none."""
        ops = json.loads(pathlib.Path("conformance/sdk/python/ops.json").read_text(encoding="utf-8"))
        for op in ops:
            step = {"op": op["name"], "on": [0, 0], **{p["name"]: LAWFUL[p["type"]] for p in op["parameters"]}}
            with self.subTest(op["name"]):
                self.assertTrue(schemas.valid("step", step), schemas.faults("step", step)[:1])
                self.assertFalse(schemas.valid("step", step | {"flurb": 1}))
                for name in step:
                    self.assertEqual(schemas.valid("step", {k: v for k, v in step.items() if k != name}),
                                     name == "on" and op["kind"] != "forget", name)
                    self.assertFalse(schemas.valid("step", step | {name: {"flurb": 7}}), name)


LAWFUL = {"dim": -1, "dims": [0], "int": "9007199254740993", "int?": None, "ints": [1], "sizes": [2], "sizes_infer": [-1],
          "tensor": [1, 0], "literal": {"dtype": "int8", "sizes": [1], "values": [1]}, "number": {"complex": [0.5, "nan"]},
          "value": "-0.0", "dtype": "uint64", "memory_format": "channels_last",
          "index": [1, True, None, "...", {"start": 1, "stop": None, "step": 2}, [1, 0], {"dtype": "bool", "sizes": []}]}
