#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "conformance/case/message.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/judge/relation.h"
#include "conformance/picture/layout.h"
#include "conformance/picture/reason.h"
#include "reference/core/overlap.h"

namespace viewproof {
namespace {

// A text that begins with a capital letter if it begins with a word of ours.
template <typename... Parts>
std::string Sentence(fmt::format_string<Parts...> form, Parts&&... parts) {
  std::string text = fmt::format(form, std::forward<Parts>(parts)...);
  if (text.starts_with("the ") || text.starts_with("what ")) {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

constexpr Wide kMaxLookedAt = 4096;  // Elements, for two in one cell.

// "2 * 3 = 6", "5".
std::string ProductText(const Ints& sizes) {
  if (sizes.size() < 2) return CountText(CountOf(sizes));
  return fmt::format("{} = {}", fmt::join(sizes, " * "),
                     CountText(CountOf(sizes)));
}

// Two elements of the target in one cell.
void SayOverlap(const StepInQuestion& trouble, Reason& reason) {
  const Geometry target = trouble.geometry();
  if (!IsDrawable(target) || !RepeatsAnElement(target)) {
    reason.lines.emplace_back(
        "What is read and what is written lie partly in the same cells, so the "
        "result would hang on the order in which elements are copied.");
    return;
  }
  std::map<Wide, Wide> seen;
  const Wide count = std::min(CountOf(target.sizes), kMaxLookedAt);
  for (Wide k = 0; k < count; ++k) {
    const auto [first, is_new] = seen.emplace(CellOf(target, k), k);
    if (is_new) continue;
    reason.place = k;
    reason.lines.push_back(fmt::format(
        "Elements {} and {} of {} lie in one cell, {}: sizes {}, strides {}. "
        "What is written to one of them would change the other.",
        CountText(first->second), CountText(k),
        trouble.wording.WhoIs(trouble.on), CountText(first->first),
        ListText(target.sizes), ListText(target.strides)));
    return;
  }
}

// Says how two lists of sizes meet, aligned at their ends.
void SayBroadcast(const std::string& who, const Ints& sizes,
                  const std::string& whom, const Ints& other, Reason& reason) {
  for (std::size_t d = 1; d <= std::max(sizes.size(), other.size()); ++d) {
    if (d > other.size()) {
      reason.lines.push_back(
          Sentence("{} has {} dimensions, {}, and {} only {}, {}: there is "
                   "no dimension for the first of them.",
                   who, sizes.size(), ListText(sizes), whom, other.size(),
                   ListText(other)));
      return;
    }
    if (d > sizes.size()) return;
    const int64_t mine = sizes[sizes.size() - d];
    const int64_t theirs = other[other.size() - d];
    if (mine == theirs || mine == 1 || theirs == -1) continue;
    reason.lines.push_back(fmt::format(
        "Sizes meet from the last to the first: in {} of {} and {} of {}, {} "
        "meets {}. Only a size of 1 is repeated.",
        ListText(sizes), who, ListText(other), whom, mine, theirs));
    return;
  }
}

// Adds to `all` each list of so many sizes whose product is `elements`.
void ListSizes(int64_t elements, std::size_t rank, Ints& begun,
               std::vector<Ints>& all) {
  if (begun.size() + 1 == rank) {
    all.push_back(begun);
    all.back().push_back(elements);
    return;
  }
  for (int64_t size = 1; size <= elements; ++size) {
    if (elements % size != 0) continue;
    begun.push_back(size);
    ListSizes(elements / size, rank, begun, all);
    begun.pop_back();
  }
}

// "Sizes of 6 elements: [3,2], [2,3], [1,6].": those nearest to the sizes asked
// for. Empty where there are too many to list.
std::string NearestSizes(const Ints& asked, Wide elements) {
  constexpr Wide kMostElements = 4096;
  constexpr std::size_t kMostRank = 4;
  constexpr std::size_t kShown = 3;
  if (asked.empty() || asked.size() > kMostRank) return "";
  if (elements < 1 || elements > kMostElements) return "";
  std::vector<Ints> all;
  Ints begun;
  ListSizes(static_cast<int64_t>(elements), asked.size(), begun, all);
  std::ranges::stable_sort(all, {}, [&asked](const Ints& sizes) {
    Wide distance = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      distance += std::max(sizes[d], asked[d]) - std::min(sizes[d], asked[d]);
    }
    return distance;
  });
  std::vector<std::string> texts;
  for (const Ints& sizes : all) {
    if (texts.size() < kShown) texts.push_back(ListText(sizes));
  }
  return fmt::format("Sizes of {} {}: {}.", CountText(elements),
                     elements == 1 ? "element" : "elements",
                     fmt::join(texts, ", "));
}

void SaySizes(const StepInQuestion& trouble, Reason& reason) {
  const Step& step = trouble.step();
  const std::string_view name = TargetOf(*step.op).name;
  const std::string who = trouble.wording.WhoIs(trouble.on);
  const Ints& sizes = trouble.operand.sizes;
  const auto* asked =
      step.args.empty() ? nullptr : std::get_if<Ints>(&step.args[0]);
  const auto* tensor =
      step.args.empty() ? nullptr : std::get_if<TensorArg>(&step.args[0]);
  if (asked != nullptr && (name == "view" || name == "reshape")) {
    const bool lists_all =
        std::ranges::all_of(*asked, [](int64_t n) { return n >= 0; });
    reason.lines.push_back(fmt::format(
        "{} {}; {} has {}. {} shows all of them and no others.",
        ListText(*asked),
        lists_all ? fmt::format("asks for {} elements", ProductText(*asked))
                  : "has no whole number for -1",
        who, ProductText(sizes), name == "view" ? "A view" : "A reshape"));
    const std::string nearest =
        lists_all ? NearestSizes(*asked, CountOf(sizes)) : "";
    if (!nearest.empty()) reason.lines.push_back(nearest);
  } else if (name == "expand" && asked != nullptr) {
    SayBroadcast(who, sizes, "expand", *asked, reason);
  } else if (tensor != nullptr && name == "expand") {
    SayBroadcast(who, sizes, "the other", SizesOf(trouble, *tensor), reason);
  } else if (step.op->kind == OpKind::kWrite) {
    const auto part =
        PartWritten(trouble.test, trouble.k, trouble.on, trouble.operand);
    const TensorArg* value = SourceOf(step);
    if (!part || value == nullptr) return;
    SayBroadcast("what is written", SizesOf(trouble, *value),
                 step.args.size() > 1 ? "what the index names" : who,
                 part->sizes, reason);
  }
}

// Says of as_strided which the last cell is, and how many there are.
void SayBounds(const StepInQuestion& trouble, const ErrorReply& error,
               Reason& reason) {
  const auto bytes = StorageBytes(trouble.test, trouble.outcomes,
                                  trouble.operand.storage.value_or(0));
  if (!bytes || !error.number) return;
  reason.lines.push_back(fmt::format(
      "Its last element would lie in cell {}; the storage of {} has {} cells, "
      "counted from 0. An offset counts from the start of that storage.",
      CountText(*error.number / trouble.item_size() - 1),
      trouble.wording.WhoIs(trouble.on),
      CountText(*bytes / trouble.item_size())));
}

void SayDims(const StepInQuestion& trouble, Reason& reason) {
  const bool is_new = trouble.step().op->name == "unsqueeze";
  const int64_t rank = std::ssize(trouble.operand.sizes) + (is_new ? 1 : 0);
  const std::string who = trouble.wording.WhoIs(trouble.on);
  if (rank == 0) {
    reason.lines.push_back(
        Sentence("{} has no dimensions: it is one number.", who));
    return;
  }
  if (is_new) {
    reason.lines.push_back(fmt::format(
        "With the new one there are {} dimensions, beside {} of {}: it can "
        "stand at 0 to {}, or at -1 back to -{}.",
        rank, ListText(trouble.operand.sizes), who, rank - 1, rank));
    return;
  }
  reason.lines.push_back(Sentence(
      "{} has {} {}, {}: they are counted from 0 to {}, or from -1 back to "
      "-{}.",
      who, rank, rank == 1 ? "dimension" : "dimensions",
      ListText(trouble.operand.sizes), rank - 1, rank));
}

}  // namespace

void AddCause(const StepInQuestion& trouble, const ErrorReply& error,
              Reason& reason) {
  const Op& op = *trouble.step().op;
  const std::string who = trouble.wording.WhoIs(trouble.on);
  switch (error.kind.value_or(ErrorKind::kArgument)) {
    case ErrorKind::kOverlap:
      SayOverlap(trouble, reason);
      break;
    case ErrorKind::kSize:
      SaySizes(trouble, reason);
      break;
    case ErrorKind::kRank:
      if (TargetOf(op).name == "expand") SaySizes(trouble, reason);
      [[fallthrough]];
    case ErrorKind::kDimOutOfRange:
      // as_strided counts no dimensions of its operand.
      if (reason.lines.empty() && op.name != "as_strided") {
        SayDims(trouble, reason);
      }
      break;
    case ErrorKind::kOutOfBounds:
      SayBounds(trouble, error, reason);
      break;
    case ErrorKind::kNotViewable:
      reason.lines.push_back(Sentence(
          "{} has sizes {}, strides {} and offset {}; no view of them shows "
          "what {} asks for, so its elements have to be copied first.",
          who, ListText(trouble.operand.sizes),
          ListText(trouble.geometry().strides), trouble.geometry().offset,
          trouble.call()));
      break;
    default:
      break;
  }
  const Reply reply = {
      .id = {}, .steps = trouble.outcomes, .unsupported = {}, .too_large = {}};
  std::string message = MessageOf(trouble.test, reply, trouble.k);
  const std::size_t colon = message.find(": ");
  // In Python a rule's own words, in the notation, are for who asks for them.
  const bool is_said = trouble.wording.is_python() && !reason.lines.empty();
  const bool refers = message.find(" is true of the target") != message.npos;
  reason.lines.push_back(
      is_said || refers
          ? fmt::format("The rule: viewproof explain {}", error.rule)
          : fmt::format("The rule {}: {}.", error.rule,
                        message.substr(colon + 2)));
}

std::optional<Output> PartWritten(const Case& test, std::size_t k, OutputRef on,
                                  const Output& operand) {
  const Index<TensorArg>* index = IndexOf(test.chain[k]);
  if (index == nullptr) return operand;
  Case read = test;
  read.chain.resize(k);
  read.chain.push_back({FindOp("getitem"), {*index}, on});
  const std::vector<Outcome> outcomes = OutcomesOf(read);
  const auto* outputs = std::get_if<std::vector<Output>>(&outcomes.back());
  if (outputs == nullptr) return std::nullopt;
  return outputs->front();
}

}  // namespace viewproof
