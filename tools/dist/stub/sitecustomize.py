"""Python imports this before a program, from PYTHONPATH: libraries that are not here become mocks, and what is opened below a
folder of ours and is not there is noted. Then an adapter opens every file that it needs to start.

LIBRARIES: their names; OURS: the folder; NOTES: the file to add a line to.
"""
import importlib.abc
import importlib.machinery
import os
import sys

LIBRARIES = os.environ["LIBRARIES"].split()
OURS = os.path.join(os.environ["OURS"], "")
NOTES = os.open(os.environ["NOTES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)


class Mocks(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in LIBRARIES:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        from unittest import mock  # takes 50 ms, which a library that is here need not wait for
        return mock.MagicMock(name=spec.name, __path__=[], __version__="0")

    def exec_module(self, module):
        pass


def note(event, arguments):
    if event != "open" or not isinstance(arguments[0], (str, bytes, os.PathLike)):
        return
    path = os.path.abspath(os.fsdecode(arguments[0]))
    if path.startswith(OURS) and "__pycache__" not in path and not os.path.exists(path):
        os.write(NOTES, f"{path}\n".encode())


sys.meta_path.append(Mocks())
sys.addaudithook(note)
