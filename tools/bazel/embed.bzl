"""Files as string literals, which programs have in them."""

def embed():
    """files.h and :files, with the folder's styles, pages, scripts and data in the order of their names."""
    files = native.glob(["*.css", "*.html", "*.js", "*.json"])
    native.exports_files(files)
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
