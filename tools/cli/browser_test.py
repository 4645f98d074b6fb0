"""The page of a report in a real browser: all in one start. Without a browser it is SKIPPED, by name, and counted.

    browser_test.py VIEWPROOF BROKEN_ADAPTER REFERENCE_ADAPTER

`tools/setup --subject browser` installs what it needs. VIEWPROOF_BROWSER=FOLDER names another environment.
VIEWPROOF_SCREENSHOTS=FOLDER keeps what was seen.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

VIEWPROOF = os.path.abspath(sys.argv[1])
BROWSER = "/usr/bin/chromium-headless-shell"
# Bazel gives the tests .venv's interpreter; the environments of subjects lie beside it.
HOME = pathlib.Path(sys.prefix).parent / ".subjects" / "browser"
FOLDER = pathlib.Path(os.environ.get("VIEWPROOF_BROWSER") or HOME)
AXE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 400, "height": 800}


def report(folder):
    """A report with new failures of several ops, and what `report --json` says of it."""
    path = folder / "report.jsonl"
    broken = [sys.executable, os.path.abspath(sys.argv[2]), "IsOffByOne", os.path.abspath(sys.argv[3])]
    subprocess.run([VIEWPROOF, "check", "--profile", "core", "--report", path, "--", *broken], stdout=subprocess.DEVNULL, check=False)
    files = [folder / "page.html", folder / "data.json"]
    subprocess.run([VIEWPROOF, "report", path, "--html", files[0], "--json", files[1]], stdout=subprocess.DEVNULL, check=True)
    return files[0], json.loads(files[1].read_text(encoding="utf-8"))


def expect(what, seen, due):
    """Ends the test if something is not as it should be."""
    if seen != due:
        sys.exit(f"FAILED: {what}: expected {due!r}, saw {seen!r}")
    print("ok:", what)


def shot(page, name):
    folder = os.environ.get("VIEWPROOF_SCREENSHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")


def faults(page):
    """The serious faults that axe-core finds."""
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [(v["id"], v["nodes"][0]["target"]) for v in found if v["impact"] in ("serious", "critical")]


def walk(page, data):
    """What a reader does, from the headline to the code of a failure."""
    new = data["counts"]["new"]
    shown = page.locator("#count").text_content
    expect("the headline says it", page.locator("h1").text_content(), "\u2717 Do not merge this")
    expect("the new failures are counted", page.locator(".counts .is-new b").first.text_content(), f"{new:,}")
    first = page.evaluate("['h1', '.counts', '#new h2', '#cause h2'].every(s => document.querySelector(s).getBoundingClientRect().bottom < innerHeight)")
    expect("the first screen answers without a scroll", first, True)
    expect("the list holds the new ones", shown(), f"{new:,} failures of {len(data['failures']):,}")
    page.keyboard.press("Enter")
    name = lambda failure: f"\u2717 {failure['record']['id']} ({failure['record']['dtype']})"
    expect("Enter opens the first failure", page.locator("#detail h3").text_content(), name(data["failures"][0]))
    expect("and its heading has the focus", page.evaluate("document.activeElement.tagName"), "H3")
    page.keyboard.press("j")
    expect("j goes on", page.locator("#detail h3").text_content(), name(data["failures"][1]))
    expect("the step that differs is marked", page.locator("#detail pre .here").count() >= 1, True)
    lit = page.locator(".fields tr.lit th").all_text_contents()
    diffs = data["failures"][1]["record"]["diffs"]
    expect("only fields that differ are lit", lit, sorted({f"\u2260 {d['field']}" for d in diffs if d["step"] == diffs[0]["step"]}, key=lit.index))
    expect("both storages are drawn", page.locator(".pictures .cells:not(.grid)").count(), 2)
    op = max(data["ops"], key=lambda op: data["ops"][op]["facets"].get("strides", [0, 0])[1])
    count = data["ops"][op]["facets"]["strides"][1]
    page.locator(f"#matrix button[aria-label^='{op}, strides:']").click()
    expect("a cell of the matrix filters", shown().split(" ")[0], f"{count:,}")
    url = page.url
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect("the fragment keeps the filter", (page.url, shown().split(" ")[0]), (url, f"{count:,}"))
    page.keyboard.press("/")
    page.keyboard.type("no such text")
    expect("/ searches", shown().split(" ")[0], "0")


def main():
    if not (pathlib.Path(BROWSER).exists() and AXE.exists() and (FOLDER / "bin" / "python").exists()):
        return skip()
    if not FOLDER.samefile(sys.prefix):
        # In an environment that has playwright; which one follows from the whole path of its interpreter.
        python = str(FOLDER / "bin" / "python")
        return os.execv(python, [python, *sys.argv])
    from playwright.sync_api import sync_playwright  # pylint: disable=import-outside-toplevel
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        path, data = report(pathlib.Path(name))
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        said = []
        page = browser.new_page(viewport=WIDE, color_scheme="light")
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: request.url.startswith(("file:", "blob:")) or said.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        paint = page.evaluate("performance.getEntriesByName('first-paint')[0].startTime")
        print(f"first paint after {paint:.0f} ms")
        shot(page, "wide-light")
        walk(page, data)
        page.goto("about:blank")
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.keyboard.press("Enter")
        expect("axe-core finds no serious fault", faults(page), [])
        shot(page, "wide-light-failure")
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size(NARROW)
        expect("nor in the dark, where it is narrow", faults(page), [])
        expect("nothing is wider than the window", page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)
        shot(page, "narrow-dark-failure")
        expect("no console error, and no request", said, [])
        browser.close()
    return 0


def skip():
    """Says so where tools/test counts it."""
    why = "browser_test: no browser here; tools/setup --subject browser installs it"
    print("SKIPPED", why)
    output = os.environ.get("XML_OUTPUT_FILE")
    if output:
        pathlib.Path(output).write_text(
            '<testsuites><testsuite name="browser_test" tests="1" skipped="1"><testcase name="page" classname="browser_test">'
            f'<skipped message="{why}"/></testcase></testsuite></testsuites>', encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
