"""Packs a release: archive, wheel, npm package, list of parts, recipe of an image, sums.

    pack.py PACKED PROGRAM BUILT OUT      PACKED: the list that //tools/dist:packed is, of files in the current folder;
                                          PROGRAM: a static viewproof; BUILT: what tools/docs made, which share/ has

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
import subprocess
import sys
import tarfile
import tempfile
import tomllib

HERE = pathlib.Path(__file__).parent
TIME = int(os.environ.get("SOURCE_DATE_EPOCH", 1700000000))
SHARE = "share/viewproof/"
# These make an archive a repository of Bazel, with the program that is in it: conformance/defs.bzl.
BAZEL = {
    "WORKSPACE": "tools/dist/bazel/WORKSPACE",
    "bin/BUILD.bazel": "tools/dist/bazel/bin.BUILD",
    "conformance/BUILD.bazel": "tools/dist/bazel/conformance.BUILD",
    "conformance/adapters/cpp/BUILD.bazel": "tools/dist/bazel/cpp.BUILD",
    "conformance/bazel_test.sh": "conformance/bazel_test.sh",
    "conformance/defs.bzl": "conformance/defs.bzl",
    "golden/BUILD.bazel": "tools/dist/bazel/golden.BUILD",
    "share/viewproof/BUILD.bazel": "tools/dist/bazel/suite.BUILD",
    "tools/bazel/repositories.bzl": "tools/dist/bazel/repositories.bzl",
    "tools/cli/BUILD.bazel": "tools/dist/bazel/cli.BUILD",
}
# The program says these of itself, and systems look for them there.
SAID = {
    "share/bash-completion/completions/viewproof": ["completion", "bash"],
    "share/zsh/site-functions/_viewproof": ["completion", "zsh"],
    "share/fish/vendor_completions.d/viewproof.fish": ["completion", "fish"],
}
KIT = "conformance/sdk/cpp/viewproof_adapter.cc"  # make_kit.py writes it.
GPU = SHARE + "tools/gpu"  # Lies beside the archive, too: it needs no release to start.


def said(program, *words):
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE).stdout


def read_packed(path):
    """[a file of labels] -> their files."""
    labels = pathlib.Path(path).read_text(encoding="utf-8").split()
    return sorted(label.lstrip("/").replace(":", "/").lstrip("/") for label in labels)


def of_few_machines(packed):
    """[files] -> those of them that gate a GPU of one version: elsewhere a device is judged beside its CPU"""
    gates = [path for path in packed if path.startswith("conformance/libraries/") and path.endswith("gate.toml")]
    tables = {path: tomllib.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in gates}
    away = [path for path, table in tables.items() if table.get("matrix", {}).get("needs") == "a GPU"]
    return {path.replace("gate.toml", beside) for path in away for beside in ("gate.toml", "gate.lock")} & {*packed}


def installed(packed, program, built=None):
    """[files, program, folder that tools/docs made] -> {place: path or bytes} of bin/ and share/, as they are installed"""
    files = {SHARE + path: pathlib.Path(path) for path in set(packed) - of_few_machines(packed)}
    files["bin/viewproof"] = pathlib.Path(program)
    files[SHARE + KIT] = subprocess.run([sys.executable, pathlib.Path(KIT).with_name("make_kit.py")], check=True, stdout=subprocess.PIPE).stdout
    if built:
        files |= {f"share/{path.relative_to(built)}": path for path in built.rglob("*") if path.is_file()}
    with tempfile.TemporaryDirectory() as folder:  # an installed program calls itself by another name
        lay_out(files, pathlib.Path(folder))
        texts = {place: said(f"{folder}/bin/viewproof", *words) for place, words in SAID.items()}
    return {**files, **texts}


def in_archive(files):
    """[{place: path or bytes}] -> the same of an archive: what its reader opens first lies at its top"""
    readme = pathlib.Path("README.md").read_text(encoding="utf-8")
    return {
        **files,
        **{place: pathlib.Path(path) for place, path in BAZEL.items()},
        "INSTALL": HERE / "INSTALL",
        "LICENSE": pathlib.Path("LICENSE"),
        "README.md": re.sub(r"\]\((?![a-z]+:|#)", "](" + SHARE, readme).encode(),
        "tools/bazel/BUILD.bazel": b"",
    }


def contents(data):
    return data.read_bytes() if isinstance(data, pathlib.Path) else data


def runs(data):
    return isinstance(data, pathlib.Path) and os.access(data, os.X_OK)


def lay_out(files, folder):
    for name, data in files.items():
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(contents(data))
        to.chmod(0o755 if runs(data) else 0o644)


def write_tar(path, top, files, level=9):
    """[file, folder, {name: bytes or path}]: an archive whose members lie in that folder"""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(files):
            data = contents(files[name])
            info = tarfile.TarInfo(f"{top}/{name}")
            info.size, info.mtime, info.mode = len(data), TIME, 0o755 if runs(files[name]) else 0o644
            info.uname = info.gname = "root"
            archive.addfile(info, io.BytesIO(data))
    new = path.with_suffix(path.suffix + ".new")
    with open(new, "wb") as out, gzip.GzipFile("", "wb", level, out, mtime=TIME) as zipped:
        zipped.write(packed.getvalue())
    new.rename(path)
    return path


def write_wheel(files, version, out):
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        text = (HERE / "wheel.toml").read_text(encoding="utf-8").replace("@VERSION@", version)
        lay_out({**files, "LICENSE": pathlib.Path("LICENSE"), "README.md": HERE / "wheel.md",
                 "hatch_build.py": HERE / "hatch_build.py", "pyproject.toml": text.encode()}, project)
        subprocess.run([pathlib.Path(sys.executable).parent / "hatchling", "build", "-t", "wheel", "-d", out.resolve()],
                       cwd=project, check=True, stdout=subprocess.DEVNULL)
    return out / f"viewproof-{version}-py3-none-manylinux2014_x86_64.whl"


def write_npm(version, out):
    package = {"name": "viewproof-adapter", "version": version, "type": "module", "license": "Apache-2.0",
               "description": "The JavaScript SDK of viewproof: adapters for libraries whose views it checks",
               "exports": "./viewproof_adapter.mjs", "files": ["viewproof_adapter.mjs", "ops.json"], "engines": {"node": ">=18"}}
    return write_tar(out / f"viewproof-adapter-{version}.tgz", "package", {
        "package.json": (json.dumps(package, indent=2) + "\n").encode(),
        "viewproof_adapter.mjs": pathlib.Path("conformance/sdk/javascript/viewproof_adapter.mjs"),
        "ops.json": pathlib.Path("conformance/sdk/python/ops.json"),
        "LICENSE": pathlib.Path("LICENSE"),
        "README.md": HERE / "npm.md",
    })


def debian_version(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def write_parts(version, program, out):
    """The software bill of materials: SPDX 2.3."""
    parts = json.loads((HERE / "parts.json").read_text(encoding="utf-8"))
    packages = [{"SPDXID": "SPDXRef-viewproof", "name": "viewproof", "versionInfo": version,
                 "downloadLocation": "NOASSERTION", "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
                 "copyrightText": "NOASSERTION", "filesAnalyzed": False}]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-viewproof"}]
    for part in parts:
        found = debian_version(part["debian"])
        packages.append({"SPDXID": f"SPDXRef-{part['name']}", "name": part["name"], "versionInfo": found,
                         "downloadLocation": "NOASSERTION", "licenseConcluded": part["licence"],
                         "licenseDeclared": part["licence"], "copyrightText": "NOASSERTION", "filesAnalyzed": False,
                         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                           "referenceLocator": f"pkg:deb/debian/{part['debian']}@{found}"}]})
        relations.append({"spdxElementId": "SPDXRef-viewproof", "relationshipType": "STATIC_LINK",
                          "relatedSpdxElement": f"SPDXRef-{part['name']}"})
    created = subprocess.run(["date", "-u", "-d", f"@{TIME}", "+%Y-%m-%dT%H:%M:%SZ"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.strip()
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"viewproof-{version}",
                "documentNamespace": f"urn:viewproof:{version}:{hashlib.sha256(program.read_bytes()).hexdigest()}",
                "creationInfo": {"created": created, "creators": ["Tool: viewproof tools/release"]},
                "packages": packages, "relationships": relations}
    path = out / f"viewproof-{version}.spdx.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def write_beside(files, version, out):
    """[{place: path or bytes}, version, folder] -> what is not packed again, in that folder"""
    beside = {"Containerfile": (HERE / "Containerfile").read_text(encoding="utf-8").replace("@VERSION@", version).encode()}
    if GPU in files:
        beside["viewproof-gpu"] = files[GPU]
    lay_out(beside, out)
    return [out / name for name in beside]


def main():
    packed, program, built, out = map(pathlib.Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    version = said(program, "--version").decode().split()[1]
    files = installed(read_packed(packed), program, built)
    name = f"viewproof-{version}"
    made = [write_tar(out / f"{name}-linux-x86_64.tar.gz", name, in_archive(files)), write_wheel(files, version, out),
            write_npm(version, out), write_parts(version, program, out), *write_beside(files, version, out)]
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(made))
    (out / "SHA256SUMS").write_text(sums, encoding="utf-8")
    for path in made:
        print(f"{path.stat().st_size:>10,}  {path}")


if __name__ == "__main__":
    main()
