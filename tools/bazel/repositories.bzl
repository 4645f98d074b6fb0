"""The repositories of viewproof: nothing is downloaded.

A workspace that takes viewproof as a repository calls viewproof_deps() of
//conformance:defs.bzl in its WORKSPACE; viewproof's own has @libtorch too.
"""

load(":libtorch.bzl", "libtorch")
load(":python.bzl", "environment", "venv")

# Bazel 4.2 asks for these three by itself. Debian's bazel-rules-cc needs a newer
# Bazel, and nothing here uses Java or coverage, so a few builtins stand in.
_RULES_CC = """\"\"\"The symbols that are loaded from rules_cc, as Bazel's builtins.\"\"\"

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
objc_library = native.objc_library
"""

_RULES_JAVA = """\"\"\"The symbols that are loaded from rules_java, as Bazel's builtins.\"\"\"

java_import = native.java_import
java_library = native.java_library
java_proto_library = native.java_proto_library
java_runtime = native.java_runtime
java_toolchain = native.java_toolchain
"""

_NO_COVERAGE = """sh_binary(
    name = "coverage_report_generator",
    srcs = ["true.sh"],
    visibility = ["//visibility:public"],
)
"""

def _files_impl(rctx):
    for path, content in rctx.attr.files.items():
        rctx.file(path, content, executable = path.endswith(".sh"))

_files = repository_rule(
    doc = "A repository that consists of the given files.",
    implementation = _files_impl,
    attrs = {"files": attr.string_dict(doc = "path -> content")},
)

def viewproof_deps():
    """Defines what viewproof's packages name and is not there yet; never @libtorch."""
    there = native.existing_rules()
    if "rules_cc" not in there:
        _files(
            name = "rules_cc",
            files = {"BUILD": "", "cc/BUILD": "", "cc/defs.bzl": _RULES_CC},
        )
    if "rules_java" not in there:
        _files(
            name = "rules_java",
            files = {"BUILD": "", "java/BUILD": "", "java/defs.bzl": _RULES_JAVA},
        )
    if "remote_coverage_tools" not in there:
        _files(
            name = "remote_coverage_tools",
            files = {"BUILD": _NO_COVERAGE, "true.sh": "#!/bin/sh\n"},
        )
    if "system" not in there:
        native.new_local_repository(
            name = "system",
            build_file = "@viewproof//tools/bazel:system.BUILD",
            path = "/usr",
        )
    if "venv" not in there:
        venv(name = "venv")
    if "environment" not in there:
        environment(name = "environment")

def viewproof_repositories():
    """Defines every repository that viewproof's packages name."""
    viewproof_deps()
    libtorch(name = "libtorch")
