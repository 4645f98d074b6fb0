"""Campaigns: many ranges of case numbers, on one machine or on many.

fuzz_campaign      drawn cases of some seeds: `viewproof fuzz`
universe_campaign  enumerated cases: `viewproof check --deep`
subject            what they ask, and what its machine must have
libraries          the shared libraries of programs, to take along

Each campaign is an action per range (mnemonic FuzzRange), for each seed one that adds up
their reports (FuzzMerge), NAME/SEED.jsonl, and a test NAME that is red where the sum is.
fuzz/README.md tells the rest.
"""

_LOADER = "ld-linux-x86-64.so.2"

def subject(
        args = [],
        command = None,
        words = [],
        program = "@viewproof//tools/cli:viewproof",
        libs = None,
        data = [],
        python = "",
        environment = "",
        wheels = [],
        version = ""):
    """What a campaign asks.

    Args:
      args: a gate file or a built-in name, and options.
      command: an adapter that stands after "--", if any,
      words: and its words.
      program: viewproof.
      libs: of libraries(); None: the machine has the libraries of `program`.
      data: what the two read: golden/ and gate files.
      python: the absolute path of an interpreter that they need.
      environment: digest of what that interpreter has (range.sh --digest-of); a
        platform property of each range, and checked there.
      wheels: packages that the interpreter gets for each range.
      version: of the subject, as its hello must have it; "": any.

    Returns:
      a struct for fuzz_campaign and universe_campaign.
    """
    return struct(
        arguments = args,
        command = command,
        data = data,
        environment = environment,
        exec_properties = {"environment": environment} if environment else {},
        libs = libs,
        program = program,
        python = python,
        subject_version = version,
        wheels = wheels,
        words = words,
    )

def _campaign(name, subject, seeds, first, cases, ranges, **kwargs):
    if ranges < 1 or cases < ranges:
        fail("%s: %d ranges of %d cases" % (name, ranges, cases))
    fields = {field: getattr(subject, field) for field in dir(subject) if field not in ("to_json", "to_proto")}
    _campaign_test(name = name, testonly = True, seeds = seeds, first = str(first), cases = str(cases), ranges = ranges, **dict(fields, **kwargs))

def fuzz_campaign(name, subject, seeds, cases, ranges, first = 0, **kwargs):
    """Cases [first, first + cases) of each seed, in so many ranges per seed.

    Args:
      name: of the test.
      subject: what subject() returns.
      seeds: a new campaign is a new seed: each is in the key of its ranges.
      cases: of each seed. A range should be 2 s of work or more.
      ranges: of each seed; they differ by one case at most.
      first: the first case.
      **kwargs: of the test.
    """
    _campaign(name, subject, [str(seed) for seed in seeds], first, cases, ranges, **kwargs)

def universe_campaign(name, subject, cases, ranges, first = 0, **kwargs):
    """The same of enumerated cases, which have no seed."""
    _campaign(name, subject, [], first, cases, ranges, **kwargs)

def _report(ctx, name, cases, mnemonic, inputs, words, after = []):
    """What `viewproof WORDS --report FILE -- AFTER` writes of so many cases: a file."""
    report = ctx.actions.declare_file("%s/%s.jsonl" % (ctx.label.name, name))
    args = ctx.actions.args()
    args.add_all(["--report", report, "--cases", cases])
    args.add_all(ctx.files.libs, before_each = "--libs", expand_directories = False)
    args.add_all(ctx.files.wheels, before_each = "--wheel")
    for option in ("python", "environment", "subject_version"):
        if getattr(ctx.attr, option):
            args.add_all(["--" + option.rpartition("_")[2], getattr(ctx.attr, option)])
    args.add_all(["--", ctx.executable.program] + words + ["--report", report] + after)
    ctx.actions.run(
        outputs = [report],
        inputs = ctx.files.libs + ctx.files.data + ctx.files.wheels + inputs,
        tools = [ctx.executable.program] + ([ctx.executable.command] if ctx.attr.command else []),
        executable = ctx.file._range,
        arguments = [args],
        env = {"PATH": "/bin:/usr/bin"},
        mnemonic = mnemonic,
        progress_message = "%s %s of %s" % (mnemonic, name, ctx.label.name),
    )
    return report

def _campaign_impl(ctx):
    first = int(ctx.attr.first)
    cases = int(ctx.attr.cases)
    after = ["--", ctx.executable.command] + ctx.attr.words if ctx.attr.command else []
    gates = [word for word in ctx.attr.arguments if word.endswith(".gate.toml")]
    merge = ["merge"] + (["--gate"] + gates if gates else [])
    sums = []
    for seed in ctx.attr.seeds or ["universe"]:
        reports = []
        for k in range(ctx.attr.ranges):
            begin = cases * k // ctx.attr.ranges
            count = cases * (k + 1) // ctx.attr.ranges - begin
            if ctx.attr.seeds:
                words = ["fuzz"] + ctx.attr.arguments + ["--seed", seed, "--first", first + begin, "--cases", count]
            else:
                words = ["check"] + ctx.attr.arguments + ["--deep-from", first + begin, "--deep", count]
            reports.append(_report(ctx, "%s_%d" % (seed, first + begin), count, "FuzzRange", [], words, after))
        sums.append(_report(ctx, seed, cases, "FuzzMerge", reports, merge + reports))
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    libs = ctx.files.libs[0].short_path if ctx.files.libs else ""
    loader = "%s/%s --library-path %s " % (libs, _LOADER, libs) if libs else ""
    ctx.actions.write(script, is_executable = True, content = "#!/bin/sh\nstatus=0\n" + "".join([
        "%s%s %s %s || status=1\n" % (loader, ctx.executable.program.short_path, " ".join(merge), report.short_path)
        for report in sums
    ]) + "exit $status\n")
    return [DefaultInfo(
        executable = script,
        # The sums come back from the cluster, as outputs of the test.
        files = depset([script] + sums),
        runfiles = ctx.runfiles(files = sums + ctx.files.libs + ctx.files.data + [ctx.executable.program]),
    )]

_campaign_test = rule(
    implementation = _campaign_impl,
    attrs = {
        "arguments": attr.string_list(),
        "cases": attr.string(),  # As text: attr.int has 32 bits.
        "command": attr.label(allow_files = True, cfg = "target", executable = True),
        "data": attr.label_list(allow_files = True),
        "environment": attr.string(),
        "first": attr.string(),
        "libs": attr.label(allow_files = True),
        "program": attr.label(allow_files = True, cfg = "target", executable = True),
        "python": attr.string(),
        "ranges": attr.int(),
        "seeds": attr.string_list(),
        "subject_version": attr.string(),
        "wheels": attr.label_list(allow_files = True),
        "words": attr.string_list(),
        "_range": attr.label(allow_single_file = True, default = "@viewproof//fuzz:range.sh"),
    },
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
