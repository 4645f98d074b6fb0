#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>

#include "conformance/sdk/cpp/sdk_arguments.h"
#include "conformance/sdk/cpp/sdk_subject.h"
#include "conformance/sdk/cpp/viewproof_adapter.h"
#include "conformance/subjects/serve.h"

namespace viewproof::sdk {
namespace {

DType Find(const std::string& name) {
  const std::optional<DType> dtype = FindDType(name);
  if (!dtype) throw Unsupported("dtype", name);
  return *dtype;
}

// Refuses a Shares() that says yes to everything.
void CheckShares(Subject& subject) {
  if (!subject.hello.asks_sharing) return;
  const Literal four = {Find(subject.hello.dtypes.at(0)), {4}, std::nullopt};
  if (subject.Shares(MakeLiteral(subject, four), MakeLiteral(subject, four))) {
    throw Misdeclared("Shares(): two new tensors: expected false, not true");
  }
}

}  // namespace

Items At(int64_t rank, int64_t dim, Item item) {
  if (dim < 0) dim += rank;
  Items items(static_cast<std::size_t>(dim < 0 ? rank : std::min(dim, rank)));
  items.push_back(std::move(item));
  return items;
}

int64_t ItemSize(const std::string& dtype) {
  return viewproof::ItemSize(Find(dtype));
}

std::string Element(const std::string& dtype, const Number& number) {
  const DType type = Find(dtype);
  Scalar scalar = {.re = number.re, .im = number.im};
  if (number.is_huge) {
    scalar = Whole(static_cast<uint64_t>(number.whole));
  } else if (number.is_whole) {
    scalar = Whole(number.whole);
  }
  std::string bytes(static_cast<std::size_t>(viewproof::ItemSize(type)), '\0');
  Encode(type, scalar, reinterpret_cast<std::byte*>(bytes.data()));
  return bytes;
}

Tensor Subject::MakeSparse(const Tensor&, const Tensor&, const Ints&, bool) {
  throw Unsupported("base", "sparse");
}

std::string Subject::Bytes(const Tensor&) { return {}; }

bool Subject::Shares(const Tensor&, const Tensor&) { return false; }

std::string Subject::KindOf(const std::string&, const std::exception&) {
  return {};
}

int Main(Subject& subject, int argc, char** argv) {
  const int output = TakeStandardOutput();
  const bool is_shown = argc > 1 && std::string_view(argv[1]) == "--program";
  std::size_t shown = 0;  // Bytes of the program of the case that runs.
  const auto more = [&](const Case& test, const Reply& reply) {
    const std::string program = ProgramOf(subject, test, reply);
    const std::size_t from = std::min(shown, program.size());
    shown = program.size();
    return program.substr(from);
  };
  // A step may end the process, so its line is shown before.
  const auto begin = [&](const Case& test, const Reply& reply) {
    WriteAll(output, more(test, reply));
  };
  const auto show = [&](const Case& test, Reply& reply, std::string& out) {
    out += more(test, reply);
    if (reply.unsupported) {
      out += "\n// unsupported: " + reply.unsupported->what + ", " +
             reply.unsupported->detail;
    }
    out += "\n\n";
    shown = 0;
  };
  try {
    const auto adapter =
        is_shown ? MakeSubject(subject, begin) : MakeSubject(subject);
    CheckShares(subject);
    return Serve(*adapter, is_shown ? ReplyWriter(show) : &AppendReply, output);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", subject.hello.name.c_str(), error.what());
    return 2;
  }
}

}  // namespace viewproof::sdk
