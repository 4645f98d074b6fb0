"""Packs the inputs of a fuzzer, and fuzzers for OSS-Fuzz.

Usage: pack.py inputs --bytes=N --out=NAME --corpus FILE... --seeds FILE...
       pack.py package --out=FILE.zip FILE...

inputs writes NAME_seed_corpus.zip, NAME.dict and NAME.options. Of a .jsonl and a .lines
file each line is an input; any other file of the corpus is one, and of the seeds is passed
over. Of the seeds 2,000 are taken, spread evenly, none longer than --bytes. package takes the shared libraries that the programs
need, but for those of the compiler and of libc, into lib/. The same files give the same
bytes.

Example: pack.py package --out=/tmp/out.zip bazel-bin/fuzz/text_fuzzer
"""

import collections
import hashlib
import os
import re
import subprocess
import sys
import zipfile

MOST_SEEDS = 2000
MOST_WORDS = 400
# A word of an input or two is of no use to others.
LEAST_INPUTS = 3
# Every machine that runs a program of this compiler has these.
OF_THE_SYSTEM = ("libc.", "libm.", "libdl.", "libpthread.", "librt.", "libresolv.", "libgcc_s.",
                 "libstdc++.", "ld-linux", "linux-vdso")


def has_lines(path):
    return path.endswith((".jsonl", ".lines"))


def inputs_of(path):
    with open(path, "rb") as file:
        data = file.read()
    if not has_lines(path):
        return [data]
    return [line for line in data.split(b"\n") if line]


def named(inputs):
    """Each input once, by the name of its file: its digest."""
    return {hashlib.sha1(data).hexdigest(): data for data in inputs}


def write_zip(path, files):
    """Writes {name: (bytes, mode)}."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            data, mode = files[name]
            entry = zipfile.ZipInfo(name)  # The date is of 1980: the same bytes every time.
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data)


def words_of(inputs):
    """The words of most inputs, as libFuzzer reads them."""
    times = collections.Counter()
    for data in inputs:
        times.update(set(re.findall(rb"[A-Za-z_][A-Za-z0-9_.]+[A-Za-z0-9_]", data)))
    common = sorted((-count, word) for word, count in times.items() if count >= LEAST_INPUTS)
    return [word.decode() for _, word in common[:MOST_WORDS]]


def pack_inputs(longest, out, corpus, seeds):
    kept = named(data for path in corpus for data in inputs_of(path))
    drawn = named(data for path in seeds if has_lines(path) for data in inputs_of(path)
                  if len(data) <= longest)
    for name in sorted(drawn)[:MOST_SEEDS]:
        kept[name] = drawn[name]
    write_zip(out + "_seed_corpus.zip", {name: (data, 0o644) for name, data in kept.items()})
    with open(out + ".dict", "w", encoding="ascii") as file:
        for word in words_of(kept.values()):
            file.write('"%s"\n' % word)
    with open(out + ".options", "w", encoding="ascii") as file:
        file.write("[libfuzzer]\nmax_len = %d\ntimeout = 25\nentropic = 0\n" % longest)


def libraries_of(program):
    """The paths of the shared libraries that travel with the program."""
    said = subprocess.run(["ldd", program], stdout=subprocess.PIPE, text=True, check=True).stdout
    for name, path in re.findall(r"^\s*(\S+) => (\S+)", said, re.MULTILINE):
        if path == "not":
            sys.exit("pack: %s is not found" % name)
        if not name.startswith(OF_THE_SYSTEM):
            yield name, path


def pack_package(out, paths):
    files = {}
    for path in paths:
        is_program = "." not in os.path.basename(path)
        with open(path, "rb") as file:
            files[os.path.basename(path)] = (file.read(), 0o755 if is_program else 0o644)
        for name, library in libraries_of(path) if is_program else []:
            with open(library, "rb") as file:
                files["lib/" + name] = (file.read(), 0o755)
    write_zip(out, files)


def main(arguments):
    verb, options, lists, at = arguments[0], {}, {"": []}, ""
    for argument in arguments[1:]:
        if argument.startswith("--") and "=" in argument:
            name, _, value = argument[2:].partition("=")
            options[name] = value
        elif argument.startswith("--"):
            at = argument[2:]
            lists[at] = []
        else:
            lists[at].append(argument)
    if verb == "inputs":
        pack_inputs(int(options["bytes"]), options["out"], lists["corpus"], lists["seeds"])
    else:
        pack_package(options["out"], lists[""])


if __name__ == "__main__":
    main(sys.argv[1:])
