"""Every field of what others write, in every wrong form: the C++ readers refuse what the schemas of conformance/schema/ refuse, by its name."""
import functools
import json
import os
import re
import subprocess
import tomllib
import unittest

import schemas

READERS = os.path.abspath("fuzz/hunt/schemas")

# name -> (its schema, its reader, a document with each of its fields)
DOCUMENTS = {
    "Hello": ("hello", "hello", {"hello": {
        "protocol": 1, "subject": {"name": "x", "version": "1", "language": "c", "device": "cpu"}, "ops": ["read", "t"],
        "dtypes": ["int8"], "facets": ["values"], "views": True, "copies": ["t"], "borrowed": ["view"], "writes": "in_place",
        "after_error": True, "index_range": True, "ints": 64, "wide_int": True, "observes": "every", "answers": "case", "max_rank": 8, "batch": 8, "case_seconds": 2, "forms": ["data"],
        "snippets": False, "left_out": ["mT"],
        "calls": [{"name": "f", "forms": ["new"], "operands": ["x T[N] any"], "dtypes": ["int8"], "ulps": 1, "writes": ["x"],
                   "may_alias": "it may be its operand"}]}}),
    "Reply": ("reply", "reply", {"id": "a", "steps": [
        {"outputs": [{"dtype": "float32", "sizes": [2], "strides": [1], "offset": 0, "contiguous": True, "storage": 0, "self": True,
                      "conj": False, "neg": False, "values": [1, 2]}]},
        {"result": True}, {"error": {"kind": "size", "message": "no", "misspelt": True}}]}),
    "ReplyToMissing": ("reply", "reply", {"id": "a", "steps": [
        {"error": {"kind": "size"}}, {"unobserved": True}, {"error": {"kind": "size"}}]}),
    "Unsupported": ("reply", "reply", {"id": "a", "unsupported": {"step": 1, "what": "op", "detail": "t"}}),
    "Pins": ("lock", "pins", {"lock": 1, "suite": "0.1.0", "golden": "sha256:1", "executed": 9, "facets": ["values"], "subject": {
        "name": "x", "device": "cpu", "views": True, "ops": ["t"], "dtypes": ["int8"], "facets": ["values"], "copies": ["t"], "borrowed": ["t"],
        "writes": "rebind", "ints": 32, "after_error": True, "index_range": True, "wide_int": True, "observes": "every", "forms": ["data"],
        "max_rank": 9}}),
    "Cause": ("lock", "cause", {"op": "t", "difference": "offset", "facets": ["strides"], "verdict": "fail", "cases": 0, "drawn": 0}),
    "Cases": ("lock", "cases", {"step": 1, "answer": "offset", "dtypes": ["int8"], "ids": ["t/a"]}),
    "Drawn": ("lock", "drawn", {"base": {"dtype": "int8", "sizes": [2]}, "chain": [{"op": "t"}]}),
    "FailedRecord": ("report", "record", {
        "id": "t/a", "dtype": "float32", "profile": "core", "verdict": "fail", "waived": ["values"], "steps": 1, "elements": 4,
        "message": "no", "misspelt": True, "diffs": [
            {"facet": "strides", "step": 1, "output": 1, "op": "t", "blamed": 0, "via": "read", "difference": "offset",
             "field": "offset", "also": ["strides"], "expected": 1, "actual": 4, "relation": "times_itemsize", "outside": True,
             "unheld": True}],
        "answers": [{"step": 1, "outcome": {"error": {"kind": "size", "message": "no"}},
                     "cut": [{"output": 0, "elements": 65, "crc32": "0000001f"}]}],
        "call": {"before": {"base": {"dtype": "float32", "sizes": [2]}, "chain": []}, "tensors": [0], "reads": [0], "rules": ["call.r3"],
                 "due": [{"step": 1, "outcome": {"outputs": []}}]},
        "world": "or", "order": False, "again": True, "known": True, "entry": 3, "rev": 2}),
    "DiedRecord": ("report", "record", {
        "id": "t/a", "dtype": "float32", "profile": "core", "verdict": "crash", "step": 1, "op": "t", "detail": "exit 3", "steps": 1,
        "elements": 4, "diffs": [], "world": "expect", "order": False}),
    "SkippedRecord": ("report", "record", {"id": "t/a", "dtype": "float32", "profile": "core", "verdict": "skip", "reason": "op"}),
    "Header": ("report", "header", {"header": {
        "range": {"seed": 1, "first": 2, "cases": 3, "digests": {"asked": "--ops"}}, "format": 3, "suite": "0.1.0", "golden": "sha256:1", "gate": "acme", "gate_digest": "sha256:2",
        "subject": {"protocol": 1, "subject": {"name": "x", "version": "1"}, "ops": ["read"], "dtypes": ["int8"], "facets": []},
        "demand": {"profiles": ["core"], "facets": ["values"], "dtypes": ["int8"]},
        "plan": {"only": ["t/*"], "not": ["t/b"], "profiles": ["core"], "shard": "1/2"}}}),
    "EarlierHeader": ("report", "header", {"fuzz": {
        "version": 1, "program": "p", "subject": {"name": "x", "version": "1"}, "seed": 1, "first": 2, "cases": 3,
        "digests": {"suite": "0.1.0 sha256:1"}}}),
    "Facts": ("report", "facts", {"facts": {
        "stray_deaths": {"SIGSEGV": 2}, "noise": {"lines": 2, "first": "hi"}, "late_deaths": {"SIGABRT": 1},
        "open_deaths": [{"death": "SIGSEGV", "cases": ["t/x int8"]}], "untold": True}}),
    "Footer": ("report", "footer", {"footer": {
        "run": "partial", "why": "ended", "passed": 1, "failed": 2, "skipped": 3, "stray_deaths": {"SIGSEGV": 2},
        "groups": ["t crash"], "cases": {}, "records": "sha256:3", "green": False, "headline": "RED: 2 new failures",
        "code": [{"id": "t/a", "dtype": "int8", "lines": ["x.t()"]}], "diagnosis": ["none"],
        "proved": [{"bugs": [{"bug": "write_lost", "condition": "operand: rank >= 3", "ops": ["fill_"], "what": "nothing is written",
                              "when": "rank of the target >= 3", "otherwise": "rank 0 to 2", "pass": 9}],
                    "cause": 1, "explained": 2, "of": 2}],
        "ran": {"started": "2026-11-27T01:50:12Z", "milliseconds": 3400, "processor": "x", "command": "viewproof check x",
                "interpreter": "Python 3", "commit": "a1", "ci": "https://x.org"},
        "known": [{"entry": 3, "count": 2, "what": "t, offset", "reason": "bytes", "link": "https://x.org", "since": "2026-11-27"}]}}),
    "Finding": ("report", "finding", {"finding": {"key": "view stride", "times": 1, "number": 2, "known": False}}),
    "EarlierEnd": ("report", "earlier end", {"end": {"done": 3, "counts": {}, "sha256": "sha256:3"}}),
}
GATE = """[adapter]
command = ["python3"]
packages = ["x==1"]
start_seconds = 9
memory_mib = 9
restart = "one"
heap_check = true
env = {A = "1"}
[matrix]
title = "x"
needs = "x"
library = "x"
[demand]
profiles = ["core"]
facets = ["values"]
dtypes = ["int8"]
reviewed = false
[[without]]
flag = "Order"
facets = ["values"]
reason = "x"
[[flaky_death]]
signals = ["SIGSEGV"]
at_most = 9
reason = "x"
link = "x"
[[known_failure]]
op = "t"
facets = ["values"]
difference = "offset"
verdict = "fail"
answer = "offset"
when = ["size_1"]
after = ["t"]
reason = "x"
link = "x"
since = "2026-11-27"
or_dies = true
"""
FORMS = {"null": "null", "true": "true", "seven": "7", "minus": "-7", "fraction": "1.5", "huge": "9" * 20, "digits": '"7"',
         "word": '"flurb"', "blank": '""', "none": "[]", "list": "[7]", "words": '["flurb"]', "object": '{"flurb":7}',
         "long": '"' + "x" * (1 << 16) + '"'}

# No document above can have these: a gate file has one of these or a command, and an output one of those or its elements.
IN_PLACE_OF_OTHERS = {"options", "linked"} | {"bytes", "crc32"}

# A schema cannot know these, since it depends on hello, on the case or on the other lines of a gate.
ON_HELLO = "hello says which fields an output shows"
KNOWN_BY_READER_ALONE = {
    ("Hello", "hello.calls.dtypes", "absent"): "needed if an operand is of T",
    ("Hello", "hello.calls.dtypes", "none"): "needed if an operand is of T",
    ("Hello", "hello.calls.writes", "words"): "an operand of the kernel",
    ("Reply", "steps.outputs.contiguous", "absent"): ON_HELLO,
    ("Reply", "steps.outputs.storage", "absent"): ON_HELLO,
    ("Reply", "steps.outputs.values", "absent"): ON_HELLO,
    ("Reply", "steps", "none"): "as many entries as the case has steps",
    ("ReplyToMissing", "steps", "none"): "as many entries as the case has steps",
    ("Unsupported", "unsupported.step", "seven"): "a step of the case",
    ("Cause", "cases", "seven"): "as many as follow",
    ("Cause", "drawn", "seven"): "as many as follow",
    ("Cases", "dtypes", "none"): "as many cases as the cause says",
    ("Cases", "ids", "none"): "as many cases as the cause says",
}
# The reader of one line lets these through; another refuses them.
KNOWN_BY_SCHEMA_ALONE = {
    (of, "id", "absent"): "a reply without the id of its case is broken framing" for of in ("Reply", "ReplyToMissing", "Unsupported")}


def fields(value, path=()):
    """[JSON] -> (path, value) of every field in it."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield path + (name,), member
            yield from fields(member, path + (name,))
    if isinstance(value, list):
        for member in value:
            yield from fields(member, path)


def spelt(value, at, change, path=()):
    """[JSON] -> its text, in which the field at a path is what `change` makes of its name and text."""
    if isinstance(value, list):
        return "[" + ",".join(spelt(member, at, change, path) for member in value) + "]"
    if not isinstance(value, dict):
        return json.dumps(value)
    texts = []
    for name, member in value.items():
        text = spelt(member, at, change, path + (name,))
        texts.append(change(json.dumps(name), text) if path + (name,) == at else f"{json.dumps(name)}:{text}")
    return "{" + ",".join(filter(None, texts)) + "}"


def changed_documents():
    """(name, schema, reader, path, form, text, what a refusal may name) of every document that is changed in one field."""
    changes = {form: lambda name, _, other=other: f"{name}:{other}" for form, other in FORMS.items()}
    changes["absent"] = lambda name, text: ""
    changes["twice"] = lambda name, text: f"{name}:{text},{name}:{text}"
    unknown = {"unknown": lambda name, text: f'"flurb":7,{name}:{text}'}
    for of, (schema, reader, document) in DOCUMENTS.items():
        for path, value in fields(document):
            names = {*path, "flurb", *(name for inner, _ in list(fields(value))[:1] for name in inner)}
            is_counted = len(path) > 1 and path[-2] in ("stray_deaths", "late_deaths", "digests", "finding")  # By words of its own.
            for form, change in (changes if is_counted else changes | unknown).items():
                yield of, schema, reader, ".".join(path), form, spelt(document, path, change), names


def changed_gates():
    """The same of the gate file, which is TOML: each key with each other value, and without one."""
    lines, table = GATE.splitlines(), ""
    for k, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        if not equals:
            table = line
            continue
        others = {form: f"{key} = {'{flurb = 7}' if form == 'object' else text}" for form, text in FORMS.items() if form != "null"}
        others |= {"absent": "", "twice": f"{line}\n{line}", "unknown": f"{line}\nflurb{key} = 1"}
        for form, other in others.items():
            text = "\n".join(lines[:k] + [other] + lines[k + 1:]) + "\n"
            yield "Gate", "gate", "gate", f"{table} {key}", form, text, {key, "decimal integer", "adapter", "could match"}


@functools.cache
def changed():
    """Each changed document, and how its reader refuses it; or ""."""
    rows = [*changed_documents(), *changed_gates()]
    refusals = refusals_of((reader, text) for _, _, reader, _, _, text, _ in rows)
    return list(zip(rows, refusals, strict=True))


def refusals_of(documents):
    """[(reader, text)] -> how each is refused."""
    asked = "".join(json.dumps({"of": reader, "text": text}) + "\n" for reader, text in documents)
    read = subprocess.run([READERS, "read"], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in read.stdout.splitlines()]


def is_lawful(schema, text):
    try:
        document = tomllib.loads(text) if schema == "gate" else schemas.loads(text)
    except ValueError:
        return False
    return schemas.valid(schema, document)


def described(schema):
    """[a schema, or a part of one] -> the names of all fields that it describes."""
    if isinstance(schema, list):
        return set().union(*map(described, schema))
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", ())).union(*map(described, schema.values()))


class Forms(unittest.TestCase):
    def test_documents_have_every_field_that_is_described(self):
        documents = [document for _, _, document in DOCUMENTS.values()] + [tomllib.loads(GATE)]
        names = {name for document in documents for path, _ in fields(document) for name in path}
        for schema in {schema for schema, _, _ in DOCUMENTS.values()} | {"gate"}:
            with self.subTest(schema):
                self.assertLessEqual(described(schemas.TEXTS[f"{schema}.schema.json"]) - names, IN_PLACE_OF_OTHERS)

    def test_whole_documents_are_read(self):
        documents = [(reader, json.dumps(document)) for _, reader, document in DOCUMENTS.values()] + [("gate", GATE)]
        self.assertEqual(set(refusals_of(documents)), {""})

    def test_schemas_say_what_the_readers_say(self):
        seen = set()
        for (of, schema, _, path, form, text, _), refusal in changed():
            key = of, path, form
            lawful = is_lawful(schema, text)
            if key in KNOWN_BY_READER_ALONE or key in KNOWN_BY_SCHEMA_ALONE:
                seen.add(key)
                self.assertEqual((lawful, refusal == ""), (key in KNOWN_BY_READER_ALONE, key in KNOWN_BY_SCHEMA_ALONE), key)
                continue
            with self.subTest(key):
                self.assertEqual(lawful, refusal == "", text[:600])
        self.assertEqual(seen, {*KNOWN_BY_READER_ALONE, *KNOWN_BY_SCHEMA_ALONE})
        self.assertGreater(len(changed()), 1500)

    def test_refusals_name_the_field(self):
        for (of, schema, _, path, form, _, names), refusal in changed():
            with self.subTest((of, path, form)):
                if not refusal:
                    self.assertNotIn(form, ("unknown", "twice"))
                    continue
                self.assertTrue(any(name in refusal for name in names), refusal[:300])
                self.assertLess(len(refusal.encode()), 1000)
                if schema == "gate":  # No line has what is absent.
                    self.assertTrue(re.search(r"\.toml:\d", refusal) or path.endswith(" command"), refusal)
