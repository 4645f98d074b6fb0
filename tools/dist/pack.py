"""Packs a release: archive, wheel, npm package, list of parts, recipe of an image, sums.

    pack.py PROGRAM OUT WORK      PROGRAM: a static viewproof; WORK: a folder for what is in between

The same program and repository give the same bytes: every file has the time SOURCE_DATE_EPOCH, owner root and one of
two modes, and stands in the order of its name.
"""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

PROGRAM, OUT, WORK = map(pathlib.Path, sys.argv[1:4])
HERE = pathlib.Path(__file__).parent
TIME = int(os.environ["SOURCE_DATE_EPOCH"])
VERSION = re.search(r'kSuiteVersion = "(.*?)"', pathlib.Path("conformance/case/hello.h").read_text(encoding="utf-8"))[1]
NAME = f"viewproof-{VERSION}"

# What a release has of the repository: globs, and what is left out of them.
SUITE = [
    "LICENSE", "README.md", "golden/**/*", "reference/SPEC.md", "conformance/PROTOCOL.md", "conformance/schema/*.json",
    "conformance/adapters/*.toml", "conformance/adapters/*.jsonl",
    "conformance/adapters/RESULTS.md", "conformance/adapters/bugs/**/*.md", "conformance/adapters/python/*.py", "conformance/adapters/python/ops.json",
    "conformance/adapters/javascript/*.mjs", "conformance/adapters/cpp/*.h", "conformance/adapters/cpp/*.cc",
    "conformance/adapters/templates/**/*", "tools/cli/COMMANDS.md", "tools/dist/action.yml", "tools/dist/gitlab.yml", "tools/dist/workflow.yml",
]
LEFT_OUT = ("BUILD.bazel", "_test.py", "/bench_adapter.py")
# What makes an archive a repository of Bazel, with the program that is in it: conformance/defs.bzl.
BAZEL = {
    "WORKSPACE": "tools/dist/bazel/WORKSPACE",
    "BUILD.bazel": "tools/dist/bazel/BUILD.root",
    "bin/BUILD.bazel": "tools/dist/bazel/bin.BUILD",
    "conformance/BUILD.bazel": "tools/dist/bazel/conformance.BUILD",
    "conformance/adapters/cpp/BUILD.bazel": "tools/dist/bazel/cpp.BUILD",
    "conformance/adapters/python/BUILD.bazel": "tools/dist/bazel/python.BUILD",
    "conformance/bazel_test.sh": "conformance/bazel_test.sh",
    "conformance/defs.bzl": "conformance/defs.bzl",
    "golden/BUILD.bazel": "tools/dist/bazel/golden.BUILD",
    "tools/bazel/BUILD.bazel": "tools/dist/bazel/tools.BUILD",
    "tools/bazel/deps.bzl": "tools/dist/bazel/deps.bzl",
    "tools/bazel/program.bzl": "tools/dist/bazel/program.bzl",
    "tools/cli/BUILD.bazel": "tools/dist/bazel/cli.BUILD",
}
# Whose command is a program that only a clone builds.
BUILT = re.compile(r'command = \["\.\./\.\./\.bin/')


def suite_files():
    files = set()
    for pattern in SUITE:
        files.update(path for path in pathlib.Path().glob(pattern) if path.is_file())
    built = {path.name.split(".gate.toml")[0] for path in files
             if path.name.endswith(".gate.toml") and BUILT.search(path.read_text(encoding="utf-8"))}
    return sorted(path for path in files if not str(path).endswith(LEFT_OUT)
                  and path.name.removesuffix(".gate.toml").removesuffix(".known.jsonl").removesuffix(".findings.jsonl")
                  not in built)


def stage(folder):
    """Lays out bin/ and share/ as they are installed."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "viewproof"
    shutil.copyfile(PROGRAM, program)
    program.chmod(0o755)
    for path in suite_files():
        to = folder / "share" / "viewproof" / path
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)
    answer = folder / "share" / "viewproof" / "tools" / "book" / "answer.wasm"
    answer.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(WORK / "answer.wasm", answer)
    shutil.copyfile(HERE / "bazel" / "suite.BUILD", folder / "share" / "viewproof" / "BUILD.bazel")
    for to, words in {
            "man/man1/viewproof.1": ["manual"],
            "bash-completion/completions/viewproof": ["completion", "bash"],
            "zsh/site-functions/_viewproof": ["completion", "zsh"],
            "fish/vendor_completions.d/viewproof.fish": ["completion", "fish"],
    }.items():
        path = folder / "share" / to
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(subprocess.run([program, *words], check=True, stdout=subprocess.PIPE).stdout)
    return folder


def write_tar(path, top, files):
    """files: {name: bytes or path}; an archive whose members lie in the folder `top`."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(files):
            data = files[name]
            runs = isinstance(data, pathlib.Path) and os.access(data, os.X_OK)
            data = data.read_bytes() if isinstance(data, pathlib.Path) else data
            info = tarfile.TarInfo(f"{top}/{name}")
            info.size, info.mtime, info.mode = len(data), TIME, 0o755 if runs else 0o644
            info.uname = info.gname = "root"
            archive.addfile(info, io.BytesIO(data))
    new = path.with_suffix(path.suffix + ".new")
    with open(new, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=TIME) as zipped:
        zipped.write(packed.getvalue())
    new.rename(path)


def write_archive(staged):
    files = {str(path.relative_to(staged)): path for path in staged.rglob("*") if path.is_file()}
    files.update({name: pathlib.Path(source) for name, source in BAZEL.items()})
    path = OUT / f"{NAME}-linux-x86_64.tar.gz"
    write_tar(path, NAME, files)
    return path


def write_wheel(staged):
    project = WORK / "wheel"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(staged, project)
    shutil.copyfile("LICENSE", project / "LICENSE")
    shutil.copyfile(HERE / "wheel.md", project / "README.md")
    shutil.copyfile(HERE / "hatch_build.py", project / "hatch_build.py")
    text = (HERE / "wheel.toml").read_text(encoding="utf-8")
    (project / "pyproject.toml").write_text(text.replace("@VERSION@", VERSION), encoding="utf-8")
    subprocess.run([pathlib.Path(sys.executable).parent / "hatchling", "build", "-t", "wheel", "-d", OUT.resolve()],
                   cwd=project, check=True, stdout=subprocess.DEVNULL)
    return OUT / f"viewproof-{VERSION}-py3-none-manylinux2014_x86_64.whl"


def write_npm():
    package = {"name": "viewproof-adapter", "version": VERSION, "type": "module", "license": "Apache-2.0",
               "description": "The JavaScript SDK of viewproof: adapters for libraries whose views it checks",
               "exports": "./viewproof_adapter.mjs", "files": ["viewproof_adapter.mjs", "ops.json"], "engines": {"node": ">=18"}}
    path = OUT / f"viewproof-adapter-{VERSION}.tgz"
    write_tar(path, "package", {
        "package.json": (json.dumps(package, indent=2) + "\n").encode(),
        "viewproof_adapter.mjs": pathlib.Path("conformance/adapters/javascript/viewproof_adapter.mjs").read_bytes(),
        "ops.json": pathlib.Path("conformance/adapters/python/ops.json").read_bytes(),
        "LICENSE": pathlib.Path("LICENSE").read_bytes(),
        "README.md": (HERE / "npm.md").read_bytes(),
    })
    return path


def debian_version(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def write_parts():
    """The software bill of materials: SPDX 2.3."""
    parts = json.loads((HERE / "parts.json").read_text(encoding="utf-8"))
    packages = [{"SPDXID": "SPDXRef-viewproof", "name": "viewproof", "versionInfo": VERSION,
                 "downloadLocation": "NOASSERTION", "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
                 "copyrightText": "NOASSERTION", "filesAnalyzed": False}]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-viewproof"}]
    for part in parts:
        version = debian_version(part["debian"])
        packages.append({"SPDXID": f"SPDXRef-{part['name']}", "name": part["name"], "versionInfo": version,
                         "downloadLocation": "NOASSERTION", "licenseConcluded": part["licence"],
                         "licenseDeclared": part["licence"], "copyrightText": "NOASSERTION", "filesAnalyzed": False,
                         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                           "referenceLocator": f"pkg:deb/debian/{part['debian']}@{version}"}]})
        relations.append({"spdxElementId": "SPDXRef-viewproof", "relationshipType": "STATIC_LINK",
                          "relatedSpdxElement": f"SPDXRef-{part['name']}"})
    created = subprocess.run(["date", "-u", "-d", f"@{TIME}", "+%Y-%m-%dT%H:%M:%SZ"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.strip()
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": NAME,
                "documentNamespace": f"urn:viewproof:{VERSION}:{hashlib.sha256(PROGRAM.read_bytes()).hexdigest()}",
                "creationInfo": {"created": created, "creators": ["Tool: viewproof tools/release"]},
                "packages": packages, "relationships": relations}
    path = OUT / f"{NAME}.spdx.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def write_recipe():
    path = OUT / "Containerfile"
    text = (HERE / "Containerfile").read_text(encoding="utf-8")
    path.write_text(text.replace("@VERSION@", VERSION), encoding="utf-8")
    return path


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    staged = stage(WORK / "stage")
    made = [write_archive(staged), write_wheel(staged), write_npm(), write_parts(), write_recipe()]
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(made))
    (OUT / "SHA256SUMS").write_text(sums, encoding="utf-8")
    for path in made:
        print(f"{path.stat().st_size:>10,}  {path}")


main()
