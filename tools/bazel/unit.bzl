"""The shapes of our C++ targets: a header with its source and its test.

unit       NAME.h, NAME.cc if there is one, and NAME_test.cc if test_deps is given
op_family  the same for a family of ops in reference/ops: tested with test_util
model_family  a family of ops in conformance/model: NAME.h and NAME.cc
"""

load("@rules_cc//cc:defs.bzl", "cc_library", "cc_test")

def unit(name, deps = [], test_deps = None, **kwargs):
    """A library of one header, and the small test of it.

    Args:
      name: NAME.h is its header; NAME.cc its source, if the file is there.
      deps: what NAME.h and NAME.cc include.
      test_deps: what NAME_test.cc includes and NAME does not; None: no test.
      **kwargs: of the library.
    """
    cc_library(
        name = name,
        srcs = native.glob([name + ".cc"], allow_empty = True),
        hdrs = [name + ".h"],
        deps = deps,
        **kwargs
    )
    if test_deps != None:
        cc_test(
            name = name + "_test",
            size = "small",
            srcs = [name + "_test.cc"],
            deps = depset([":" + name] + deps + test_deps + ["@system//:gtest_main"]).to_list(),
        )

def op_family(name, deps = [], test_deps = []):
    """A family of ops: NAME.h, NAME.cc and NAME_test.cc.

    Args:
      name: the family; its files in the other rooms have the same name.
      deps: what it includes; "core:X" is //reference/core:X.
      test_deps: what its test includes besides that and test_util.
    """
    def_deps = [
        "//reference/" + dep if dep.startswith("core:") else dep
        for dep in deps
    ]
    extra = [
        "//reference/" + dep if dep.startswith("core:") else dep
        for dep in test_deps + ["core:test_util"]
    ]
    unit(name, def_deps, test_deps = extra)

def model_family(name, deps = []):
    """A family of ops of the model; model_test has its tests.

    Args:
      name: the family; its files in the other rooms have the same name.
      deps: what it includes besides what every family includes.
    """
    unit(name, deps = [":rearrange", ":result", ":tensor"] + deps)
