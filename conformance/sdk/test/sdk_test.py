"""The three SDKs answer the same exchanges in the same way.

exchanges.jsonl has a case a line, the ways in which plain arrays are asked it (sdk_adapter.*), and the reply. JavaScript
needs node 18 or later; a language whose interpreter is missing is named and skipped.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SDKS = {"python": [sys.executable, HERE / "sdk_adapter.py"], "js": ["node", HERE / "sdk_adapter.mjs"], "cpp": [os.path.abspath("conformance/sdk/test/sdk_adapter")],
        "kit": [os.path.abspath("conformance/sdk/test/kit_adapter")]}
CODES = {"uint8": "B", "int8": "b", "int16": "h", "float32": "f", "float64": "d"}
WAYS = ("full", "bytes", "rebind", "last", "asks")
HELLO = '{"hello":{"protocol":1,"suite":"0.1.0"}}\n'
EXCHANGES = [json.loads(line) for line in (HERE / "exchanges.jsonl").read_text(encoding="utf-8").splitlines()]


def talk(language, way, text, *arguments):
    """[language, way, what the adapter reads] -> (what it wrote to standard output, its exit status)"""
    python_path = os.pathsep.join([str(HERE.parent / "python"), str(HERE.parent / "templates" / "python")])
    done = subprocess.run([*SDKS[language], way, *arguments], input=text.encode(), stdout=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": python_path}, check=False)
    return done.stdout.decode(), done.returncode


def comparable(reply):
    """[reply] -> it without texts that are a library's own, and without the sign of zero."""
    if isinstance(reply, dict):
        return {key: comparable(value) for key, value in reply.items() if key not in ("id", "message", "detail")}
    if isinstance(reply, list):
        return [comparable(value) for value in reply]
    return 0 if reply == "-0.0" else reply


def in_numbers(reply, exchange):
    """[reply, exchange] -> it with numbers where a case that calls a kernel shows bytes: an SDK chooses."""
    if not any(step["op"].startswith("call.") for step in exchange["chain"]):
        return reply
    for output in [o for step in reply.get("steps", ()) for o in step.get("outputs", ()) if "bytes" in o]:
        code = CODES[output.get("dtype", exchange["base"]["dtype"])]
        output["values"] = memoryview(bytes.fromhex(output.pop("bytes"))).cast(code).tolist()
    return reply


def cases(exchanges):
    """[exchanges] -> a request of them all."""
    run = [{"id": str(k), "base": e["base"], "chain": e["chain"]} for k, e in enumerate(exchanges)]
    return json.dumps({"run": run}, separators=(",", ":")) + "\n"


def code_of(language, way, chain):
    """[language, way, steps] -> its lines as code, as far as they came, and the exit status."""
    out, status = talk(language, way, cases([{"base": {"dtype": "float32", "sizes": [2, 1]}, "chain": chain}]), "--program")
    lines = [line.rpartition("\r")[2] for line in out.split("\n")]
    return [line for line in lines if line and " is no reply" not in line], status


def program_of(language, way):
    """[language, way] -> the lines that show a chain with a name, a list, writes, an error and a drop."""
    literal = {"dtype": "float32", "sizes": [1], "values": [7]}
    chain = [{"op": "unbind", "dim": 0}, {"op": "copy_", "on": [1, 1], "src": [1, 0]}, {"op": "copy_", "src": literal},
             {"op": "permute", "dims": [0, 0]}, {"op": "drop", "on": [0, 0]}, {"op": "is_contiguous"}]
    lines, status = code_of(language, way, chain)
    assert status == 0, lines
    return lines


class Sdk:
    """What holds for each language; a subclass names it."""

    language = None

    def setUp(self):
        if self.language == "js" and not shutil.which("node"):
            self.skipTest("the JavaScript SDK: there is no node")

    def test_every_exchange(self):
        for way in WAYS:
            asked = [e for e in EXCHANGES if way in e["ways"] and ("cpp" if self.language == "kit" else self.language) in e.get("only", SDKS)]
            self.assertGreater(len(asked), 1)
            out, status = talk(self.language, way, HELLO + cases(asked) + '{"bye":{}}\n')
            hello, *replies = map(json.loads, out.splitlines())
            self.assertEqual((status, len(replies)), (0, len(asked)), way)
            self.assertEqual([reply["id"] for reply in replies], [str(k) for k in range(len(asked))])
            for exchange, reply in zip(asked, replies):
                wanted = {key: exchange[key] for key in ("steps", "unsupported") if key in exchange}
                self.assertEqual(comparable(in_numbers(reply, exchange)), comparable(wanted), f"{way}: {exchange['what']}")

    def test_integers_are_written_in_the_one_spelling(self):
        """A string beyond 2^53 - 1, and digits up to it: equality of what JSON reads would not tell 5 from 5.0."""
        numbers = ["9007199254740993", "-9223372036854775808", 9007199254740991]
        base = {"dtype": "int64", "sizes": [3], "values": numbers}
        for spaces in ((",", ":"), (" , ", " : ")):
            request = json.dumps({"run": [{"id": "1", "base": base, "chain": [{"op": "read"}]}]}, separators=spaces) + "\n"
            out = talk(self.language, "full", request)[0].replace(" ", "")
            self.assertIn('"values":["9007199254740993","-9223372036854775808",9007199254740991]', out)

    def test_hello_says_what_each_way_is(self):
        for way, field, value in (("rebind", "writes", "rebind"), ("last", "observes", "last"), ("full", "borrowed", ["clone"])):
            hello = json.loads(talk(self.language, way, HELLO)[0])["hello"]
            self.assertEqual(hello[field], value)
            self.assertEqual(hello["ops"], sorted(hello["ops"]))
            self.assertEqual(set(hello["forms"]), {"digest", "data", "numbers", "index_tensors", "many_outputs", "signed_zero"})

    def test_hello_declares_kernels(self):
        copied = {"name": "copied", "forms": ["new", "in_place", "out"], "operands": ["x T[N, M] any", "y T[M] any"], "dtypes": ["float32"]}
        halves = {"name": "halves", "forms": ["new", "out"], "operands": ["x T[2, N] any"], "dtypes": ["float32", "int32"], "ulps": 1,
                  "may_alias": "they are views"}
        drained = {"name": "drained", "forms": ["in_place"], "operands": ["x T[N] any", "y T[N] any"], "dtypes": ["float32"], "writes": ["y"]}
        for way in WAYS:
            hello = json.loads(talk(self.language, way, HELLO)[0])["hello"]
            rebinds = way == "rebind"
            wanted = [{**copied, "forms": ["new"]}, {**halves, "forms": ["new"]}] if rebinds else [copied, halves, drained]
            self.assertEqual((hello["calls"], hello.get("left_out", [])), (wanted, ["kernels that it lacks: drained"] * rebinds))

    def test_another_protocol_ends_the_process_with_status_two(self):
        self.assertEqual(talk(self.language, "full", '{"hello":{"protocol":2}}\n'), ("", 2))

    def test_the_end_of_input_ends_the_process(self):
        self.assertEqual(talk(self.language, "full", "")[1], 0)

    def test_ids_are_opaque(self):
        ids = ["a/b", "12345678901234567", "0000000000000000001", 'ein "Ä" \\ \n', "€𝄞"]
        case = {"base": {"dtype": "bool", "sizes": []}, "chain": [{"op": "read"}], "later": {"x": [1.5e3, None, True]}}
        for ascii in (True, False):
            line = json.dumps({"run": [{"id": one, **case} for one in ids]}, ensure_ascii=ascii) + "\n"
            replies = [json.loads(reply) for reply in talk(self.language, "full", line)[0].splitlines()]
            self.assertEqual(replies, [{"id": one, "steps": [{"outputs": [{"values": [True]}]}]} for one in ids])

    def test_a_long_line_is_read(self):
        many = [{"base": {"dtype": "float32", "sizes": [1]}, "chain": [{"op": "read"}] * 20}] * 2000
        self.assertEqual(len(talk(self.language, "full", cases(many))[0].splitlines()), 2000)

    def test_what_is_shown_is_what_runs(self):
        self.assertEqual(program_of(self.language, "full"), self.shown)
        self.assertIn(self.rebound, program_of(self.language, "rebind"))

    def test_the_step_that_ends_the_process_is_shown(self):
        for way in "full", "rebind", "last":
            lines, status = code_of(self.language, way, [{"op": "unbind", "dim": 0}, {"op": "zero_"}, {"op": "read"}])
            self.assertNotEqual(status, 0)
            self.assertEqual(lines[0], self.shown[0])
            self.assertIn("abort()", lines[-1] if way != "last" else "".join(lines), way)


class Python(Sdk, unittest.TestCase):
    language = "python"
    shown = ["t0 = make('float32', [2, 1], [1, 2])", "t1 = t0.split(0)", "t1[1].copy(t1[0])",
             "t1[0].copy(make('float32', [1], [7]))", "t1[0].permute([0, 0])  # raises PlainError: 2 dimensions for rank 1",
             "t0 = None", "t1[0].is_contiguous()"]
    rebound = "t1 = [*t1]; t1[1] = rebound(t1[1], lambda y: y.copy(t1[0]))"


class JavaScript(Sdk, unittest.TestCase):
    language = "js"
    shown = ['let t0 = make("float32", [2, 1], [1, 2]);', "let t1 = t0.split(0);", "t1[1].copy(t1[0]);",
             't1[0].copy(make("float32", [1], [7]));', "t1[0].permute([0, 0]); // throws Error: 2 dimensions for rank 1",
             "t0 = undefined;", "t1[0].isContiguous();"]
    rebound = "t1[1] = rebound(t1[1], (y) => y.copy(t1[0]));"
    sdk = f'import * as sdk from {json.dumps((HERE.parent / "javascript" / "viewproof_adapter.mjs").as_uri())};'

    def run_script(self, text):
        """[JavaScript that knows `sdk`] -> the lines that it prints."""
        done = subprocess.run(["node", "--input-type=module", "-e", self.sdk + text], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_kernels(self):
        """A declaration that is wrong is refused in a line; a call is shown as what runs; a function may be misspelt."""
        good = 'name: "x", operands: ["y T[N] any", "x T[N] any"], dtypes: ["int8"]'
        lines = self.run_script(f"""
            const adapter = (...calls) => new sdk.Adapter({{ name: "lists", version: "1", dtypes: {{ int8: "" }}, facets: [], clone: "x",
              ops: {{ read: "x" }}, make: "{{values}}", values: "x", observe: (x) => ({{ dtype: "int8", sizes: [x.length] }}), calls }});
            const f = (x) => x;
            const operands = ["x T[N] any"];
            for (const wrong of [{{ operands, new: f }}, {{ name: "a", new: f }}, {{ name: "a", operands }}, {{ name: "a", operands, new: "x" }},
              {{ name: "a", operands, in_place: undefined }}, {{ name: "a", operands, new: f, out: f }}, {{ name: "a", operands, new: f, ulp: 1 }},
              {{ name: "a-b", operands, new: f }}, {{ name: "a", operands: "x", new: f }}]) {{
              try {{ adapter(wrong); }} catch (error) {{ console.log(String(error)); }}
            }}
            try {{ adapter({{ name: "a", operands, new: f }}, {{ name: "a", operands, in_place: f }}); }} catch (error) {{ console.log(String(error)); }}
            const test = {{ id: "1", base: {{ dtype: "int8", sizes: [2] }}, chain: [{{ op: "call.x.out", on: [0, 0], x: [0, 0], o: [0, 0] }}] }};
            console.log(adapter({{ {good}, new: f, out: (y, x, o) => o }}).program(test)[1]);
            for (const out of [(y, x, o) => o.absent(), (y, x, o) => o.map((one) => one.absent())]) {{
              console.log(JSON.parse(adapter({{ {good}, new: f, out }}).answer(test)).steps[0].error.misspelt);
            }}""")
        wanted = [("undefined", "name", "expected small letters, digits and _"), ("a", "operands", "expected a list of texts, not undefined"),
                  ("a", "new", "missing, as are in_place and out"), ("a", "new", "expected a function, not string"),
                  ("a", "in_place", "expected a function, not undefined"),
                  ("a", "out", "expected the operands as parameters, and then each target"), ("a", "ulp", "unknown"),
                  ("a-b", "name", "expected small letters, digits and _"), ("a", "operands", "expected a list of texts, not string"),
                  ("a", "name", "twice, or names has a call_a")]
        self.assertEqual(lines[:-3], [f'TypeError: calls: kernel "{name}", "{field}": {why}' for name, field, why in wanted])
        self.assertEqual(lines[-3:], ["call_x.out(t0, t0, t0);", "true", "undefined"])

    def test_dtypes_that_are_objects_are_named(self):
        lines = self.run_script(f"""
            const [lib, own] = [{{ float32: {{}}, "not a name": {{}} }}, {{}}];
            for (const kind of [lib.float32, own, "f"]) {{
              const adapter = new sdk.Adapter({{ name: "kinds", version: "1", dtypes: {{ float32: kind }}, facets: [], clone: "x",
                ops: {{ "view.dtype": "cast(x, {{dtype}})" }}, make: "make({{values}}, {{dtype}})", values: "x",
                names: {{ lib, own, make: (values) => values, cast: (x) => x }},
                observe: (x) => ({{ dtype: "float32", sizes: [x.length] }}) }});
              console.log(adapter.program({{ base: {{ dtype: "float32", sizes: [1] }}, chain: [{{ op: "view.dtype", dtype: "float32" }}] }}).join(" "));
            }}""")
        self.assertEqual(lines, [f"let t0 = make([1], {kind}); let t1 = cast(t0, {kind});" for kind in ("lib.float32", "own", '"f"')])


class Cpp(Sdk, unittest.TestCase):
    language = "cpp"
    shown = ['auto t0 = make({.dtype = "float32", .sizes = {2, 1}});', "auto t1 = t0.Split(0);", "t1[1].Copy(t1[0]);",
             't1[0].Copy({.dtype = "float32", .sizes = {1}, .values = {7}});',
             'auto t4 = t1[0].Permute({0, 0});  // throws "2 dimensions for rank 1"', "t0 = {};", "t1[0].IsContiguous();"]
    rebound = "t1[1] = Copied(t1[1], t1[0]);"


class Kit(Cpp):
    """The kit that `viewproof init` and releases copy, of the same sources with a reader of its own."""

    language = "kit"

    def test_its_reader_refuses_what_the_other_refuses(self):
        """A request without one of its characters: the status is that of the SDK, which reads with simdjson, or both refuse the case."""
        case = {"id": "é\n", "base": {"dtype": "float32", "sizes": [2, 3], "values": [1, -2, 1.5, "nan", "-0.0", 4]}, "x": {"y": [True]},
                "chain": [{"op": "slice", "dim": 0, "start": 0, "end": 2, "step": 1}, {"op": "fill_", "value": -15}]}
        line = json.dumps({"run": [case]}, separators=(",", ":"))
        for k in range(len(line)):
            said = [talk(language, "full", line[:k] + line[k + 1:] + "\n") for language in ("cpp", "kit")]
            said = [(status, re.sub(r'"detail":".*"', "", out)) for out, status in said]
            self.assertEqual(*said, line[:k] + "|" + line[k:])
