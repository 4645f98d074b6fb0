"""How a test looks at pages in a real browser, which `tools/setup --subject browser` installs. VIEWPROOF_BROWSER=FOLDER names another
environment; VIEWPROOF_SCREENSHOTS=FOLDER keeps what was seen.

MISSING        why there is no browser here; or empty
browser()      a browser, for a `with`
faults(page)   what axe-core finds: (rule, where), but for what is minor
cut(page)      what of it a reader of this window cannot see, and has no sign of
shot(page, name)
"""
import contextlib
import os
import pathlib
import sys

PROGRAM = "/usr/bin/chromium-headless-shell"
# Bazel gives the tests .venv's interpreter; the environments of subjects lie beside it.
FOLDER = pathlib.Path(os.environ.get("VIEWPROOF_BROWSER") or pathlib.Path(sys.prefix).parent / ".subjects" / "browser")
AXE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
MISSING = "" if os.access(PROGRAM, os.X_OK) and AXE.exists() else "no browser here; tools/setup --subject browser installs it"
# A box that scrolls fades out at its edge; and its first column, which stays, leaves room for the others.
CUT = """() => {
  const found = [];
  const say = (e, what) => found.push(`${what}: ${e.tagName}.${e.className} ${e.textContent.trim().slice(0, 40)}`);
  const scrolls = (style) => ["auto", "scroll"].includes(style.overflowX);
  const isWithin = (e, is) => { for (let up = e; up; up = up.parentElement) if (is(getComputedStyle(up))) return true; };
  const isBeside = (e) => isWithin(e.parentElement, scrolls) || isWithin(e, (style) => style.position === "fixed");  // Or a drawer.
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const e of document.querySelectorAll("body *")) {
    if (e.clientWidth < 2 || !e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const style = getComputedStyle(e);
    if (e.getBoundingClientRect().right > innerWidth + 1 && !isBeside(e)) say(e, "beyond the window");
    if (e.scrollHeight > e.clientHeight + 1 && scrolls({overflowX: style.overflowY}) && style.getPropertyValue("--below") === "0px") say(e, "goes on below");
    if (e.scrollWidth <= e.clientWidth + 1) continue;
    if (["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis") say(e, "cut off");
    if (!scrolls(style)) continue;
    if (style.getPropertyValue("--right") === "0px") say(e, "no sign that it scrolls");
    for (const th of e.querySelectorAll("th")) {
      if (getComputedStyle(th).left === "0px" && th.offsetWidth > 0.6 * e.clientWidth) say(th, "covers the others");
    }
  }
  return found;
}"""


@contextlib.contextmanager
def browser():
    sys.path.insert(0, str(next(FOLDER.glob("lib/python3*/site-packages"))))
    from playwright.sync_api import sync_playwright  # pylint: disable=import-outside-toplevel
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        yield opened
        opened.close()


def faults(page):
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run({resultTypes: ['violations'], preload: false})")["violations"]
    return [(v["id"], v["nodes"][0]["target"]) for v in found if v["impact"] != "minor"]


def cut(page):
    return page.evaluate(CUT)


def shot(page, name):
    if folder := os.environ.get("VIEWPROOF_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
