"""The repositories of viewproof: nothing is downloaded.

A workspace that takes viewproof as a repository calls viewproof_deps() of
//conformance:defs.bzl in its WORKSPACE; viewproof's own has @libtorch too.
"""

load(":libtorch.bzl", "libtorch")
load(":python.bzl", "environment", "venv")

def _builtins(*names):
    return "".join(["%s = native.%s\n" % (name, name) for name in names])

# Bazel 4.2 asks for these three by itself. Debian's bazel-rules-cc needs a newer
# Bazel, and nothing here uses Java or coverage, so a few builtins stand in.
_ASKED = {
    "rules_cc": {"BUILD": "", "cc/BUILD": "", "cc/defs.bzl": _builtins(
        "cc_binary",
        "cc_import",
        "cc_library",
        "cc_proto_library",
        "cc_test",
        "cc_toolchain",
        "cc_toolchain_suite",
        "objc_library",
    )},
    "rules_java": {"BUILD": "", "java/BUILD": "", "java/defs.bzl": _builtins(
        "java_import",
        "java_library",
        "java_proto_library",
        "java_runtime",
        "java_toolchain",
    )},
    "remote_coverage_tools": {"true.sh": "#!/bin/sh\n", "BUILD": """sh_binary(
    name = "coverage_report_generator",
    srcs = ["true.sh"],
    visibility = ["//visibility:public"],
)
"""},
}

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
    for name, files in _ASKED.items():
        if name not in there:
            _files(name = name, files = files)
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
