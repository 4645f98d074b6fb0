"""Files as string literals, which programs have in them."""

def embed(files):
    """files.h and :files, with these files in the order of their names.

    Args:
      files: of the folder.
    """
    native.genrule(
        name = "files_cc",
        srcs = files,
        outs = ["files.cc"],
        cmd = "$(location //tools/bazel:embed.sh) %s/files.h $(SRCS) > $@" % native.package_name(),
        tools = ["//tools/bazel:embed.sh"],
    )
    native.cc_library(
        name = "files",
        srcs = ["files.cc"],
        hdrs = ["files.h"],
        visibility = ["//:__subpackages__"],
    )
