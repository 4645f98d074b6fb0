#include "conformance/run/testing.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <variant>

#include "conformance/case/ops.h"
#include "conformance/case/text.h"
#include "conformance/gate/lock.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/state.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/run/accept.h"

namespace viewproof {
namespace {

constexpr const char* kGate = R"([adapter]
linked = "reference"

[demand]
profiles = ["core"]
)";

bool HasStepOf(const Op& op, const std::vector<Vector>& vectors) {
  return std::any_of(vectors.begin(), vectors.end(), [&](const Vector& vector) {
    const std::vector<Step>& chain = vector.test.chain;
    return std::any_of(chain.begin(), chain.end(),
                       [&](const Step& step) { return step.op == &op; });
  });
}

// A drawn vector that ends with a step of `op`, which is not refused.
Vector DrawnVectorOf(const Op& op) {
  GenOptions valid;
  valid.edits = false;
  valid.max_steps = 1;
  for (uint64_t number = 0;; ++number) {
    SeedChooser choose(1, number);
    const State state = AnyCaseEndingWith(choose, op, valid);
    const Reply reply = state.reply();
    const bool has_step = state.test().chain.back().op == &op;
    if (has_step && !std::holds_alternative<ErrorReply>(reply.steps.back())) {
      return VectorOf(Text(state.test()), std::string(op.name) + "/a");
    }
  }
}

}  // namespace

std::vector<Vector> OfEveryOp() {
  std::vector<Vector> vectors = {
      VectorOf("float32[6] | as_strided([2], [1], 1)", "as_strided/a"),
      VectorOf("float32[1,2,1,2] | contiguous.format(channels_last) | "
               "is_contiguous.format(channels_last)",
               "contiguous.format/a"),
      VectorOf("float32[2] | copy_(float32[2]{101,102}) | read()", "copy_/a"),
      VectorOf("complex64[2,2] | detach() | H() | mH() | adjoint() | conj() | "
               "imag() | real() | view_as_real() @0.0 | view_as_complex()",
               "detach/a"),
      VectorOf("float32[4] | slice(0, 1, 3, 1) | fill_(101) | read() @0.0",
               "fill_/a"),
      VectorOf("float32[2,3] | getitem([1])", "getitem/a"),
      VectorOf("float32[2] coalesced [[0]] | indices()", "indices/a"),
      VectorOf("float32[2] | is_contiguous()", "is_contiguous/a"),
      VectorOf("float32[4] | narrow(0, 1, 2)", "narrow/a"),
      VectorOf("float32[2,3] | select(0, 1)", "select/a"),
      VectorOf("float32[2] | setitem([0], 101) | read()", "setitem/a"),
      VectorOf("float32[2,3] | transpose(0, 1) | T() | mT() | swapaxes(0, 1) | "
               "swapdims(0, 1) | movedim([0], [1]) | unflatten(0, [1,-1]) | "
               "reshape_as(float32[1,6]) | expand_as(float32[2,6]) | "
               "broadcast_to([3,2,6])",
               "transpose/a"),
      VectorOf("float32[2] coalesced [[0]] | values()", "values/a"),
      VectorOf("float32[2,3] | t() | view([6])", "view/a"),
      VectorOf("float32[2] bytes | view.dtype(int8)", "view.dtype/a"),
  };
  for (const Op& op : Ops()) {
    if (!HasStepOf(op, vectors)) vectors.push_back(DrawnVectorOf(op));
  }
  return vectors;
}

std::string CountOfOps(int more) {
  return std::to_string(static_cast<int>(OfEveryOp().size()) + more);
}

std::vector<Vector> WithWrongOffsets() {
  std::vector<Vector> vectors = OfEveryOp();
  for (Vector& vector : vectors) {
    if (vector.test.id != "narrow/a" && vector.test.id != "select/a") continue;
    Output& output = ExpectedOf(vector, 1)[0];
    output.offset = *output.offset * 4;
  }
  return vectors;
}

std::vector<std::string> LinesOfFile(const std::string& path) {
  const std::string text = ReadFile(path);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
    lines.push_back(text.substr(at, end + 1 - at));
    at = end + 1;
  }
  return lines;
}

std::vector<Output>& ExpectedOf(Vector& vector, std::size_t step) {
  return std::get<std::vector<Output>>(vector.expect.at(step - 1));
}

void Checks::MakeRootWith(const std::vector<Vector>& vectors) {
  options_.root = MakeRoot(vectors, "acme", kGate);
  options_.subject.name = "acme";
  report_ = options_.root + "/report.jsonl";
}

Checks::Result Checks::Run() {
  const std::string path = options_.root + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  const ExitStatus status = RunCheck(options_, out);
  std::fclose(out);
  return {status, ReadFile(path)};
}

Checks::Result Checks::Update() {
  options_.update = true;
  const Result result = Run();
  options_.update = false;
  return result;
}

void Checks::AcceptGroup(int64_t group, const std::string& reason) {
  AcceptOptions accept;
  accept.report = report_;
  accept.group = group;
  accept.reason = reason;
  std::FILE* out = std::fopen("/dev/null", "w");
  Accept(options_.root, accept, out);
  std::fclose(out);
}

std::string Checks::GatePath() const {
  return options_.root + "/conformance/subjects/acme.gate.toml";
}

void EditFile(const std::string& path, const std::string& what,
              const std::string& with) {
  std::string text = ReadFile(path);
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << what << " in\n" << text;
  WriteFile(path, text.replace(at, what.size(), with));
}

void Checks::EditLock(const std::string& what, const std::string& with) {
  EditFile(LockPath(GatePath()), what, with);
}

void Checks::EditGate(const std::string& what, const std::string& with) {
  EditFile(GatePath(), what, with);
}

}  // namespace viewproof
