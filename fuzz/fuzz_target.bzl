"""A libFuzzer target, its seeds, and its replay.

cc_fuzz_target(name = "x_fuzzer") has, of x_fuzzer.cc:

x_fuzzer                  the program: with --config=fuzz libFuzzer's, which searches;
                          otherwise it runs the inputs that are named (replay_main.cc)
x_fuzzer_seed_corpus.zip  corpus/x_fuzzer/ and the seeds, a file an input
x_fuzzer.dict, .options   words of these inputs; what libFuzzer is started with
x_fuzzer_test             replays every seed; with --config=fuzz searches for 10 s
"""

def cc_fuzz_target(name, deps, srcs = [], seeds = [], most_bytes = 8192, tags = []):
    """See above.

    Args:
      name: NAME.cc defines LLVMFuzzerTestOneInput.
      deps: what it includes.
      srcs: of it, besides that.
      seeds: files, beside those of corpus/NAME/: of a .jsonl and a .lines file each
        line is an input.
      most_bytes: the longest input that libFuzzer makes.
      tags: of program and test.
    """
    native.cc_binary(
        name = name,
        testonly = True,
        srcs = srcs + [name + ".cc"],
        linkopts = ["-Wl,-rpath,$$ORIGIN/lib"] + select({
            ":searches": ["-fsanitize=fuzzer"],
            "//conditions:default": [],
        }),
        tags = tags,
        deps = deps + select({
            ":searches": [],
            "//conditions:default": [":replay_main"],
        }),
    )
    corpus = native.glob(["corpus/%s/*" % name], allow_empty = False)
    native.genrule(
        name = name + "_inputs",
        testonly = True,
        srcs = corpus + seeds,
        outs = [name + "_seed_corpus.zip", name + ".dict", name + ".options"],
        cmd = "/usr/bin/python3 $(location pack.py) inputs --bytes=%d " % most_bytes +
              "--out=$(RULEDIR)/%s --corpus %s --seeds %s" % (
                  name,
                  " ".join(["$(location %s)" % file for file in corpus]),
                  " ".join(["$(locations %s)" % label for label in seeds]),
              ),
        tools = ["pack.py"],
    )
    native.sh_test(
        name = name + "_test",
        srcs = ["run_fuzzer.sh"],
        args = ["$(location %s)" % name],
        data = [
            ":" + name,
            name + ".dict",
            name + "_seed_corpus.zip",
        ],
        tags = tags,
    )
