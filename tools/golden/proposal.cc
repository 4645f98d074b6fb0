#include "tools/golden/proposal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/text.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/pair_levels.h"
#include "tools/golden/check.h"
#include "tools/golden/requires.h"

namespace viewproof {
namespace {

constexpr std::size_t kMaxSlug = 60;

// Holds what a tensor is like, in the words of a sentence and in those of an
// id.
struct Trait {
  std::string_view condition;
  std::string_view words;
  std::string_view slug;
  std::string_view flag;
};

constexpr std::array kTraits = {
    Trait{"operand: no elements", "without elements", "empty", "Empty"},
    Trait{"operand: column-major", "column-major", "column-major",
          "Transposed"},
    Trait{"operand: stride 0 twice", "repeated in two dimensions",
          "repeated-twice", "StrideZero"},
    Trait{"operand: stride 0", "repeated by a stride of 0", "repeated",
          "StrideZero"},
    Trait{"operand: overlaps itself without stride 0", "overlapping itself",
          "overlapping", "Overlap"},
    Trait{"operand: contiguous with an offset",
          "contiguous after other elements", "contiguous-later", "Offset"},
    Trait{"operand: gaps", "with gaps", "gaps", "Step"},
    Trait{"operand: no stride of 1", "no two elements adjacent", "apart",
          "Step"},
    Trait{"operand: offset", "after other elements", "later", "Offset"},
    Trait{"operand: a bit", "with a bit", "bit", ""},
    Trait{"operand: not contiguous", "not row-major", "not-row-major",
          "Transposed"},
    Trait{"both permuted, differently", "from a source in another order",
          "reordered", ""},
    Trait{"equal strides with gaps", "from a source with the same gaps",
          "same-gaps", ""},
    Trait{"source has size 1 between", "from a source repeated in the middle",
          "broadcast-between", "Broadcast"},
    Trait{"source has size 1 first", "from a source repeated at the front",
          "broadcast-first", "Broadcast"},
    Trait{"source lacks a dimension", "from a source of fewer dimensions",
          "broadcast", "Broadcast"},
    Trait{"the op was called on another layout of these sizes before",
          "after the same call on another layout", "again", ""},
};

// Traits that say more than another one: that one is left out after them.
const std::map<std::string_view, std::vector<std::string_view>>& SaidBy() {
  static const std::map<std::string_view, std::vector<std::string_view>> said =
      {{"stride 0", {"operand: stride 0 twice"}},
       {"operand: stride 0", {"operand: stride 0 twice"}},
       {"operand: offset", {"operand: contiguous with an offset"}},
       {"operand: not contiguous",
        {"operand: column-major", "operand: stride 0", "operand: gaps",
         "operand: no stride of 1",
         "operand: overlaps itself without stride 0"}}};
  return said;
}

bool Holds(std::string_view name, const StepFacts& facts) {
  const auto found = std::find_if(
      SingleConditions().begin(), SingleConditions().end(),
      [&](const Condition& condition) { return condition.name == name; });
  return found != SingleConditions().end() && found->Holds(facts);
}

std::vector<Trait> TraitsOf(const StepFacts& facts) {
  std::vector<Trait> traits;
  for (const Trait& trait : kTraits) {
    const auto said = SaidBy().find(trait.condition);
    const bool twice =
        said != SaidBy().end() &&
        std::any_of(said->second.begin(), said->second.end(),
                    [&](std::string_view n) { return Holds(n, facts); });
    // A fact of a source is said of writes.
    const bool of_source = trait.words.starts_with("from a source");
    if (of_source && facts.step->op->kind != OpKind::kWrite) continue;
    if (!twice && Holds(trait.condition, facts)) traits.push_back(trait);
  }
  return traits;
}

// The steps that call one of `ops`; none: those that do not only look. If there
// are none of these, all.
std::vector<StepFacts> StepsCalling(const std::set<const Op*>& ops,
                                    const std::vector<StepFacts>& facts) {
  std::vector<StepFacts> chosen;
  for (const StepFacts& f : facts) {
    const bool meant =
        ops.empty() ? !Observes(*f.step->op) : ops.contains(f.step->op);
    if (meant) chosen.push_back(f);
  }
  return chosen.empty() ? facts : chosen;
}

// The operand of several steps: the one that most of them have.
const StepFacts& MainStep(const std::vector<StepFacts>& facts) {
  std::map<std::string, int> count;
  const StepFacts* main = &facts[0];
  int most = 0;
  const auto about = [](const StepFacts& f) {
    const Output& shown = f.operand.shown;
    return fmt::format("{} {} {} {}", shown.sizes,
                       shown.strides.value_or(Ints()), shown.offset.value_or(0),
                       shown.storage.value_or(-1));
  };
  for (const StepFacts& f : facts) ++count[about(f)];
  for (const StepFacts& f : facts) {
    // The last step of a layout is as good as the first.
    const int here = count[about(f)];
    if (here >= most) {
      most = here;
      main = &f;
    }
  }
  return *main;
}

std::vector<std::string> OpsOn(const std::vector<StepFacts>& facts,
                               const StepFacts& main) {
  std::vector<std::string> ops;
  for (const StepFacts& f : facts) {
    std::string name(f.step->op->name);
    const bool same = f.operand.shown.sizes == main.operand.shown.sizes &&
                      f.operand.shown.strides == main.operand.shown.strides &&
                      f.operand.shown.offset == main.operand.shown.offset &&
                      f.operand.shown.storage == main.operand.shown.storage;
    if (same && std::find(ops.begin(), ops.end(), name) == ops.end()) {
      ops.push_back(std::move(name));
    }
  }
  return ops;
}

std::string RuleOf(const Spec& spec, const Op& op, const Outcome& outcome) {
  std::string name(op.name);
  std::replace(name.begin(), name.end(), '.', '_');
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  const bool self =
      outputs != nullptr && !outputs->empty() && (*outputs)[0].self;
  std::vector<std::string_view> numbers = {"d1", "r1"};
  if (op.kind == OpKind::kSelfOrCopy) {
    numbers = self ? std::vector<std::string_view>{"r1"}
                   : std::vector<std::string_view>{"r2"};
  }
  for (const std::string_view number : numbers) {
    std::string rule = fmt::format("{}.{}", name, number);
    if (spec.contains(rule)) return rule;
  }
  return "tensor.d1";
}

Profile ProfileOf(const Vector& vector) {
  const int64_t largest =
      std::max(LargestNumber(vector.test, vector.expect),
               LargestNumber(vector.test, vector.alternative));
  if (IsBeyond31Bits(largest)) return Profile::kLimits;
  Profile profile = Profile::kCore;
  bool digest = vector.test.base.fill == FillKind::kCycle;
  for (std::size_t k = 0; k < vector.expect.size(); ++k) {
    profile = std::max(profile, vector.test.chain[k].op->profile);
    const auto* outputs = std::get_if<std::vector<Output>>(&vector.expect[k]);
    if (outputs == nullptr) continue;
    digest |= std::any_of(outputs->begin(), outputs->end(),
                          [](const Output& o) { return o.crc32.has_value(); });
  }
  return digest ? Profile::kKernels : profile;
}

// Says what the other tensor of a pair is like: "source with gaps", "the same
// storage, interleaved".
std::vector<std::string> WordsOfPair(const StepFacts& facts) {
  std::vector<std::string> words;
  const std::optional<PairLevels> levels = PairLevelsOf(facts);
  if (!levels) return words;
  for (const PairFactor factor :
       {PairFactor::kOtherOrder, PairFactor::kStorage}) {
    const auto level = (*levels)[static_cast<std::size_t>(factor)];
    if (!level || *level == 0) continue;
    std::string name(Name(PairLevel{factor, *level}));
    if (const auto at = name.find("source");
        at == 0 && KernelOf(*facts.step).ends_with(" tensors")) {
      name.replace(0, 6, "index");
    }
    words.push_back(std::move(name));
  }
  return words;
}

template <typename Word>
void AddOnce(Word word, std::vector<std::string>& list) {
  std::string text(word);
  if (text.empty()) return;
  const auto at = std::lower_bound(list.begin(), list.end(), text);
  if (at == list.end() || *at != text) list.insert(at, std::move(text));
}

}  // namespace

ProposedEntry Proposer::Propose(const Vector& vector,
                                const std::set<const Op*>& about) {
  ProposedEntry proposal{.profile = ProfileOf(vector), .entry = {}};
  Entry& entry = proposal.entry;
  entry.test = vector.test;
  Reply reply;
  reply.steps = vector.expect;
  const std::vector<StepFacts> facts =
      StepsCalling(about, FactsOf(vector.test, reply));
  const StepFacts& main = MainStep(facts);
  const std::vector<std::string> ops = OpsOn(facts, main);
  const std::vector<Trait> traits = TraitsOf(main);
  const std::string dtype(
      Name(main.operand.shown.dtype.value_or(vector.test.base.dtype)));
  const Ints& sizes = main.operand.shown.sizes;

  for (std::size_t k = 0; k < vector.expect.size(); ++k) {
    const bool refused = std::holds_alternative<ErrorReply>(vector.expect[k]);
    entry.outcome.emplace_back(refused ? WordFor(vector.expect[k]) : "ok");
    const Step& step = vector.test.chain[k];
    if (std::find(ops.begin(), ops.end(), step.op->name) == ops.end()) continue;
    if (refused) {
      AddOnce("ErrorKind", entry.flags);
    } else {
      AddOnce(RuleOf(spec_, *step.op, vector.expect[k]), entry.rules);
    }
    if (step.op->kind == OpKind::kWrite) AddOnce("WriteThrough", entry.flags);
    const std::string kernel = KernelOf(step);
    if (kernel.starts_with("getitem ") && !kernel.ends_with(" basic")) {
      AddOnce("getitem.u1", entry.rules);
      AddOnce("Advanced", entry.flags);
    }
  }
  if (entry.rules.empty()) entry.rules.emplace_back("tensor.d1");
  const FillKind fill = vector.test.base.fill;
  if (fill == FillKind::kHex || fill == FillKind::kValues) {
    AddOnce("BitExact", entry.flags);
  }
  if (main.operand.numel > 256) AddOnce("Large", entry.flags);
  for (const Trait& trait : traits) AddOnce(trait.flag, entry.flags);
  if (entry.flags.empty()) entry.flags.emplace_back("Basic");

  const std::string kind =
      fmt::format("{} {}", dtype.starts_with("int") ? "an" : "a", dtype);
  std::string shape = sizes.empty()
                          ? "of rank 0"
                          : fmt::format("of sizes {}", fmt::join(sizes, "x"));
  std::string why =
      fmt::format("{} of {} tensor {}", fmt::join(ops, ", "), kind, shape);
  std::vector<std::string> more;
  for (const Trait& trait : traits) more.emplace_back(trait.words);
  for (std::string& words : WordsOfPair(main)) more.push_back(std::move(words));
  if (fill == FillKind::kHex || fill == FillKind::kValues) {
    more.emplace_back("with numbers that other types lose");
  }
  if (main.operand.shown.strides && !main.operand.shown.strides->empty()) {
    more.push_back(
        fmt::format("strides {}", fmt::join(*main.operand.shown.strides, "x")));
  }
  if (main.operand.shown.offset.value_or(0) > 0) {
    more.push_back(fmt::format("offset {}", *main.operand.shown.offset));
  }
  if (why.size() > kMaxWhy) {
    why = fmt::format("{} and more of {} tensor {}", ops[0], kind, shape);
  }
  for (const std::string& words : more) {
    // Numbers only tell two entries apart.
    const bool needed =
        !words.starts_with("strides ") && !words.starts_with("offset ");
    if (!needed && !taken_.whys.contains(why)) continue;
    if (why.size() + 2 + words.size() <= kMaxWhy) why += ", " + words;
  }
  for (int n = 2; taken_.whys.contains(why) && n < 100; ++n) {
    const std::string other = fmt::format("{} ({})", why, n);
    if (!taken_.whys.contains(other) && other.size() <= kMaxWhy) why = other;
  }
  if (!taken_.whys.insert(why).second) throw BadInput("why: " + why);
  entry.why = std::move(why);

  std::string slug = fmt::format("drawn-{}-rank-{}", dtype, sizes.size());
  for (const Trait& trait : traits) {
    if (slug.size() + 1 + trait.slug.size() > kMaxSlug - 4) break;
    slug += "-" + std::string(trait.slug);
  }
  std::string id = fmt::format("{}/{}", ops[0], slug);
  for (int n = 2; taken_.ids.contains(id); ++n) {
    id = fmt::format("{}/{}-{}", ops[0], slug, n);
  }
  taken_.ids.insert(id);
  entry.test.id = id;
  entry.family = id;
  entry.where = id;
  return proposal;
}

std::string TomlOf(const Entry& entry) {
  const auto quoted = [](const std::vector<std::string>& words) {
    return fmt::format("[\"{}\"]", fmt::join(words, "\",\""));
  };
  std::string text = fmt::format(
      "[\"{}\"]\nwhy   = \"{}\"\nrules = {}\nflags = {}\ncase  = \"{}\"\n",
      entry.test.id, entry.why, quoted(entry.rules), quoted(entry.flags),
      Text(entry.test));
  if (std::any_of(entry.outcome.begin(), entry.outcome.end(),
                  [](const std::string& word) { return word != "ok"; })) {
    text += fmt::format("outcome = {}\n", quoted(entry.outcome));
  }
  return text;
}

}  // namespace viewproof
