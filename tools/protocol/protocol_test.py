"""Holds PROTOCOL.md to the code: exchanges are replayed, tables are those of the schemas, of ops.json and of the headers."""
import json
import pathlib
import re
import subprocess
import unittest

import op_table
import schemas
from beside import REFERENCE

TEXT = pathlib.Path("conformance/PROTOCOL.md").read_text(encoding="utf-8")
SPEC = pathlib.Path("reference/SPEC.md").read_text(encoding="utf-8")
OPS = json.loads(pathlib.Path("conformance/sdk/python/ops.json").read_text(encoding="utf-8"))
HELLO = schemas.TEXTS["hello.schema.json"]["properties"]["hello"]
COMMON = schemas.TEXTS["common.schema.json"]["$defs"]
LEFT_OUT = "…"


def between(begin, end):
    """The rows of the table between two comments: lists of cells."""
    part = TEXT[re.search(f"<!-- {begin}.*-->", TEXT).end():TEXT.index(f"<!-- end of {end} -->")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in part.strip().splitlines()[2:]]


def table_after(words, text=TEXT):
    """The rows of the first table after these words."""
    lines = text[text.index(words):].splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[first + 1:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def names(rows):
    return [name for row in rows for name in re.findall("`([^`]+)`", row[0])]


def exchanges():
    """Of each exchange its lines, joined: (arrow, text)."""
    for block in re.findall("```exchange\n(.*?)```", TEXT, re.DOTALL):
        yield re.findall(r"^(->|<-) (.*)$", re.sub(r"\n   ", "", block), re.MULTILINE)


def agrees(shown, came):
    """Whether a value is the one that is shown, with what is left out."""
    if isinstance(shown, dict):
        return isinstance(came, dict) and list(shown) == list(came) and all(agrees(shown[k], came[k]) for k in shown)
    if isinstance(shown, list) and LEFT_OUT in shown:
        at = shown.index(LEFT_OUT)
        return came[:at] == shown[:at] and came[at - len(shown) + 1:] == shown[at + 1:] and len(came) > len(shown)
    return shown == came


class Protocol(unittest.TestCase):
    def test_exchanges_are_what_the_reference_says(self):
        count = 0
        for count, exchange in enumerate(exchanges(), 1):
            asked = "".join(text + "\n" for arrow, text in exchange if arrow == "->")
            shown = [text for arrow, text in exchange if arrow == "<-"]
            came = subprocess.run([REFERENCE], input=asked, capture_output=True, text=True, check=True).stdout.splitlines()
            self.assertEqual(len(shown), len(came))
            for line, reply in zip(shown, came):
                if LEFT_OUT in line:
                    self.assertTrue(agrees(json.loads(line), json.loads(reply)), f"{line}\n{reply}")
                else:
                    self.assertEqual(line, reply)
        self.assertEqual(count, 3)

    def test_exchanges_are_valid(self):
        for exchange in exchanges():
            all_text = "".join(text for _, text in exchange)
            for arrow, text in exchange:
                message = schemas.loads(text)
                if "run" in message:  # but for what an adapter cannot know
                    message["run"] = [case for case in message["run"] if f'{{"id":"{case["id"]}","unsupported"' not in all_text]
                if LEFT_OUT in text:
                    message["hello"]["ops"].remove(LEFT_OUT)
                    message["hello"]["ops"].append("read")
                name = "request" if arrow == "->" else "hello" if "hello" in message else "reply"
                self.assertEqual(schemas.faults(name, message), [])

    def test_the_table_of_ops_is_that_of_ops_json(self):
        self.assertEqual(TEXT, op_table.with_table(TEXT, OPS), "run tools/regenerate ops")
        self.assertEqual(schemas.TEXTS["step.schema.json"], json.loads(op_table.schema_of(OPS)), "run tools/regenerate ops")

    def test_the_fields_of_hello_are_those_of_the_schema(self):
        rows = {row[0].strip("`"): row for row in between("hello:", "hello")}
        fields = {name: (schema, name in HELLO["required"]) for name, schema in HELLO["properties"].items()
                  if not schema.get("deprecated")}
        subject, _ = fields.pop("subject")
        fields |= {"subject." + name: (schema, name in subject["required"]) for name, schema in subject["properties"].items()}
        self.assertEqual(set(rows), set(fields))
        for name, (schema, required) in fields.items():
            default = "required" if required else json.dumps(schema["default"])
            self.assertEqual(rows[name][2].strip("`"), default, name)

    def test_the_types_are_those_of_ops_json(self):
        types = {parameter["type"] for op in OPS for parameter in op["parameters"]}
        self.assertEqual({row[0].strip("`") for row in between("types:", "types")}, types)

    def test_the_words_are_those_of_the_schemas(self):
        reply = schemas.TEXTS["reply.schema.json"]["$defs"]
        self.assertEqual(["shape", *names(table_after("**Facets.**"))], COMMON["facet"]["enum"])
        self.assertEqual(set(names(table_after("**Forms.**"))), set(COMMON["form"]["enum"]))
        self.assertEqual(names(table_after("\n## kinds of errors", SPEC)), COMMON["error_kind"]["enum"])
        self.assertEqual(names(table_after("**`unsupported`**")), reply["unsupported"]["properties"]["what"]["enum"])
        self.assertEqual(set(names(table_after("**An output**"))), set(reply["output"]["properties"]))
        dtypes = TEXT[TEXT.index("**Dtypes**"):TEXT.index("## 3.")]
        self.assertEqual(re.findall(r"`(\w+)`", dtypes), COMMON["dtype"]["enum"])
        kinds = {op["kind"] for op in OPS}
        self.assertEqual(set(names(table_after("**Kinds of ops.**"))) - {"read", "drop"}, kinds)

    def test_the_limits_are_those_of_the_code(self):
        headers = "".join(pathlib.Path("conformance/case", name).read_text(encoding="utf-8")
                          for name in ("bounds.h", "line_buffer.h", "decode.h"))
        plain = re.sub(r"(?:int64_t|std::size_t)\{(\d+)\}", r"\1", headers)
        constants = {name: eval(value) for name, value in re.findall(r"constexpr [\w:]+ (k\w+) = ([\d <]+);", plain)}
        said = {row[0]: int(row[1]) for row in between("limits:", "limits")}
        self.assertEqual(list(said.values()), [constants[name] for name in (
            "kMaxBase", "kMaxSaid", "kMaxCopied", "kMaxCopied", "kMaxOutputs", "kMaxRank", "kMaxItems", "kMaxLine", "kMaxValues", "kMaxSaid",
            "kMaxMessage")])

    def test_links_lead_somewhere(self):
        anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall("^#+ (.*)$", TEXT, re.M)}
        for link in re.findall(r"\]\(([^)]+)\)", TEXT):
            if link.startswith("#"):
                self.assertIn(link[1:], anchors)
            else:
                self.assertTrue((pathlib.Path("conformance") / link.partition("#")[0]).exists(), link)
