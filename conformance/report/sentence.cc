#include "conformance/report/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/kernel.h"
#include "conformance/case/ops.h"
#include "conformance/gate/gate.h"
#include "conformance/judge/answers.h"
#include "conformance/judge/belongs.h"
#include "conformance/report/markup.h"

namespace viewproof {
namespace {

using Kind = DifferenceKind;

constexpr std::size_t kMostMessage = 100;

// Elements that an op before it wrote wrongly are no fault of its own.
bool Differs(const Told& told, Facet facet) {
  return std::ranges::count(told.failure.facets, facet) > 0 &&
         (facet != Facet::kValues || told.writers.empty());
}

bool Is(const Told& told, Relation relation) {
  return told.relation == Name(relation);
}

bool Writes(const Told& told) {
  const std::string& name = told.failure.op;
  if (name.starts_with(kCallPrefix)) {
    return name.ends_with('_') || name.ends_with(".out");
  }
  const Op* op = FindOp(name);
  return op != nullptr && op->kind == OpKind::kWrite;
}

std::string SubjectOf(const Told& told) {
  if (told.ops > 1) return fmt::format("each of {} ops", told.ops);
  if (told.failure.op == "base") return "a read of the base";
  return told.failure.op == kEveryOp ? "any op" : told.failure.op;
}

// `what`: strides or an offset.
std::string GeometryClause(const Told& told, std::string_view what) {
  const bool strides = what == "strides";
  const char* also =
      Differs(told, Facet::kValues) ? ", and so wrong elements" : "";
  if (Is(told, Relation::kTimesItemSize)) {
    return fmt::format("gives {} times the item size, as if in bytes{}",
                       strides ? "strides" : "an offset", also);
  }
  if (strides && Is(told, Relation::kRowMajor)) {
    return fmt::format("gives the strides of a fresh tensor{}", also);
  }
  if (strides && Is(told, Relation::kColumnMajor)) {
    return fmt::format(
        "gives the strides of a fresh tensor in column-major order{}", also);
  }
  const bool elements = Differs(told, Facet::kValues);
  if (strides) {
    return elements ? "gives wrong elements and strides"
                    : "gives wrong strides";
  }
  return elements ? "gives wrong elements and a wrong offset"
                  : "gives a wrong offset";
}

// The kind of error in "kind KIND for KIND"; nothing if none is mapped.
std::string_view MeaningOfName(std::string_view name) {
  const std::optional<ErrorKind> kind = FindErrorKind(name);
  return kind ? MeaningOf(*kind) : std::string_view();
}

// "refuses for another reason: ... is due, ... came".
std::string KindClause(const Told& told) {
  constexpr std::string_view kBegin = "kind ";
  constexpr std::string_view kFor = " for ";
  const std::string_view relation = told.relation;
  const std::size_t at = relation.find(kFor);
  if (!relation.starts_with(kBegin) || at == std::string::npos) {
    return "refuses for another reason than PyTorch";
  }
  const std::string_view due = MeaningOfName(relation.substr(at + kFor.size()));
  const std::string_view came =
      MeaningOfName(relation.substr(kBegin.size(), at - kBegin.size()));
  if (came.empty()) {
    return fmt::format(
        "refuses with a text that is mapped to no kind of error, where the "
        "reason is: {}",
        due);
  }
  return fmt::format("refuses for another reason than PyTorch: {}, not {}",
                     came, due);
}

std::string SelfClause(const Told& told) {
  if (told.details == std::set<std::string>{"true"}) {
    return "gives a new tensor where its operand itself is due";
  }
  if (told.details == std::set<std::string>{"false"}) {
    return "gives its operand itself where a new tensor is due";
  }
  return "gives its operand itself, or a new tensor, where the other is due";
}

std::string LostClause(const Told& told) {
  if (told.ops == 1 && !Writes(told)) {
    return "gives a tensor through which a write is lost: the elements are as "
           "before";
  }
  return Is(told, Relation::kUnwritten)
             ? "writes nothing: the elements are as before"
             : "leaves elements unwritten: they are as before";
}

// Says what was done, as a clause without its subject.
std::string ClauseOf(Kind kind, const Told& told) {
  const bool writes = Writes(told);
  switch (kind) {
    case Kind::kOkForError:
      return "accepts what PyTorch refuses";
    case Kind::kErrorForOk:
      return told.failure.op.starts_with(kCallPrefix)
                 ? "refuses what it accepts on plain tensors"
                 : "refuses what PyTorch accepts";
    case Kind::kUnsupported:
      return "does not run, though the adapter declares it";
    case Kind::kCount:
      return "gives another number of tensors";
    case Kind::kDType:
      return "gives another dtype";
    case Kind::kSizes:
      return "gives wrong sizes";
    case Kind::kResult:
      return "answers yes for no, or no for yes";
    case Kind::kCopied:
      return "copies where a view is due";
    case Kind::kShared:
      return "gives a tensor in a storage that it should not share";
    case Kind::kStrides:
      return GeometryClause(told, "strides");
    case Kind::kOffset:
      return GeometryClause(told, "offset");
    case Kind::kContiguous:
      return Differs(told, Facet::kValues)
                 ? "gives wrong elements, and says wrongly if it is contiguous"
                 : "says wrongly if it is contiguous";
    case Kind::kValues:
      return writes ? "writes wrong values" : "gives wrong elements";
    case Kind::kBytes:
      return writes ? "writes wrong bytes" : "gives wrong bytes";
    case Kind::kDigest:
      return writes ? "writes wrong values: their digest differs"
                    : "gives wrong elements: their digest differs";
    case Kind::kLostWrite:
      return LostClause(told);
    case Kind::kStrayWrite:
      return writes || told.failure.op.starts_with(kCallPrefix)
                 ? "writes to elements that are not its own"
                 : "gives a tensor through which a write reaches elements "
                   "that are not its own";
    case Kind::kReadOut:
      return "gives right strides, and elements that do not follow them";
    case Kind::kSelf:
      return SelfClause(told);
    case Kind::kBits:
      return "gives another conjugate or negative bit";
    case Kind::kKind:
      return KindClause(told);
  }
  return {};
}

std::string_view WordOf(Facet facet) {
  switch (facet) {
    case Facet::kShape:
      return "the outcome";
    case Facet::kValues:
      return "elements";
    case Facet::kStrides:
      return "strides";
    case Facet::kAlias:
      return "the storage";
    case Facet::kIdentity:
      return "whether it is a new tensor";
    case Facet::kExact:
      return "strides that no element shows";
    case Facet::kErrorKind:
      return "the kind of error";
  }
  return {};
}

// Returns whether the clause of the kind says already that the facet differs.
bool Says(Kind kind, Facet facet) {
  const bool copies = kind == Kind::kCopied || kind == Kind::kShared;
  const bool of_geometry = kind == Kind::kStrides || kind == Kind::kOffset ||
                           kind == Kind::kContiguous;
  return MayShow(facet, kind) || (copies && facet == Facet::kStrides) ||
         (of_geometry && facet == Facet::kValues);
}

// ", of a tensor without elements", "; elements differ, too".
std::string Additions(Kind kind, const Told& told) {
  std::string text;
  if (Is(told, Relation::kEmpty)) text += ", of a tensor without elements";
  if (Is(told, Relation::kSize1)) text += ", where a size is 1";
  std::vector<std::string_view> also;
  for (const Facet facet : told.failure.facets) {
    if (!Says(kind, facet) && Differs(told, facet)) {
      also.push_back(WordOf(facet));
    }
  }
  if (!also.empty()) {
    const bool is_one = also.size() == 1 && (also[0].starts_with("the ") ||
                                             also[0].starts_with("whether "));
    text += fmt::format("; {} {}, too", fmt::join(also, " and "),
                        is_one ? "differs" : "differ");
  }
  if (told.outside == told.count) {
    text += ", and reaches outside of its storage";
  } else if (told.outside > 0) {
    text +=
        fmt::format(", and reaches outside of its storage in {} of {} cases",
                    told.outside, told.count);
  }
  return text;
}

std::string DetailsText(const Told& told) {
  if (told.details.empty() || told.details.size() > kMostDetails) return "";
  return fmt::format(": {}", fmt::join(told.details, ", or "));
}

std::string ClauseOf(const Told& told) {
  switch (told.failure.verdict) {
    case Verdict::kCrash:
      return "dies" + DetailsText(told);
    case Verdict::kTimeout:
      return "hangs: no answer came in time";
    case Verdict::kProtocolError:
      return "gets an answer that is against the protocol";
    default:
      break;
  }
  const std::optional<Kind> kind = FindDifferenceKind(told.failure.difference);
  if (!kind) return "fails";
  std::string text = ClauseOf(*kind, told) + Additions(*kind, told);
  if (*kind != Kind::kSelf) text += DetailsText(told);
  const bool all_misspelt = told.misspelt > 0 && told.misspelt == told.count;
  return all_misspelt ? text + " (is its name right in the adapter?)" : text;
}

// The library's own text of an error, in one line.
std::string MessageOf(const Record& record, const Difference& d) {
  const StepAnswer* answer = FindAnswer(record.answers, d.step);
  if (answer == nullptr) return "";
  const auto* error = std::get_if<ErrorReply>(&answer->outcome);
  if (error == nullptr) return "";
  const std::string_view text = error->message;
  return Clipped(text.substr(0, text.find('\n')), kMostMessage);
}

// The kind in {"error":{"kind":"rank",...}}, in words.
std::string DueOf(const Difference& d) {
  constexpr std::string_view kKey = R"("kind":")";
  const std::size_t at = d.expected.find(kKey);
  if (at == std::string::npos) return "";
  const std::string_view rest =
      std::string_view(d.expected).substr(at + kKey.size());
  return std::string(MeaningOfName(rest.substr(0, rest.find('"'))));
}

}  // namespace

std::string_view MeaningOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kDimOutOfRange:
      return "no such dimension";
    case ErrorKind::kDuplicateDim:
      return "a dimension named twice";
    case ErrorKind::kIndexOutOfRange:
      return "no such element";
    case ErrorKind::kRank:
      return "too few or too many dimensions";
    case ErrorKind::kArgument:
      return "an argument that is never right";
    case ErrorKind::kSize:
      return "sizes that do not fit";
    case ErrorKind::kInference:
      return "a size of -1 that cannot be inferred";
    case ErrorKind::kNotViewable:
      return "a view that needs a copy";
    case ErrorKind::kOutOfBounds:
      return "memory outside of the storage";
    case ErrorKind::kOverflow:
      return "a number beyond 64 bits";
    case ErrorKind::kDType:
      return "a dtype that it does not take";
    case ErrorKind::kTensorKind:
      return "a tensor of another layout";
    case ErrorKind::kState:
      return "a tensor in a state that it does not take";
    case ErrorKind::kOverlap:
      return "a write to memory that overlaps";
  }
  return {};
}

std::string_view EndOf(Verdict verdict) {
  return verdict == Verdict::kCrash ? "it died" : "no answer";
}

namespace {

// Returns the beginning of what a library wrote, as it can be printed.
std::string Quote(std::string_view text) {
  constexpr std::size_t kMost = 200;
  return Clipped(Escaped(text), kMost);
}

}  // namespace

std::string DetailOf(const Record& record, const Failure& failure) {
  if (failure.verdict == Verdict::kCrash) return Quote(record.detail);
  for (const Difference& d : record.differences) {
    if (Name(d.kind) == failure.difference && d.op == failure.op) {
      return DetailOf(record, d);
    }
  }
  return "";
}

std::string DetailOf(const Record& record, const Difference& difference) {
  if (difference.kind == Kind::kOkForError) return DueOf(difference);
  if (difference.kind == Kind::kErrorForOk) {
    return Quote(MessageOf(record, difference));
  }
  return difference.kind == Kind::kSelf ? difference.expected : "";
}

std::string SentenceOf(const Told& told) {
  std::string text = SubjectOf(told) + " " + ClauseOf(told);
  if (!told.writers.empty()) {
    text += fmt::format(", after {} wrote wrongly",
                        fmt::join(told.writers, " or "));
  }
  return told.order ? text + ", but only after other cases" : text;
}

std::string CodeOf(const Told& told) {
  const Failure& failure = told.failure;
  std::string text(failure.difference.empty() ? Name(failure.verdict)
                                              : failure.difference);
  if (told.ops > 1 && !told.relation.empty()) {
    // "kind rank for size" begins with the difference.
    return told.relation.starts_with(text + " ") ? told.relation
                                                 : text + " " + told.relation;
  }
  const char* before = " in ";
  for (const Facet facet : failure.facets) {
    text.append(before).append(Name(facet));
    before = " ";
  }
  return text;
}

}  // namespace viewproof
