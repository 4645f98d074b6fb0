#include "conformance/gen/outline.h"

#include <cstring>
#include <string>

#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace outline_test {

void Append(const Ints& numbers, std::string& out) {
  for (const int64_t number : numbers) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    out.append(bytes, sizeof bytes);
  }
}

void Append(const Output& output, std::string& out) {
  out += static_cast<char>(output.sizes.size());
  Append(output.sizes, out);
  Append(*output.strides, out);
  Append({*output.offset}, out);
  out += static_cast<char>(*output.storage);
  out += *output.contiguous ? 'C' : 'N';
}

// The outline as the header describes it, made from a whole reply.
std::string OutlineOf(const Reply& reply) {
  std::string out;
  for (const Outcome& outcome : reply.steps) {
    if (const auto* answer = std::get_if<bool>(&outcome)) {
      out += *answer ? 'T' : 'F';
    } else if (const auto* error = std::get_if<ErrorReply>(&outcome)) {
      out += 'E';
      out += static_cast<char>(*error->kind);
    } else {
      const auto& outputs = std::get<std::vector<Output>>(outcome);
      out += !outputs.empty() && outputs[0].self ? 'S' : 'O';
      out += static_cast<char>(outputs.size());
      for (const Output& output : outputs) Append(output, out);
    }
  }
  if (reply.too_large) out += 'L';
  return out;
}

// Cases of two steps that many calls of one op make, some of them too large.
Universe Wide() {
  return Universe(std::vector<Bounds>{{.steps = 2,
                                       .max_rank = 2,
                                       .max_size = 2,
                                       .dims = {-1, 0, 2},
                                       .numbers = {-1, 0, 1, 80},
                                       .sizes = {0, 1, 2},
                                       .inferred = {-1, 2, 1, 600},
                                       .max_length = 2,
                                       .max_calls = 400}});
}

TEST(Outline, SaysOfEveryCaseWhatTheReferenceReplies) {
  const auto reference = MakeReference();
  Reply reply;
  for (const Universe& universe : {Universe::Pinned(), Wide()}) {
    for (int64_t k = 0; k < 200; ++k) {  // Stretches of neighbours.
      Cursor cursor(universe, universe.count() / 200 * k);
      Outliner outliner;
      for (int64_t neighbour = 0; neighbour < 300; ++neighbour) {
        std::string outline;
        outliner.Append(cursor, outline);
        reference->Run(cursor.test(), reply);
        ASSERT_EQ(outline, OutlineOf(reply)) << cursor.test();
        cursor.Next();
      }
    }
  }
}

TEST(Outline, TellsWhatIsDifferent) {
  const Universe& universe = Universe::Pinned();
  const auto outline = [&universe](const char* text) {
    const Cursor cursor(universe, universe.NumberOf(ParseText(text)).value());
    std::string out;
    Outliner().Append(cursor, out);
    return out;
  };
  EXPECT_EQ(outline("float32[2] | select(0, 1)"),
            outline("float32[2] | select(-1, -1)"));
  EXPECT_EQ(outline("float32[2] | select(1, 0)"),
            outline("float32[2] | select(2, 0)"));
  EXPECT_NE(outline("float32[2] | select(0, 1)"),
            outline("float32[2] | select(0, 0)"));  // The offset.
  EXPECT_NE(outline("float32[2] | select(1, 0)"),
            outline("float32[2] | select(0, 2)"));  // The error's kind.
  EXPECT_NE(outline("float32[2,3] | t()"),
            outline("float32[2,3] | view([3,2])"));  // The strides.
  EXPECT_NE(outline("float32[2] | detach()"),
            outline("float32[2] | contiguous()"));  // The operand itself.
  EXPECT_NE(outline("float32[2,2] | t() | contiguous()"),
            outline("float32[2,2] | t() | t()"));  // The storage.
}

TEST(Outline, EndsAChainBehindAStepThatIsTooLarge) {
  const Universe universe = Wide();
  const char* text = "float32[] | expand([600,600]) | contiguous()";
  const Cursor cursor(universe, universe.NumberOf(ParseText(text)).value());
  std::string out;
  Outliner().Append(cursor, out);
  EXPECT_EQ(out.back(), 'L');
}

}  // namespace outline_test
}  // namespace viewproof
