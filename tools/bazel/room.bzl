"""A room: the C++ sources of a folder as one library, and their tests as one program.

room     NAME, the folder's library; :testing, what only tests include; :test, the tests;
         :sources, what //tools/trace and tools/docs/build_wasm read
test     tests that are a program of their own
library  a part of a room that stands apart, because its `deps` do

What is compiled as one file costs a fifth of what its sources cost one by one, since
headers take most of the time. So a library's sources are one file (or a few, `files`),
and so are a room's tests: what CONTRIBUTING.md asks of authors follows from it.

Tests tagged "unit" are what `tools/test --quick` runs; `tools/test` runs them with the
sanitizers, and those tagged "sanitized" too. "twice" is for both: as they are, and
sanitized.
"""

# The variables of a law that runs a slice of its items: conformance/laws/slice.h.
SLICED = {"VIEWPROOF_SLICE": "$(slice)"}

def _includes_impl(ctx):
    file = ctx.actions.declare_file(ctx.label.name + ".cc")
    ctx.actions.write(file, "".join(['#include "%s"\n' % path for path in ctx.attr.paths]))
    return [DefaultInfo(files = depset([file]))]

_includes = rule(
    doc = "NAME.cc, which includes the files of these paths.",
    implementation = _includes_impl,
    attrs = {"paths": attr.string_list(mandatory = True)},
)

def _compiled(name, srcs, files):
    """-> what is compiled of srcs, dealt to so many files."""
    compiled = []
    for part in range(min(files, len(srcs))):
        file = name if part == 0 else "%s_%d" % (name, part)
        _includes(
            name = file,
            paths = [native.package_name() + "/" + src for src in srcs[part::files]],
        )
        compiled.append(":" + file)
    return compiled

def library(name, srcs, deps = [], files = 1, textual_hdrs = [], **kwargs):
    """Some sources of a room, with the headers among them.

    Args:
      name: of the library.
      srcs: patterns of its sources and headers.
      deps: the libraries that they include.
      files: how many files they are compiled as.
      textual_hdrs: what else they include.
      **kwargs: of the library.
    """
    found = native.glob(srcs, exclude = ["*_test.cc"])
    sources = [file for file in found if file.endswith(".cc")]
    native.cc_library(
        name = name,
        srcs = _compiled(name + "_sources", sources, files),
        hdrs = [file for file in found if not file.endswith(".cc")],
        textual_hdrs = textual_hdrs + sources,
        deps = deps,
        visibility = ["//:__subpackages__"],
        **kwargs
    )

def room(
        name = None,
        deps = [],
        apart = [],
        testing = [],
        test_deps = [],
        test_data = [],
        slow = [],
        programs = [],
        **kwargs):
    """The library and the tests of a folder.

    Args:
      name: of the library; None: the folder's; "": there is none.
      deps: the rooms right below; what these stand on can be included, too.
      apart: patterns of sources that belong to neither: programs, other libraries, other tests.
      testing: patterns of sources that only tests include, besides testing.* and *test_util.*.
      test_deps: what the tests, and what they share, include besides.
      test_data: what the tests read.
      slow: tests that are programs of their own.
      programs: for tests and tools: NAME of NAME.cc.
      **kwargs: of the library.
    """
    apart = apart + [alone + ".cc" for alone in slow + programs]
    native.filegroup(
        name = "sources",
        srcs = native.glob(["*.cc", "*.h", "*.inc"], allow_empty = True),
        visibility = ["//:__subpackages__"],
    )
    name = native.package_name().rpartition("/")[2] if name == None else name
    testing = testing + ["testing.*", "*test_util.*"]
    own = []
    if name:
        library(name, native.glob(["*.cc", "*.h"], exclude = apart + testing + ["*_test.cc"]), deps = deps, **kwargs)
        own.append(":" + name)
    if native.glob(testing, exclude = apart, allow_empty = True):
        library(
            "testing",
            native.glob(testing, exclude = apart),
            testonly = True,
            deps = depset(own + deps + test_deps + ["@system//:gtest"]).to_list(),
        )
        own = own + [":testing"]
    tests = native.glob(["*_test.cc"], exclude = apart, allow_empty = True)
    if tests:
        _test("test", "all_test", tests, test_data, own + deps + test_deps, tags = ["unit"])
    for alone in slow:
        test(alone, data = test_data, deps = own + deps + test_deps)
    for program in programs:
        native.cc_binary(
            name = program,
            testonly = True,
            srcs = [program + ".cc"],
            visibility = ["//:__subpackages__"],
            deps = own + deps,
        )

def _test(name, file, srcs, data, deps, **kwargs):
    """Tests as a program, of which FILE.cc includes each."""
    native.cc_library(name = file + "_files", testonly = True, textual_hdrs = srcs)
    native.cc_test(
        name = name,
        srcs = _compiled(file, srcs, 1),
        data = data,
        deps = depset(deps + [":%s_files" % file, "@system//:gtest_main"]).to_list(),
        **kwargs
    )

def test(name, srcs = None, data = [], deps = [], **kwargs):
    """Tests that are a program of their own: what they need or cost is not a unit test's.

    Args:
      name: of the test.
      srcs: its files; by default NAME.cc.
      data: what they read besides golden/ and SPEC.md.
      deps: what they include besides GoogleTest.
      **kwargs: of the test.
    """
    file = name.rpartition("_test")[0] + "_files_test"
    data = data + ["//golden", "//reference:SPEC.md"]
    _test(name, file, srcs or [name + ".cc"], data, deps, **kwargs)
