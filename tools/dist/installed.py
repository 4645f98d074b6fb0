"""What holds of an installed viewproof, wherever it lies: tests of a release's archive, of its wheel, and of what
//tools/dist:pack_test packs by itself. The current folder is the clone.

    class Wheel(Installed, unittest.TestCase): setUp makes `self.place`, the folder of bin/ and share/
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

import pack

CLONE = pathlib.Path.cwd()
sys.path.append(str(CLONE / "tools/style"))
import links  # noqa: E402

DEVICES = CLONE / "conformance/libraries/torch/testing"  # Made in Python.
LISTS = CLONE / "conformance/sdk/testing/lists_adapter.py"
STUB = pathlib.Path(__file__).resolve().parent / "stub"
PYTHON = pathlib.Path(sys.executable)  # That of .venv: it has NumPy, and where it is installed torch.
NOTHING = {"PATH": "/usr/bin:/bin"}
LIBRARIES = sorted(path.parent.name for path in CLONE.glob("conformance/libraries/*/environment.txt"))
REQUIRED = {"array-api": ["--module", "numpy"]}  # Options without which a subject does not start.
# A sentence, and the command that mends it.
REFUSAL = re.compile(r"viewproof: (?:[^\n]+\n)+?    (\S*python\S* -m pip|npm|apt-get) install [^\n]+\n")
LANGUAGES = ("python", "js", "cpp")


def run(*words, **more):
    """Without environment but for what `more` says."""
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          **{"env": NOTHING, **more})


def packages(python):
    """[interpreter] -> the names of what is installed for it"""
    script = "import importlib.metadata as m; print(*{d.metadata['Name'] for d in m.distributions()})"
    return {name.lower().replace("_", "-") for name in run(python, "-c", script).stdout.split()}


class Installed:
    every = True  # True if each subject is started with its library, and not one of those that have a program in common; and all vectors run.

    @property
    def program(self):
        return self.place / "bin" / "viewproof"

    @property
    def suite(self):
        return self.place / "share" / "viewproof"

    def good(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def subjects(self):
        return self.good(run(self.program, "list", "subjects", "--format", "names")).split()

    def files_of(self, subject, root=None):
        """[name, folder of the suite] -> its gate file, else its subject file, and the environment of its library"""
        rooms = (root or self.suite) / "conformance"
        for file in ("gate.toml", "subject.toml"):
            for path in (*rooms.glob(f"libraries/*/*{file}"), *rooms.glob(f"subjects/*.{file}")):
                folder = path.parent.name if path.parent.parent.name == "libraries" else ""
                if "-".join(filter(None, [folder, path.name.removesuffix(file).rstrip(".")])) == subject:
                    place = tomllib.loads(path.read_text(encoding="utf-8")).get("matrix", {})
                    return path, rooms / "libraries" / place.get("library", folder) / "environment.txt"
        return self.fail(f"{subject}: no gate file")

    def made(self, subject, root=None):
        """[name, folder of the suite] -> what its gate file, else its subject file, says of how it is started"""
        table = tomllib.loads(self.files_of(subject, root)[0].read_text(encoding="utf-8"))
        return table.get("adapter", table)

    def packages_of(self, subject):
        """[name] -> the packages that its gate file pins, or those of pip in its environment, which is there if the clone has it"""
        environment = self.files_of(subject)[1]
        self.assertEqual(environment.exists(), self.files_of(subject, CLONE)[1].exists(), environment)
        lines = environment.read_text(encoding="utf-8").splitlines() if environment.exists() else []
        return self.made(subject).get("packages", [line for line in lines if re.match(r"\w[^:]*==", line)])

    def start(self, *subject, **env):
        """Asks it one case: it says its hello, or why not."""
        return run(self.program, "apply", "--text", *subject, env=env, input="float32[2] | read()\n")

    def test_every_subject_starts_or_names_the_command_that_installs_it(self):
        asked = [[subject, *REQUIRED.get(subject, [])] for subject in self.subjects()]
        self.assertGreater(len(asked), 10)
        self.assertEqual(json.loads(self.good(self.start("--", "python3", LISTS, **NOTHING)))["id"], "1")
        for env in (NOTHING, {}, {"PATH": "/nowhere"}):
            for words in asked:
                with self.subTest(words, **env):
                    done = self.start(*words, **env)
                    if done.returncode == 0:
                        self.assertEqual(json.loads(done.stdout)["id"], "1")
                    else:
                        self.assertEqual(done.returncode, 3, done.stderr)
                        self.assertRegex(done.stderr, REFUSAL)
                        self.assertNotIn(" : ", done.stderr)

    def test_no_file_is_missing_where_the_library_is_there(self):
        started = set()
        for subject in self.subjects():
            made = self.made(subject)
            one = made.get("subject") or str(made.get("command"))
            if not self.every and one in started or made.get("linked"):
                continue
            started |= {one, str(made.get("command")), subject}
            with self.subTest(subject):
                self.start_with_library(subject, self.packages_of(subject))

    def start_with_library(self, subject, needed):
        own = [CLONE / ".subjects" / name for name in (subject, subject.split("-")[-1].split(".")[0])]
        own = next(filter(pathlib.Path.exists, own), STUB)
        python = next(filter(pathlib.Path.exists, [own / "bin" / "python3", PYTHON]))
        with tempfile.NamedTemporaryFile(mode="r") as notes:
            done = self.start(
                subject, *REQUIRED.get(subject, []), **NOTHING, VIEWPROOF_PYTHON=str(python), PYTHONDONTWRITEBYTECODE="1",
                PYTHONPATH=str(STUB), LIBRARIES=" ".join(LIBRARIES), OURS=str(self.suite), NOTES=notes.name,
                NODE_PATH=f"{own / 'node_modules'}:{STUB}")
            self.assertEqual(notes.read(), "")
        self.assertNotRegex(done.stderr, r"No module named|MODULE_NOT_FOUND|FileNotFoundError|ENOENT|there is no package")
        if {name.split("==")[0].lower().replace("_", "-") for name in needed} <= packages(python):
            self.assertEqual(json.loads(self.good(done))["id"], "1")

    def test_torch_starts_on_a_device(self):
        if "torch" not in packages(PYTHON):
            self.skipTest(f"there is no torch for {PYTHON}")
        done = self.start("torch", "--device", "privateuseone:0", "--import", "late_device", **NOTHING, VIEWPROOF_PYTHON=str(PYTHON),
                          PYTHONPATH=str(DEVICES), PYTHONDONTWRITEBYTECODE="1")
        self.assertEqual(json.loads(self.good(done))["id"], "1")

    def test_it_has_the_vectors_of_the_clone(self):
        for what in ("flags", "ops", "profiles", "vectors"):
            here = self.good(run(self.program, "list", what))
            self.assertEqual(here, self.good(run(self.program, "list", what, env={"VIEWPROOF_ROOT": str(CLONE)})))
        some = [] if self.every else ["--only", "t*"]  # Other tests hold the program to all of them.
        for words in (["model", *some], ["reference", *some], ["reference", "--deep", "100"]):
            self.good(run(self.program, "check", *words))

    def test_it_knows_of_each_subject_what_the_clone_knows(self):
        rows = [json.loads(self.good(run(self.program, "list", "subjects", "--format", "json", env=env)))
                for env in (NOTHING, {"VIEWPROOF_ROOT": str(CLONE)})]
        away = pack.of_few_machines([str(path) for path in pathlib.Path("conformance/libraries").glob("*/*gate.toml")])
        self.assertEqual(rows[0], [row for row in rows[1] if "/.bin/" not in str(self.made(row["name"], CLONE))
                                   and str(self.files_of(row["name"], CLONE)[0].relative_to(CLONE)) not in away])

    def test_init_writes_each_language(self):
        for language in LANGUAGES:
            with self.subTest(language), tempfile.TemporaryDirectory() as folder:
                done = run(self.program, "init", "my", "--language", language, "--dir", folder, env={"PATH": "/nowhere"})
                self.assertIn(done.returncode, (0, 3), done.stderr)  # Its interpreter need not be there.
                for path in re.findall(r"^wrote (.*)", done.stdout, re.M):
                    self.assertTrue(pathlib.Path(path).exists(), path)

    def test_its_schemas_hold_of_what_it_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "report.jsonl")
            self.good(run(self.program, "check", "reference", "--profile", "limits", "--report", report))
            sdk = {**NOTHING, "PYTHONPATH": str(self.suite / "conformance/sdk/python")}
            request = {"hello": {"protocol": 1}}
            documents = {
                "gate": tomllib.loads((self.suite / "conformance/libraries/numpy/gate.toml").read_text(encoding="utf-8")),
                "hello": json.loads(run(PYTHON, LISTS, input=json.dumps(request) + "\n", env=sdk).stdout),
                "reply": json.loads(self.good(self.start("reference"))),
                "report": json.loads(report.read_text(encoding="utf-8").splitlines()[1]),
                "request": request,
                "vector": json.loads((self.suite / "golden/core/view.jsonl").read_text(encoding="utf-8").splitlines()[1])}
            script = "import json, schemas, sys\nfor d in json.load(sys.stdin).items(): assert schemas.valid(*d), schemas.faults(*d)"
            self.good(run(PYTHON, "-c", script, input=json.dumps(documents), cwd=self.suite,
                          env={"PYTHONPATH": str(CLONE / "tools" / "protocol"), "PYTHONDONTWRITEBYTECODE": "1"}))

    def test_systems_find_what_it_says_of_itself(self):
        for place, words in pack.SAID.items():
            self.assertEqual((self.place / place).read_text(encoding="utf-8"), self.good(run(self.program, *words)), place)

    def test_the_program_for_a_machine_with_a_gpu_starts(self):
        if not (CLONE / "tools" / "gpu").exists():
            self.skipTest("there is no tools/gpu")
        self.good(run(PYTHON, self.suite / "tools" / "gpu", "--help"))

    def test_every_link_of_a_document_leads_to_a_file_and_a_heading(self):
        documents = [str(page.relative_to(self.place)) for page in self.place.rglob("*.md") if "site-packages" not in page.parts]
        self.assertGreater(len(documents), 200)
        self.assertEqual(links.broken(str(self.place), documents), [])
        self.assertTrue((self.suite / "README.md").exists())


class Archive(Installed):
    def test_its_top_says_how_to_begin(self):
        for name in ("README.md", "LICENSE"):
            self.assertTrue((self.place / name).exists(), name)
        install = (self.place / "INSTALL").read_text(encoding="utf-8")
        verbs = set(re.findall(r"^ +viewproof ([a-z]+)", install, re.M))
        self.assertLessEqual({"check", "doctor"}, verbs)
        for verb in verbs:
            self.good(run(self.program, verb, "--help"))
        for path in re.findall(r"^    (\S+\.md) ", install, re.M):
            self.assertTrue((self.suite / path).exists(), path)
