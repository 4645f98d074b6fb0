"""viewproof's program, built in any workspace."""

# A workspace need not have C++20, nor the other options of our .bazelrc; ours has them, and
# its program is the one that is built anyway.
def _options_impl(settings, _attr):
    cxxopt = settings["//command_line_option:cxxopt"]
    copt = settings["//command_line_option:copt"]
    if "-std=c++20" not in cxxopt:
        cxxopt = cxxopt + ["-std=c++20"]
    if not [o for o in copt if o.startswith("-O")]:
        copt = copt + ["-O2"]
    return {
        "//command_line_option:copt": copt,
        "//command_line_option:cxxopt": cxxopt,
        "//command_line_option:dynamic_mode": "off",
    }

_options = transition(
    implementation = _options_impl,
    inputs = ["//command_line_option:copt", "//command_line_option:cxxopt"],
    outputs = [
        "//command_line_option:copt",
        "//command_line_option:cxxopt",
        "//command_line_option:dynamic_mode",
    ],
)

def _program_impl(ctx):
    actual = ctx.attr.actual[0][DefaultInfo]
    program = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(
        output = program,
        target_file = actual.files_to_run.executable,
        is_executable = True,
    )
    return [DefaultInfo(
        executable = program,
        runfiles = ctx.runfiles([program]).merge(actual.default_runfiles),
    )]

viewproof_program = rule(
    doc = "A program of C++20, whatever the options of the workspace.",
    implementation = _program_impl,
    executable = True,
    attrs = {
        "actual": attr.label(mandatory = True, executable = True, cfg = _options),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)
