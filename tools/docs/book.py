"""Makes the book and the manual page: writes what Sphinx reads, of the specification, the protocol, the commands, golden/ and
what was found in libraries, and has Sphinx make pages of it.

    book.py PROGRAM OUT [ANSWER]   PROGRAM: a viewproof. OUT gets viewproof/book and man/man1, as share/ of a release has them.
                                   ANSWER: the reference in WebAssembly (build_wasm), without which the page "why" answers nothing

The Python that runs it has what tools/environments/docs.txt lists; the current folder is a clone.
"""
import base64
import collections
import gzip
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from math import prod

sys.path[:0] = ["tools/matrix_page", "tools/style"]
sys.dont_write_bytecode = True
import links  # noqa: E402
import pages  # noqa: E402
import rows  # noqa: E402

HERE = pathlib.Path("tools/docs")
SPEC = "reference/SPEC.md"
PROTOCOL = "conformance/PROTOCOL.md"
COMMANDS = "tools/cli/COMMANDS.md"
GUIDES = [pages.DOCS / f"{name}.md" for name in ("TESTING", "DEVICES", "WORLDS", "MAPPING")]
REPORT = pathlib.Path("conformance/report/page")  # Its style and pictures are the page "why"'s, too.
# Code, which stays; a link; or an address that is none yet.
LINK = re.compile(r"^```.*?^```|`[^`\n]*`|<https?:[^>]*>|\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)|(https?://[^\s)>\"|,;]*[\w/])",
                  re.MULTILINE | re.DOTALL)
RULE = re.compile(r"^(?:\d+\.|-|\|) +([A-Za-z_]\w*\.[dreiu]\d+)\b", re.MULTILINE)
MOST_TEXT = 160
MOST_DRAWN, MOST_ELEMENTS = 90, 24  # A picture beside a rule has so many characters of its case, and elements of its base.
WIDE = "---\nhide-toc: true\n---\n\n"  # The page has no contents of its own beside it.
SEARCH = """<form action="search.html" role="search" aria-label="Ops, rules and bugs"><input type="search" name="q" size="40"
aria-label="Search ops, rules and bugs" placeholder="an op, a rule as view.e5, words of a bug"> <button>Search</button></form>"""


def sections(text):
    """Markdown -> (level, title, text) of each heading that is not within code."""
    parts = re.split(r"^(```.*?^```\n|#+ [^\n]*\n)", text, flags=re.MULTILINE | re.DOTALL)
    found = []
    for part in parts[1:]:
        if part.startswith("#"):
            marks, _, title = part.partition(" ")
            found.append([len(marks), title.strip(), ""])
        elif found:
            found[-1][2] += part
    return found


def op_of(title):
    """"view(size: sizes_infer) -> view" -> "view" """
    return title.partition("(")[0]


def table(head, body):
    """A table as HTML, whose cells are HTML."""
    lines = ["<tr>" + "".join(f"<th>{cell}</th>" for cell in head) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body]
    return '<div class="table-wrapper docutils container"><table class="docutils">\n' + "\n".join(lines) + "\n</table></div>\n"


def raw(text):
    return f"\n````{{raw}} html\n{text.strip()}\n````\n"


def listed(names):
    """A part of the table of contents, which is beside each page."""
    return "\n```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"


class Book:
    """The pages by their names, and where things are in them."""

    def __init__(self, program, answer):
        self.program, self.answer, self.pages = program, answer, {}
        self.places = {SPEC: "index.md", PROTOCOL: "protocol.md", COMMANDS: "commands.md"}  # By a file, or by a heading in it.
        rows.PROGRAM = program
        self.parts = []
        for level, title, text in sections(pathlib.Path(SPEC).read_text(encoding="utf-8")):
            parent = self.parts
            for _ in range(level - 1):
                parent = parent[-1][2]
            parent.append((title, text, []))
        for title, _, chapters in self.parts[1:]:
            page = links.slug(title) + ".md"
            self.places[f"{SPEC}#{links.slug(title)}"] = page
            self.places |= {f"{SPEC}#{links.slug(chapter)}": f"{page}#{links.slug(chapter)}" for chapter, _, _ in chapters}
        for library in pages.libraries():
            page = f"library-{library.name}.md"
            self.places[str(rows.LIBRARIES / library.name / "bugs")] = page
            self.places |= {str(bug.path): f"{page}#{pages.anchor(number, bug)}" for number, bug in enumerate(library.bugs, 1)}
        self.places |= {str(pages.RESULTS): "libraries.md", str(pages.MATRIX): "matrix.md"}
        self.places |= {str(path): f"{path.stem.lower()}.md" for path in GUIDES}

    def add(self, page, text, path):
        """A page of Markdown that a file of the repository has, or might have: its links lead into the book, or are text."""
        def relinked(match):
            label, target, address = match.groups()
            if address:
                return f"<{address}>"
            if target is None or "://" in target:
                return match[0]
            file, _, heading = target.partition("#")
            own = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else str(path)
            to = self.places.get(f"{own}#{heading}")
            if not to and not file:
                to = target  # A heading of the same page.
            elif not to and own in self.places:
                to = self.places[own] + (f"#{heading}" if heading else "")
            elif not to and "/" not in file and not os.path.exists(own):
                to = target  # A page of the book.
            return f"[{label}]({to})" if to else label

        text = re.sub(r'^<a id="(.*)"></a>$', r"(\1)=", text, flags=re.MULTILINE)  # A place by a name of its own.
        text = re.sub(r"^```exchange", "```text", text, flags=re.MULTILINE)
        self.pages[page] = LINK.sub(relinked, text)

    def program_says(self, *words, text=None):
        return subprocess.run([self.program, *words], check=True, stdout=subprocess.PIPE, input=text, text=True).stdout

    def add_spec(self):
        families = [(family, text, ops) for _, _, chapters in self.parts for family, text, ops in chapters]
        about = re.sub(r"<!-- contents.*end of the contents -->", "", self.parts[0][1], flags=re.DOTALL).partition("Contents:")[2]
        ops = "".join(f"\n### {family}\n\n" + " · ".join(f"[{op_of(op)}](op-{op_of(op)}.md)" for op, _, _ in ops) + "\n"
                      for family, _, ops in families if ops)
        guides = [f"{path.stem.lower()}" for path in GUIDES]
        chapters = [links.slug(title) for title, _, _ in self.parts[1:]]
        self.add("index", "# How views behave\n\nThe specification of viewproof: what every view op of PyTorch does to sizes, strides, "
                 "offset and storage, when it refuses, and what real libraries do instead. [Concepts](concepts.md) comes first; "
                 "[why is my view refused](why.md) draws your own tensor.\n" + raw(SEARCH)
                 + "\nWhat libraries do: [in numbers](matrix.md), [what was found](libraries.md). For authors of adapters: "
                 + " · ".join(f"[{name}]({name}.md)" for name in [*guides, "protocol", "commands"]) + ".\n"
                 + about.replace("How to read it:", "\n## How to read it\n") + "\n## The ops\n" + ops
                 + listed([*chapters, "why", "matrix", "Bugs found <libraries>", *guides, "protocol", "commands"]), SPEC)
        vectors, differences = self.vectors(), self.differences()
        self.shown = self.examples()
        for title, text, chapters in self.parts[1:]:
            page = f"# {title}\n\n{self.with_pictures(text)}"
            for family, text_of_family, ops in chapters:
                page += f"\n## {family}\n\n{self.with_pictures(text_of_family)}\n" + "".join(f"\n[`{op}`](op-{op_of(op)}.md)\n" for op, _, _ in ops)
                for op, own, _ in ops:
                    self.add_op(op, own, f"{links.slug(title)}.md#{links.slug(family)}", family, vectors, differences)
            named = [op_of(op) for _, _, ops in chapters for op, _, _ in ops]
            if named:
                page += listed([f"{op} <op-{op}>" for op in named])
            self.add(links.slug(title), page, SPEC)

    def add_op(self, title, text, family_at, family, vectors, differences):
        op = op_of(title)
        page = f"{WIDE}# `{title}`\n\n{self.with_pictures(text)}\nRules of the whole family: [{family}]({family_at}).\n"
        page += "\n## Which libraries differ\n\n"
        if differences[op]:
            page += ("By the gate files of this suite; [what was found in each library](libraries.md) has reproductions.\n"
                     + raw(table(["subject", "what differs", "cases", "how"], differences[op])))
        else:
            page += "None of those that were measured, as far as they have it.\n"
        if vectors[op]:
            page += "\n## Vectors\n" + raw(f"<details><summary>{len(vectors[op]):,} vectors of golden/ end with it</summary>\n"
                                            "<p><code>viewproof explain ID</code> draws one.</p>\n"
                                            + table(["id", "case", "a failure means"], vectors[op]) + "</details>")
        self.add(f"op-{op}", page, SPEC)

    def examples(self):
        """{rule: (case, message)} of the vector of golden/ that shows a rule, and of an error what the reference says."""
        found = {}
        texts = {one["name"]: one["case"] for one in json.loads(self.program_says("list", "vectors", "--format", "json"))}
        for path in sorted(pathlib.Path("golden").glob("*/*.jsonl")):
            for vector in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
                case = texts.get(vector.get("id"), "")
                if not case or len(case) > MOST_DRAWN or prod(vector["base"]["sizes"]) > MOST_ELEMENTS:
                    continue
                last = vector["expect"][-1].get("error", {}).get("rule")
                # A vector of the op itself that shows little else comes first.
                for rule in [last] if last else vector["rules"]:
                    own = rule.partition(".")[0] == vector["id"].partition("/")[0].replace(".", "_")
                    found[rule] = min(found.get(rule, ((2,),)), ((not own, len(vector["rules"]), len(case)), case))
        answers = self.program_says("apply", "--text", text="\n".join(case for _, case in found.values()) + "\n").splitlines()
        message = {rule: re.sub(r"^\S+: ", "", json.loads(line)["steps"][-1].get("error", {}).get("message", ""))
                   for rule, line in zip(found, answers)}
        return {rule: (case, message[rule]) for rule, (_, case) in found.items()}

    def with_pictures(self, text):
        """Rules: a paragraph each, with its picture beside it and its message filled in."""
        lines, below, drawn, in_code = [], [], set(), False  # A picture stands below the last line of its rule.
        for line in re.sub(r"^\| rule \| result \|\n\|---\|---\|\n", "", text, flags=re.MULTILINE).split("\n"):
            if not line.startswith("  "):
                lines, below = lines + below, []
            rule = RULE.match(line)
            case, said = self.shown.get(rule[1], ("", "")) if rule else ("", "")
            if rule and line.startswith("|"):
                line = "- " + " ".join(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("| ")))
            if rule and re.match(r"1\. .*\.e\d", line):
                lines += ["", "```{rubric} Errors: the first that holds", "```", ""]
            in_code ^= line.startswith("```")
            lines.append(line if in_code else re.sub(r"(?<!`)\{(\w+)\}", r"*\1*", line))
            if rule and said and "{" in line:
                below.append(f"   *Said of* `{case}`*:* {said}")
            if case and case not in drawn:
                drawn.add(case)
                pad = "   " if line[:1].isdigit() else "  "
                below += ["", f"{pad}```{{picture}} {case}", f"{pad}```", ""]
        return "\n".join(lines + below)

    def differences(self):
        """{op: rows of how subjects differ}, by the entries of their gate files."""
        found = collections.defaultdict(list)
        for subject in sorted(rows.subjects(), key=lambda subject: subject.gate):
            if not subject.gate_path.exists():
                continue
            known = rows.read_lock(subject.gate_path)[1]
            for entry in rows.read_gate(subject.gate_path).get("known_failure", []):
                if "when" in entry or "after" in entry:  # Only drawn cases have it.
                    continue
                count = sum(rows.has_cause(entry, case) for case in known)
                what = ["+".join(entry.get("facets", [])), entry.get("difference") or entry.get("verdict", "fail")]
                cells = [subject.gate, ": ".join(filter(None, what)), f"{count:,}", entry["reason"]]
                found[entry["op"]].append([html.escape(cell) for cell in cells])
        return found

    def vectors(self):
        """{op: rows of vectors of golden/}, in its order."""
        found = collections.defaultdict(list)
        self.ids = {}
        for one in json.loads(self.program_says("list", "vectors", "--format", "json")):
            op, case = one["name"].partition("/")[0], one["case"]
            self.ids[one["name"]] = f"op-{op}"
            case = case if len(case) <= MOST_TEXT else case[:MOST_TEXT - 3] + "..."
            found[op].append([f'<span id="{one["name"]}">{one["name"]}</span>', f"<code>{html.escape(case)}</code>", html.escape(one["text"])])
        return found

    def add_libraries(self):
        everything = pages.libraries()
        self.add("matrix", WIDE + "# What libraries do\n" + pages.matrix(), pages.MATRIX)
        text = pages.RESULTS.read_text(encoding="utf-8")
        self.add("libraries", WIDE + text + listed([f"library-{library.name}" for library in everything]), pages.RESULTS)
        for library in everything:
            text = pages.section(library).replace("\n### ", "\n## ").replace("\n## ", "\n# ", 1)
            if library.looked_for:
                text += "\n## Looked for\n\nWhat was tried on purpose, and what was found or not.\n\n" + pages.looked_for([library])
            self.add(f"library-{library.name}", WIDE + text.lstrip("\n"), pages.RESULTS)

    def add_why(self):
        texts = [(HERE / "page/why.html").read_text(encoding="utf-8")]
        wasm = base64.b64encode(gzip.compress(self.answer.read_bytes(), mtime=0)).decode() if self.answer else ""
        texts.append(f'<script type="application/json" id="rules">{json.dumps(self.rules())}</script>')
        texts.append(f'<script type="application/octet-stream" id="wasm">{wasm}</script>')
        texts += ["<script>\n", (REPORT / "picture.js").read_text(encoding="utf-8"),
                  (HERE / "page/ask.mjs").read_text(encoding="utf-8").replace("export ", ""), (HERE / "page/why.js").read_text(encoding="utf-8"), "</script>"]
        self.pages["why"] = "# Why is my view refused?\n" + raw('<div id="why">\n' + "\n".join(texts) + "\n</div>")

    def add_all(self):
        self.add_spec()
        self.add_libraries()
        for path in (PROTOCOL, COMMANDS, *GUIDES):
            self.add(self.places[str(path)].removesuffix(".md"), pathlib.Path(path).read_text(encoding="utf-8"), path)
        self.add_why()

    def rules(self):
        """{id of a rule: the first page on which it begins a paragraph, an item or a row}"""
        found = {}
        for page, text in self.pages.items():
            for rule in RULE.findall(text):
                found.setdefault(rule, page)
        return found


def manual():
    """The manual page, in the order of such pages, of the commands."""
    commands = pathlib.Path(COMMANDS).read_text(encoding="utf-8").partition("\n## ")[2].replace("\n## ", "\n### ")
    return ("# viewproof\n\n## Synopsis\n\n**viewproof** *COMMAND* [ARGUMENTS] [OPTIONS]\n\n## Description\n\nviewproof checks that a "
            f"tensor library's views behave as PyTorch's do.\n\n## Commands\n\n### {commands}")


def landmarks(text):
    """[a page of Furo] -> with a name for each of its two asides, and a heading for the search"""
    for name, label in (("sidebar-drawer", "All pages"), ("toc-drawer", "On this page")):
        text = re.sub(rf'<aside class="{name}\b', rf'<aside aria-label="{label}" class="{name}', text)
    return text if "<h1" in text else text.replace('id="furo-main-content">', 'id="furo-main-content"><h1>Search</h1>', 1)


def make(builder, texts, out, **config):
    """{name of a file: text} -> pages of that kind in a folder; what Sphinx warns of is an error."""
    config |= {"html_static_path": [name for name in texts if name.endswith(".css")]}
    conf = f"import sys\nsys.path[:0] = [{str(HERE.resolve())!r}]\n" + (HERE / "conf.py").read_text(encoding="utf-8")
    conf += "".join(f"{name} = {value!r}\n" for name, value in config.items())
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**texts, "conf.py": conf}.items():
            pathlib.Path(folder, name).write_text(text, encoding="utf-8")
        words = ["-q", "-W", "--keep-going", "-j", "auto", "-b", builder, "-d", os.path.join(folder, ".read"), folder, out]
        subprocess.run([sys.executable, "-B", "-m", "sphinx", *words], check=True)


def main():
    program, out = (os.path.abspath(word) for word in sys.argv[1:3])
    answer = pathlib.Path(sys.argv[3]) if sys.argv[3:] else None
    os.environ.setdefault("VIEWPROOF_ROOT", os.getcwd())
    version = subprocess.run([program, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[1]
    page = pathlib.Path(out, "man/man1/viewproof.1")
    make("man", {"index.md": manual()}, page.parent, release=version)
    # Sphinx begins a section by a paragraph, which a heading begins already.
    page.write_text(re.sub(r"(^\.SH .*\n)\.sp\n", r"\1", page.read_text(encoding="utf-8"), flags=re.MULTILINE), encoding="utf-8")
    book = Book(program, answer)
    book.add_all()
    style = (REPORT / "page.css").read_text(encoding="utf-8").replace(":root", "&")
    texts = {f"{page}.md": text for page, text in book.pages.items()}
    frames = re.findall("@(?:keyframes|property) .*", style)  # They cannot stand within a rule.
    texts["book.css"] = "\n".join([*frames, f"#why {{\n{style}}}\n"]) + (HERE / "page/book.css").read_text(encoding="utf-8")
    folder = pathlib.Path(out, "viewproof/book")
    make("html", texts, folder, program=program, rules=book.rules(), vectors=book.ids, html_title=f"viewproof {version}")
    for page in folder.glob("*.html"):
        page.write_text(landmarks(page.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"book: {len(book.pages)} pages; begin with {folder}/index.html")


if __name__ == "__main__":
    main()
