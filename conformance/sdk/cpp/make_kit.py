"""Writes the source of the C++ SDK as one file that needs nothing but C++20's standard library.

    python3 conformance/sdk/cpp/make_kit.py > viewproof_adapter.cc       in the top folder of a clone

It is the sources below, each header where it is included first, and standalone/ in place of simdjson, fmt and zlib:
what those have stands in namespace viewproof, so that a program may have the real ones besides.
"""
import os
import pathlib
import re
import sys

HERE = os.path.relpath(os.path.dirname(os.path.abspath(__file__)))
STANDALONE = {"simdjson.h": "simdjson.h", "fmt/format.h": "format.h", "fmt/ranges.h": "format.h", "zlib.h": "zlib.h"}
# The subject and the chain that runs it, then what these call.
SOURCES = [f"{HERE}/sdk_{part}.cc" for part in ("arguments", "subject", "program", "main")] + [
    f"conformance/subjects/{part}.cc" for part in ("bind", "serve")] + [
    f"conformance/case/{part}.cc" for part in (
        "argument_json", "bounds", "case_form", "case_json", "crc32", "error_kind", "escape", "fill", "hello", "hello_json", "kernel",
        "line_buffer", "number", "op_rows", "operands", "ops", "outcome_json", "protocol", "strings", "suggest", "tensor_facts")] + [
    f"reference/{part}.cc" for part in ("core/dtype", "core/geometry", "core/require", "core/small_float", "core/tensor",
        "ops/contiguity", "ops/memory_format")]
KIT_HEADER = f"{HERE}/viewproof_adapter.h"  # Stands beside the kit.
INCLUDE = re.compile(r'#include ["<]([^">]+)[">]')
GUARD = re.compile(r"#(?:ifndef|define) VIEWPROOF_\w+_(?:H|INC)_$|#endif  // VIEWPROOF_\w+_H_$")
COMMENT = re.compile(r"\s*//")
# Functions and constants that only the judge uses begin so.
OTHERS = re.compile(
    r"std::string (?:Output|Outcome|Unsupported|Base|Vector|HelloLine|HelloCodec::|OutcomeCodec::)Schema\(|"
    r"constexpr std::string_view kLaws|constexpr (?:auto kVector|json::Integer kRev|json::List<OutcomeCodec> kOutcomes) =|std::string LawOfText\(|(?:void|bool) (?:CheckDigests|CheckOutcomeCount|ReadReply|OutcomeCodec::Read|HelloCodec::\w+)\(|"
    r"(?:void|bool) Decoder::Read\(.*(?:Vector& |const Case& )|void AppendJson\(const Vector|Hello ReadHello\(|std::optional<std::string> IdOfLine\(|std::vector<std::string> RetiredFields\(|const Ints& SizesShown\(")
TOP = """// The C++ SDK of viewproof (Apache License 2.0): viewproof_adapter.h says how to use it. Needs C++20.
// Generated from the sources of viewproof's own subjects by conformance/sdk/cpp/make_kit.py: change those.
#include "viewproof_adapter.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wunneeded-internal-declaration"
#endif
"""


class Kit:
    def __init__(self):
        self.system = set()
        self.seen = {KIT_HEADER}

    def text_of(self, path):
        """[path] -> the file's text, with its headers that did not stand before it"""
        out = []
        is_left_out = is_constant = False
        for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
            if path.endswith(".cc") and OTHERS.match(line):
                is_left_out, is_constant = True, line.startswith("constexpr")
            if is_left_out:
                is_left_out = not line.endswith(";") if is_constant else not line.endswith("}") or line.startswith(" ")
                continue
            included = INCLUDE.match(line)
            if included:
                out += self.included(included[1])
            elif not GUARD.match(line) and not COMMENT.match(line):
                out.append(line)
        return out

    def included(self, name):
        path = f"{HERE}/standalone/{STANDALONE[name]}" if name in STANDALONE else name
        if path.endswith(".inc"):
            return self.text_of(path)
        if "/" not in path or not pathlib.Path(path).exists():
            self.system.add(name)
        elif path not in self.seen:
            self.seen.add(path)
            return self.text_of(path)
        return []


def kit():
    """-> the text of the source"""
    made = Kit()
    lines = [line for source in SOURCES for line in made.text_of(source)]
    system = "".join(f"#include <{name}>\n" for name in sorted(made.system))
    return re.sub(r"\n{3,}", "\n\n", TOP + "\n" + system + "\n" + "\n".join(lines).strip() + "\n")


if __name__ == "__main__":
    sys.stdout.write(kit())
