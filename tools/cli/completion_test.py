"""What the command line says of itself: completion, where documents are, COMMANDS.md, --help, colours and the doctor."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

from beside import VIEWPROOF

COMMANDS = pathlib.Path("tools/cli/COMMANDS.md")
VERBS = re.findall(r"(?m)^## (.*)", COMMANDS.read_text(encoding="utf-8"))


def run(*words, **more):
    return subprocess.run([VIEWPROOF, *words], capture_output=True, text=True, **more)


class Completion(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)
        # As users have it: by its name.
        (self.here / "viewproof").symlink_to(os.path.abspath(VIEWPROOF))
        for name in ("a_file", "a_gate.gate.toml"):
            (self.here / name).touch()
        (self.here / "a_folder").mkdir()
        self.environment = dict(os.environ, PATH=f"{self.here}:{os.environ['PATH']}", HOME=str(self.here),
                                VIEWPROOF_ROOT=os.getcwd())

    def tearDown(self):
        self.folder.cleanup()

    def script(self, shell):
        path = self.here / f"_viewproof.{shell}"
        path.write_text(run("completion", shell).stdout, encoding="utf-8")
        return path

    def ask(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, env=self.environment, cwd=self.here)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout.splitlines()

    def needs(self, program):
        if shutil.which(program) is None:
            self.skipTest(f"there is no {program}; apt-get install {program}")

    def in_bash(self, line):
        words = line.split(" ")
        program = (f"source {self.script('bash')}; COMP_WORDS=({' '.join(words[:-1])} \"{words[-1]}\"); "
                   f"COMP_CWORD={len(words) - 1}; _viewproof; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        return self.ask("bash", "-c", program)

    def test_bash(self):
        self.assertLessEqual(set(VERBS), set(self.in_bash("viewproof ")))
        self.assertEqual(self.in_bash("viewproof ch"), ["check"])
        self.assertIn("--profile", self.in_bash("viewproof check --pro"))
        self.assertEqual(self.in_bash("viewproof check --profile ker"), ["kernels"])
        self.assertEqual(self.in_bash("viewproof fuzz --ops unsq"), ["unsqueeze"])
        self.assertEqual(self.in_bash("viewproof init --language j"), ["js"])
        self.assertEqual(self.in_bash("viewproof completion f"), ["fish"])
        self.assertEqual(self.in_bash("viewproof check --report a_fi"), ["a_file"])
        self.assertEqual(self.in_bash("viewproof init --dir a_fo"), ["a_folder"])
        self.assertEqual(self.in_bash("viewproof check a_"), ["a_gate.gate.toml"])
        self.assertIn("bash", self.in_bash("viewproof check -- bas"))

    def test_fish(self):
        self.needs("fish")

        def complete(line):
            found = self.ask("fish", "-c", f"source {self.script('fish')}; complete -C '{line}'")
            return [word.split("\t")[0] for word in found]

        self.assertLessEqual(set(VERBS), set(complete("viewproof ")))
        self.assertEqual(complete("viewproof ch"), ["check"])
        self.assertEqual(complete("viewproof check --prof"), ["--profile"])
        self.assertEqual(complete("viewproof check --profile ker"), ["kernels"])
        self.assertEqual(complete("viewproof init --language j"), ["js"])
        self.assertEqual(complete("viewproof check --report a_fi"), ["a_file"])

    def test_zsh(self):
        self.needs("zsh")

        def complete(*words):
            """What the script hands to zsh's own functions, which run in its line editor alone."""
            said = self.ask("zsh", "-c", f"_describe() {{ print -rl -- ${{(P)2}} }}; _files() {{ print files $@ }}; words=(\"$@\"); CURRENT={len(words)}; "
                            f"source {self.script('zsh')}", "zsh", *words)
            return [word.split(":")[0] for word in said]

        self.assertLessEqual(set(VERBS), set(complete("viewproof", "")))
        self.assertEqual(complete("viewproof", "ch"), ["check"])
        self.assertIn("--profile", complete("viewproof", "check", "--pro"))
        self.assertEqual(complete("viewproof", "check", "--profile", "ker"), ["kernels"])
        self.assertEqual(complete("viewproof", "init", "--language", "j"), ["js"])
        self.assertEqual(complete("viewproof", "check", "ref"), ["files -g *.gate.toml", "reference"])

    def test_what_the_scripts_ask(self):
        def complete(*words):
            return [word.split("\t")[0] for word in self.ask(VIEWPROOF, "__complete", *words)]

        self.assertEqual(complete("init", "--dir", ""), [":folder"])
        self.assertEqual(complete("accept", ""), [":file"])
        self.assertEqual(complete("diff", "a", ""), [":file"])
        self.assertEqual(complete("diff", "a", "b", ""), [])
        self.assertEqual(complete("check", "--", "python3", "--pro"), [":command"])
        self.assertEqual(complete("check", "--profile", "core", "ker"), ["kernels"])
        self.assertEqual(complete("check", "--jobs", ""), [])
        self.assertEqual(complete("check", "--color", "al"), ["always"])
        self.assertEqual(complete("check", "torch", "--devi"), ["--device"])
        self.assertEqual(complete("check", "--dtypes", "no"), [])
        self.assertEqual(complete("no-command", ""), [])
        self.assertEqual(complete("--ver"), ["--version"])
        self.assertEqual(complete(), [])
        self.assertNotIn("__complete", run("--help").stdout + COMMANDS.read_text(encoding="utf-8"))


class Help(unittest.TestCase):
    def test_a_document_is_shown_or_named_as_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            share = pathlib.Path(folder, "share")
            (share / "viewproof" / "golden").mkdir(parents=True)
            shutil.copy("golden/MANIFEST", share / "viewproof" / "golden")
            for verb, place, shown in (("book", "viewproof/book/index.html", None), ("manual", "man/man1/viewproof.1", ".TH")):
                def said(verb=verb):
                    done = run(verb, env=dict(os.environ, VIEWPROOF_ROOT=str(share / "viewproof")))
                    return done.returncode, done.stdout, done.stderr

                self.assertEqual(said(), (2, "", f"viewproof: there is no {place} here: tools/docs/build makes it\n"))
                # In a release, then in a clone, which has its own.
                for path in (share / place, share / "viewproof" / ".release" / "share" / place):
                    path.parent.mkdir(parents=True)
                    path.write_text(".TH", encoding="utf-8")
                    self.assertEqual(said(), (0, shown or f"{path}\n", ""))

    def test_the_reference_is_in_step(self):
        self.assertEqual(run("manual", "--format", "markdown").stdout, COMMANDS.read_text(encoding="utf-8"),
                         "write it again: viewproof manual --format markdown > tools/cli/COMMANDS.md")

    def test_every_command_has_an_example_and_its_exit_status(self):
        self.assertGreater(len(VERBS), 15)
        for verb in VERBS:
            with self.subTest(verb):
                said = run(verb, "--help")
                self.assertEqual(said.returncode, 0)
                self.assertRegex(said.stdout, r"Example: .*viewproof ")
                self.assertIn("Exit status:", said.stdout)

    def test_help_is_no_wider_than_the_terminal(self):
        """Of each command; a word that is longer than a line stands alone."""
        for columns, widest in (("", 80), ("100", 100), ("300", 120), ("60", 60)):
            for verb in VERBS:
                with self.subTest(verb, columns=columns):
                    lines = run(verb, "--help", env=dict(os.environ, COLUMNS=columns)).stdout.splitlines()
                    self.assertEqual([line for line in lines if len(line) > widest and " " in line.strip()], [])
                    self.assertNotIn(("", ""), list(zip(lines, lines[1:], strict=False)))

    def test_an_example_that_goes_on_below_is_one_command(self):
        """The shell takes the lines of each example for the words that a wide terminal shows."""
        def examples(columns):
            said = run("explain", "--help", env=dict(os.environ, COLUMNS=columns)).stdout
            commands = said.replace("\\\n", "").split("Example: ")[1:]
            return [shlex.split(command) for command in commands]

        self.assertIn("\\\n", run("explain", "--help", env=dict(os.environ, COLUMNS="60")).stdout)
        self.assertEqual(examples("60"), examples("120"))

    def test_colours(self):
        def said(*words, **environment):
            return run(*words, env=dict(os.environ, VIEWPROOF_ROOT=os.getcwd(), **environment)).stdout

        self.assertNotIn("\033", said("doctor"))
        self.assertIn("\033[32m", said("doctor", "--color", "always"))
        self.assertIn("\033[32m", said("--color", "always", "doctor", NO_COLOR="1"))
        self.assertNotIn("\033", said("doctor", "--color", "never"))
        self.assertEqual(run("doctor", "--color", "red").returncode, 2)


class Doctor(unittest.TestCase):
    def test_it_says_what_is_there(self):
        said = run("doctor", "--format", "json", env=dict(os.environ, VIEWPROOF_ROOT=os.getcwd()))
        self.assertEqual(said.returncode, 0, said.stdout)
        found = {line["what"]: line for line in json.loads(said.stdout)}
        self.assertEqual(found["vectors"]["state"], "ok")
        self.assertEqual(found["Python"]["state"], "ok")

    def test_it_says_what_is_missing_and_how_to_mend_it(self):
        with tempfile.TemporaryDirectory() as empty:
            said = run("doctor", cwd=empty, env={"PATH": empty})
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stdout, "broken +suite")
        self.assertIn("set VIEWPROOF_ROOT", said.stdout)
        self.assertRegex(said.stdout, "missing +Python")
        self.assertIn("apt-get install python3", said.stdout)

    def test_it_starts_what_it_calls_ok(self):
        """In an empty environment: a Python that dies, and subjects that do and that do not start; one refuses."""
        hello = {"protocol": 1, "subject": {"name": "x", "version": "2.1", "language": "sh"}, "ops": ["read"],
                 "dtypes": ["int8"], "facets": []}
        scripts = {"well": f"echo '{json.dumps({'hello': hello})}'", "dies": "kill -SEGV $$",
                   "refuses": "echo no library in $PATH >&2; exit 3"}
        with tempfile.TemporaryDirectory() as root:
            adapters = pathlib.Path(root, "conformance", "subjects")
            adapters.mkdir(parents=True)
            pathlib.Path(root, "golden").symlink_to(os.path.abspath("golden"))
            for name, script in scripts.items():
                (adapters / f"{name}.sh").write_text(script, encoding="utf-8")
                (adapters / f"{name}.gate.toml").write_text(
                    f'[adapter]\ncommand = ["sh", "{name}.sh"]\n[demand]\nprofiles = ["core"]\n', encoding="utf-8")
            python = pathlib.Path(root, "python3")
            python.write_text("#!/bin/sh\necho Python 3.11\nkill -SEGV $$\n", encoding="utf-8")
            python.chmod(0o755)
            said = run("doctor", "--format", "json", env={"VIEWPROOF_ROOT": root, "VIEWPROOF_PYTHON": str(python)})
        self.assertEqual(said.returncode, 1, said.stdout + said.stderr)
        found = {line["what"]: line for line in json.loads(said.stdout)}
        self.assertEqual([found[what]["state"] for what in ("Python", *scripts)], ["broken", "ok", "broken", "missing"])
        self.assertEqual(found["well"]["found"], "2.1")
        self.assertEqual(found["dies"]["found"], "signal 11 (SIGSEGV) before its hello")
        self.assertEqual(found["refuses"]["mend"], f"no library in {root}:/usr/bin:/bin")

    def test_it_says_that_golden_was_changed(self):
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(f"{root}/golden")
            pathlib.Path(root, "golden", "MANIFEST").write_text("core/view.jsonl 1 sha256:0\n", encoding="utf-8")
            said = run("doctor", env=dict(os.environ, VIEWPROOF_ROOT=root))
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stdout, "broken +vectors")
