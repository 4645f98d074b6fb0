"""Each transcript of conformance/report/transcripts is what the program prints, and its commands can be pasted."""
import pathlib
import shutil
import tempfile
import unittest

import transcripts
from beside import VIEWPROOF

transcripts.PROGRAM = VIEWPROOF


class Transcripts(unittest.TestCase):
    maxDiff = None

    def test_each_is_what_the_program_prints(self):
        for scenario, (_, _, _, due) in transcripts.SCENARIOS.items():
            with self.subTest(scenario=scenario):
                text, status = transcripts.shown(scenario)
                self.assertEqual(status, due, text)
                self.assertEqual((transcripts.FOLDER / f"{scenario}.txt").read_text(encoding="utf-8"), text)
        self.assertEqual({path.stem for path in transcripts.FOLDER.glob("*.txt")}, set(transcripts.SCENARIOS))

    def test_no_line_is_longer_than_the_terminal(self):
        for path in transcripts.FOLDER.glob("*.txt"):
            for line in path.read_text(encoding="utf-8").split("\n"):
                self.assertLessEqual(len(line), 80, (path.name, line))

    def test_the_verdict_is_first_and_if_red_last(self):
        for path in transcripts.FOLDER.glob("*.txt"):
            with self.subTest(path.name):
                lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
                first, last = lines[1], lines[-2]
                self.assertRegex(first, r"^(GREEN|RED|PARTIAL|NOT GATED) my 0\.1\b")
                if first.startswith("RED"):
                    self.assertTrue(first.startswith(last.split(" in T")[0][:40]), (first, last))

    def test_each_command_can_be_pasted(self):
        pasted = 0
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            transcripts.make(folder)
            shutil.copytree(folder, folder / "kept", symlinks=True)
            for scenario in transcripts.SCENARIOS:
                if scenario not in ("new-failures", "fixed", "partial", "fuzz-red"):
                    continue  # The others have the same commands.
                here = folder / scenario
                shutil.copytree(folder / "kept", here, symlinks=True)
                changes, first, command, _ = transcripts.SCENARIOS[scenario]
                transcripts.prepare(here, changes, first)
                transcripts.run(command, here)
                for line in transcripts.commands((transcripts.FOLDER / f"{scenario}.txt").read_text(encoding="utf-8")):
                    with self.subTest(scenario=scenario, command=line):
                        status, said = transcripts.run(line, here)
                        self.assertLess(status, 2, said)
                        if "--only" in line and " check " in line:
                            self.assertNotRegex(said, "nothing was executed")
                        pasted += 1
        self.assertGreater(pasted, 6)


if __name__ == "__main__":
    unittest.main()
