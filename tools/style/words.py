"""The words of what people meet: each is the field's, plain English, or in conformance/GLOSSARY.md.

Looked at are the names of types, the options of commands, the keys and values of JSON, and messages.

problems(path, text)   (line, sentence) for each word of a file that is none of these
of_glossary(text)      (line, sentence) of what is wrong with the glossary itself
terms(text)            the words that a glossary explains
"""

import functools
import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
GLOSSARY = "conformance/GLOSSARY.md"
COMMANDS = "tools/cli/COMMANDS.md"
MOST = 40  # Words of the glossary.

# Terms of tensors, of testing and of programming, which their literature explains. The names of ops and dtypes are terms, too.
FIELD = set("""
    alias aliasing aten backend broadcast conjugate contiguous coo cpu crc cuda denormal dim dimension dtype einsum elementwise float gpu iota index
    indices int itemsize libtorch likelihood nan numel numpy oracle permutation pytorch rank scalar sparse storage stride tensor torch
    ulp viewable
    corpus coverage fuzz fuzzer fuzzing golden harness mock oracle regression seed shard shrink stub suite testcase
    adapter api arg args argv ascii async bash bazel binary binding bool buffer bug byte cache char cli clone codec compile compiler
    config cpp crash css csv cursor daemon deadline decode decoder descriptor dict diff digest dir dispatch echo encode encoder enum env
    epoll exec executor fifo fish fn git github glob gzip hash header heap hex html http https id ids imag impl init inline int io
    iterator java javascript jit jobs js json jsonl junit kernel kib lexer lib linux lint literal log lookup macro markdown mask md mib
    mlx mutex namespace node nodejs npm null numpy offset op opcode ops overflow param parser path permute pid pip pipe pointer preset
    process protocol py pypi python regex repl rev runtime schema sdk semver sha sighup sigint signal signature sigpipe sigterm slice sql
    ssl stderr stdin stdout struct subprocess svg sync syntax tcp templated terminal thread timeout token toml tuple ui uint unset url utf
    uuid value variant wasm xml yaml zip zsh slug src ref var hook mocks screen
    app array assignment axis baseline bfloat bit checkout coalesced column comparator compadd cur default diagnoser ellipsis expression
    generator geometry glob imaginary inf inference infrastructure integer layout matrices matrix memory mergeable meta mon multiply object
    operand parameter parser pointer prefix prev proven quoting repository revision schema tue unpack verb viewproof wrapper zfunc
""".split())

# Bits of a word before and after the part that is looked up.
BEFORE = ("un", "mis", "re", "non")
AFTER = ("s", "es", "d", "ed", "ing", "er", "ers", "or", "ly", "ion", "al")


def plain():
    return set((HERE / "plain_words.txt").read_text(encoding="utf-8").split())


@functools.lru_cache(maxsize=None)
def known():
    """Every word that needs no sentence here."""
    steps = json.loads((HERE / "../../conformance/schema/step.schema.json").resolve().read_text(encoding="utf-8"))
    named = {word for op in steps["$defs"]["op"]["enum"] for word in parts(op)}
    return FIELD | named | plain()


def parts(name):
    """[a name in any style] -> its words."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def stems(word):
    """The word, and it without what English puts before and after."""
    found = {word}
    for after in AFTER:
        if word.endswith(after):
            stem = word[:-len(after)]
            found |= {stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem}
    found |= {word[:-3] + "y" for after in ("ies", "ied", "ier") if word.endswith(after)}
    return found | {stem[len(before):] for stem in found for before in BEFORE if stem.startswith(before)}


def is_explained(word, explained):
    return len(word) < 3 or bool(stems(word) & (known() | explained))


def keys(schema):
    """[a schema] -> the names of fields and of values that it has."""
    if isinstance(schema, list):
        return [name for part in schema for name in keys(part)]
    if not isinstance(schema, dict):
        return []
    own = [*schema.get("properties", {}), *(name for name in schema.get("enum", []) if isinstance(name, str))]
    return own + [name for part in schema.values() for name in keys(part)]


def messages(line):
    """[a line of C++] -> texts in it that are sentences: words with blanks between them, and no code."""
    for text in re.findall(r'(?<![R\w])"((?:[^"\\]|\\.)*)"', line):
        text = re.sub(r"\{[^{}]*\}|\\.", "*", text)
        if re.search(r"[a-z] [a-z]", text) and not re.search(r"[(){}=<>;_|]", text):
            yield " ".join(re.findall(r"(?<![\w.*/:-])[A-Za-z]+(?![\w.*/:-])", text))


def names(path, text):
    """(line, name) of what people meet in a file."""
    if path.endswith((".cc", ".h")) and not re.search(r"_test\.cc$|test_util|testing|/(laws|bench|sdk_test)/", path):
        for number, line in enumerate(text.split("\n"), 1):
            for name in re.findall(r"^\s*(?:struct|class|enum class|using) ([A-Z]\w+)", line):
                yield number, name
            if not line.lstrip().startswith(("//", "#")) and path.startswith(("conformance/", "fuzz/", "tools/cli/")):
                for name in messages(line):
                    yield number, name
    if path.endswith(".schema.json"):
        for name in keys(json.loads(text)):
            yield 1, name
    if path == COMMANDS:
        for number, line in enumerate(text.split("\n"), 1):
            for name in re.findall(r"[A-Za-z-]+", line):
                yield number, name


def problems(path, text, glossary=None):
    explained = terms(glossary if glossary is not None else pathlib.Path(GLOSSARY).read_text(encoding="utf-8"))
    return [(number, '"%s" of %s: take a plain word, or explain it in %s (a word that is plain: tools/style/plain_words.txt)' %
             (word, name, GLOSSARY))
            for number, name in dict.fromkeys(names(path, text))
            for word in parts(name) if not is_explained(word, explained)]


def rows(text):
    """[a glossary] -> (line, word, sentence)"""
    for number, line in enumerate(text.split("\n"), 1):
        row = re.fullmatch(r"\| \*(\w+(?: \w+)*)\* \| (.+) \|", line)
        if row:
            yield number, *row.groups()


def terms(text):
    return {word for _, word, _ in rows(text)}


def of_glossary(text):
    found = [(number, "%s: one sentence, with a full stop" % word)
             for number, word, sentence in rows(text) if re.sub(r"\.(?=.)(?! )", "", sentence).count(".") != 1]
    words = [word for _, word, _ in rows(text)]
    found += [(1, "%s: stands there twice" % word) for word in sorted(set(words)) if words.count(word) > 1]
    found += [(1, "%s: is plain, or of the field" % word) for word in words if word in FIELD | plain()]
    return found + [(1, "%d words, more than %d" % (len(words), MOST))] * (len(words) > MOST)


def unused(text, met):
    """[a glossary, all words that are met] -> what of it nobody needs"""
    return [(number, "%s: no type, option, key or message has it" % word) for number, word, _ in rows(text)
            if not all(any(part in stems(one) for one in met) for part in word.split())]
