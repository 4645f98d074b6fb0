"""Bazel's way to gate a library: view_conformance_test.

In the WORKSPACE, from a clone or from an archive of the release, which brings its program:

    local_repository(name = "viewproof", path = "...")  # or http_archive
    load("@viewproof//conformance:defs.bzl", "viewproof_deps")
    viewproof_deps()

In a BUILD file:

    load("@viewproof//conformance:defs.bzl", "view_conformance_test")
    cc_binary(name = "my_adapter", srcs = ["my_adapter.cc"],
              deps = ["@viewproof//conformance/adapters/cpp:viewproof_adapter"])
    view_conformance_test(name = "views_test", adapter = ":my_adapter", gate = "my.gate.toml")
"""

load("//tools/bazel:repositories.bzl", _viewproof_deps = "viewproof_deps")

viewproof_deps = _viewproof_deps

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _test_impl(ctx):
    adapter = ctx.attr.adapter[DefaultInfo]
    program = adapter.files_to_run.executable if adapter.files_to_run else None
    if program == None:
        files = adapter.files.to_list()
        if len(files) != 1:
            fail("adapter: %s is no program and no single file" % ctx.attr.adapter.label)
        program = files[0]
    script = ctx.actions.declare_file(ctx.label.name)
    env = [
        "export %s=%s" % (name, _quoted(ctx.expand_location(value, ctx.attr.data)))
        for name, value in ctx.attr.env.items()
    ]
    manifest = [file for file in ctx.files._suite if file.basename == "MANIFEST"][0]
    words = [ctx.file._runner, ctx.executable._program, manifest, ctx.file.gate, program]
    ctx.actions.write(script, "\n".join(
        ["#!/bin/sh"] + env +
        ["exec " + " ".join([_quoted(f.short_path) for f in words])],
    ) + "\n", is_executable = True)
    runfiles = ctx.runfiles(words + ctx.files.data + ctx.files._suite)
    for target in [ctx.attr.adapter, ctx.attr._program] + ctx.attr.data:
        runfiles = runfiles.merge(target[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = script, runfiles = runfiles)]

_view_conformance_test = rule(
    doc = "See view_conformance_test.",
    implementation = _test_impl,
    test = True,
    attrs = {
        "adapter": attr.label(mandatory = True, allow_files = True, cfg = "target"),
        "data": attr.label_list(allow_files = True),
        "env": attr.string_dict(),
        "gate": attr.label(mandatory = True, allow_single_file = [".toml"]),
        "_program": attr.label(default = "//tools/cli:program", allow_files = True, executable = True, cfg = "target"),
        "_runner": attr.label(default = "//conformance:bazel_test.sh", allow_single_file = True),
        "_suite": attr.label(default = "//golden"),
    },
)

def view_conformance_test(
        name,
        adapter,
        gate,
        data = [],
        env = {},
        shard_count = None,
        size = "medium",
        **kwargs):
    """Gates a library: green where `viewproof check GATE -- ADAPTER` is.

    JUnit XML goes to Bazel; the report, its page and its summary to the test's outputs. A shard is held to the gate
    file too, but for the number of executed cases, which only a whole run has. --test_filter takes globs of ids.

    Args:
      name: of the test.
      adapter: a program, or an executable file; it replaces the gate file's own command.
      gate: the gate file; its lock, NAME.gate.lock beside it, comes with it; of another package, it is among `data`.
      data: what the adapter reads; $(location) names it in `env`.
      env: the environment of the adapter.
      shard_count: parts that run as tests of their own.
      size: of the test.
      **kwargs: tags, visibility and what else every test has.
    """
    lock = []
    if ":" not in gate.lstrip(":"):
        lock = native.glob([gate.lstrip(":").replace(".toml", ".lock")])
    _view_conformance_test(
        name = name,
        adapter = adapter,
        gate = gate,
        data = data + lock,
        env = env,
        shard_count = shard_count,
        size = size,
        **kwargs
    )
