"""Tests in Python: NAME.py, run by the interpreter of .venv."""

load("@venv//:venv.bzl", "VENV_PYTHON")

def python_test(name, args = [], data = [], **kwargs):
    """A test in Python.

    Args:
      name: NAME.py is its file.
      args: what it is given.
      data: what it reads.
      **kwargs: of the test.
    """
    native.sh_test(
        name = name,
        srcs = ["//conformance/adapters/python:run_python.sh"],
        args = [VENV_PYTHON, "$(location %s.py)" % name] + args,
        data = depset(data + [name + ".py", "@venv//:versions"]).to_list(),
        **kwargs
    )
