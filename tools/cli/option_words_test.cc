#include "tools/cli/option_words.h"

#include <functional>
#include <string>
#include <vector>

#include "conformance/case/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace option_words_test {

using ::testing::StartsWith;

FuzzOptions OptionsOf(const FuzzWords& words) {
  FuzzOptions options;
  SetWords(words, options);
  return options;
}

struct Reader {
  const char* option;
  std::function<void(const std::string&)> read;
  std::vector<const char*> refused;
};

// No option takes these for a number; each refuses some more.
TEST(OptionWords, NumbersBeyondTheirRangeAreRefusedWithTheOption) {
  const std::vector<Reader> readers = {
      {"--shard",
       [](const auto& text) { ToShard(text); },
       {"1", "0/1", "2/1", "1/0", "-1/2", "1/2/3", "1/1000001",
        "1/999999999999", "1/99999999999999999999", "18446744073709551617/2"}},
      {"--max-minutes",
       [](const auto& text) { ToMinutes(text); },
       {"0", "-1", "1000001", "5m"}},
      {"--time",
       [](const auto& text) { OptionsOf({.time = text}); },
       {"0", "-1s", "s", "5q", "5ms", "1000000000h"}},
      {"--shrink-seconds",
       [](const auto& text) { OptionsOf({.shrink_seconds = text}); },
       {"0", "-1"}},
      {"--ranks",
       [](const auto& text) { OptionsOf({.ranks = text}); },
       {"3-1", "-1", "0-17", "17", "1-2-3", "0-18446744073709551617"}}};
  for (const Reader& reader : readers) {
    std::vector<const char*> words = {
        "nan", "inf",     "0x10", " 1",   "+1",
        "1 ",  "1e99999", "one",  "1,5",  "-",
        "/",   "",        "1/",   "1e5x", "99999999999999999999"};
    words.insert(words.end(), reader.refused.begin(), reader.refused.end());
    for (const char* word : words) {
      // Without a word the option is not given.
      if (*word == '\0' && reader.option[2] != 'm') continue;
      EXPECT_THAT(Refusal([&] { reader.read(word); }),
                  StartsWith(std::string(reader.option) + ": expected "))
          << reader.option << " " << word;
    }
  }
}

TEST(OptionWords, NumbersInTheirRangeAreTaken) {
  EXPECT_EQ(ToShard("2/4"), (Shard{2, 4}));
  EXPECT_EQ(ToShard("1000000/1000000"), (Shard{1000000, 1000000}));
  EXPECT_EQ(ToMinutes("0.5"), 0.5);
  EXPECT_EQ(OptionsOf({.time = "1.5m"}).hunt.seconds, 90);
  EXPECT_EQ(OptionsOf({.time = "20"}).hunt.seconds, 20);
  EXPECT_EQ(OptionsOf({.shrink_seconds = "1h"}).hunt.shrink.seconds, 3600);
  const FuzzOptions one = OptionsOf({.ranks = "2"});
  EXPECT_EQ(one.chains.min_rank, 2);
  EXPECT_EQ(one.chains.max_rank, 2);
  EXPECT_EQ(OptionsOf({.ranks = "0-3"}).chains.max_rank, 3);
}

}  // namespace option_words_test
}  // namespace viewproof
