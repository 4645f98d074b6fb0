"""The pages of reports in a real browser: all in one start. Without a browser it is skipped, by name.

Each defect that a review of the pages found has its check here, check_defect_N. These are held elsewhere:
 4  a lock that is missing           command_line_test: test_a_lock_that_is_missing_is_named
 6  conditions of a cause are true   diagnosis_test, too
 9  a command that is shown runs     command_line_test: test_a_shown_command_runs_again
16  the page why                     //tools/docs:book_test: check_defect_16
17  a glob that matches nothing      command_line_test: test_a_glob_that_matches_nothing_is_refused
18  README shows what is printed     readme_test: test_it_shows_what_the_program_prints"""
import ast
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree

from beside import BROKEN, REFERENCE, VIEWPROOF
import browsing
from browsing import cut, faults, shot

sys.path.append("tools/style")
import said as words_of_people  # noqa: E402

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 800}
MOST_NODES, MOST_BYTES, MOST_TIMES = 2_000, 3_000_000, 3
SCRIPT = {"EvaluateScript", "FunctionCall", "RunMicrotasks", "v8.compile", "TimerFire", "FireAnimationFrame"}
# Work of 400 ms, and how a page may come to it.
WORK = "{ const end = performance.now() + 400; while (performance.now() < end); }"
WAYS = {"at once": "work()", "of a timer": "setTimeout(work)", "of a frame": "requestAnimationFrame(work)",
        "after a stream": "new Response(new Blob(['x']).stream()).text().then(work)"}
OFFSET = {"facet": "strides", "step": 1, "op": "slice", "difference": "offset", "field": "offset", "expected": 2, "actual": 0}


def report(folder, bug):
    """A report of a broken adapter: its path, its page and what `report --json` says of it."""
    path = folder / f"{bug}.jsonl"
    broken = [sys.executable, BROKEN, bug, REFERENCE]
    subprocess.run([VIEWPROOF, "check", "--profile", "core", "--report", path, "--", *broken], stdout=subprocess.DEVNULL, check=False)
    files = [folder / f"{bug}.html", folder / f"{bug}.json"]
    subprocess.run([VIEWPROOF, "report", path, "--html", files[0], "--json", files[1]], stdout=subprocess.DEVNULL, check=True)
    return path, files[0], json.loads(files[1].read_text(encoding="utf-8"))


def rewritten(folder, name, change, **footer):
    """The report of a run in which nothing fails, and its page, with what change(records) gives instead: (report, page)"""
    whole, path, page = folder / "whole.jsonl", folder / f"{name}.jsonl", folder / f"{name}.html"
    if not whole.exists():
        subprocess.run([VIEWPROOF, "check", "reference", "--report", whole], stdout=subprocess.DEVNULL, check=True)
    header, *records, _ = map(json.loads, whole.read_text(encoding="utf-8").splitlines())
    text = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"
    records = change(records)
    lines = "".join(map(text, records))
    footer = {"run": "complete", "passed": 0, "skipped": 0, "failed": len(records), "green": False, "headline": "RED",
              "records": "sha256:" + hashlib.sha256(lines.encode()).hexdigest(), **footer}
    path.write_text(text(header) + lines + text({"footer": footer}), encoding="utf-8")
    subprocess.run([VIEWPROOF, "report", path, "--html", page], stdout=subprocess.DEVNULL, check=True)
    return path, page


def failing(record, **more):
    own = {key: record[key] for key in ("id", "dtype", "profile")}
    return own | {"verdict": "fail", "steps": 1, "elements": 4, "diffs": [OFFSET], "world": "expect", "order": False} | more


def many(folder, most):
    """The page of a report in which so many cases fail."""
    def change(records):
        records = records[:most]
        while len(records) < most:
            records.append(dict(records[len(records) - len(set(r["id"] for r in records))], dtype="uint16"))
        return list(map(failing, records))
    return rewritten(folder, most, change)[1]


def expect(what, seen, due):
    """Ends the test if something is not as it should be."""
    if seen != due:
        sys.exit(f"FAILED: {what}: expected {due!r}, saw {seen!r}")
    print("ok:", what)


def walk(page, data):
    """What a reader does, from the headline to the code of a failure."""
    new = data["counts"]["new"]
    shown = page.locator("#count").text_content
    expect("the headline says it", page.locator("h1").text_content(), "\u2717 Do not merge this")
    expect("the new failures are counted", page.locator(".counts .is-new b").first.text_content(), f"{new:,}")
    first = page.evaluate("['h1', '.counts', '#new h2', '#cause h2'].every(s => document.querySelector(s).getBoundingClientRect().bottom < innerHeight)")
    expect("the first screen answers without a scroll", first, True)
    expect("the list holds the new ones", shown().split(", in ")[0], f"{new:,} failures of {len(data['failures']):,}")
    page.keyboard.press("Enter")
    name = lambda failure: f"\u2717 {failure['record']['id']} ({failure['record']['dtype']})"
    expect("Enter opens the first failure", page.locator("#detail h3").text_content(), name(data["failures"][0]))
    expect("and its heading has the focus", page.evaluate("document.activeElement.tagName"), "H3")
    page.keyboard.press("j")
    rows = list(dict.fromkeys((f["record"]["id"], f["standing"], f["group"]) for f in data["failures"]))
    second = next(f for f in data["failures"] if (f["record"]["id"], f["standing"], f["group"]) == rows[1])
    expect("j goes on to the next vector", page.locator("#detail h3").text_content(), name(second))
    expect("the step that differs is marked", page.locator("#detail pre .here").count() >= 1, True)
    lit = page.locator(".fields tr.lit th").all_text_contents()
    diffs = second["record"]["diffs"]
    expect("only fields that differ are lit", lit, sorted({f"\u2260 {d['field']}" for d in diffs if d["step"] == diffs[0]["step"]}, key=lit.index))
    expect("both storages are drawn", page.locator(".pictures .strip").count(), 2)
    shown_items = page.locator("#detail dt").all_text_contents()
    expect("a failure has a command, a neighbour that passes and its group",
           [word for word in ("run it again", "passes", "its cause", "the case", "why") if not any(word in item for item in shown_items)], [])
    page.locator("#detail .copy[aria-label='copy the command']").click()
    page.wait_for_function("document.querySelector(\"#detail .copy[aria-label='copy the command']\").textContent === 'copied'")
    expect("the command can be copied", page.locator("#detail .copy[aria-label='copy the command']").text_content(), "copied")
    op = max(data["ops"], key=lambda op: data["ops"][op]["facets"].get("strides", [0, 0])[1])
    count = data["ops"][op]["facets"]["strides"][1]
    page.locator(f"#matrix a[aria-label^='{op}, strides:']").click()
    page.wait_for_function("count => document.querySelector('#count').textContent.startsWith(count + ' ')", arg=f"{count:,}")
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
    expect("and every group", (shows("#new tbody tr"), groups > 7), (groups, True))
    cut = page.evaluate("""[...document.querySelectorAll('pre, .scroll, .matrix, #list, #list button, #detail dd')]
        .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible'
                  || e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== 'visible').map(e => e.className || e.id || e.tagName)""")
    expect("nothing is cut off", cut, [])
    shot(page, "print")
    page.emulate_media(media="screen")
    page.evaluate("addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('details:not([open])').length; })")
    page.pdf(path=folder / "page.pdf", format="A4")
    expect("a PDF is made of it, all open", (page.evaluate("window.printed"), (folder / "page.pdf").stat().st_size > 10_000), (0, True))


def opened(browser, path):
    """[page] -> it as opened, CPU of its scripts until the first paint and in all, in seconds"""
    page = browser.new_page(viewport=WIDE)
    browser.start_tracing(page=page, categories=["devtools.timeline", "v8", "v8.execute", "loading", "blink.user_timing"])
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-ready]")
    page.wait_for_function("performance.getEntriesByName('first-paint').length")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    paint = next(e for e in events if e["name"] == "firstPaint")
    spans = sorted((e["ts"], -e["dur"], e.get("tdur", e["dur"])) for e in events
                   if e["name"] in SCRIPT and e.get("ph") == "X" and e["pid"] == paint["pid"])
    before = total = end = 0
    for begin, length, cpu in spans:
        if begin < end:  # It is a part of another one.
            continue
        end = begin - length
        total += cpu
        before += cpu if begin < paint["ts"] else 0
    return page, before / 1e6, total / 1e6


def check_size(browser, folder):
    """A page of 10,000 failures: its bytes, what it draws at first, and what its scripts do before something is seen."""
    failures = 10_000
    one, all_of_them = many(folder, 1), many(folder, failures)
    expect("10,000 failures are less than 3 MB", all_of_them.stat().st_size < MOST_BYTES, True)
    times = {one: [], all_of_them: []}
    for path in [one, all_of_them] * 3:
        page, before, total = opened(browser, path)
        times[path].append((before, total))
        if path == all_of_them:
            count = page.evaluate("(() => { const walker = document.createTreeWalker(document); let n = 1; while (walker.nextNode()) ++n; return n; })()")
            expect("all are there", page.locator("#count").text_content().startswith(f"{failures:,} failures of {failures:,}"), True)
            if count > MOST_NODES:
                sys.exit(f"FAILED: {count} nodes at load, {MOST_NODES} are due")
        page.close()
    least = {path: min(before for before, _ in seen) for path, seen in times.items()}
    print(f"scripts until the first paint: {least[one]:.4f} s for one failure, {least[all_of_them]:.4f} s for {failures:,}; "
          f"in all {min(t for _, t in times[all_of_them]):.2f} s; {count} nodes at load")
    most = MOST_TIMES * max(least[one], 0.001)
    expect("scripts take at most 3 times that of one failure until the first paint", least[all_of_them] <= most, True)
    for way, call in WAYS.items():
        slow = folder / "slow.html"
        slow.write_text(one.read_text(encoding="utf-8").replace("<body", f"<script>const work = () => {WORK};\n{call};</script>\n<body", 1), encoding="utf-8")
        page, before, total = opened(browser, slow)
        page.close()
        expect(f"and work {way} would be too much", (before if way == "at once" else total) > most + least[one], True)


def go(page, path, fragment=""):
    page.goto("about:blank")
    page.goto(path.as_uri() + fragment)
    page.wait_for_selector("body[data-ready]")


def in_view(page, where):
    return page.evaluate("where => { const box = document.querySelector(where).getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight; }", where)


def open_failure(page, path, record):
    go(page, path, "#case=" + urllib.parse.quote(f"{record['id']} ({record['dtype']})"))


def sample(failures, most=20):
    return failures[::max(1, len(failures) // most)]


def check_defect_1_actual_is_what_was_answered(page, path, data):
    """The column of what was given has what the record tells, and "not told" for all else."""
    for failure in sample([f for f in data["failures"] if f["record"].get("answers")]):
        record = failure["record"]
        first = record["diffs"][0]
        outcome = next(a["outcome"] for a in record["answers"] if a["step"] == first["step"])
        told = outcome["outputs"][first.get("output", 0)] if len(outcome.get("outputs", [])) > first.get("output", 0) else outcome
        open_failure(page, path, record)
        rows = page.evaluate("[...document.querySelectorAll('.fields tbody tr')].map(row => [...row.children].map(cell => cell.textContent))")
        for field, _, actual in rows:
            field = field.removeprefix("\u2260 ")
            if field in ("values", "error", "outputs") or field not in told:
                continue
            whose = (" (the base's)" if told[field] == 0 else " (another one)") if field == "storage" and isinstance(told[field], int) else ""
            if actual != json.dumps(told[field]).strip('"') + whose:
                sys.exit(f"FAILED: {record['id']}: {field} is {actual}, {told[field]} was answered")
        unknown = [actual for field, _, actual in rows if field.removeprefix("\u2260 ") not in told]
        if set(unknown) - {"not told", "not shown by it", "-", "false"}:
            sys.exit(f"FAILED: {record['id']}: {unknown} was not answered")
    print("ok: defect 1: what was given is what was answered")


def check_defect_2_a_death_comes_first(page, folder):
    """It died at step 2, and had answered wrongly at step 1."""
    died = {"verdict": "crash", "step": 2, "op": "select", "detail": "SIGABRT"}
    dead = "select/plane-of-an-empty-window"
    path = rewritten(folder, "died", lambda records: [failing(r, **died) if r["id"] == dead else failing(r)
                                                      for r in records if r["id"].startswith(("select/plane", "slice/"))])[1]
    for words in ("crash", "SIGABRT"):
        go(page, path, "#all")
        page.locator("#q").fill(words)
        expect(f"defect 2: a search for {words} finds the death", dead in page.locator("#list li").first.text_content(), True)
    page.locator("#list a.row").first.click()
    heading = page.locator("#detail .differs").first.text_content()
    expect("defect 2: it is told as one", ("SIGABRT" in heading or "dies" in heading or "ends the process" in heading, heading), (True, heading))
    expect("defect 2: and where", page.locator("#detail dt").first.text_content(), "how it ended, at step 2")
    expect("defect 2: the line that ended it is marked", page.locator("#detail pre .here").first.text_content().startswith("\u25b6 t2 ="), True)
    expect("defect 2: the gravest cause is the death", page.locator("#new tbody td.short").first.text_content(), "dies")
    check_no_word_of_the_judge(page, path)


def check_defect_3_reasons_are_on_the_page(page, known, reason):
    go(page, known)
    expect("each entry of the gate file has its reason", page.locator("#new").text_content().count(reason) > 0, True)


def check_defect_5_ops_are_those_at_fault(page, path, data):
    go(page, path)
    shown = page.locator("#matrix tbody th").all_text_contents()
    expect("the table has the ops at fault", set(shown) <= {f["op"] for f in data["failures"]}, True)


def check_defect_7_permalinks(page, path, data):
    """A link to a failure shows it, also one that the filter hides; an id that is not there is said to be missing; Back works."""
    last = data["failures"][-1]["record"]
    name = f"{last['id']} ({last['dtype']})"
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        go(page, path, "#case=" + urllib.parse.quote(name))
        expect("a permalink shows its failure", (in_view(page, "#detail h3"), name in page.locator("#detail h3").text_content()), (True, True))
        go(page, path, "#case=view/no-such (float32)")
        expect("an id that is not there is said to be missing", (in_view(page, "#detail h3"), page.locator("#detail h3").text_content()),
               (True, "view/no-such (float32) is not in this report"))
    page.set_viewport_size(WIDE)
    go(page, path)
    expect("each link leads somewhere", page.locator("a[href='#'], a:not([href])").count(), 0)
    first = page.locator("#list a.row").first
    first.click()
    seen = page.locator("#detail h3").text_content()
    page.locator("#detail a[rel=next]").click()
    page.wait_for_function("seen => document.querySelector('#detail h3').textContent !== seen", arg=seen)
    page.go_back()
    page.wait_for_function("seen => document.querySelector('#detail h3')?.textContent === seen", arg=seen)
    expect("Back shows what was open before", page.locator("#detail h3").text_content(), seen)
    expect("a link to the failure can be copied", page.locator("#detail .copy[aria-label='copy link: a link to this failure']").count(), 1)


def check_defect_6_the_cause_says_when(page, folder):
    """Each cause says when it fails, as the report has it proved, and counts what the list counts."""
    bug = {"bug": "write_lost", "condition": "operand: rank >= 3", "ops": ["slice"], "what": "an offset is left out", "when": "rank of the operand >= 3",
           "otherwise": "rank 0 to 2", "pass": 1_799}
    change = lambda records: list(map(failing, records[:300]))
    path, file = rewritten(folder, "proved", change, proved=[{"cause": 1, "explained": 290, "of": 300, "bugs": [bug]}])
    said = "an offset is left out if rank of the operand >= 3: 290 of 300; rank 0 to 2: 0 of 1,799"
    go(page, file)
    rows = page.locator("#new tbody tr").all_text_contents()
    expect("defect 6: a cause says when", ("when " + said in rows[0], "when " in "".join(rows[1:])), (True, False))
    printed = subprocess.run([VIEWPROOF, "report", path], capture_output=True, text=True, check=True).stdout
    expect("defect 6: and so does the terminal", said in " ".join(printed.split()), True)


def check_defect_8_a_case_is_copied_as_it_is(page, source, path, data, folder):
    """What the page and the Markdown have as text is what `explain` takes."""
    open_failure(page, path, data["failures"][0]["record"])
    text = page.locator("#detail dd:has(> .copy[aria-label='copy the case as text']) code").text_content()
    subprocess.run([VIEWPROOF, "explain", text], stdout=subprocess.DEVNULL, check=True)
    subprocess.run([VIEWPROOF, "report", source, "--markdown", folder / "r.md"], stdout=subprocess.DEVNULL, check=True)
    lines = [line for line in (folder / "r.md").read_text(encoding="utf-8").splitlines() if not line.startswith("|")]
    expect("defect 8: no \\| outside of tables", ([line for line in lines if "\\|" in line], any(text in line for line in lines)), ([], True))


def check_defect_9_a_shown_command_has_its_options(page, path):
    go(page, path)
    page.keyboard.press("Enter")
    shown = [text for text in page.locator("#detail code").all_text_contents() if "viewproof " in text]
    manual = pathlib.Path("tools/cli/COMMANDS.md").read_text(encoding="utf-8")
    for command in shown:
        verb, *words = command.partition("viewproof ")[2].partition(" -- ")[0].split()
        section = manual.partition(f"\n## {verb}\n")[2].partition("\n## ")[0]
        expect(f"defect 9: {command}", [word for word in words if word.startswith("--") and word not in section], [])
    expect("defect 9: a command is shown", bool(shown), True)


def check_defect_10_search(page, *paths):
    kinds = set()
    for path in paths:
        for kind, words in data_words(page, path).items():
            page.locator("#q").fill(words)
            expect(f"a search finds the {kind} {words!r}", page.locator("#count").text_content().startswith("0 "), False)
            kinds.add(kind)
    expect("each kind of text is searched", kinds, {"gravity", "difference", "rule"} | ({"message", "reason"} if paths[1:] else set()))


def data_words(page, path):
    """{what a reader searches for: the first one of the page}, of each kind that it has."""
    go(page, path, "#all")
    return page.evaluate("""() => {
        const first = of => data.failures.map(of).find(Boolean);
        return Object.fromEntries(Object.entries({
            gravity: document.querySelector("#new tbody td.short")?.textContent, difference: first(f => f.record.diffs[0].difference),
            rule: first(f => f.rules?.[0]), reason: data.known_reasons[0]?.reason,
            message: first(f => f.record.message)}).filter(([, words]) => words));
    }""")


def check_defect_11_diff_words(page, folder, path):
    """The page of a diff says expected and now, and shows how the smallest case of each cause fails."""
    before = folder / "core.jsonl"
    subprocess.run([VIEWPROOF, "check", "reference", "--profile", "core", "--report", before], stdout=subprocess.DEVNULL, check=True)
    out = folder / "diff.html"
    subprocess.run([VIEWPROOF, "diff", before, path, "--html", out], stdout=subprocess.DEVNULL, check=False)
    page.goto(out.as_uri())
    heads = page.locator("section thead").first.locator("th").all_text_contents()
    expect("a diff says what was expected and what is now", ("expected" in heads, "now" in heads, "due" in heads), (True, True, False))
    page.locator("details").first.evaluate("e => { e.open = true; }")
    page.wait_for_function("[...document.querySelectorAll('details[open] img')].some(i => i.naturalWidth > 0)")
    expect("axe-core finds nothing in a diff", faults(page), [])
    shot(page, "diff")
    return {"diff": out}


def check_defect_12_a_long_row_is_cut_with_a_mark(page, folder):
    """In an SVG nothing leaves the picture; and shades of grey tell its rows apart, as its text does to whoever hears it."""
    file = folder / "long.svg"
    explain = lambda *words: subprocess.run([VIEWPROOF, "explain", *words, "--svg", file], stdout=subprocess.PIPE, text=True, check=True).stdout
    for case, is_cut in (("float32[60]", False), ("float32[3,80]", True), ("float32[60] | fill_(7)", False), ("float32[2,90] | t()", True)):
        explain(case)
        page.goto(file.as_uri())
        width, outside, texts = page.evaluate("""(() => {
            const width = document.documentElement.viewBox.baseVal.width;
            const boxes = [...document.querySelectorAll('text, rect, path')].map(e => [e.getBBox(), e.textContent || e.tagName]);
            return [width, boxes.filter(([box]) => box.x < 0 || box.x + box.width > width).map(([, text]) => text), [...document.querySelectorAll('text')].map(e => e.textContent)];
        })()""")
        expect(f"defect 12: {case} is within {width} px", (outside, texts.count("+1") < 3), ([], True))
        # All is there, or in its place a mark or a sentence.
        expect("defect 12: what is cut is marked", not is_cut or any("\u2026" in text or "cell after cell" in text for text in texts), True)
    explain("float32[3,7] | t()")
    tree = xml.etree.ElementTree.parse(file)
    signs, cells, numbers, nodes = {}, 0, 0, [(e.tag.rpartition("}")[2], e) for e in tree.iter()]
    for (tag, rect), (_, text), (_, foot) in zip(nodes, nodes[1:], nodes[2:]):
        hue = re.search(r"\bh(\d)", rect.get("class", "")) if tag == "rect" else None
        if hue:
            signs.setdefault(hue[1], set()).add(foot.get("stroke-dasharray", "") if foot.get("class") == "s" else None)
            cells, numbers = cells + 1, numbers + (text.text or "").isdigit()
    expect("each colour has one sign of its own, and each cell a number", (len(signs), len(set().union(*signs.values())), numbers, cells > 42), (6, 6, cells, True))
    desc = next(tree.iter("{http://www.w3.org/2000/svg}desc")).text
    expect("the picture is told in words", (tree.getroot().get("role"), "elements 0 to 20 lie in cells 0, 7, 14, 1, 8, 15," in desc), ("img", True))


def check_defect_13_numbers_are_whole(page, path, data):
    """At 390 px no number of the walk is broken, and nothing is cut without a bar to scroll it."""
    with_picture = next(f["record"] for f in data["failures"] if f.get("pictures"))
    page.set_viewport_size(NARROW)
    go(page, path, "#case=" + urllib.parse.quote(f"{with_picture['id']} ({with_picture['dtype']})"))
    broken = page.evaluate("[...document.querySelectorAll('.walk i, .walk b')].filter(e => e.getClientRects().length > 1).length")
    expect("no number is broken", broken, 0)
    cut = page.evaluate("[...document.querySelectorAll('main *')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth && getComputedStyle(e).overflowX === 'hidden').length")
    expect("nothing is cut without a sign", (cut, page.evaluate("document.documentElement.scrollWidth <= innerWidth")), (0, True))
    page.set_viewport_size(WIDE)


def check_defect_14_what_is_said_is_so(page, path, data):
    """No sentence beside a table denies what the table has; none draws a conclusion from what was not told."""
    for failure in sample(data["failures"]):
        open_failure(page, path, failure["record"])
        rows = dict(page.evaluate("[...document.querySelectorAll('.fields tbody tr')].map(r => [r.children[0].textContent.replace('\u2260 ', ''), r.children[2].textContent])"))
        is_told = all(rows.get(field, "-")[:1] in "[0123456789" for field in ("strides", "offset"))
        said = page.locator("#detail").inner_text()
        expect(failure["record"]["id"], (is_told and "was not told" in said.partition("the storage, twice")[2].partition("expected, in PyTorch")[0],
                                         not is_told and "outside of its storage" in said,
                                         "the report has no code" in said and any(f.get("own") for f in data["failures"] if f["group"] == failure["group"])),
               (False, False, False))


def check_defect_15_wide_tables_are_whole(page, folder, path):
    pages = {}
    for name, words in (("matrix", ["matrix", path, folder / "core.jsonl"]), ("trend", ["trend", *[folder / "core.jsonl"] * 2])):
        pages[name] = folder / f"{name}.html"
        subprocess.run([VIEWPROOF, *words, "--html", pages[name]], stdout=subprocess.DEVNULL, check=False)
        for size in ({"width": 1400, "height": 900}, NARROW):
            page.set_viewport_size(size)
            page.goto(pages[name].as_uri())
            expect(f"defect 15: the {name} page is whole at {size['width']}", (cut(page), page.locator("tbody tr").count() > 0), ([], True))
        page.locator("thead th button").first.click()
        expect("a head sorts its table", page.locator("th[aria-sort]").count(), 1)
    page.set_viewport_size(WIDE)
    return pages


def check_defect_17_where_it_fails(page, path):
    """An op that passes ranks 3 to 5 does not fail "from rank 1 to rank 6"."""
    go(page, path)
    ranks = {1: 10, 2: 1, 3: 0, 4: 0, 5: 0, 6: 5}
    page.evaluate("""ranks => {
        data.ops = {slice: {cell: [60, 16, 0, 0], in_its_vectors: 16, facets: {},
                            conditions: Object.fromEntries(Object.entries(ranks).map(([rank, bad]) => ["rank " + rank, [10, bad, 0, 0]]))}};
        drawMatrix("rank");
    }""", ranks)
    expect("defect 17: where it fails", page.locator("#matrix td.begins").text_content(), "rank 1 to rank 2, rank 6")


def check_words(page, path, data):
    """Each facet and each gravity says what it means."""
    go(page, path)
    explained = page.evaluate("[...document.querySelectorAll('#new td.short, #matrix thead th.n')].map(e => [e.textContent, Boolean(e.title || e.querySelector('[title]'))])")
    expect("facets and gravities have a title", [text for text, has in explained if not has and text not in ("crash", "timeout", "protocol_error")], [])
    expect("all of them", {g["gravity"] for g in data["groups"]} | {"shape", "values"} <= {text for text, _ in explained}, True)


def check_no_word_of_the_judge(page, path):
    """What is said of a failure has none outside of code, also where it comes from the data."""
    go(page, path, "#all")
    for name in sample(page.evaluate("data.failures.map(nameOf)")):
        go(page, path, "#case=" + urllib.parse.quote(name))
        page.add_style_tag(content="#detail code, #detail pre { display: none; }")
        page.evaluate("document.querySelectorAll('#detail details').forEach((details) => { details.open = true; })")
        text = page.locator("#detail").inner_text()
        expect(f"{name} is told in plain words", (" difference" in text, words_of_people.problems(text)), (True, []))


def check_pictures(page, path, data):
    """A picture is right in shades of grey, and for whoever hears the page."""
    open_failure(page, path, next(f["record"] for f in data["failures"] if -1 not in f.get("pictures", [-1])))
    pictures = page.evaluate("""[...document.querySelectorAll('.pictures [role=img]')].map(picture => [picture.getAttribute('aria-label'),
        [...picture.querySelectorAll('td, .strip small, .mark')].map(cell => cell.textContent)])""")
    expect("a picture says what it shows", [words for words, cells in pictures if [cell for cell in cells if cell not in re.split(r"[ ;:]+", words)]], [])
    expect("storage and elements of both sides are pictures", len(pictures), 4)
    for where in (".mark", ".grid td"):
        styles = page.evaluate("""where => [0, 1, 2, 3, 4, 5].map(hue => {
            const cell = document.querySelector('.pictures ' + where);
            cell.className = cell.className.replace(/hue\\d|lit/g, '') + ' hue' + hue;
            return getComputedStyle(cell).borderBottomStyle;
        })""", where)
        expect(f"each colour of {where} has a sign", len(set(styles)), 6)


def check_every_page(browser, pages):
    """At 390 px nothing is cut without a sign; and axe-core finds nothing, wide or narrow, light or dark."""
    for name, address in pages.items():
        for size, scheme in ((WIDE, "light"), (NARROW, "light"), (NARROW, "dark")):
            page = browser.new_page(viewport=size, color_scheme=scheme)
            page.goto(address)
            page.wait_for_selector("body[data-ready], .sorts")
            expect(f"axe-core finds nothing in {name}, {scheme}, {size['width']} px", faults(page), [])
            expect(f"nothing of {name} is cut without a sign at {size['width']} px", cut(page), [])
            shot(page, f"{name}-{scheme}-{size['width']}")
            page.close()


def visit():
    """All that a browser sees."""
    with tempfile.TemporaryDirectory() as name, browsing.browser() as browser:
        folder = pathlib.Path(name)
        source, path, data = report(folder, "IsOffByOne")
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
        code = page.locator("#detail dd code").all_text_contents()
        expect("no backtick of Markdown is seen", ("`" in page.locator("#detail").text_content(), len(code) > 2), (False, True))
        compare_pictures(page, data, source, folder)
        check_print(page, folder)
        check_size(browser, folder)
        known = folder / "known.html"
        if importlib.util.find_spec("numpy"):
            subprocess.run([VIEWPROOF, "check", "numpy", "--only", "flatten/*", "imag/*", "expand/*", "--html", known],
                           stdout=subprocess.DEVNULL, check=False, env=os.environ | {"VIEWPROOF_PYTHON": sys.executable})
            check_defect_3_reasons_are_on_the_page(page, known, "flatten takes no dimensions")
            check_no_word_of_the_judge(page, known)
        check_defect_1_actual_is_what_was_answered(page, path, data)
        check_defect_2_a_death_comes_first(page, folder)
        check_defect_5_ops_are_those_at_fault(page, path, data)
        check_defect_6_the_cause_says_when(page, folder)
        check_defect_7_permalinks(page, path, data)
        check_defect_8_a_case_is_copied_as_it_is(page, source, path, data, folder)
        check_defect_9_a_shown_command_has_its_options(page, path)
        check_defect_10_search(page, *filter(pathlib.Path.exists, (path, known)))
        pages = check_defect_11_diff_words(page, folder, source)
        check_defect_12_a_long_row_is_cut_with_a_mark(page, folder)
        check_defect_13_numbers_are_whole(page, path, data)
        check_defect_14_what_is_said_is_so(page, path, data)
        pages |= check_defect_15_wide_tables_are_whole(page, folder, source)
        check_defect_17_where_it_fails(page, path)
        check_words(page, path, data)
        check_no_word_of_the_judge(page, path)
        check_pictures(page, path, data)
        pages = {name: file.as_uri() for name, file in (pages | {"report": path, "green": folder / "green.html", "many-causes": folder / "AnswersThePreviousCase.html"}).items()}
        subprocess.run([VIEWPROOF, "report", folder / "whole.jsonl", "--html", folder / "green.html"], stdout=subprocess.DEVNULL, check=True)
        first = next(f["record"] for f in data["failures"] if f.get("pictures"))
        pages["failure"] = pages["report"] + "#case=" + urllib.parse.quote(f"{first['id']} ({first['dtype']})")
        check_every_page(browser, pages)
        expect("no console error, and no request", said, [])


class Page(unittest.TestCase):
    def test_in_a_browser(self):
        if browsing.MISSING:
            self.skipTest(browsing.MISSING)
        visit()

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "no NumPy here")
    def test_the_code_of_a_failure_fails(self):
        """What the page shows as the library's own code raises there, by its assertion or by itself; that of PyTorch is Python."""
        right = pathlib.Path("conformance/libraries/numpy/numpy_adapter.py").read_text(encoding="utf-8")
        bugs = {'"x.swapaxes({dim0}, {dim1})"': '"x.swapaxes({dim0}, {dim1}) if {dim0} >= 0 else x"', '"x.fill({value})"': '"x.fill({value}) if x.ndim < 3 else None"',
                '"x.diagonal({offset}, {dim1}, {dim2})"': '"x.diagonal({offset}, {dim1}, {dim2}).copy()"'}
        for line, wrong in bugs.items():
            self.assertIn(line, right)
            right = right.replace(line, wrong)
        with tempfile.TemporaryDirectory() as name:
            adapter, data = pathlib.Path(name, "adapter.py"), pathlib.Path(name, "r.json")
            adapter.write_text(right, encoding="utf-8")
            only = [word for op in ("transpose/dim0*", "fill_/contiguous*", "diagonal/dim1*") for word in ("--only", op)]
            report_path = pathlib.Path(name, "r.jsonl")
            subprocess.run([VIEWPROOF, "check", *only, "--report", report_path, "--", sys.executable, adapter], stdout=subprocess.DEVNULL, check=False,
                           env=os.environ | {"PYTHONPATH": os.path.abspath("conformance/sdk/python")})
            subprocess.run([VIEWPROOF, "report", report_path, "--json", data], stdout=subprocess.DEVNULL, check=True)
            failures = json.loads(data.read_text(encoding="utf-8"))["failures"]
        for failure in failures:
            ast.parse("\n".join(failure["code"]))
        own = ["\n".join(failure["own"]) for failure in failures if "assert" in str(failure.get("own"))
               and failure["record"]["diffs"][0]["difference"] not in ("error_for_ok", "kind")]
        self.assertGreaterEqual(len(own), 3)
        for code in own:
            with self.subTest(code), self.assertRaises(AssertionError):
                exec(code, {"np": importlib.import_module("numpy")})  # pylint: disable=exec-used
