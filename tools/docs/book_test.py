"""The book as a reader has it: every link leads somewhere, every rule has its place, nothing is fetched; and in a real browser
the page "why is my view refused" says what `viewproof explain` says. And the manual page. Without Sphinx it is skipped, by name.

`tools/setup --subject docs` installs what it needs. VIEWPROOF_BOOK=FOLDER names one that tools/docs/build wrote."""
import html
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import browsing
from beside import VIEWPROOF
from patience import cost

SPHINX = pathlib.Path(sys.prefix).parent / ".subjects" / "docs" / "bin" / "python"
NO_WASM = 3  # build_wasm ends so.
sys.path.append("tools/matrix_page")
import bugs  # noqa: E402


def compiled(answer):
    """-> [answer.wasm], or [] where there is no compiler of it"""
    status = subprocess.run(["tools/docs/build_wasm", answer], check=False).returncode
    return [answer] if status != NO_WASM else []


def build(out, answer):
    """Writes the book, with answer.wasm if it is there."""
    done = subprocess.run([SPHINX, "-B", "tools/docs/book.py", VIEWPROOF, out, *answer], check=False, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


def words(page):
    """[HTML] -> its text"""
    return html.unescape(re.sub(r"<[^>]*>", "", page))


class Page(html.parser.HTMLParser):
    """Addresses, ids and texts of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.fetched, self.own, self.is_own = [], set(), [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if "id" in named:
            if named["id"] in self.ids:
                raise AssertionError(f"id {named['id']} is there twice")
            self.ids.add(named["id"])
        self.is_own |= tag == "article"
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
            if self.is_own:  # Not in what stands beside each page.
                self.own.append(named["href"])
        if tag in ("img", "script", "iframe", "link"):
            self.fetched += [named[key] for key in ("src", "href") if key in named]

    def handle_endtag(self, tag):
        self.is_own &= tag != "article"


class Book(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if "VIEWPROOF_BOOK" not in os.environ and not SPHINX.exists():
            raise unittest.SkipTest("there is no Sphinx here; tools/setup --subject docs installs it")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.share = pathlib.Path(os.environ.get("VIEWPROOF_BOOK") or cls.folder.name)
        cls.here = cls.share / "viewproof" / "book"
        is_given = "VIEWPROOF_BOOK" in os.environ
        answer = [] if is_given else compiled(cls.share / "answer.wasm")
        cls.has_answers = is_given or bool(answer)
        cls.seconds = 0 if is_given else cost(lambda: build(cls.share, answer), "book", times=1)
        cls.pages = {path.name: path.read_text("utf-8") for path in cls.here.glob("*.html")}
        cls.read = {name: Page(text) for name, text in cls.pages.items()}

    def test_it_is_written_in_time(self):
        self.assertLess(self.seconds, 90)

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

    def test_every_page_is_linked_from_another(self):
        met, found = {"index.html"}, ["index.html"]
        while found:
            links = {link.partition("#")[0] for link in self.read[found.pop()].own}
            found += [name for name in links if name in self.read and name not in met]
            met |= links
        self.assertEqual(set(self.read) - met - {"search.html", "genindex.html"}, set())

    def test_every_address_is_a_link(self):
        for name, text in self.pages.items():
            bare = re.sub(r"(?s)<(script|style|pre|code|a|svg)\b.*?</\1>|<[^>]*>", "", text)
            self.assertNotRegex(bare, r"https?://", name)

    def test_nothing_is_fetched(self):
        for name, page in self.read.items():
            for address in page.fetched:
                self.assertTrue((self.here / address.partition("?")[0].partition("#")[0]).exists(), f"{name}: {address}")
        for path in self.here.rglob("*.css"):
            self.assertEqual(re.findall(r"url\(['\"]?https?:[^)]*|@import[^;]*", path.read_text("utf-8")), [], path)

    def test_no_markup_is_lost(self):
        for name, text in self.pages.items():
            self.assertNotRegex(re.sub(r"(?s)<(script|pre|code|svg).*?</\1>", "", text), r"`[a-z]|\]\(|\*\*[A-Z]", name)

    def test_every_op_and_rule_has_its_place(self):
        ops = subprocess.run([VIEWPROOF, "list", "ops", "--format", "names"], check=True, text=True, stdout=subprocess.PIPE).stdout
        named = set(ops.split())
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
        self.assertIn('href="#view/infers-zero"', page)
        self.assertIn('id="view/infers-zero"', page)
        self.assertIn('<strong class="rule" id="view.e5">view.e5</strong>', page)
        self.assertRegex(self.pages["protocol.html"] + self.pages["concepts.html"], 'href="op-[a-z_]+.html#[a-z_]+.e[0-9]+"')
        self.assertRegex(page, r"(?s)view\.e5</strong>(?:(?!</li>).)*<figure[^>]*><svg")
        self.assertRegex(page, r"(?s)view\.e1</strong>(?:(?!<figure).)*Together with")
        self.assertIn('<p class="rubric">Errors: the first that holds</p>', page)
        self.assertRegex(words(page), r"Said of float32\S* \| t\(\) \| view\(\S*\): no strides express sizes \[\d, \d\] on strides \[1, \d\]")
        self.assertRegex(self.pages["indexing.html"], r"(?s)index\.e2</strong>(?:(?!</li>).)*<figure[^>]*><svg")
        self.assertEqual([name for name in self.pages if re.match("op-|concepts|families|indexing|other-kernels", name) and re.search(
            r"\{[a-z]\w*\}", re.sub(r"(?s)<(script|style|code)\b.*?</\1>", "", self.pages[name]))], [])
        index = self.pages["index.html"]
        self.assertLess(index.index('id="how-to-read-it"'), index.index('id="the-ops"'))
        self.assertRegex(page, r"\d+ vectors of golden/ end with it")
        self.assertIn("Which libraries differ", page)
        self.assertRegex(page, r"<td\b[^>]*>paddle</td>")

    def test_a_library_has_its_bugs_and_what_was_looked_for(self):
        every = bugs.libraries(pathlib.Path("conformance/libraries"))
        self.assertGreater(len(every), 10)
        for library in every:
            page = self.pages[f"library-{library.name}.html"]
            said = " ".join(words(page).split())
            self.assertEqual(len(re.findall(r'data-label="upstream"', page)), len(library.bugs))
            for number, bug in enumerate(library.bugs, 1):
                self.assertTrue(re.search(rf'id="{re.sub("[^a-z0-9]+", "-", library.name)}-{number}"', page), (library.name, number))
                for text in (bug.script.splitlines()[-1], bug.about.split("`")[0], bug.fields["library"]):
                    self.assertTrue(" ".join(text.split()) in said, f"{bug.path}: {text}")
            self.assertEqual("Looked for" in page, bool(library.looked_for))
            self.assertIn(f"library-{library.name}.html", self.read["libraries.html"].links)

    def test_the_manual_page(self):
        page = self.share / "man" / "man1" / "viewproof.1"
        commands = re.findall(r"^## (.*)", pathlib.Path("tools/cli/COMMANDS.md").read_text("utf-8"), re.MULTILINE)
        self.assertGreater(len(commands), 15)
        self.assertEqual(re.findall(r"^\.SS (.*)", page.read_text("utf-8").replace("\\", ""), re.MULTILINE), commands)
        self.assertIn(r"\fB\-\-profile\fP PROFILE ...", page.read_text("utf-8"))
        if shutil.which("mandoc") is None:
            self.skipTest("there is no mandoc; apt-get install mandoc")
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], check=False, text=True, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def check_defect_16(self, page, sentence):
        """The page why says what the program says: planes side by side, a sentence for each fault, and a mark where a row is cut."""
        said = page.locator("#answer").inner_text()
        self.assertIn(sentence, said)
        self.assertIn("view.e5", said)
        ask = lambda **given: [page.fill(f"#{field}", value) for field, value in given.items()]
        says = lambda text: page.wait_for_function("text => document.querySelector('#answer').innerText.includes(text)", arg=text)
        ask(strides="")
        says("Accepted: view([6]) is a view on storage A and copies nothing.")
        ask(view="4,7", sizes="2,3,4")
        says("[4,7] asks for 4 * 7 = 28 elements; base has 2 * 3 * 4 = 24.")
        planes = page.locator("#answer table.grid")
        self.assertEqual(planes.count(), 2)
        self.assertEqual(planes.nth(0).bounding_box()["y"], planes.nth(1).bounding_box()["y"])
        for sizes, strides, cells in (("90", "", "\u2026"), ("2,3", "0,1", "0 3")):
            ask(sizes=sizes, strides=strides, view="-1")
            says("Each tensor, with the cell of each element")
            page.wait_for_function("cells => [...document.querySelectorAll('.strip')].some(e => e.innerText.replace(/\\s+/g, ' ').includes(cells))", arg=cells)
            self.assertEqual(browsing.cut(page), [])
        ask(sizes="2,3,4", strides="", view="4,7")
        for given, fault in ((dict(sizes="2,-3"), "sizes: -3 is below 0"), (dict(sizes="2", strides="-1"), "the entry -1 of stride [-1] is negative"),
                             (dict(strides="1,1"), "size [2] and stride [1, 1] differ in length"), (dict(strides="1", offset="-1"), "storage_offset -1 is negative"),
                             (dict(offset="0", strides="", sizes="9223372036854775807,2"), "sizes: their product exceeds int64"),
                             (dict(sizes="2,x"), "sizes: expected integers")):
            ask(**given)
            says(fault)
        ask(code="x = torch.empty(2, 3).t(); x.view(6)")
        says("x.contiguous().view(6)")
        ask(code="shape '[6]' is invalid for input of size 5")
        says("[6] asks for 6 elements; x has 5.")
        ask(code="x = torch.zeros(3).expand(2, 3); x.add_(1)")
        says("x = x.clone(); x.add_(1)")
        ask(code="why?")
        says("This is neither torch code nor an error text")

    def test_in_a_browser(self):
        if browsing.MISSING:
            self.skipTest(browsing.MISSING)
        explained = subprocess.run([VIEWPROOF, "explain", "--sizes", "3,2", "--strides", "1,3", "--view", "6"], check=True, text=True,
                                   stdout=subprocess.PIPE, env=dict(os.environ, COLUMNS="200")).stdout
        sentence = re.search(r"view\(\[6\]\) needs one.*", explained)[0].strip()
        with browsing.browser() as browser:
            for scheme, width in (("light", 1400), ("light", 390), ("dark", 390)):
                page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
                errors = []
                page.on("pageerror", lambda error, to=errors: to.append(str(error)))
                page.on("console", lambda line, to=errors: to.append(line.text) if line.type == "error" else None)
                names = ["index.html", "op-view.html", "matrix.html", "libraries.html", "library-mlx.html", "protocol.html", "commands.html", "search.html?q=view"]
                for name in names + ["why.html#90;1;0;9,10", "why.html"] * self.has_answers:
                    page.goto("about:blank")
                    page.goto(f"file://{self.here}/{name}")
                    if name.startswith("why.html"):
                        page.wait_for_selector("#answer .verdict")
                    browsing.shot(page, f"{name}-{scheme}-{width}")
                    self.assertEqual(browsing.cut(page), [], f"{name} at {width}")
                    # Defect 15: all columns of a table are seen, and a family's ops begin where its heading does.
                    cut = page.evaluate("[...document.querySelectorAll('article .table-wrapper')].filter(e => e.scrollWidth > e.clientWidth + 1).length")
                    self.assertEqual(cut, 0, f"{name} at {width}: a table is not whole")
                    self.assertEqual(browsing.faults(page), [], f"{name}, {scheme}, at {width}")
                if self.has_answers:
                    self.check_defect_16(page, sentence)
                for query, place in (("unsqueeze", "op-unsqueeze.html"), ("view.e5", "op-view.html#view.e5"),
                                     ("slice step 0 kills", "library-mlx.html"),
                                     ("a slice with step 0 kills the process", "library-mlx.html#")):
                    page.goto(f"file://{self.here}/search.html?q={query}")
                    page.wait_for_selector(f"#search-results li a[href^='{place}']")
                self.assertEqual(errors, [])
                page.close()
