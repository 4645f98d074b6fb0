"""The page of a report in a real browser: all in one start. Without a browser it is skipped, by name.

`tools/setup --subject browser` installs what it needs. VIEWPROOF_BROWSER=FOLDER names another environment.
VIEWPROOF_SCREENSHOTS=FOLDER keeps what was seen."""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from beside import BROKEN, REFERENCE, VIEWPROOF
from patience import QUICK, yardstick

BROWSER = "/usr/bin/chromium-headless-shell"
# Bazel gives the tests .venv's interpreter; the environments of subjects lie beside it.
HOME = pathlib.Path(sys.prefix).parent / ".subjects" / "browser"
FOLDER = pathlib.Path(os.environ.get("VIEWPROOF_BROWSER") or HOME)
AXE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 400, "height": 800}


def report(folder, bug):
    """A report of a broken adapter: its path, its page and what `report --json` says of it."""
    path = folder / f"{bug}.jsonl"
    broken = [sys.executable, BROKEN, bug, REFERENCE]
    subprocess.run([VIEWPROOF, "check", "--profile", "core", "--report", path, "--", *broken], stdout=subprocess.DEVNULL, check=False)
    files = [folder / f"{bug}.html", folder / f"{bug}.json"]
    subprocess.run([VIEWPROOF, "report", path, "--html", files[0], "--json", files[1]], stdout=subprocess.DEVNULL, check=True)
    return path, files[0], json.loads(files[1].read_text(encoding="utf-8"))


def many(folder):
    """The page of a report in which each of 10,000 cases fails."""
    path = folder / "many.jsonl"
    subprocess.run([VIEWPROOF, "check", "reference", "--report", path], stdout=subprocess.DEVNULL, check=True)
    header, *records, _ = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    difference = {"facet": "strides", "step": 1, "op": "slice", "difference": "offset", "field": "offset", "expected": 2, "actual": 0}
    failing = {"verdict": "fail", "steps": 1, "elements": 4, "diffs": [difference], "world": "expect", "order": False}
    text = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"
    lines = "".join(text({key: r[key] for key in ("id", "dtype", "profile")} | failing) for r in records)
    footer = {"run": "complete", "passed": 0, "skipped": 0, "failed": len(records), "green": False, "headline": "RED",
              "records": "sha256:" + hashlib.sha256(lines.encode()).hexdigest()}
    path.write_text(text(header) + lines + text({"footer": footer}), encoding="utf-8")
    subprocess.run([VIEWPROOF, "report", path, "--html", folder / "many.html"], stdout=subprocess.DEVNULL, check=True)
    return folder / "many.html", len(records)


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
    expect("both storages are drawn", page.locator(".pictures .strip").count(), 2)
    shown_items = page.locator("#detail dt").all_text_contents()
    expect("a failure has a command, a neighbour that passes and its group",
           [word for word in ("run it again", "passes", "its group", "the case", "why") if not any(word in item for item in shown_items)], [])
    page.locator("#detail .copy[aria-label='copy the command']").click()
    page.wait_for_function("document.querySelector(\"#detail .copy[aria-label='copy the command']\").textContent === 'copied'")
    expect("the command can be copied", page.locator("#detail .copy[aria-label='copy the command']").text_content(), "copied")
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


def cells_of_explain(failure, path, folder):
    """The cells of a failure's tensor, expected and given, in the picture that explain draws; None: "as base"."""
    file = folder / "a.svg"
    subprocess.run([VIEWPROOF, "explain", failure["record"]["id"], "--report", path, "--svg", file], stdout=subprocess.DEVNULL, check=True)
    first = failure["record"]["diffs"][0]
    cells, at = {"expected": [], "got": []}, None
    for text in xml.etree.ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text"):
        head = re.match(r"(expected|got): step (\d+)(?:, output (\d+))?,", text.text or "")
        if head:
            at = cells[head[1]] if (int(head[2]), int(head[3] or 0)) == (first["step"], first.get("output", 0)) else None
        elif "h" in text.get("class", "").split():
            at = None
        elif at is not None and (text.text or "").startswith("as "):
            at.append(None)
        elif at is not None and "m" in text.get("class", "").split():
            at.append(text.text)
    return [None if side == [None] else side for side in (cells["expected"], cells["got"])]


def compare_pictures(page, data, path, folder):
    """That the page draws what explain draws: cell for cell, and lit where the two differ."""
    own = {v["id"]: v["dtype"] for v in (f["record"] for f in data["failures"])}
    drawn = [f for f in data["failures"] if f.get("pictures") and -1 not in f["pictures"] and f["pictures"][0] != f["pictures"][1]
             and own[f["record"]["id"]] == f["record"]["dtype"]]
    seen = 0
    for failure in drawn[::max(1, len(drawn) // 60)]:
        name = f"{failure['record']['id']} ({failure['record']['dtype']})"
        page.evaluate("name => { location.hash = 'case=' + encodeURIComponent(name); }", name)
        page.wait_for_function("name => document.querySelector('#detail h3')?.textContent.endsWith(name)", arg=name)
        sides = page.evaluate("""[...document.querySelectorAll('.pictures > div')].map(side =>
            [...side.querySelectorAll('.grid td')].map(cell => [cell.textContent.replace('\\u2260', '').replace('...', '.'), cell.className === 'lit']))""")
        shown = [[cell for cell, _ in side] for side in sides]
        explained = cells_of_explain(failure, path, folder)
        if [a if b is None else b for a, b in zip(shown, explained)] != shown:
            sys.exit(f"FAILED: {name}: the page draws {shown}, explain {explained}")
        if len(shown[0]) == len(shown[1]):
            due = [a != b for a, b in zip(*shown)]
            for side in sides:
                if [lit for _, lit in side] != due and len(data["layouts"][failure["pictures"][0]]["planes"]) == 1:
                    sys.exit(f"FAILED: {name}: lit {side}, due {due}")
        seen += None not in explained
    expect("the page draws what explain draws", seen > 20, True)


def check_print(page, folder):
    """That paper has all groups, no controls and no text that is cut off."""
    page.goto(report(folder, "AnswersThePreviousCase")[1].as_uri())
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("Enter")
    page.emulate_media(media="print")
    shows = lambda where: page.evaluate("where => [...document.querySelectorAll(where)].filter(e => e.checkVisibility() && e.offsetHeight > 0).length", where)
    expect("paper has no controls", shows("input, select, .copy, #chips button, summary"), 0)
    groups = page.evaluate("document.querySelectorAll('#new tbody tr').length")
    expect("and every group", (shows("#new tbody tr"), groups > 8), (groups, True))
    cut = page.evaluate("""[...document.querySelectorAll('pre, .scroll, .matrix, #list, #list button, #detail dd')]
        .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible'
                  || e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== 'visible').map(e => e.className || e.id || e.tagName)""")
    expect("nothing is cut off", cut, [])
    shot(page, "print")
    page.emulate_media(media="screen")
    page.evaluate("addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('details:not([open])').length; })")
    page.pdf(path=folder / "page.pdf", format="A4")
    expect("a PDF is made of it, all open", (page.evaluate("window.printed"), (folder / "page.pdf").stat().st_size > 10_000), (0, True))


def check_speed(browser, path, failures):
    """That opening the page takes the browser's thread at most a second of CPU, and that something is painted before all is made."""
    seconds, shares = [], []
    for _ in range(5):
        slow = max(1, yardstick() / QUICK)  # Beside a quick machine's.
        page = browser.new_page(viewport=WIDE)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        opened = page.evaluate("performance.now()")
        expect("all are there", page.locator("#count").text_content(), f"{failures:,} failures of {failures:,}")
        page.wait_for_function("performance.getEntriesByName('first-paint').length")
        shares.append(page.evaluate("performance.getEntriesByName('first-paint')[0].startTime") / opened)
        taken = {metric["name"]: metric["value"] for metric in devtools.send("Performance.getMetrics")["metrics"]}
        seconds.append(taken["TaskDuration"] / slow)
        page.close()
    print(f"{failures:,} failures open in {min(seconds):.2f} s of CPU; the first paint is after {min(shares):.0%} of the time")
    expect("10,000 failures open within a second of CPU", min(seconds) < 1, True)
    expect("something is painted first", min(shares) < 0.75, True)


def visit():
    """All that a browser sees."""
    sys.path.insert(0, str(next(FOLDER.glob("lib/python3*/site-packages"))))
    from playwright.sync_api import sync_playwright  # pylint: disable=import-outside-toplevel
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = pathlib.Path(name)
        source, path, data = report(folder, "IsOffByOne")
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        said = []
        page = browser.new_page(viewport=WIDE, color_scheme="light")
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: request.url.startswith(("file:", "blob:")) or said.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        shot(page, "wide-light")
        walk(page, data)
        page.goto("about:blank")
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.keyboard.press("Enter")
        expect("axe-core finds no serious fault", faults(page), [])
        shot(page, "wide-light-failure")
        code = page.locator("#detail dd code").all_text_contents()
        expect("no backtick of Markdown is seen", ("`" in page.locator("#detail").text_content(), len(code) > 2), (False, True))
        compare_pictures(page, data, source, folder)
        check_print(page, folder)
        check_speed(browser, *many(folder))
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.keyboard.press("Enter")
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size(NARROW)
        expect("nor in the dark, where it is narrow", faults(page), [])
        expect("nothing is wider than the window", page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)
        shot(page, "narrow-dark-failure")
        expect("no console error, and no request", said, [])
        browser.close()


class Page(unittest.TestCase):
    def test_in_a_browser(self):
        if not (pathlib.Path(BROWSER).exists() and AXE.exists()):
            self.skipTest("no browser here; tools/setup --subject browser installs it")
        visit()
