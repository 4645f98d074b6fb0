"""The book as a reader has it: every link leads somewhere, every rule has its place, nothing is fetched; and in a real browser
the page "why is my view refused" says what `viewproof explain` says."""
import html.parser
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from beside import VIEWPROOF
from patience import cost

BROWSER = "/usr/bin/chromium-headless-shell"
HOME = pathlib.Path(sys.prefix).parent / ".subjects" / "browser"
FOLDER = pathlib.Path(os.environ.get("VIEWPROOF_BROWSER") or HOME)
AXE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"


class Page(html.parser.HTMLParser):
    """Addresses, ids and texts of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.fetched = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if "id" in named:
            if named["id"] in self.ids:
                raise AssertionError(f"id {named['id']} is there twice")
            self.ids.add(named["id"])
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if tag in ("img", "script", "iframe") and "src" in named:
            self.fetched.append(named["src"])


class Book(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.here = pathlib.Path(os.environ.get("VIEWPROOF_BOOK") or cls.folder.name)
        cls.seconds = cost(cls.write, "book", times=1)
        cls.pages = {path.name: path.read_text("utf-8") for path in cls.here.glob("*.html")}
        cls.read = {name: Page(text) for name, text in cls.pages.items()}

    @classmethod
    def write(cls):
        cls.said = subprocess.run([VIEWPROOF, "book", "--out", cls.here], check=True, text=True, stdout=subprocess.PIPE).stdout

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_it_replaces_a_book_and_nothing_else(self):
        with tempfile.TemporaryDirectory() as folder:
            def write():
                return subprocess.run([VIEWPROOF, "book", "--out", folder], check=False, text=True, capture_output=True)

            for name in ("index.html", "book.css", "why.html"):
                path = pathlib.Path(folder, name)
                path.write_text("mine\n", encoding="utf-8")
                done = write()
                self.assertEqual((done.returncode, os.listdir(folder), path.read_text(encoding="utf-8")), (2, [name], "mine\n"))
                self.assertIn(f"{path} is no ", done.stderr)
                path.unlink()
            self.assertEqual([write().returncode, write().returncode], [0, 0])

    def test_it_is_written_in_time(self):
        self.assertIn(f"{len(self.pages)} pages", self.said)
        if "compiled by" not in self.said:  # Else a compiler ran, too.
            self.assertLess(self.seconds, 10)

    def test_every_link_leads_somewhere(self):
        count = 0
        for name, page in self.read.items():
            for link in page.links:
                if link.startswith(("http://", "https://")):
                    continue
                file, _, anchor = link.partition("#")
                if name == "why.html" and ";" in anchor:
                    continue  # An example of its own.
                count += 1
                self.assertTrue((file or name) in self.read, f"{name}: {link}")
                if anchor:
                    self.assertTrue(anchor in self.read[file or name].ids, f"{name}: {link}")
        self.assertGreater(count, 2000)

    def test_nothing_is_fetched(self):
        for name, page in self.read.items():
            self.assertEqual(page.fetched, [], name)

    def test_no_markup_is_lost(self):
        for name, text in self.pages.items():
            self.assertNotIn("raw HTML omitted", text, name)
            self.assertNotRegex(re.sub(r"(?s)<(script|pre|code|svg).*?</\1>", "", text), r"`[a-z]|\]\(|\*\*[A-Z]", name)

    def test_every_op_and_rule_has_its_place(self):
        ops = subprocess.run([VIEWPROOF, "list", "ops"], check=True, text=True, stdout=subprocess.PIPE).stdout.split("\n")
        named = {line.split("(")[0].split()[0] for line in ops[1:] if line.strip()}
        self.assertGreaterEqual(len(named), 70)
        self.assertEqual({f"op-{op}.html" for op in named} - set(self.pages), set())
        spec = pathlib.Path("reference/SPEC.md").read_text("utf-8")
        rules = set(re.findall(r"(?m)^(?:- |\| |\d+\. )([a-z_A-Z]+\.[rdeiu]\d+) ", spec))
        self.assertGreater(len(rules), 400)
        placed = set().union(*(page.ids for page in self.read.values()))
        self.assertEqual(rules - placed, set())

    def test_an_op_has_pictures_vectors_and_libraries(self):
        page = self.pages["op-view.html"]
        self.assertIn("<svg", page)
        self.assertIn('<a href="op-view.html#view/infers-zero">', page)
        self.assertIn('<b class="rule" id="view.e5">view.e5</b>', page)
        self.assertRegex(page, r"\d+ vectors of golden/ end with it")
        self.assertIn("Which libraries differ", page)

    def test_in_a_browser(self):
        if not os.access(BROWSER, os.X_OK) or not AXE.exists():
            self.skipTest("no browser here; tools/setup --subject browser installs it")
        if "answers nothing" in self.said:
            self.skipTest("the book has no WebAssembly; tools/setup --wasm installs its compiler")
        sys.path.insert(0, str(next(FOLDER.glob("lib/python3*/site-packages"))))
        from playwright.sync_api import sync_playwright
        explained = subprocess.run([VIEWPROOF, "explain", "--sizes", "3,2", "--strides", "1,3", "--view", "6"], check=True, text=True,
                                   stdout=subprocess.PIPE, env=dict(os.environ, COLUMNS="200")).stdout
        sentence = re.search(r"view\(\[6\]\) needs one.*", explained)[0].strip()
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            for scheme, width in (("light", 1280), ("dark", 400)):
                page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
                errors = []
                page.on("pageerror", lambda error, to=errors: to.append(str(error)))
                page.on("console", lambda line, to=errors: to.append(line.text) if line.type == "error" else None)
                for name in ("index.html", "op-view.html", "matrix.html", "why.html"):
                    page.goto(f"file://{self.here}/{name}")
                    if name == "why.html":
                        page.wait_for_selector("#answer .verdict")
                    if os.environ.get("VIEWPROOF_SCREENSHOTS"):
                        page.screenshot(path=f"{os.environ['VIEWPROOF_SCREENSHOTS']}/{name}-{scheme}-{width}.png", full_page=name == "why.html")
                    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    self.assertLessEqual(overflow, 1, f"{name} at {width}")
                    page.add_script_tag(path=str(AXE))
                    found = page.evaluate("axe.run({resultTypes: ['violations'], preload: false})")["violations"]
                    self.assertEqual([(v["id"], v["nodes"][0]["target"]) for v in found if v["impact"] in ("serious", "critical")], [], name)
                said = page.locator("#answer").inner_text()
                self.assertIn(sentence, said)
                self.assertIn("view.e5", said)
                page.fill("#strides", "")
                self.assertIn("A view: sizes [6], strides [1], offset 0.", page.locator("#answer").inner_text())
                page.fill("#view", "4,-1")
                self.assertIn("view.e4", page.locator("#answer").inner_text())
                page.fill("#sizes", "9223372036854775807,2")
                self.assertIn("This is no tensor", page.locator("#answer").inner_text())
                self.assertEqual(errors, [])
                page.close()
            browser.close()
