"""What people ask: conformance/docs/questions.tsv says where each answer stands. And what they asked in public, put to `explain`: each answer is judged by its cause, its verdict and its ways out, and each way out
is asked in its turn and has to be accepted. Where torch is there, it runs the questions and the ways out, too."""
import importlib.util
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
import urllib.parse
import xml.etree.ElementTree

import browsing
from beside import VIEWPROOF, unbroken

sys.path += ["tools/matrix_page", "tools/style"]
import readme  # noqa: E402
import said  # noqa: E402

ASKED = pathlib.Path("conformance/docs/questions.tsv")

PYTORCH = "https://github.com/pytorch/pytorch/"
# Each row has: source, the question, its --let, whether it is refused, what the answer has to say, and what to do instead.
QUESTIONS = [
    # Why is a view of a part of the columns refused elsewhere? Here it is a view.
    ("https://github.com/vllm-project/vllm/issues/13054", "x = torch.zeros(2, 5, 384)[:, :, :128]; x.view(10, -1, 64)", [], False,
     ["is a view on storage A and copies nothing", "although x is not contiguous", "384, 64, 1 cells"], []),
    # Equal sizes, both contiguous, other strides.
    (PYTORCH + "issues/150408", "x = torch.empty_strided((1, 2, 4, 64), (256, 256, 64, 1)); x.contiguous()", [], False,
     ["contiguous() returns x itself", "stride of a dimension of size 1 does not count", "has stride 256 (row-major it is 512)"], []),
    # as_strided of a copy by the offset that the original had.
    ("https://github.com/huggingface/trl/pull/5694", "x = torch.arange(10)[4:]; y = x.contiguous().clone(); y.as_strided((6,), (1,), 4)", [],
     True, ["last element would lie in cell 9", "storage of y has 6 cells"], ["y.as_strided([6], [1], 0)"]),
    (PYTORCH + "issues/140802", "x[mask, :, :3] = y", ["x=2,3,4,6", "mask=bool[2,3]{1,1,0,1,0,1}", "y=4,4,3"], False,
     ["x[mask, :, :3] = y writes into storage A"], []),
    ("https://github.com/qubvel-org/segmentation_models.pytorch/pull/1174",
     "bs = 2; classes = 3; pred = torch.zeros(bs, 4, 5, classes).permute(0, 3, 1, 2); pred.view(bs, classes, -1)", [], False,
     ["is a view on storage A", "although pred is not contiguous", "60, 1, 3 cells"], []),
    # to(memory_format=...) leaves an expanded tensor as it is.
    (PYTORCH + "issues/132020", "x = torch.zeros(1, 3).expand(2, 3); x.to(memory_format=torch.contiguous_format)", [], False,
     ["returns x itself and copies nothing", "not contiguous: dimension 0, of size 2, has stride 0", "contiguous() copies it"], []),
    # The following are told in words alone: the size of a real model, the two texts, two statements, a nested call, the commonest.
    ("views of a real size", "torch.zeros(8,1024,12,64).transpose(1,2).view(8,1024,768)", [], True,
     ["Dimension 1 of [8,1024,768] needs one constant jump", "No stride is both", "24 MiB"],
     ["x.reshape(8, 1024, 768)", "x.contiguous().view(8, 1024, 768)"]),
    ("an error text", "The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1", [], True,
     ["3 meets 4", "Only a size of 1 is repeated"], ["x.add_(y.narrow(1, 0, 1))"]),
    ("an error text", "IndexError: too many indices for tensor of dimension 2", [], True, ["x has 2 dimensions, [2,2]"], ["x[0, 0]"]),
    ("two statements", "x = torch.zeros(2,3); y = x.t(); y.view(6)", [], True, ["elements 0, 1, 2 lie at 0, 3, 1: +3, then -2"],
     ["y.reshape(6)", "y.contiguous().view(6)", "y.permute(1, 0).view(6)"]),
    ("a nested call", "torch.transpose(x.expand(2,3),0,1).view_as(torch.zeros(6))", ["x=3"], True,
     ["elements 0, 1, 2 lie at 0, 0, 1: +0, then +1"], ["x.expand(2, 3).transpose(0, 1).reshape(6)"]),
    ("variables", "x.transpose(1,2).view(B,L,-1)", ["x=2,3,4,5", "B=2", "L=4"], True,
     ["Dimension 2 of [2,4,15] needs one constant jump", "Dimensions 0, 1 are no problem"],
     ["x.transpose(1, 2).reshape(2, 4, 15)", "x.transpose(1, 2).contiguous().view(2, 4, 15)"]),
    # Twelve others, looked up.
    (PYTORCH + "issues/116333", "torch.tensor([[0, 1]]).transpose(1, 0).contiguous().stride()", [], False,
     ["contiguous() returns the tensor itself", "dimension 1 of [2,1] has stride 2 (row-major it is 1), contiguous() keeps it"], []),
    (PYTORCH + "issues/82610", "torch.tensor([1.+2.j]).real.contiguous().stride()", [], False,
     ["returns the tensor itself", "dimension 0 of [1] has stride 2 (row-major it is 1)"], []),
    ("https://github.com/dmlc/dgl/pull/2127", "torch.randn((1, 5, 3))[:, :3, :].contiguous().stride()", [], False,
     ["returns the tensor itself", "dimension 0 of [1,3,3] has stride 15 (row-major it is 9)"], []),
    (PYTORCH + "issues/136327",
     "import torch\ntensor = torch.randn(23, 20, 34, 15)\ntensor = tensor[:,:-3, :-2, ]\ntensor = tensor.view(32, 15, 23, 17)", [], True,
     ["Dimension 0 of [32,15,23,17] needs one constant jump"],
     ["tensor.reshape(32, 15, 23, 17)", "tensor.contiguous().view(32, 15, 23, 17)"]),
    (PYTORCH + "issues/4664", "a = torch.ones(1,1) # same thing for rand(1,1)\nb = a.expand(4,5)\nprint(b)\nb += 1", [], True,
     ["Elements 0 and 1 of b lie in one cell, 0", "strides [0,0]"], ["b = b.clone(); b += 1", "a += 1"]),
    (PYTORCH + "issues/135487", "a = torch.randn((1, 2)); a -= a[:, :1]", [], True,
     ["What is read and what is written lie partly in the same cells"], ["a -= a[:, :1].clone()", "a_copy = a.clone(); a_copy -= a[:, :1]"]),
    (PYTORCH + "issues/91894", "buffer = torch.zeros(512, 10, 140); buffer[:, 1:10] = buffer[:, 0:9]", [], False,
     ["it reads cells that it may write", "read from a clone()"], []),
    ("https://github.com/skyhehe123/VoxelNet-pytorch/issues/4",
     "RuntimeError: shape mismatch: value tensor of shape [31564, 128] cannot be broadcast to indexing result of shape [128, 31564]", [],
     True, ["128 meets 31564"], ["x[i] = y.transpose(-2, -1)"]),
    ("https://github.com/princeton-vl/CornerNet-Lite/issues/115", "dist = tag_mean.unsqueeze(1) - tag_mean.unsqueeze(2)", ["tag_mean=5"],
     True, ["With the new one there are 2 dimensions", "can stand at 0 to 1"], ["tag_mean.unsqueeze(1)"]),
    (PYTORCH + "issues/59786", "t = torch.rand((3,))\nt[::-1]", [], True, ["the negative step -1"], ["t[torch.tensor([2, 1, 0])]"]),
    ("https://github.com/pytorch/examples/issues/836", "correct = torch.zeros(256, 5, dtype=torch.bool).t(); correct[:k].view(-1)", ["k=3"],
     True, ["elements 255, 256 lie at 1,275, 1: -1,274"], ["correct[:3].reshape(768)", "correct[:3].contiguous().view(768)"]),
    ("https://github.com/khorrams/IGOS_pp/issues/2",
     "indices = torch.tensor([True, False, True]); indices[indices] = torch.tensor([False, True])", [], True,
     ["What is read and what is written lie partly in the same cells"],
     ["indices[indices.clone()] = torch.tensor([False, True])"]),
]
HAS_TORCH = importlib.util.find_spec("torch") is not None


def explain(*words, **kwargs):
    """-> exit status, standard output, standard error without its breaks, at 80 columns"""
    environment = os.environ | {"COLUMNS": "80", "VIEWPROOF_ROOT": os.environ.get("VIEWPROOF_ROOT", os.getcwd())}
    done = subprocess.run([VIEWPROOF, "explain", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment,
                          check=False, **kwargs)
    return done.returncode, done.stdout, unbroken(done.stderr)


def lets_of(lets, question):
    """-> --let for each name that the question has"""
    return [word for let in lets if re.search(rf"\b{let.partition('=')[0]}\b", question) for word in ("--let", let)]


def joined(out):
    """-> the text without its line breaks"""
    return re.sub(r"\s+", " ", out)


def ways_out(out):
    """-> what x is, and the code of each way out"""
    part = out.partition("What to do instead")[2].partition("\n\n")[0]
    part = part.partition("\n")[2]
    definition = re.match(r"  (x = .*)\n", part)
    if definition:
        part = part[definition.end():]
    text = re.sub(r"\s+", " ", part)
    return definition[1] if definition else "", re.findall(r"(?:^ |\. )(\S.*?): [a-z\-1][^:]*?; copies [^.]*(?:\.\d[^.]*)?", text)


def setting(question, out, definition):
    """-> the statements that come before a way out"""
    if definition:
        return definition + "; "
    text = out.partition("\n\n")[0] if "torch" not in question or question.startswith(("Runtime", "Index", "The ")) else question
    text = re.sub(r"#[^\n]*", "", text)
    statements = [part.strip() for part in re.split(r";|\n", joined(text) if "\n" not in question else text) if part.strip()]
    return "".join(part + "; " for part in statements[:-1] if not part.startswith("print"))


class Questions(unittest.TestCase):
    maxDiff = None

    def test_there_are_twice_twelve(self):
        self.assertEqual(len(QUESTIONS), 24)
        self.assertEqual(len({question for _, question, *_ in QUESTIONS}), 24)

    def test_each_is_answered_in_one_screen(self):
        for source, question, lets, is_refused, said, _ in QUESTIONS:
            with self.subTest(source=source, question=question):
                status, out, err = explain(question, *lets_of(lets, question))
                self.assertEqual((status, err), (0, ""))
                self.assertLessEqual(len(out.splitlines()), 24)
                self.assertEqual([line for line in out.splitlines() if len(line) > 80], [])
                self.assertEqual(re.search(r" is refused(:\s[\w.]+)?\n", out) is not None, is_refused, out)
                self.assertEqual("\nAccepted: " in out, not is_refused, out)
                for sentence in said:
                    self.assertIn(sentence, joined(out))
                self.assertRegex(out, r"\n +what ran +sizes +strides |\ncell +\d")  # the table, or the picture

    def test_each_way_out_is_there_and_is_accepted(self):
        for source, question, lets, is_refused, _, expected in QUESTIONS:
            out = explain(question, *lets_of(lets, question))[1]
            definition, ways = ways_out(out)
            with self.subTest(source=source, question=question, ways=ways):
                self.assertEqual([way for way in expected if way not in ways], [])
                self.assertEqual(bool(ways), is_refused)
                for way in ways:
                    again = setting(question, out, definition) + way
                    status, answer, err = explain(again, *lets_of(lets, again))
                    self.assertEqual((status, err), (0, ""), way)
                    self.assertIn("\nAccepted: ", answer, way)

    def test_more_shows_the_whole_picture(self):
        out = explain("torch.zeros(2, 3).t().view(6)", "--more")[1]
        for heading in ("Storage A: ", "Each tensor, with the cell", "The walk from element", "How far a view can go"):
            self.assertIn(heading, out)
            self.assertNotIn(heading, explain("torch.zeros(2, 3).t().view(6)")[1])

    def test_it_asks_for_what_a_name_means(self):
        status, _, err = explain("x.transpose(1, 2).view(B, -1)")
        self.assertEqual(status, 2)
        self.assertIn("--let x=3,4 --let B=8", err)
        self.assertIn("--let mask=bool[3]", explain("x[mask]", "--let", "x=3")[2])
        self.assertIn("say the dtype", explain("x[mask]", "--let", "x=2,3", "--let", "mask=2,3")[2])
        self.assertIn("NAME=VALUE", explain("x.t()", "--let", "x")[2])
        out = explain("y.view(6)", "--let", "y=torch.zeros(2, 3).t()")[1]
        self.assertIn("y.reshape(6)", out)

    def test_at_a_terminal_it_asks(self):
        master, slave = pty.openpty()
        with subprocess.Popen([VIEWPROOF, "explain", "x.t().view(B)"], stdin=slave, stderr=slave, stdout=subprocess.PIPE, text=True,
                              env=os.environ | {"COLUMNS": "80"}) as process:
            os.write(master, b"2,3\n6\n")
            out = process.communicate()[0]
            self.assertEqual(process.returncode, 0)
        os.close(slave)
        asked = ""
        try:
            while part := os.read(master, 1000):
                asked += part.decode()
        except OSError:
            pass  # Linux's end of a terminal that nobody has open.
        os.close(master)
        self.assertRegex(asked, r"(?s)x means .*3,4.*B means .*8")
        self.assertIn("x.t().reshape(6)", out)

    def test_a_view_of_any_size_is_explained(self):
        status, out, _ = explain("x = torch.zeros(300000000, 1000000000, dtype=torch.uint8); y = x.t()[5:, None].expand(-1, 3, -1); y.permute(2, 1, 0)")
        self.assertEqual(status, 0)
        self.assertIn("Accepted: permute(2, 1, 0) is a view on storage A and copies nothing.", out)
        self.assertIn("[300000000,3,999999995]", out)

    def test_an_op_is_told_in_brief(self):
        ops = subprocess.run([VIEWPROOF, "list", "ops", "--format", "json"], capture_output=True, text=True, check=True).stdout
        ops = re.findall(r'"name": ?"([\w.]+)"', ops)
        self.assertGreater(len(ops), 60)
        for op in set(ops) - {"drop", "new"}:
            with self.subTest(op):
                status, out, _ = explain(op)
                self.assertEqual(status, 0)
                self.assertLessEqual(len(out.splitlines()), 24)
                self.assertLessEqual(max(map(len, out.splitlines())), 80)
                self.assertIn("An example, run by the reference:", out)
                self.assertIn("what ran", out)
                self.assertRegex(explain(op, "--more")[1], rf"(?m)^  {op.replace('.', '_')}\.[rdeiu]\d+ ")


class Asked(unittest.TestCase):
    """conformance/docs/questions.tsv: each answer stands where it says."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.printed, cls.browser = {}, None
        cls.set_up_red()
        cls.say("viewproof init dies --language python --kind full")
        cls.edit("dies_adapter.py", ('"zero_": "x.fill(0)"', '"zero_": "print(\'the kernel of zero_ is missing\', file=sys.stderr) or __import__(\'os\').abort()"'))
        for name in ("red", "dies"):
            cls.say(f"viewproof check {name}.gate.toml --report {name}.jsonl")
        for name in ("dies_adapter.py", "dies.gate.toml", "dies.gate.lock"):
            shutil.copy(cls.folder / name, cls.folder / name.replace("dies", "accepted"))
        cls.say("viewproof accept dies.jsonl --group 1 --reason 'no kernel yet' --gate accepted.gate.toml")
        cls.say("viewproof check accepted.gate.toml --report accepted.jsonl")
        for name in ("red", "dies", "accepted"):
            cls.say(f"viewproof report {name}.jsonl --html {name}.html")
        if not browsing.MISSING:  # Else the rows of pages are not asked.
            cls.browser = cls.enterClassContext(browsing.browser())

    @classmethod
    def set_up_red(cls):
        for path in pathlib.Path("conformance/libraries/numpy").glob("*gate.*"):
            shutil.copy(path, cls.folder / ("red." + path.name))
        for path in ("conformance/libraries/numpy/numpy_adapter.py", "conformance/sdk/python/viewproof_adapter.py", "conformance/sdk/python/ops.json"):
            shutil.copy(path, cls.folder)
        cls.edit("numpy_adapter.py", ('"x.fill({value})"', '"x.fill({value}) if x.ndim < 3 else None"'),
                 ('"x.swapaxes({dim0}, {dim1})"', '"x.swapaxes({dim0}, {dim1}) if {dim0} >= 0 else x"'))

    @classmethod
    def set_up_base(cls):
        """The same adapter, before it was broken."""
        for path in cls.folder.glob("red.gate.*"):
            shutil.copy(path, cls.folder / path.name.replace("red", "base"))
        shutil.copy("conformance/libraries/numpy/numpy_adapter.py", cls.folder / "base_adapter.py")
        cls.edit("base.gate.toml", ("numpy_adapter.py", "base_adapter.py"))

    @classmethod
    def edit(cls, name, *pairs):
        path = cls.folder / name
        text = path.read_text(encoding="utf-8")
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")

    @classmethod
    def say(cls, command):
        """-> what a command prints, which runs once"""
        if command not in cls.printed:
            done = subprocess.run(command.replace("viewproof", VIEWPROOF, 1), shell=True, cwd=cls.folder, capture_output=True, text=True,
                                  env={**readme.environment(), "VIEWPROOF_ROOT": os.environ.get("VIEWPROOF_ROOT", os.getcwd())}, check=False)
            cls.printed[command] = done.stdout + done.stderr * (done.returncode > 1)
        return cls.printed[command]

    def holds(self, place, where, text):
        """-> whether the text stands there, and what stands there; None: it cannot be asked here"""
        page, _, anchor = place.partition("#")
        if page.endswith(".html"):
            if self.browser is None:
                return None, ""
            tab = self.browser.new_page()
            tab.goto((self.folder / page).as_uri() + ("#" + urllib.parse.quote(anchor, safe="=") if anchor else ""))
            tab.wait_for_selector("body[data-ready]")
            seen = " ".join(" ".join(tab.locator(where).all_inner_texts()).split())
            tab.close()
            return text in seen, seen
        if page.endswith(".md"):
            said = pathlib.Path(page).read_text(encoding="utf-8")
            said = next(part for part in re.split(r"(?m)^(?=#+ )", said) if re.sub(r"\W+", "-", part.partition("\n")[0].strip("#? ").lower()) == anchor)
        else:
            said = self.say(place)
        lines = re.sub(r" \\\n +", " ", said).rstrip("\n").split("\n")
        if re.fullmatch(r"-?\d+", where):
            lines = lines[int(where) - (int(where) > 0):][:1]
        elif re.fullmatch(r"\d+-\d+", where):
            first, last = map(int, where.split("-"))
            lines = lines[first - 1:last]
        elif where != "*":
            lines = [line for line in lines if line.strip().startswith(where)]
        return any(text in line for line in lines), "\n".join(lines)

    def test_every_answer_stands_where_it_should(self):
        asked = [line.split("\t") for line in ASKED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        self.assertEqual([*dict.fromkeys(question.partition(" ")[0] for question, *_ in asked)], [*map(str, range(1, 16)), *"abcdefghij"])
        for question, place, where, text, *later in asked:
            with self.subTest(question, place=place, where=where):
                holds, seen = self.holds(place, where, text)
                if holds is not None:
                    self.assertEqual(holds, not later, f"{text!r} in {seen[:2000]!r}; is it {later or 'there'}?")

    def texts(self):
        """(what it is, what a person reads there): all that tells of a red run, but what is marked as code; what programs read has none"""
        whole = [*(f"viewproof report {name}.jsonl --markdown {name}.md --junit {name}.xml" for name in ("red", "dies")),
                 "viewproof check base.gate.toml --report base.jsonl", "viewproof diff base.jsonl red.jsonl --markdown diff.md --html diff.html",
                 "viewproof fuzz red.gate.toml --seed 1 --ops fill_ --cases 300 --report fuzz.jsonl"]
        self.set_up_base()
        for command in whole:
            self.say(command)
        yield "diff", "\n".join(line for line in self.say(whole[3]).splitlines() if not line.startswith(" " * 9 + "code "))
        for name in ("red.md", "dies.md", "diff.md"):
            yield name, said.outside_of_code((self.folder / name).read_text(encoding="utf-8"))
        for name in ("red.xml", "dies.xml"):
            junit = xml.etree.ElementTree.parse(self.folder / name)
            yield name, "\n".join([e.get("message") for e in junit.iter() if e.get("message")] + [
                line for e in junit.iter() for line in (e.text or "").splitlines() if not line.startswith("  code ")])
        for error_death_value in ("transpose/dim0-refuses-minus-n-less-one --report red", "zero_/whole-tensor --report dies", "transpose/kv-cache-keys --report red"):
            yield error_death_value, self.say(f"viewproof explain {error_death_value}.jsonl")
        for name in ("red.gate.toml", "red.gate.lock"):
            shutil.copy(self.folder / name, self.folder / name.replace("red", "fuzzed"))
        accepted = self.say("viewproof accept fuzz.jsonl --all --reason 'of one run' --gate fuzzed.gate.toml")
        self.assertRegex(accepted, r"(?m)^accept: finding 1: fill_ ")
        yield "accept", accepted
        annotations = [line for line in self.say("viewproof check red.gate.toml --github").splitlines() if "::error" in line]
        yield "annotations", "\n".join(part for line in annotations for part in line.split("%0A") if not part.startswith("code "))
        yield "the manual", said.outside_of_code(self.say("viewproof manual --format markdown"))
        for question in ("'not demanded'", "facet", "view", "'x = torch.zeros(2, 3); y = x.t(); y.view(6)'"):
            yield question, self.say(f"viewproof explain {question}")

    def test_what_people_read_has_no_word_of_the_judge(self):
        for name, text in self.texts():
            with self.subTest(name):
                self.assertGreater(len(text), 40)
                self.assertEqual(said.problems(text)[:20], [])

    def test_accept_names_the_same_smallest_cases_as_a_report(self):
        self.say("viewproof report red.jsonl --json red.json")
        self.say("viewproof accept red.jsonl --groups-file groups.toml")
        groups = tomllib.loads((self.folder / "groups.toml").read_text(encoding="utf-8"))
        shown = json.loads((self.folder / "red.json").read_text(encoding="utf-8"))["groups"]
        self.assertEqual({key: group["smallest"] for key, group in groups.items()}, {group["key"]: group["smallest"] for group in shown})

    def test_a_word_of_the_judge_is_found(self):
        self.assertTrue(said.problems(self.say("viewproof check red.gate.toml --report red.jsonl") + "\nlost_write in values"))


@unittest.skipUnless(HAS_TORCH, "no torch here: tools/setup --oracle")
class WithTorch(unittest.TestCase):
    """The verdicts are PyTorch's, and it takes the ways out."""

    @staticmethod
    def names(lets):
        import torch
        made = {"torch": torch}
        for let in lets:
            name, _, value = let.partition("=")
            sizes = [int(n) for n in re.findall(r"\d+", value.partition("{")[0])]
            made[name] = sizes[0] if len(sizes) == 1 and name != "tag_mean" and name != "x" else torch.zeros(sizes)
            if value.startswith("bool"):
                bits = [int(n) for n in value.partition("{")[2].strip("}").split(",")]
                made[name] = torch.tensor(bits, dtype=torch.bool).reshape(sizes)
        return made

    def test_each_verdict_is_that_of_torch(self):
        for source, question, lets, is_refused, *_ in QUESTIONS:
            if question.startswith(("Runtime", "Index", "The ")):
                continue
            with self.subTest(source=source, question=question):
                code = question.replace("dist = ", "").replace("print(b)", "")
                try:
                    exec(code, self.names(lets))
                    raised = False
                except (RuntimeError, IndexError, ValueError):
                    raised = True
                self.assertEqual(raised, is_refused)

    def test_torch_takes_each_way_out(self):
        for source, question, lets, *_ in QUESTIONS:
            out = explain(question, *lets_of(lets, question))[1]
            definition, ways = ways_out(out)
            for way in ways:
                with self.subTest(source=source, way=way):
                    exec(setting(question, out, definition) + way, self.names(lets))


if __name__ == "__main__":
    unittest.main()
