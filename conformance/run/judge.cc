#include "conformance/run/judge.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/judge/answers.h"
#include "conformance/judge/blame.h"
#include "conformance/judge/borrowed.h"
#include "conformance/judge/relation.h"

namespace viewproof {
namespace {

constexpr std::size_t kMaxStderr = 2048;  // Bytes kept of a failing case.

Verdict VerdictOf(Execution::Kind kind) {
  switch (kind) {
    case Execution::Kind::kCrash:
      return Verdict::kCrash;
    case Execution::Kind::kTimeout:
      return Verdict::kTimeout;
    case Execution::Kind::kProtocolError:
      return Verdict::kProtocolError;
    case Execution::Kind::kReply:
      return Verdict::kPass;
  }
  return Verdict::kPass;
}

bool IsMisspelt(const Reply& reply) {
  return std::any_of(reply.steps.begin(), reply.steps.end(),
                     [](const Outcome& outcome) {
                       const auto* error = std::get_if<ErrorReply>(&outcome);
                       return error != nullptr && error->misspelt;
                     });
}

// The message of an error of another kind than expected; or empty.
std::string MessageOf(const std::vector<Difference>& differences,
                      const Reply& reply) {
  for (const Difference& d : differences) {
    if (d.kind != DifferenceKind::kKind) continue;
    const auto* error = std::get_if<ErrorReply>(&reply.steps[d.step - 1]);
    if (error != nullptr) return error->message;
  }
  return "";
}

std::string LastOf(const std::string& text) {
  return text.size() <= kMaxStderr ? text
                                   : text.substr(text.size() - kMaxStderr);
}

}  // namespace

void StartRecord(const Vector& vector, Record& record) {
  record.id = vector.test.id;
  record.dtype = vector.test.base.dtype;
  record.profile = vector.profile;
  record.verdict = Verdict::kPass;
  record.reason.reset();
  record.detail.clear();
  record.step = 0;
  record.op.clear();
  record.stderr_tail.clear();
  record.waived.clear();
  record.differences.clear();
  record.answers.clear();
  record.order = false;
  record.again = false;
  record.known = false;
  record.entry = 0;
  record.world = {};
  record.steps = static_cast<int64_t>(vector.test.chain.size());
  record.elements = Numel(FilledSizes(vector.test.base)).value_or(kMaxBase);
  record.message.clear();
  record.misspelt = false;
}

bool IsLeftOut(const Reply& reply) {
  return reply.unsupported &&
         reply.unsupported->what == Name(SkipReason::kLeftOut);
}

void Judge::operator()(const PlannedVector& asked, const Execution& execution,
                       Record& record) {
  const Vector& vector = asked.vector;
  StartRecord(vector, record);
  record.waived = WaivedOf(vector, withouts_);
  comparator_.Compare(vector, execution.reply, judgement_, record.waived,
                      asked.worlds);
  record.differences.swap(judgement_.differences);
  record.world = judgement_.world;
  Relate(vector.test, *judgement_.expect, execution.reply, record.differences);
  if (!record.differences.empty()) {
    record.answers = AnswersAt(execution.reply, record.differences);
  }
  record.message = MessageOf(record.differences, execution.reply);
  record.misspelt = IsMisspelt(execution.reply);
  record.verdict = VerdictOf(execution.kind);
  if (record.verdict == Verdict::kPass) {
    if (leaves_out_ && IsLeftOut(execution.reply)) {
      record.verdict = Verdict::kSkip;
      record.reason = SkipReason::kLeftOut;
      record.differences.clear();
      record.answers.clear();
      return;
    }
    if (!borrowed_.empty()) Excuse(vector.test, record);
    if (record.verdict == Verdict::kPass && !record.differences.empty()) {
      record.verdict = Verdict::kFail;
    }
    return;
  }
  record.step = execution.step;
  record.detail = execution.detail;
  record.op = BlamedForDeath(vector.test, execution.step);
  record.stderr_tail = LastOf(execution.stderr_tail);
}

// A borrowed op that is wrong is no failure of the library.
void Judge::Excuse(const Case& test, Record& record) {
  Facets due;
  for (const Facet facet : kFacets) {
    if (demanded_.Contains(facet) && !Waives(record, facet)) {
      due.Insert(facet);
    }
  }
  std::string op = BorrowedAtFault(test, *judgement_.expect, borrowed_, due,
                                   record.differences);
  if (op.empty()) return;
  record.verdict = Verdict::kSkip;
  record.reason = SkipReason::kBorrowed;
  record.op = std::move(op);
  record.step = record.differences.front().step;
  record.differences.clear();
  record.answers.clear();
}

}  // namespace viewproof
