"""@venv: the repository's Python environment, .venv, which tools/setup makes.

@venv//:venv.bzl    VENV_PYTHON, the absolute path of .venv/bin/python (whether it
                    exists or not), and TORCH_VERSION, "" if absent
@venv//:versions    a file with those versions: `data` of every test that runs
                    VENV_PYTHON, so that no cached result survives an upgrade
"""

# tools/setup puts VIEWPROOF_VENV into .venv/bazelrc: a package that comes or goes
# is noticed while Bazel's server runs.
VENV_ENVIRON = ["VIEWPROOF_VENV"]

def venv_path(rctx):
    """The path of .venv, beside the WORKSPACE of viewproof."""
    return rctx.path(Label("//:WORKSPACE")).dirname.get_child(".venv")

def site_packages(rctx):
    """The path of .venv's site-packages, or None where there is no .venv."""
    lib = venv_path(rctx).get_child("lib")
    for python in lib.readdir() if lib.exists else []:
        packages = python.get_child("site-packages")
        if python.basename.startswith("python3") and packages.exists:
            return packages
    return None

def package_version(rctx, package):
    """The version of a package of .venv, "" where it is absent."""
    packages = site_packages(rctx)
    if not packages or not packages.get_child(package).exists:
        return ""

    # Asked for by label, so that Bazel looks again when pip has changed it.
    root = str(venv_path(rctx).dirname) + "/"
    version = str(packages.get_child(package).get_child("version.py"))
    if version.startswith(root) and rctx.path(version).exists:
        rctx.path(Label("//:" + version[len(root):]))
    prefix = package + "-"
    suffix = ".dist-info"
    for child in packages.readdir():
        name = child.basename
        if name.startswith(prefix) and name.endswith(suffix):
            return name[len(prefix):-len(suffix)]
    return "unknown"

def _venv_impl(rctx):
    versions = {p: package_version(rctx, p) for p in ["numpy", "torch"]}
    rctx.file("versions", "".join(
        ["%s==%s\n" % (p, v) for p, v in versions.items()],
    ), executable = False)
    python = venv_path(rctx).get_child("bin").get_child("python")
    rctx.file("venv.bzl", "VENV_PYTHON = \"%s\"\nTORCH_VERSION = \"%s\"\n" % (python, versions["torch"]), False)
    rctx.file("BUILD.bazel", "exports_files([\"versions\"])\n", False)

venv = repository_rule(
    doc = "What .venv holds; see the head of this file.",
    implementation = _venv_impl,
    environ = VENV_ENVIRON,
    local = True,
)

def _environment_impl(rctx):
    python = venv_path(rctx).get_child("bin").get_child("python")
    script = rctx.path(Label("//fuzz:range.sh"))
    digest = "none"
    if python.exists:
        asked = rctx.execute([script, "--digest-of", str(python)])
        if asked.return_code != 0:
            fail(asked.stderr)
        digest = asked.stdout.strip()
    rctx.file("environment.bzl", "ENVIRONMENT = \"%s\"\n" % digest, executable = False)
    rctx.file("BUILD.bazel", executable = False)

environment = repository_rule(
    doc = "@environment//:environment.bzl: ENVIRONMENT, the digest of all that .venv " +
          "holds, or \"none\".",
    implementation = _environment_impl,
    environ = VENV_ENVIRON,
    local = True,
)
