"""kill_test.py ROOT VIEWPROOF: a campaign on two nodes of which one is killed in the middle.

Every range runs on the cluster, none twice in the sum, and the merged report is byte for byte that of a run on this
machine alone. A node with another environment is no finding. Needs Bazel, Java and, the first time, Debian's mirror.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bazel"))
from patience import until  # noqa: E402

NODES = 2
SEEDS = "12"  # They are of the campaign "model" that tools/rbe/workspace lays out: 10 ranges each, and their sum.
ACTIONS = len(SEEDS) * 11


class Workspace:
    def __init__(self, folder, root, program):
        self.folder = folder / "workspace"
        subprocess.run([root / "tools/rbe/workspace", self.folder, root, program], check=True)
        self.bases = []

    def command(self, name, *words):
        """Bazel with an output folder of its own: what another run made is not there."""
        base = self.folder.parent / name
        if base not in self.bases:
            self.bases.append(base)
        return ["bazel", "--batch", "--output_base", str(base), *words, "--color=no", "--curses=no",
                "--symlink_prefix=" + str(self.folder.parent / (name + "-"))]

    def merged(self, name, campaign):
        sums = self.folder.parent / (name + "-bin") / "fuzz" / campaign
        return [(sums / (seed + ".jsonl")).read_bytes() for seed in SEEDS]


def builds(folder, node):
    """The actions that a node has in its hands."""
    return {path.name for path in (folder / f"cluster/work{node}").glob("build-*")}


def kill_at_work(folder, node):
    """Kills a node with -9, if it works at an action: that action's name."""
    process = int((folder / f"cluster/node{node}.pid").read_text())
    os.kill(process, signal.SIGSTOP)
    cut = builds(folder, node)
    os.kill(process, signal.SIGKILL if cut else signal.SIGCONT)
    return cut


def watch_and_kill(folder, process):
    """Kills node 1 when it has begun its third action. -> (actions seen by node, those cut off)."""
    seen = [set() for _ in range(NODES + 1)]
    cut = set()

    def look():
        nonlocal cut
        for node in range(1, NODES + 1):
            now = builds(folder, node)
            if node == 1 and not cut and now - seen[1] and len(seen[1] | now) >= 3:
                cut = kill_at_work(folder, 1)
                now |= cut
            seen[node] |= now
        return process.poll() is not None

    until(look)
    return seen, cut


def runners(path):
    """Where each range ran, by Bazel's execution log: a list of "remote", "linux-sandbox", ..."""
    decoder, text, at = json.JSONDecoder(), path.read_text(), 0
    found = []
    while at < len(text):
        record, at = decoder.raw_decode(text, at)
        if record["mnemonic"] in ("FuzzRange", "FuzzMerge"):
            found.append(record["runner"])
    return found


def check(folder, root, program):
    workspace = Workspace(folder, root, program)
    here = {"cwd": workspace.folder, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    alone = subprocess.run(workspace.command("alone", "test", "//fuzz:model"), **here)
    assert alone.returncode == 0, alone.stdout

    start = [root / "tools/rbe/cluster", "start", folder / "cluster", str(NODES)]
    executor = subprocess.run(start, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
    remote = ["--config=remote", "--remote_executor=" + executor, "--jobs=4"]
    log = folder / "log.json"
    with open(folder / "output", "w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            workspace.command("together", "test", *remote, f"--execution_log_json_file={log}", "//fuzz:model"),
            cwd=workspace.folder, stdout=output, stderr=subprocess.STDOUT)
        seen, cut = watch_and_kill(folder, process)
        output.seek(0)
        said = output.read()
    print(said, file=sys.stderr)
    assert process.returncode == 0, said
    print(f"node 1 began {len(seen[1])} actions, the last of which was cut off; node 2 began {len(seen[2])}",
          file=sys.stderr)
    assert cut and builds(folder, 1) == cut, "node 1 was not killed while it worked"
    assert len(seen[1] - cut) >= 2, "node 1 finished nothing before"
    assert len(seen[1] - cut) + len(seen[2]) >= ACTIONS, "some ranges ran elsewhere"
    assert runners(log) == ["remote"] * ACTIONS, runners(log)
    reports = workspace.merged("together", "model")
    assert reports == workspace.merged("alone", "model"), "the merged reports differ"
    for seed, report in zip(SEEDS, reports):
        assert f'"seed":{seed},"first":0,"cases":100000,'.encode() in report, report
        assert b'{"footer":{"run":"complete",' in report and b'{"finding"' not in report, report

    # The one node that is left has another environment than the campaign wants.
    wrong = subprocess.run(workspace.command("together", "test", *remote, "//fuzz:elsewhere"), **here)
    print(wrong.stdout, file=sys.stderr)
    assert wrong.returncode == 1 and "FAILED TO BUILD" in wrong.stdout, wrong.stdout
    assert "there is no environment at" in wrong.stdout or "expected 0000" in wrong.stdout, wrong.stdout
    assert '{"finding"' not in wrong.stdout


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    program = pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="rbe") as name:
        folder = pathlib.Path(name)
        try:
            check(folder, root, program)
        finally:
            subprocess.run([root / "tools/rbe/cluster", "stop", folder / "cluster"], check=False)
            # Bazel leaves folders that nobody may write to.
            subprocess.run(["chmod", "-R", "u+w", name], check=False)


if __name__ == "__main__":
    main()
