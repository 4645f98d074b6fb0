"""Tests in Python: each method of NAME.py is a test case; see run_tests.py.

python_test     a test
viewproof_test  a test of the program: its path is the first argument, and what users of a
                clone have beside it is there
"""

load("@venv//:venv.bzl", "VENV_PYTHON")

def python_test(name, args = [], data = [], system = False, **kwargs):
    """A test in Python.

    Args:
      name: NAME.py is its file.
      args: what it is given.
      data: what it reads or imports.
      system: whether the system's Python runs it: it needs the standard library alone.
      **kwargs: of the test.
    """
    python = [] if system else [VENV_PYTHON]
    versions = [] if system else ["@venv//:versions"]
    native.sh_test(
        name = name,
        srcs = ["//tools/bazel:run_tests.py"],
        args = python + ["$(location %s.py)" % name] + args,
        data = depset(data + [name + ".py"] + versions).to_list(),
        **kwargs
    )

def viewproof_test(name, args = [], data = [], **kwargs):
    """A test of the program.

    Args:
      name: as of python_test, and so are the others.
      args: come after the program's path.
      data: besides //tools/cli:beside.
      **kwargs: of the test.
    """
    program = "//tools/cli:viewproof"
    python_test(
        name = name,
        args = ["$(location %s)" % program] + args,
        data = data + [program, "//tools/cli:beside"],
        **kwargs
    )
