"""The shapes of our C++ targets: a header with its source and its test.

unit       NAME.h, NAME.cc if there is one, and NAME_test.cc if test_deps is given
unit_test  NAME.cc, a small test that shares the program of its room
room_test  the program that runs all tests of a room
program    a program of several sources
op_family  a unit of a family of ops in reference/ops: tested with test_util
model_family  a unit of a family of ops in conformance/model: NAME.h and NAME.cc
all_families  the library of all families above it

A test costs a compiler and a linker more time than it takes to run: the tests of a
room are one file to compile and one program. One of them alone is a target that
`...` does not include: bazel test //reference/ops:permute_test.

The sources of a room, and those of a unit in a room that is not _WHOLE, are one file
too, which is compiled in a fifth of the time: so nothing in a namespace without a
name is called like something of another file of the room. With --config=files each
is compiled by itself, which is faster for those who edit one.
"""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")

_UNIT = "unit"
_FAMILY = "family"
_BY_FILE = "//tools/bazel:by_file"

# The rooms that are compiled as one file.
_WHOLE = [
    "conformance/case",
    "conformance/gate",
    "conformance/gen",
    "conformance/golden_file",
    "conformance/judge",
    "conformance/model",
    "conformance/picture",
    "conformance/process",
    "conformance/report",
    "conformance/run",
    "fuzz/hunt",
    "reference/core",
    "reference/index",
    "reference/ops",
    "tools/book",
    "tools/cli",
    "tools/golden",
]

# Tags of a library that tell room_test what it has, what that includes, and how it
# is compiled: then the whole room is.
_HAS = "has "
_NEEDS = "needs "
_COPT = "copt "
_DEFINES = "defines "

def unit(name, deps = [], test_deps = None, srcs = None, tags = [], **kwargs):
    """A library of one header, and the small test of it.

    Args:
      name: NAME.h is its header; NAME.cc its source, if the file is there.
      deps: what NAME.h and its sources include.
      test_deps: what NAME_test.cc includes and NAME does not; None: no test.
      srcs: its sources, and headers of its own, if not NAME.cc.
      tags: of the library.
      **kwargs: of the library.
    """
    plain_deps = deps
    srcs = srcs or native.glob([name + ".cc"], allow_empty = True)
    sources = [file for file in srcs if file.endswith(".cc")]
    is_whole = native.package_name() in _WHOLE and not kwargs.get("testonly")
    if is_whole:
        tags = tags + [_HAS + file for file in sources] + [
            _NEEDS + dep
            for dep in deps
            if not dep.startswith(":")
        ]
        tags = tags + [_COPT + option for option in kwargs.get("copts", [])]
        tags = tags + [
            _DEFINES + define
            for define in kwargs.get("local_defines", [])
        ]
    if is_whole and sources:
        headers = [file for file in srcs if not file.endswith(".cc")]
        srcs = select({_BY_FILE: srcs, "//conditions:default": headers})
        deps = deps + select({
            _BY_FILE: [],
            "//conditions:default": [":room_sources"],
        })
        if "copts" in kwargs:
            kwargs["copts"] = select({
                _BY_FILE: kwargs["copts"],
                "//conditions:default": [],
            })
    elif len(sources) > 1:
        _one_file(name + "_sources", sources)
        headers = [file for file in srcs if not file.endswith(".cc")]
        srcs = select({
            _BY_FILE: srcs,
            "//conditions:default": headers + [name + "_sources.cc"],
        })
    cc_library(
        name = name,
        srcs = srcs,
        hdrs = [name + ".h"],
        deps = deps,
        tags = tags,
        **kwargs
    )
    if test_deps != None:
        unit_test(name + "_test", [":" + name] + plain_deps + test_deps)

def unit_test(name, deps):
    """A small test without data, which room_test runs with the others.

    Args:
      name: NAME.cc is its source.
      deps: what it includes besides GoogleTest.
    """
    cc_test(
        name = name,
        size = "small",
        srcs = [name + ".cc"],
        tags = [_UNIT, "manual"],
        deps = depset(deps + ["@system//:gtest_main"]).to_list(),
    )

def room_test(name = "room_test", tests = [], deps = [], size = "small", **kwargs):
    """All tests of the units above, compiled as one file and run as one program.

    What a file calls its own, in a namespace without a name, gets the file's name.

    Args:
      name: of the test.
      tests: source files of more tests.
      deps: what these include besides GoogleTest.
      size: of the test.
      **kwargs: of the test.
    """
    if native.package_name() in _WHOLE:
        _room_sources()
    srcs = list(tests)
    deps = {dep: None for dep in deps + ["@system//:gtest_main"]}
    for rule in native.existing_rules().values():
        if rule["kind"] == "cc_test" and _UNIT in rule["tags"]:
            srcs.extend(rule["srcs"])
            deps.update([(dep, None) for dep in rule["deps"]])
    native.genrule(
        name = name + "_cc",
        testonly = True,
        srcs = sorted(srcs),
        outs = [name + ".cc"],
        cmd = """
            for test in $(SRCS); do
              own=$$(basename $$test .cc)
              echo "#line 1 \\"$$test\\""
              sed "s/^namespace {$$/namespace $$own {/" $$test
            done > $@""",
    )
    cc_test(
        name = name,
        size = size,
        srcs = [name + ".cc"],
        deps = sorted(deps.keys()),
        **kwargs
    )

def program(name, srcs, **kwargs):
    """A program of several sources, which are one file to compile.

    Args:
      name: of the program.
      srcs: its sources.
      **kwargs: of the program.
    """
    _one_file(name + "_sources", srcs)
    cc_binary(
        name = name,
        srcs = select({
            _BY_FILE: srcs,
            "//conditions:default": [name + "_sources.cc"],
        }),
        **kwargs
    )

def _room_sources():
    """The sources of all units above, as one file."""
    of = {_HAS: {}, _NEEDS: {}, _COPT: {}, _DEFINES: {}}
    for rule in native.existing_rules().values():
        for tag in rule["tags"] if rule["kind"] == "cc_library" else []:
            for begin, found in of.items():
                if tag.startswith(begin):
                    found[tag[len(begin):]] = None
    _one_file("room_sources", sorted(of[_HAS].keys()))
    cc_library(
        name = "room_sources",
        srcs = ["room_sources.cc"] + native.glob(["*.h"]),
        copts = of[_COPT].keys(),
        local_defines = of[_DEFINES].keys(),
        tags = ["manual"],
        deps = sorted(of[_NEEDS].keys()),
    )

def _one_file(name, srcs):
    """NAME.cc of all sources, whose lines keep their names and numbers."""
    native.genrule(
        name = name + "_cc",
        srcs = srcs,
        outs = [name + ".cc"],
        cmd = """
            for source in $(SRCS); do
              echo "#line 1 \\"$$source\\""
              cat $$source
            done > $@""",
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
    unit(name, def_deps, test_deps = extra, tags = [_FAMILY])

def model_family(name, deps = []):
    """A family of ops of the model; model_test has its tests.

    Args:
      name: the family; its files in the other rooms have the same name.
      deps: what it includes besides what every family includes.
    """
    unit(
        name,
        deps = [":rearrange", ":result", ":tensor"] + deps,
        tags = [_FAMILY],
    )

def all_families(name):
    """The library of all families above it, for those who bind every op.

    Args:
      name: of the library.
    """
    cc_library(
        name = name,
        deps = [
            ":" + rule["name"]
            for rule in native.existing_rules().values()
            if rule["kind"] == "cc_library" and _FAMILY in rule["tags"]
        ],
    )
