"""A workspace of Bazel elsewhere gates a small C++ library of its own by view_conformance_test: from the archive of a
release, with its program, and from source.

Usage: workspace_test.py DIST [archive | source]

DIST is what tools/release wrote. Building from source takes minutes the first time; what was compiled is kept in the
cache of tools/setup.
Example: workspace_test.py dist archive
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import junitparser

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIST = pathlib.Path(sys.argv.pop(1)).resolve()
WAYS = [sys.argv.pop(1)] if len(sys.argv) > 1 and sys.argv[1] in ("archive", "source") else ["archive", "source"]
CACHE = os.environ.get("VIEWPROOF_CACHE", str(pathlib.Path.home() / ".cache" / "viewproof"))

WORKSPACE = """workspace(name = "small")

local_repository(name = "viewproof", path = "{path}")

load("@viewproof//conformance:defs.bzl", "viewproof_deps")

viewproof_deps()
"""
# Bazel asks for these by itself, and would fetch them.
OFFLINE = """
load(":offline.bzl", "offline")

offline()
"""
OFFLINE_BZL = '''def _empty_impl(rctx):
    for path, text in rctx.attr.files.items():
        rctx.file(path, text, executable = path.endswith(".sh"))

_empty = repository_rule(implementation = _empty_impl, attrs = {"files": attr.string_dict()})

def offline():
    there = native.existing_rules()
    if "rules_cc" not in there:
        _empty(name = "rules_cc", files = {"BUILD": "", "cc/BUILD": "", "cc/defs.bzl": "cc_library = native.cc_library\\n" +
            "cc_toolchain = native.cc_toolchain\\ncc_toolchain_suite = native.cc_toolchain_suite\\n" +
            "cc_binary = native.cc_binary\\ncc_import = native.cc_import\\ncc_test = native.cc_test\\n" +
            "cc_proto_library = native.cc_proto_library\\nobjc_library = native.objc_library\\n"})
    if "rules_java" not in there:
        _empty(name = "rules_java", files = {"BUILD": "", "java/BUILD": "", "java/defs.bzl": "java_library = native.java_library\\n" +
            "java_toolchain = native.java_toolchain\\njava_import = native.java_import\\n" +
            "java_runtime = native.java_runtime\\njava_proto_library = native.java_proto_library\\n"})
    if "remote_coverage_tools" not in there:
        _empty(name = "remote_coverage_tools", files = {"true.sh": "#!/bin/sh\\n",
            "BUILD": "sh_binary(name = \\"coverage_report_generator\\", srcs = [\\"true.sh\\"], visibility = [\\"//visibility:public\\"])"})
'''
BUILD = """load("@viewproof//conformance:defs.bzl", "view_conformance_test")

cc_binary(
    name = "small_adapter",
    srcs = ["plain_array.h", "small_adapter.cc"],
    copts = ["-O1", "-std=c++17"],
    deps = ["@viewproof//conformance/adapters/cpp:viewproof_adapter"],
)

view_conformance_test(name = "test", adapter = ":small_adapter", gate = "small.gate.toml")

view_conformance_test(name = "shards_test", adapter = ":small_adapter", gate = "small.gate.toml", shard_count = 3)
"""
# Each package does this to the library.
KINDS = {
    "green": ("", ""),
    "red": ("strides[d - 1] = strides[d] * std::max<int64_t>(sizes[d], 1);", "strides[d - 1] = strides[d];"),
    "slow": ("inline Ints RowMajor(const Ints& sizes) {", "inline Ints RowMajor(const Ints& sizes) {\n  poll(nullptr, 0, 50);"),
}


class Workspace:
    """A workspace that takes viewproof by way of `archive` or `source`."""

    def __init__(self, way):
        self.base = pathlib.Path(tempfile.mkdtemp())
        unpacked = self.base / "unpacked"
        unpacked.mkdir()
        subprocess.run(["tar", "xzf", next(DIST.glob("*.tar.gz")), "--strip-components=1", "-C", unpacked], check=True)
        self.here = self.base / "here"
        path = ROOT if way == "source" else unpacked
        self.here.mkdir()
        (self.here / "WORKSPACE").write_text(WORKSPACE.format(path=path) + OFFLINE, "utf-8")
        (self.here / "offline.bzl").write_text(OFFLINE_BZL, "utf-8")
        (self.here / "BUILD").write_text("", "utf-8")
        made = self.here / "green"
        made.mkdir()
        subprocess.run([unpacked / "bin" / "viewproof", "init", "small", "--language", "cpp", "--kind", "full", "--dir", made],
                       check=True, stdout=subprocess.DEVNULL)
        for name in ("small_adapter", "viewproof_adapter.o", "viewproof_adapter.cc", "viewproof_adapter.h"):
            (made / name).unlink()
        (made / "BUILD").write_text(BUILD, "utf-8")
        for kind, (old, new) in KINDS.items():
            if kind == "green":
                continue
            shutil.copytree(made, self.here / kind)
            header = self.here / kind / "plain_array.h"
            text = header.read_text("utf-8")
            assert old in text, old
            header.write_text("#include <poll.h>\n" + text.replace(old, new), "utf-8")

    def bazel(self, *words):
        """-> exit status, what it says."""
        options = ["bazel", f"--output_user_root={self.base / 'out'}", "--max_idle_secs=30"]
        verb = [words[0], *([f"--disk_cache={CACHE}"] if CACHE and words[0] == "test" else [])]
        made = subprocess.run([*options, *verb, *words[1:]], cwd=self.here, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        return made.returncode, made.stdout

    def outputs(self, target, part=""):
        """-> the JUnit XML and the report of a test that ran."""
        folder = self.here / "bazel-testlogs" / target / part
        with zipfile.ZipFile(folder / "test.outputs" / "outputs.zip") as outputs:
            lines = outputs.read("report.jsonl").decode().splitlines()
            assert {"report.html", "summary.md"} <= set(outputs.namelist()), outputs.namelist()
        return junitparser.JUnitXml.fromfile(str(folder / "test.xml")), [json.loads(line) for line in lines]

    def close(self):
        self.bazel("shutdown")
        subprocess.run(["chmod", "-R", "u+w", self.base], check=False)
        shutil.rmtree(self.base, ignore_errors=True)


def ids(report):
    return [(r["id"], r.get("dtype")) for r in report if "id" in r]


class Tests:
    way = None

    @classmethod
    def setUpClass(cls):
        cls.place = Workspace(cls.way)

    @classmethod
    def tearDownClass(cls):
        cls.place.close()

    def bazel(self, expected, *words):
        status, said = self.place.bazel(*words)
        self.assertEqual(status, expected, said[-6000:])
        return said

    def test_green_and_its_shards(self):
        self.bazel(0, "test", "//green:test", "//green:shards_test")
        xml, report = self.place.outputs("green/test")
        whole = ids(report)
        self.assertGreater(len(whole), 1000)
        self.assertEqual(sum(suite.tests for suite in xml), len(whole) + 1)
        parts = [ids(self.place.outputs("green/shards_test", f"shard_{k}_of_3")[1]) for k in (1, 2, 3)]
        self.assertGreater(min(map(len, parts)), 100)
        counts = collections.Counter(sum(parts, []))
        self.assertEqual(set(counts.values()), {1})
        self.assertEqual(set(counts), set(whole))

    def test_red(self):
        said = self.bazel(3, "test", "//red:test", "--test_summary=detailed", "--test_output=errors")
        self.assertRegex(said, r"RED \S+ \S+: [0-9,]+ new failures")
        self.assertRegex(said, r"FAILED +viewproof.core.permute.permute/")  # Bazel's own summary, read from the XML
        xml, _ = self.place.outputs("red/test")
        self.assertGreater(sum(suite.failures for suite in xml), 10)

    def test_a_shard_of_a_red_one_is_red(self):
        self.bazel(3, "test", "//red:shards_test")

    def test_filter(self):
        self.bazel(0, "test", "//green:test", "--test_filter=permute/*")
        _, report = self.place.outputs("green/test")
        self.assertEqual({i.split("/")[0] for i, _ in ids(report)}, {"permute"})

    def test_the_time_ends_before_bazel_does(self):
        said = self.bazel(3, "test", "//slow:test", "--test_timeout=20", "--test_output=errors")
        self.assertRegex(said, r"PARTIAL \S+ \S+: 0\.3 minutes passed \(--max-minutes\); [0-9,]+ of [0-9,]+ cases were not run")
        self.assertNotIn("TIMEOUT", said)
        xml, report = self.place.outputs("slow/test")
        gate = [c for suite in xml for c in suite if c.name == "gate"][0]
        self.assertIn("cases were not run", gate.result[0].message)
        self.assertGreater(len(ids(report)), 10)


for _way in WAYS:
    globals()[_way.title()] = type(_way.title(), (Tests, unittest.TestCase), {"way": _way})
