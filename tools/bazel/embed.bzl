"""Files as string literals, which programs have in them."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def embed(files):
    """files.h and :files, with these files in the order of their names.

    Args:
      files: of the folder.
    """
    script = "//conformance/report/page:embed.sh"
    native.exports_files(["embed.sh"] if native.glob(["embed.sh"], allow_empty = True) else [])
    native.genrule(
        name = "files_cc",
        srcs = files,
        outs = ["files.cc"],
        cmd = "$(location %s) %s/files.h $(SRCS) > $@" % (script, native.package_name()),
        tools = [script],
    )
    cc_library(
        name = "files",
        srcs = ["files.cc"],
        hdrs = ["files.h"],
        visibility = ["//:__subpackages__"],
    )
