"""Unpacks each part of a release in an empty folder and gates adapters with it, with nothing of the environment.

    release_test.py OUT STATIC_ADAPTER      OUT: what tools/release wrote; the other: the reference as a static adapter
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile

OUT, ADAPTER = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
PROFILES = ["core", "indexing", "dtype", "complex", "memory_format", "sparse", "limits", "kernels"]
GATE = '[adapter]\ncommand = ["{}"]\n\n[demand]\nprofiles = {}\nfacets = ["values", "strides", "alias"]\n'


def made(pattern):
    found = sorted(OUT.glob(pattern))
    assert len(found) == 1, (pattern, found)
    return found[0]


def run(*words, **more):
    """Without environment but for what `more` says."""
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600,
                          **{"env": {"PATH": "/usr/bin:/bin"}, **more})


class Release(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def unpack(self):
        with tarfile.open(made("*-linux-x86_64.tar.gz")) as archive:
            archive.extractall(self.here)
        return next(self.here.glob("viewproof-*"))

    def good(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_sums(self):
        for line in (OUT / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
            digest, name = line.split("  ")
            self.assertEqual(hashlib.sha256((OUT / name).read_bytes()).hexdigest(), digest, name)

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
        program = self.unpack() / "bin" / "viewproof"
        self.assertIn("not a dynamic executable", (lambda d: d.stdout + d.stderr)(run("ldd", program)))
        begin = time.monotonic()
        for _ in range(20):
            self.good(run(program, "completion", "bash"))
        self.assertLess((time.monotonic() - begin) / 20, 0.1)  # 2 ms; here with 20 processes around it
        said = self.good(run(program, "--version"))
        self.assertRegex(said, r"viewproof \d+\.\d+\.\d+\ngolden sha256:[0-9a-f]{64}, \d+ vectors")

    def test_the_archive_gates_an_adapter(self):
        program = self.unpack() / "bin" / "viewproof"
        gate = self.here / "mine.gate.toml"
        gate.write_text(GATE.format(ADAPTER, json.dumps(PROFILES)), encoding="utf-8")
        self.good(run(program, "check", gate, "--update", cwd=self.here))
        said = self.good(run(program, "check", gate, cwd=self.here))
        self.assertIn("GREEN", said)
        # A gate file of another suite says what to run.
        gate.write_text(re.sub(r'golden = ".*"', f'golden = "sha256:{"0" * 64}"', gate.read_text(encoding="utf-8")),
                        encoding="utf-8")
        said = run(program, "check", gate, cwd=self.here)
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stdout, r"SUITE CHANGED[\s\S]*\bviewproof check .*mine\.gate\.toml --update")
        self.assertNotIn("tools/viewproof", said.stdout)

    def test_the_archive_works_in_an_empty_chroot(self):
        if os.geteuid() != 0:
            self.skipTest("only root may change its root")
        top = self.unpack()
        shutil.copy(ADAPTER, self.here / "adapter")
        (self.here / "mine.gate.toml").write_text(GATE.format("/adapter", json.dumps(PROFILES)), encoding="utf-8")
        for more in (["--update"], []):
            said = self.good(run("/usr/sbin/chroot", self.here, f"/{top.name}/bin/viewproof", "check",
                                 "/mine.gate.toml", *more, env={}))
        self.assertIn("GREEN", said)

    def test_the_wheel_gates_numpy(self):
        made_venv = run(sys.executable, "-m", "venv", self.here / "venv")
        if made_venv.returncode != 0:
            self.skipTest("there is no python3-venv")
        python = self.here / "venv" / "bin" / "python"
        pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        own = dict(os.environ)  # pip may need to know where packages are.
        self.good(run(*pip, "--no-deps", made("*.whl"), env=own))
        program = self.here / "venv" / "bin" / "viewproof"
        missing = run(program, "check", "numpy", cwd=self.here)
        self.assertEqual(missing.returncode, 3, missing.stdout + missing.stderr)
        self.assertIn("pip install 'viewproof[numpy]'", missing.stderr)
        if run(*pip, "numpy==2.4.6", env=own).returncode != 0:
            self.skipTest("numpy 2.4.6 cannot be installed")
        begin = time.monotonic()
        for words in (["numpy"], ["array-api", "--module", "numpy"]):
            self.assertIn("GREEN", self.good(run(program, "check", *words, cwd=self.here)))
        self.assertLess(time.monotonic() - begin, 30)

    def test_the_wheel_is_refused_elsewhere(self):
        other = self.here / made("*.whl").name.replace("x86_64", "aarch64")
        shutil.copyfile(made("*.whl"), other)
        run(sys.executable, "-m", "venv", self.here / "venv")
        done = run(self.here / "venv" / "bin" / "python", "-m", "pip", "install", "--no-deps", other)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("is not a supported wheel on this platform", done.stderr)

    def test_the_wheel_holds_what_the_archive_holds(self):
        with zipfile.ZipFile(made("*.whl")) as wheel:
            held = {name.split(".data/data/", 1)[1] for name in wheel.namelist() if ".data/data/" in name}
        with tarfile.open(made("*-linux-x86_64.tar.gz")) as archive:
            names = {member.name.split("/", 1)[1] for member in archive.getmembers()}
        self.assertEqual(held, {name for name in names if name.startswith("share/")})

    def test_the_npm_package(self):
        if shutil.which("npm") is None:
            self.skipTest("there is no npm")
        (self.here / "package.json").write_text("{}", encoding="utf-8")
        self.good(run("npm", "install", "--offline", "--no-audit", made("viewproof-adapter-*.tgz"), cwd=self.here,
                      env=dict(os.environ)))
        said = self.good(run("node", "--input-type=module", "-e",
                             "import * as sdk from 'viewproof-adapter'; console.log(Object.keys(sdk).length > 0)",
                             cwd=self.here, env=dict(os.environ)))
        self.assertEqual(said, "true\n")

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
        self.good(run("/usr/sbin/chroot", root, f"/{name}/bin/viewproof", "check", "/mine.gate.toml", "--update",
                      env={}))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
