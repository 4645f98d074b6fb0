"""Tests in Python and shell, which run where the files lie as in a clone.

script_test   NAME.py or NAME.sh; each method of the former is a test case: run_tests.py
script_tests  those of a folder
"""

load("@venv//:venv.bzl", "VENV_PYTHON")

def script_test(name, data = [], **kwargs):
    """A test in Python or shell.

    Args:
      name: NAME.py, which .venv's Python runs, or NAME.sh is its file.
      data: what it reads, starts or imports besides the modules of its folder.
      **kwargs: of the test.
    """
    shell = native.glob([name + ".sh"], allow_empty = True)
    common = ["//tools/bazel:modules", "@venv//:versions"]
    native.sh_test(
        name = name,
        srcs = shell or ["//tools/bazel:run_tests.py"],
        args = [] if shell else [VENV_PYTHON, "$(location %s.py)" % name],
        data = depset(data + common + native.glob(["*.py", "*.sh"])).to_list(),
        **kwargs
    )

def script_tests(data = [], apart = [], settings = {}, **kwargs):
    """Each *_test.py and *_test.sh of the folder.

    Args:
      data: of each.
      apart: names of those that are left out.
      settings: name of a test -> what it has besides or instead: tags, shards, data.
      **kwargs: of each.
    """
    for file in native.glob(["*_test.py", "*_test.sh"]):
        name = file.rpartition(".")[0]
        if name not in apart:
            script_test(name, **dict(dict(kwargs, data = data), **settings.get(name, {})))
