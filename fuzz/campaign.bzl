"""Campaigns: many ranges of case numbers, on one machine or on many.

fuzz_campaign      random cases of several seeds
universe_campaign  enumerated cases
subject            what they ask, and what its machine must have
libraries          the shared libraries of programs, to take along

Each campaign is an action per range (mnemonic FuzzRange), an action that adds up
their reports (FuzzMerge), NAME.jsonl, and a test NAME that is red if the sum has a
finding, a hole or an overlap. fuzz/README.md tells the rest.
"""

_LOADER = "ld-linux-x86-64.so.2"

def subject(
        program,
        args = [],
        libs = None,
        data = [],
        python = "",
        environment = "",
        wheels = [],
        version = ""):
    """What a campaign asks.

    Args:
      program: takes --seed, --first, --cases, --report; exits 0 or 1.
      args: come before these.
      libs: of libraries(); None: the machine has the libraries of `program`.
      data: files that `program` reads.
      python: the absolute path of an interpreter that `program` needs.
      environment: digest of what that interpreter has (range.sh --digest-of); a
        platform property of each range, and checked there.
      wheels: packages that the interpreter gets for each range.
      version: of the subject, as its hello must have it; "": any.

    Returns:
      a struct for fuzz_campaign and universe_campaign.
    """
    return struct(
        args = args,
        data = data,
        environment = environment,
        libs = libs,
        program = program,
        python = python,
        version = version,
        wheels = wheels,
    )

def fuzz_campaign(name, subject, seeds, cases, ranges, first = 0, **kwargs):
    """Cases [first, first + cases) of each seed, in so many ranges per seed.

    Args:
      name: of the test; NAME.jsonl is the merged report.
      subject: what subject() returns.
      seeds: a new campaign is a new seed: each is in the key of its ranges.
      cases: of each seed. A range should be 2 s of work or more.
      ranges: of each seed; they differ by one case at most.
      first: the first case.
      **kwargs: of the test: merge and merge_libs, if this is another workspace.
    """
    _campaign_of(name, subject, [str(s) for s in seeds], first, cases, ranges, **kwargs)

def universe_campaign(name, subject, cases, ranges, first = 0, **kwargs):
    """Enumerated cases [first, first + cases), in so many ranges.

    Args:
      name: of the test; NAME.jsonl is the merged report.
      subject: what subject() returns, with a program that needs no --seed.
      cases: how many.
      ranges: they differ by one case at most.
      first: the first case.
      **kwargs: as of fuzz_campaign.
    """
    _campaign_of(name, subject, ["-"], first, cases, ranges, **kwargs)

def _campaign_of(
        name,
        subject,
        seeds,
        first,
        cases,
        ranges,
        merge = "@viewproof//fuzz:merge_ranges",
        merge_libs = "@viewproof//fuzz:libraries",
        range_script = "@viewproof//fuzz:range.sh",
        tags = [],
        **kwargs):
    if ranges < 1 or cases < ranges:
        fail("%s: %d ranges of %d cases" % (name, ranges, cases))
    properties = {}
    if subject.environment:
        properties["environment"] = subject.environment
    _ranges(
        name = name + "_ranges",
        testonly = True,
        arguments = subject.args,
        cases = str(cases),
        data = subject.data,
        environment = subject.environment,
        exec_properties = properties,
        first = str(first),
        libs = subject.libs,
        program = subject.program,
        python = subject.python,
        range_script = range_script,
        ranges = ranges,
        seeds = seeds,
        subject_version = subject.version,
        tags = ["manual"],
        wheels = subject.wheels,
    )
    _merged(
        name = name + "_merged",
        testonly = True,
        libs = merge_libs,
        merge = merge,
        out = name + ".jsonl",
        plan = ["%s:%d:%d" % (seed, first, cases) for seed in seeds],
        ranges = name + "_ranges",
        tags = ["manual"],
    )
    _clean_test(
        name = name,
        libs = merge_libs,
        merge = merge,
        merged = name + ".jsonl",
        tags = tags,
        **kwargs
    )

def _ranges_impl(ctx):
    first = int(ctx.attr.first)
    cases = int(ctx.attr.cases)
    reports = []
    for seed in ctx.attr.seeds:
        for k in range(ctx.attr.ranges):
            begin = cases * k // ctx.attr.ranges
            end = cases * (k + 1) // ctx.attr.ranges
            reports.append(_range(ctx, seed, first + begin, end - begin))
    return [DefaultInfo(files = depset(reports))]

def _range(ctx, seed, first, cases):
    """The report of one range."""
    name = ctx.label.name
    report = ctx.actions.declare_file("%s/%s_%d.jsonl" % (name, seed, first))
    args = ctx.actions.args()
    args.add("--report", report)
    args.add("--cases", cases)
    if ctx.files.libs:
        args.add_all("--libs", ctx.files.libs, expand_directories = False)
    if ctx.attr.python:
        args.add("--python", ctx.attr.python)
    if ctx.attr.environment:
        args.add("--environment", ctx.attr.environment)
    args.add_all(ctx.files.wheels, before_each = "--wheel")
    if ctx.attr.subject_version:
        args.add("--version", ctx.attr.subject_version)
    args.add("--")
    args.add(ctx.executable.program)
    args.add_all(ctx.attr.arguments)
    if seed != "-":
        args.add("--seed", seed)
    args.add("--first", first)
    args.add("--cases", cases)
    args.add("--report", report)
    ctx.actions.run(
        outputs = [report],
        inputs = ctx.files.libs + ctx.files.data + ctx.files.wheels,
        tools = [ctx.executable.program],
        executable = ctx.file.range_script,
        arguments = [args],
        env = {"PATH": "/bin:/usr/bin"},
        mnemonic = "FuzzRange",
        progress_message = "Fuzzing %s, seed %s from %d" % (name, seed, first),
    )
    return report

_ranges = rule(
    implementation = _ranges_impl,
    attrs = {
        "arguments": attr.string_list(),
        "cases": attr.string(),  # As text: attr.int has 32 bits.
        "data": attr.label_list(allow_files = True),
        "environment": attr.string(),
        "first": attr.string(),
        "libs": attr.label(allow_files = True),
        "program": attr.label(
            allow_files = True,
            cfg = "target",
            executable = True,
        ),
        "python": attr.string(),
        "range_script": attr.label(allow_single_file = True),
        "ranges": attr.int(),
        "seeds": attr.string_list(),
        "subject_version": attr.string(),
        "wheels": attr.label_list(allow_files = True),
    },
)

_MERGE = {
    "libs": attr.label(allow_files = True),
    "merge": attr.label(allow_files = True, cfg = "target", executable = True),
}

def _merged_impl(ctx):
    libs = ctx.files.libs[0]
    merge = ctx.executable.merge
    args = ctx.actions.args()
    args.add("--library-path", libs.path)
    args.add(merge)
    args.add("--to", ctx.outputs.out)
    args.add_all(ctx.attr.plan, before_each = "--plan")
    reports = ctx.actions.args()
    reports.use_param_file("--list=%s", use_always = True)
    reports.set_param_file_format("multiline")
    reports.add_all(ctx.files.ranges)
    ctx.actions.run(
        outputs = [ctx.outputs.out],
        inputs = ctx.files.ranges + ctx.files.libs + [merge],
        executable = libs.path + "/" + _LOADER,
        arguments = [args, reports],
        mnemonic = "FuzzMerge",
        progress_message = "Adding up %d ranges of %s" %
                           (len(ctx.files.ranges), ctx.label.name),
    )

_merged = rule(
    implementation = _merged_impl,
    attrs = dict(
        _MERGE,
        out = attr.output(),
        plan = attr.string_list(),
        ranges = attr.label(),
    ),
)

def _clean_test_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    libs = ctx.files.libs[0].short_path
    ctx.actions.write(script, is_executable = True, content = """#!/bin/sh
exec {libs}/{loader} --library-path {libs} {merge} --check {merged}
""".format(
        libs = libs,
        loader = _LOADER,
        merge = ctx.executable.merge.short_path,
        merged = ctx.file.merged.short_path,
    ))
    files = ctx.files.libs + [ctx.executable.merge, ctx.file.merged]
    return [DefaultInfo(
        executable = script,
        # The sum comes back from the cluster, as an output of the test.
        files = depset([script, ctx.file.merged]),
        runfiles = ctx.runfiles(files = files),
    )]

_clean_test = rule(
    implementation = _clean_test_impl,
    attrs = dict(_MERGE, merged = attr.label(allow_single_file = True)),
    test = True,
)

def _libraries_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run_shell(
        outputs = [folder],
        inputs = ctx.files.programs,
        command = """
            to=$1; shift
            ldd "$@" | sed -n -e 's/.* => \\(.*\\) (.*/\\1/p' \\
                -e 's/^[[:space:]]*\\(\\/.*\\) (.*/\\1/p' |
              sort -u | xargs -I{} cp -L {} "$to"
            test -x "$to"/%s""" % _LOADER,
        arguments = [folder.path] + [f.path for f in ctx.files.programs],
        mnemonic = "Libraries",
        # Looks at this machine's libraries.
        execution_requirements = {"no-remote-exec": ""},
    )
    return [DefaultInfo(
        files = depset([folder]),
        runfiles = ctx.runfiles(files = [folder]),
    )]

libraries = rule(
    doc = """The shared libraries of programs, and the loader, as a folder. With it
a program needs nothing of the machine that it runs on but Linux on x86-64. Debian has
no static libraries of fmt and simdjson.""",
    implementation = _libraries_impl,
    attrs = {
        "programs": attr.label_list(allow_files = True),
    },
)
