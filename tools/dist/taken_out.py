"""Takes each packed file out that is no document, and says which release test is red without it: taken_out.py OUT [GLOB...]

OUT is what tools/release wrote; GLOB chooses files of the archive. A line per file, then how many no test missed: the
exit status is 1 if there is one. The whole takes minutes.
Example: taken_out.py .release/out 'share/viewproof/conformance/*'
"""
import contextlib
import fnmatch
import functools
import io
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
OUT, GLOBS = sys.argv[1], sys.argv[2:] or ["*"]
sys.argv[1:] = [OUT, OUT, OUT]
import pack
import release_test
sys.argv[1:] = [OUT, "archive"]
import workspace_test

DOCUMENTS = ("share/viewproof/book/*", "*.md", "*/LICENSE", "LICENSE", "INSTALL")
# The tests that concern files, those that take little time first; the others are run where these are green.
CONCERN = {
    "bin/*": ["it_has_the_vectors_of_the_clone"],
    "share/viewproof/golden/*": ["it_has_the_vectors_of_the_clone", "every_link_of_a_document_leads_to_a_file"],
    "share/viewproof/conformance/*gate.toml": ["it_knows_of_each_subject_what_the_clone_knows"],
    "share/viewproof/conformance/*gate.lock": ["it_knows_of_each_subject_what_the_clone_knows"],
    "share/viewproof/conformance/[ls][id]*/*": [
        "init_writes_each_language", "every_link_of_a_document_leads_to_a_file",
        "every_subject_starts_or_names_the_command_that_installs_it", "no_file_is_missing_where_the_library_is_there"],
    "share/viewproof/conformance/schema/*": ["its_schemas_hold_of_what_it_writes"],
    "share/viewproof/conformance/subjects/*": ["no_file_is_missing_where_the_library_is_there", "torch_starts_on_a_device"],
    "share/viewproof/*": ["every_link_of_a_document_leads_to_a_file"],
    "share/man/*": ["it_has_the_manual_page"],
    "share/*": ["systems_find_what_it_says_of_itself"],
}


def is_red(place, test):
    """[where the archive lies, name of a test] -> whether it fails there"""
    kind = type("Archive", (release_test.Archive,), {"make": staticmethod(lambda _: place)})
    result = unittest.TestResult()
    with contextlib.redirect_stderr(io.StringIO()):
        unittest.TestSuite([kind(f"test_{test}")]).run(result)
    return not result.wasSuccessful()


@functools.lru_cache(maxsize=None)
def is_green_with_all(test):
    with tempfile.TemporaryDirectory() as folder:
        return not is_red(release_test.unpack(pathlib.Path(folder)), test)


def tests_of(name):
    """[file] -> names of tests, those that concern it first"""
    first = [test for glob, tests in CONCERN.items() if fnmatch.fnmatch(name, glob) for test in tests]
    every = [test.removeprefix("test_") for test in unittest.TestLoader().getTestCaseNames(release_test.Archive)]
    return list(dict.fromkeys(first + every))


@contextlib.contextmanager
def taken_out(path):
    away = path.rename(path.with_name(path.name + ".away"))
    try:
        yield
    finally:
        away.rename(path)


def bazel_is_red(workspace):
    return workspace.bazel("test", "//green:test", "--test_filter=permute/*")[0] != 0


def main():
    missed = 0
    bazel = functools.lru_cache(maxsize=None)(lambda: not bazel_is_red(workspace))
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(workspace_test.Workspace("archive")) as workspace:
        place = release_test.unpack(pathlib.Path(folder))
        names = sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())
        names = [name for name in names if not any(fnmatch.fnmatch(name, glob) for glob in DOCUMENTS)
                 and any(fnmatch.fnmatch(name, glob) for glob in GLOBS)]
        for name in names:
            if name in pack.BAZEL:
                assert bazel(), "workspace_test is red with all files"
                with taken_out(workspace.base / "unpacked" / name):
                    red = "workspace_test" if bazel_is_red(workspace) else None
            else:
                with taken_out(place / name):
                    red = next((test for test in tests_of(name) if is_red(place, test) and is_green_with_all(test)), None)
            missed += red is None
            print(f"{name}: {red or 'no test misses it'}", flush=True)
    print(f"{len(names)} files, {missed} that no test misses")
    sys.exit(missed != 0)


if __name__ == "__main__":
    main()
