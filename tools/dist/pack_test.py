"""Packs what a release has with the ordinary program, unpacks it elsewhere, and starts every adapter.

release_test.py holds a whole release to the same, and to more.
"""
import pathlib
import tarfile
import tempfile
import unittest

import installed
import pack
from beside import VIEWPROOF

PROGRAM = pathlib.Path(VIEWPROOF)


class Packed(installed.Archive, unittest.TestCase):
    every = False

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        here = pathlib.Path(folder.name)
        files = pack.installed(pack.read_packed("tools/dist/packed"), PROGRAM)
        with tarfile.open(pack.write_tar(here / "all.tar.gz", "viewproof", pack.in_archive(files), level=1)) as archive:
            archive.extractall(here)
        cls.place = here / "viewproof"

    def test_a_gate_file_of_a_gpu_stays_behind(self):
        libraries = pathlib.Path("conformance/libraries")
        packed = self.place / "share/viewproof"
        for gate in ("torch/cuda.", "jax/gpu.", "array-api/array_api_compat.cupy."):
            self.assertTrue((libraries / f"{gate}gate.toml").exists())
            self.assertEqual(list((packed / libraries).glob(f"{gate}*")), [])
        self.assertTrue((packed / libraries / "torch/gate.toml").exists())

    def test_what_needs_no_release_lies_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pack.write_beside({pack.GPU: PROGRAM}, "0.1.0", pathlib.Path(folder))
            self.assertEqual([path.name for path in made], ["Containerfile", "viewproof-gpu"])
            self.assertEqual(made[1].stat().st_mode & 0o777, 0o755)
