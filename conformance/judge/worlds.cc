#include "conformance/judge/worlds.h"

#include <algorithm>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/operands.h"
#include "conformance/gen/write.h"

namespace viewproof {
namespace {

constexpr int kMaxCourses = 256;  // Most are equal to others.

const std::vector<Output>* OutputsOf(const Outcome& outcome) {
  return std::get_if<std::vector<Output>>(&outcome);
}

bool SameSeen(const Output& a, const Output& b) {
  return a.dtype == b.dtype && a.sizes == b.sizes && a.values == b.values &&
         a.bytes == b.bytes && a.crc32 == b.crc32;
}

// Returns whether both are equal apart from strides, offsets and storages.
bool SameSeen(const Outcome& a, const Outcome& b) {
  if (a.index() != b.index()) return false;
  if (const auto* error = std::get_if<ErrorReply>(&a)) {
    return error->kind == std::get<ErrorReply>(b).kind;
  }
  const std::vector<Output>* outputs = OutputsOf(a);
  if (outputs == nullptr) return a == b;
  const std::vector<Output>& others = *OutputsOf(b);
  return std::ranges::equal(
      *outputs, others,
      [](const Output& x, const Output& y) { return SameSeen(x, y); });
}

bool Writes(const Step& step) { return step.op->kind == OpKind::kWrite; }

// The ways of a library whose views are all copies.
Ways WithCopies(Ways ways) {
  for (const Op& op : Ops()) {
    if (op.kind == OpKind::kView || op.kind == OpKind::kByIndex ||
        op.kind == OpKind::kEither) {
      ways.copies.emplace_back(op.name);
    }
  }
  std::ranges::sort(ways.copies);
  return ways;
}

World Take(Course& course) {
  for (Outcome& outcome : course.reply.steps) {
    auto* error = std::get_if<ErrorReply>(&outcome);
    if (error != nullptr) error->number.reset();  // No vector says it.
  }
  return {{course.chose_copy, course.copied, course.rebound},
          course.taken,
          std::move(course.reply.steps),
          std::move(course.plain)};
}

}  // namespace

std::string Name(WorldName world) {
  std::string name;
  const auto add = [&name](bool holds, const char* word) {
    if (holds) name.append(name.empty() ? "" : "+").append(word);
  };
  add(world.chose_copy, "or");
  add(world.copied, "copies");
  add(world.rebound, "rebind");
  return name.empty() ? "expect" : name;
}

std::optional<WorldName> FindWorldName(std::string_view name) {
  for (int bits = 0; bits < 8; ++bits) {
    const WorldName world{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
    if (Name(world) == name) return world;
  }
  return std::nullopt;
}

Worlds::Worlds(Ways ways)
    : ways_(std::move(ways)),
      in_place_ways_{ways_.copies, false, ways_.may_copy} {}

void Worlds::set_may_copy(bool may_copy) {
  ways_.may_copy = may_copy;
  in_place_ways_.may_copy = may_copy;
}

bool Worlds::AreOther(const Case& test) const {
  return std::ranges::any_of(test.chain, [this](const Step& step) {
    return (ways_.rebinds && Writes(step)) ||
           std::ranges::binary_search(ways_.copies, step.op->name);
  });
}

std::optional<NoWorlds> Worlds::Find(const Case& test,
                                     std::vector<World>& worlds) {
  worlds.clear();
  Choices choices;
  for (int courses = 0; courses < kMaxCourses; ++courses) {
    reference_.Run(test, ways_, choices, course_);
    if (course_.reply.too_large) return NoWorlds::kTooMany;
    std::vector<Outcome>& steps = course_.reply.steps;
    DropUnspecified(test, steps);
    if (course_.rebound && IsParted(test, course_.taken)) {
      return NoWorlds::kWrites;
    }
    const bool more = NextChoices(course_, choices);
    if (std::ranges::none_of(worlds, [&steps](const World& world) {
          return world.outcomes == steps;
        })) {
      if (worlds.size() == kMaxWorlds) return NoWorlds::kTooMany;
      worlds.push_back(Take(course_));
    }
    if (!more) return std::nullopt;
  }
  return NoWorlds::kTooMany;
}

bool Worlds::IsParted(const Case& test, const Choices& choices) {
  reference_.Run(test, in_place_ways_, choices, in_place_);
  const auto fails = [](const Outcome& outcome) {
    return std::holds_alternative<ErrorReply>(outcome) ||
           std::holds_alternative<UnobservedStep>(outcome);
  };
  return !std::ranges::equal(course_.reply.steps, in_place_.reply.steps, {},
                             fails, fails);
}

bool Worlds::AddWitnessReads(Case& test) {
  if (!ways_.rebinds || std::ranges::none_of(test.chain, Writes)) return false;
  reference_.Run(test, ways_, {}, course_);
  if (course_.reply.too_large) return false;
  const std::vector<Outcome>& steps = course_.reply.steps;
  const std::vector<OutputRef> operands = OperandsOf(test.chain, steps);
  std::vector<OutputRef> unread;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const Op& op = *test.chain[k].op;
    const bool wrote = Writes(test.chain[k]) && OutputsOf(steps[k]) != nullptr;
    if (wrote && std::ranges::find(unread, operands[k]) == unread.end()) {
      unread.push_back(operands[k]);
    }
    if (Observes(op) || op.kind == OpKind::kForget) {
      std::erase(unread, operands[k]);
    }
  }
  for (const OutputRef& name : unread) {
    test.chain.push_back({FindOp("read"), {}, name});
  }
  return !unread.empty();
}

bool Worlds::NeedsViews(const Case& test, const World& world) {
  if (!copying_ways_) copying_ways_ = WithCopies(ways_);
  reference_.Run(test, *copying_ways_, world.choices, course_);
  return !std::ranges::equal(
      course_.reply.steps, world.outcomes,
      [](const Outcome& a, const Outcome& b) { return SameSeen(a, b); });
}

// A write to a fresh tensor overlaps nothing.
bool IsUnspecified(const Case& test, const World& world) {
  return !world.name.rebound && std::ranges::any_of(test.chain, Writes) &&
         !WriteProblems(test, world.outcomes,
                        world.plain.empty() ? test.chain : world.plain)
              .empty();
}

Ways WaysOf(const Hello& hello) { return {hello.copies, hello.rebinds, true}; }

std::vector<int64_t> FreeViews(const std::vector<Step>& chain,
                               const std::vector<Outcome>& outcomes) {
  const std::vector<OutputRef> operands = OperandsOf(chain, outcomes);
  std::vector<int64_t> steps;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    if (chain[k].op->kind != OpKind::kEither) continue;
    const auto number = static_cast<int64_t>(k) + 1;
    const Output* result = FindOutput(outcomes, {number, 0});
    const Output* operand = FindOutput(outcomes, operands[k]);
    const std::optional<int64_t> storage =
        operand == nullptr ? std::optional<int64_t>(0) : operand->storage;
    if (result != nullptr && result->storage == storage) {
      steps.push_back(number);
    }
  }
  return steps;
}

std::optional<World> OtherWorld(const Case& test) {
  std::vector<World> worlds;
  if (Worlds(Ways()).Find(test, worlds)) {
    throw BadInput("too large if a step copies");
  }
  if (worlds.size() > 2 ||
      (worlds.size() == 2 &&
       !FreeViews(test.chain, worlds[1].outcomes).empty())) {
    throw BadInput("more than one step may view or copy");
  }
  if (worlds.size() == 1) return std::nullopt;
  return std::move(worlds[1]);
}

std::vector<Outcome> OtherOutcomes(const Case& test) {
  std::optional<World> other = OtherWorld(test);
  return other ? std::move(other->outcomes) : std::vector<Outcome>();
}

std::vector<Outcome> OtherWorld(const Vector& vector) {
  if (std::ranges::find(vector.flags, kSharesWhenViewable) ==
      vector.flags.end()) {
    return OtherOutcomes(vector.test);
  }
  if (FreeViews(vector.test.chain, vector.expect).size() != 1) {
    throw BadInput("SharesWhenViewable asks for one step that may copy");
  }
  return {};
}

bool NeedsViews(const Case& test, const std::vector<Outcome>& expect) {
  return Worlds(Ways()).NeedsViews(test, {{}, {}, expect, {}});
}

}  // namespace viewproof
