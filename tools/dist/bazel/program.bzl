"""The release's program."""

def _program_impl(ctx):
    program = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = program, target_file = ctx.file.actual, is_executable = True)
    return [DefaultInfo(executable = program, runfiles = ctx.runfiles([program, ctx.file.actual]))]

viewproof_program = rule(
    doc = "A program that is there.",
    implementation = _program_impl,
    executable = True,
    attrs = {"actual": attr.label(mandatory = True, allow_single_file = True)},
)
