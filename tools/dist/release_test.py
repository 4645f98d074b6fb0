"""Unpacks each part of a release in an empty folder and gates adapters with it, with nothing of the environment.

    release_test.py OUT AGAIN STATIC_ADAPTER      OUT, AGAIN: what tools/release wrote, twice; the other: the reference
                                                  as a static adapter
"""
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import sys
import tarfile
import tempfile
import unittest
import zipfile

import installed
import pack
from installed import run

OUT, AGAIN, ADAPTER = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
PYTHON = "/usr/bin/python3"
PROFILES = ["core", "indexing", "dtype", "complex", "memory_format", "sparse", "limits", "kernels"]
GATE = '[adapter]\ncommand = ["{}"]\n\n[demand]\nprofiles = {}\nfacets = ["values", "strides", "alias"]\n'
GATE_0_1 = pathlib.Path("tools/dist/gate_0_1").resolve()  # The release of 0.1 made it: check --update, accept, fuzz, accept.
KINDS = ("full", "values", "structure", "compiled")


def made(pattern):
    found = sorted(OUT.glob(pattern))
    assert len(found) == 1, (pattern, found)
    return found[0]


def unpack(folder):
    """[folder] -> where the archive lies in it"""
    with tarfile.open(made("*-linux-x86_64.tar.gz")) as archive:
        archive.extractall(folder)
    return next(folder.glob("viewproof-*"))


class Everywhere(installed.Installed):
    """What takes longer than a test of each day may."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.place = cls.make(pathlib.Path(cls.folder.name))

    def run_with_libraries(self, *words):
        """With the Python of .venv, in an empty folder."""
        with tempfile.TemporaryDirectory() as folder:
            return run(self.program, *words, cwd=folder,
                       env={"PATH": f"{installed.PYTHON.parent}:/usr/bin:/bin", "VIEWPROOF_PYTHON": str(installed.PYTHON)})

    def test_torch_is_green(self):
        if "torch" not in installed.packages(installed.PYTHON):
            self.skipTest(f"there is no torch for {installed.PYTHON}")
        for words in ([], ["--device", "meta"]):
            self.assertIn("GREEN", self.good(self.run_with_libraries("check", "torch", *words)), words)

    def test_what_init_writes_is_green(self):
        for language in installed.LANGUAGES:
            for kind in KINDS:
                with self.subTest(language, kind=kind):
                    said = self.good(self.run_with_libraries("init", "my", "--language", language, "--kind", kind))
                    self.assertIn("GREEN", said)

    def test_it_says_where_the_book_is(self):
        folder = pathlib.Path(self.good(run(self.program, "book")).strip()).parent
        self.assertTrue(folder.is_relative_to(self.place))
        self.assertIn("view.e5", (folder / "op-view.html").read_text(encoding="utf-8"))
        self.assertGreater(len((folder / "why.html").read_text(encoding="utf-8")), 50_000)

    def test_it_has_the_manual_page(self):
        page = (self.place / "share/man/man1/viewproof.1").read_text(encoding="utf-8")
        self.assertEqual(self.good(run(self.program, "manual")), page)
        self.assertIn(".SS adapter\\-test", page)


class Archive(Everywhere, installed.Archive, unittest.TestCase):
    make = staticmethod(unpack)


class Wheel(Everywhere, unittest.TestCase):
    @classmethod
    def make(cls, folder):
        if run(PYTHON, "-m", "venv", folder / "venv").returncode != 0:
            raise unittest.SkipTest("there is no python3-venv")
        pip = [folder / "venv" / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        done = run(*pip, made("*.whl"), env=dict(os.environ))  # pip may need to know where packages are.
        assert done.returncode == 0, done.stderr
        return folder / "venv"


class Release(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    good = installed.Installed.good

    def test_sums(self):
        sums = [line.split("  ") for line in (OUT / "SHA256SUMS").read_text(encoding="utf-8").splitlines()]
        for digest, name in sums:
            self.assertEqual(hashlib.sha256((OUT / name).read_bytes()).hexdigest(), digest, name)
        self.assertEqual({name for _, name in sums}, {path.name for path in OUT.iterdir()} - {"SHA256SUMS"})

    def test_what_needs_no_release_lies_beside_it(self):
        ours = installed.CLONE / "tools" / "gpu"
        if not ours.exists():
            self.skipTest("there is no tools/gpu")
        self.assertEqual((OUT / "viewproof-gpu").read_bytes(), ours.read_bytes())
        self.assertTrue(os.access(OUT / "viewproof-gpu", os.X_OK))

    def test_a_second_run_writes_the_same_bytes(self):
        self.assertEqual((AGAIN / "SHA256SUMS").read_text(encoding="utf-8"),
                         (OUT / "SHA256SUMS").read_text(encoding="utf-8"))

    def test_a_damaged_archive_is_refused_by_its_sum(self):
        for path in OUT.iterdir():
            if path.is_file():
                shutil.copyfile(path, self.here / path.name)
        name = made("*-linux-x86_64.tar.gz").name
        data = bytearray((self.here / name).read_bytes())
        data[len(data) // 2] ^= 1
        (self.here / name).write_bytes(data)
        done = run("sha256sum", "-c", "SHA256SUMS", cwd=self.here)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{name}: FAILED", done.stdout)

    def test_the_program_is_static_and_starts_at_once(self):
        program = unpack(self.here) / "bin" / "viewproof"
        self.assertIn("not a dynamic executable", (lambda d: d.stdout + d.stderr)(run("ldd", program)))

        def cost(*words):
            """[program and arguments] -> seconds of CPU of 20 starts"""
            begin = resource.getrusage(resource.RUSAGE_CHILDREN)
            for _ in range(20):
                self.good(run(*words))
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime

        self.assertLess(cost(program, "completion", "bash"), cost(PYTHON, "-I", "-c", ""))
        said = self.good(run(program, "--version"))
        self.assertRegex(said, r"viewproof \d+\.\d+\.\d+\ngolden sha256:[0-9a-f]{64}, \d+ vectors")

    def test_the_archive_gates_an_adapter(self):
        program = unpack(self.here) / "bin" / "viewproof"
        gate = self.here / "mine.gate.toml"
        gate.write_text(GATE.format(ADAPTER, json.dumps(PROFILES)), encoding="utf-8")
        self.good(run(program, "check", gate, "--update", cwd=self.here))
        said = self.good(run(program, "check", gate, cwd=self.here))
        self.assertIn("GREEN", said)
        # A gate file of another suite says what to run.
        lock = gate.with_suffix(".lock")
        lock.write_text(re.sub(r'"golden":".*?"', f'"golden":"sha256:{"0" * 64}"', lock.read_text(encoding="utf-8")), encoding="utf-8")
        said = run(program, "check", gate, cwd=self.here)
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stdout, r"SUITE CHANGED[\s\S]*\bviewproof check .*mine\.gate\.toml --update")
        self.assertNotIn("tools/viewproof", said.stdout)

    def test_the_archive_upgrades_a_gate_file_of_0_1(self):
        program = unpack(self.here) / "bin" / "viewproof"
        gate = shutil.copytree(GATE_0_1, self.here / "old") / "mine.gate.toml"
        before = gate.read_text(encoding="utf-8")
        for verb in ("check", "fuzz", "apply"):
            said = run(program, verb, gate, cwd=self.here)
            self.assertEqual(said.returncode, 2, said.stdout)
            self.assertIn(f"viewproof upgrade {gate}", said.stderr)
        said = self.good(run(program, "upgrade", gate, cwd=self.here))
        self.assertIn("12 known failures in 2 entries, 1 finding, as before", said)
        self.assertEqual(gate.with_name("mine.gate.toml.0.1").read_text(encoding="utf-8"), before)
        self.assertIn("# how it starts\n", gate.read_text(encoding="utf-8"))
        said = run(program, "check", gate, "--", ADAPTER, cwd=self.here)  # Another adapter than that of this gate.
        self.assertEqual(said.returncode, 1, said.stderr)
        self.assertRegex(said.stdout, "hello changed|SUITE CHANGED")

    def test_the_archive_works_in_an_empty_chroot(self):
        if os.geteuid() != 0:
            self.skipTest("only root may change its root")
        top = unpack(self.here)
        shutil.copy(ADAPTER, self.here / "adapter")
        (self.here / "mine.gate.toml").write_text(GATE.format("/adapter", json.dumps(PROFILES)), encoding="utf-8")
        for more in (["--update"], []):
            said = self.good(run("/usr/sbin/chroot", self.here, f"/{top.name}/bin/viewproof", "check",
                                 "/mine.gate.toml", *more, env={}))
        self.assertIn("GREEN", said)

    def test_the_wheel_gates_numpy(self):
        made_venv = run(PYTHON, "-m", "venv", self.here / "venv")
        if made_venv.returncode != 0:
            self.skipTest("there is no python3-venv")
        python = self.here / "venv" / "bin" / "python"
        pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        own = dict(os.environ)  # pip may need to know where packages are.
        self.good(run(*pip, "--no-deps", made("*.whl"), env=own))
        program = self.here / "venv" / "bin" / "viewproof"
        if run(*pip, "numpy==2.4.6", env=own).returncode != 0:
            self.skipTest("numpy 2.4.6 cannot be installed")
        for words in (["numpy"], ["array-api", "--module", "numpy"]):
            self.assertIn("GREEN", self.good(run(program, "check", *words, cwd=self.here)))
        said = self.good(run(program, "doctor"))
        self.assertRegex(said, r"ok +subjects[\s\S]*\bnumpy 2\.4\.6")
        self.assertNotIn("Bazel", said)

    def test_the_wheel_is_refused_elsewhere(self):
        other = self.here / made("*.whl").name.replace("x86_64", "aarch64")
        shutil.copyfile(made("*.whl"), other)
        run(PYTHON, "-m", "venv", self.here / "venv")
        done = run(self.here / "venv" / "bin" / "python", "-m", "pip", "install", "--no-deps", other)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("is not a supported wheel on this platform", done.stderr)

    def test_the_wheel_holds_what_the_archive_holds(self):
        with zipfile.ZipFile(made("*.whl")) as wheel:
            held = {name.split(".data/data/", 1)[1] for name in wheel.namelist() if ".data/data/" in name}
        with tarfile.open(made("*-linux-x86_64.tar.gz")) as archive:
            names = {member.name.split("/", 1)[1] for member in archive.getmembers()}
        self.assertEqual(held, {name for name in names if name.startswith("share/")} - set(pack.BAZEL))

    def test_the_npm_package(self):
        if shutil.which("npm") is None:
            self.skipTest("there is no npm")
        (self.here / "package.json").write_text("{}", encoding="utf-8")
        self.good(run("npm", "install", "--offline", "--no-audit", made("viewproof-adapter-*.tgz"), cwd=self.here,
                      env=dict(os.environ)))
        # The template's adapter, with the package in the place of the file beside it.
        program = unpack(self.here) / "bin" / "viewproof"
        self.good(run(program, "init", "mine", "--language", "js", "--kind", "full", "--dir", self.here))
        (self.here / "viewproof_adapter.mjs").unlink()
        adapter = self.here / "mine_adapter.mjs"
        text = adapter.read_text(encoding="utf-8")
        self.assertIn('"./viewproof_adapter.mjs"', text)
        adapter.write_text(text.replace('"./viewproof_adapter.mjs"', '"viewproof-adapter"'), encoding="utf-8")
        for more in (["--update"], []):
            said = self.good(run(program, "check", self.here / "mine.gate.toml", *more, cwd=self.here))
        self.assertIn("GREEN", said)

    def test_the_parts(self):
        parts = json.loads(made("*.spdx.json").read_text(encoding="utf-8"))
        self.assertEqual(parts["spdxVersion"], "SPDX-2.3")
        for package in parts["packages"]:
            self.assertTrue(package["versionInfo"] and package["licenseConcluded"], package)

    def test_the_image(self):
        if shutil.which("buildah") is None or os.geteuid() != 0:
            self.skipTest("there is no buildah; apt-get install buildah")
        if shutil.which("umoci") is None:
            self.skipTest("there is no umoci; apt-get install umoci")
        buildah = ["buildah", "--storage-driver", "vfs", "--root", self.here / "store", "--runroot", self.here / "run"]
        self.good(run(*buildah, "bud", "--isolation", "chroot", "-t", "viewproof", "-f", OUT / "Containerfile", OUT))
        self.good(run(*buildah, "push", "viewproof", f"oci:{self.here}/image:latest"))
        self.good(run("umoci", "unpack", "--image", f"{self.here}/image:latest", self.here / "bundle"))
        root = self.here / "bundle" / "rootfs"
        shutil.copy(ADAPTER, root / "adapter")
        name = next(root.glob("viewproof-*")).name
        (root / "mine.gate.toml").write_text(GATE.format("/adapter", json.dumps(PROFILES)), encoding="utf-8")
        for more in (["--update"], []):
            said = self.good(run("/usr/sbin/chroot", root, f"/{name}/bin/viewproof", "check", "/mine.gate.toml", *more,
                                 env={}))
        self.assertIn("GREEN", said)
