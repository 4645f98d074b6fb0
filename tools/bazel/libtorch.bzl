"""@libtorch: the libtorch that the oracle is compiled against.

LIBTORCH=DIR chooses one (--repo_env or the environment): a folder with include/
and lib/, as a torch package or /usr (Debian's libtorch-dev); LIBTORCH=none chooses
none. Otherwise it is the torch of .venv; where that is absent, a stub.

@libtorch//:libtorch        headers and libraries; the stub has only
                            libtorch_version.h
"libtorch_version.h"        VIEWPROOF_HAVE_LIBTORCH 0 or 1,
                            VIEWPROOF_LIBTORCH_VERSION "2.13.0" ("" in the stub),
                            VIEWPROOF_LIBTORCH_BUILD "2.13.0+cpu". Every oracle
                            test includes it: no cached result survives an upgrade.
"""

load(":python.bzl", "VENV_ENVIRON", "package_version", "site_packages")

# libtorch's own headers. torch/include holds those of other libraries too (fmt),
# which must not come before Debian's.
_FOLDERS = ["ATen", "c10", "caffe2", "torch"]

def _wanted(rctx):
    """The folder with include/ and lib/, or None for the stub."""
    chosen = rctx.os.environ.get("LIBTORCH", "")
    if chosen == "none":
        return None
    if chosen:
        if not rctx.path(chosen + "/include/ATen/ATen.h").exists:
            fail("LIBTORCH=%s: there is no include/ATen/ATen.h" % chosen)
        return rctx.path(chosen)
    packages = site_packages(rctx)
    torch = packages.get_child("torch") if packages else None
    return torch if torch and torch.get_child("lib").exists else None

def _build_name(rctx, root):
    """The full version: the package's where a package manager knows it."""
    packages = site_packages(rctx)
    if packages and root == packages.get_child("torch"):
        return package_version(rctx, "torch")
    if str(root) == "/usr":
        # Debian's header says 1.13.0 where the package is 1.13.1.
        asked = rctx.execute(["dpkg-query", "-Wf${Version}", "libtorch-dev"])
        if asked.return_code == 0:
            return asked.stdout
    version = root.get_child("version.py")
    if version.exists:
        for line in rctx.read(version).splitlines():
            if line.startswith("__version__"):
                return line.split("'")[1]
    build = root.get_child("build-version")
    if build.exists:
        return rctx.read(build).strip()
    fail("LIBTORCH=%s: there is neither version.py nor build-version" % root)

def _linkopts(rctx, root):
    for lib in [root.get_child("lib"), rctx.path("%s/lib/x86_64-linux-gnu" % root)]:
        if lib.get_child("libtorch_cpu.so").exists:
            return [
                "-L%s" % lib,
                "-Wl,-rpath,%s" % lib,
                "-Wl,--no-as-needed",
                "-ltorch",
                "-ltorch_cpu",
                "-lc10",
                "-Wl,--as-needed",
            ]
    fail("LIBTORCH=%s: there is no libtorch_cpu.so" % root)

def _libtorch_impl(rctx):
    root = _wanted(rctx)
    build = _build_name(rctx, root) if root else ""
    rctx.file("version/libtorch_version.h", """// Made by //tools/bazel:libtorch.bzl.
#ifndef VIEWPROOF_LIBTORCH_VERSION_H_
#define VIEWPROOF_LIBTORCH_VERSION_H_

#define VIEWPROOF_HAVE_LIBTORCH {have}
#define VIEWPROOF_LIBTORCH_VERSION "{version}"
#define VIEWPROOF_LIBTORCH_BUILD "{build}"

#endif  // VIEWPROOF_LIBTORCH_VERSION_H_
""".format(have = 1 if root else 0, build = build, version = build.partition("+")[0]), executable = False)
    includes = []
    linkopts = []
    if root:
        # Folders as inputs: Bazel learns from the compiler which of their
        # thousands of headers were read. /usr/include is the compiler's own.
        include = str(root.get_child("include"))
        if include != "/usr/include":
            for folder in _FOLDERS:
                rctx.symlink("%s/%s" % (include, folder), "include/" + folder)
            includes.append("include")
        rctx.symlink(include + "/torch/csrc/api/include", "api")
        includes.append("api")
        linkopts = _linkopts(rctx, root)
    rctx.file("BUILD.bazel", """package(default_visibility = ["//visibility:public"])

# The header is data too: a test runs again when the shared libraries change.
cc_library(
    name = "libtorch",
    hdrs = ["version/libtorch_version.h"] + {includes},
    data = ["version/libtorch_version.h"],
    includes = ["version"] + {includes},
    linkopts = {linkopts},
)
""".format(includes = includes, linkopts = linkopts), executable = False)

libtorch = repository_rule(
    doc = "The libtorch that the build uses; see the head of this file.",
    implementation = _libtorch_impl,
    environ = VENV_ENVIRON + ["LIBTORCH"],
    local = True,
)
