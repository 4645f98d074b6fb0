// A description of a struct reads what it writes, and refuses the rest.
#include "conformance/case/describe.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/padding.h"
#include "conformance/case/testing.h"
#include "conformance/case/words.h"

namespace viewproof {
namespace describe_test {

struct Inner {
  int64_t count = 0;
  bool operator==(const Inner&) const = default;
};

struct Outer {
  std::string name;
  int64_t size = 7;
  bool flag = false;
  std::vector<Inner> list;
  std::map<std::string, int64_t> map;
  std::optional<DType> dtype;
  Inner inner;
  int64_t otherwise = 0;
  bool operator==(const Outer&) const = default;
};

constexpr auto kInner =
    json::Describe<Inner>(json::Needed("count", &Inner::count));

constexpr auto kOuter =
    json::Describe<Outer>(
        json::Needed("name", &Outer::name, json::Text{1, 3}),
        json::Optional("size", &Outer::size, json::Integer{1, 9}),
        json::Written("flag", &Outer::flag),
        json::Optional("list", &Outer::list, json::List{kInner}),
        json::Optional("map", &Outer::map),
        json::Optional("dtype", &Outer::dtype).DueIf([](const Outer& outer) {
          return outer.flag;
        }),
        json::Optional("count", &Outer::inner, &Inner::count),
        json::Optional("otherwise", &Outer::otherwise)
            .WrittenIf([](const Outer& o) { return o.otherwise != o.size; })
            .IfAbsent([](Outer& o) { o.otherwise = o.size; }))
        .With([](const Outer& outer) {
          if (outer.name == "no") json::Refuse("name", "is no name");
        });

Outer Read(const std::string& text) {
  Outer outer;
  kOuter.ReadLine(PaddedText(text).view(), outer);
  return outer;
}

std::string RefusalOf(const std::string& text) {
  try {
    Read(text);
    return "";
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(Describe, ReadsWhatItWrites) {
  const Outer all = {"abc",        9,   true, {{1}, {2}}, {{"x", 3}, {"y", 4}},
                     DType::kInt8, {5}, 6};
  const std::string text = json::ToJson(kOuter, all);
  EXPECT_EQ(text,
            R"({"name":"abc","size":9,"flag":true,"list":[{"count":1},)"
            R"({"count":2}],"map":{"x":3,"y":4},"dtype":"int8","count":5,)"
            R"("otherwise":6})");
  EXPECT_EQ(Read(text), all);
}

TEST(Describe, LeavesOutWhatAbsenceSays) {
  Outer plain;
  plain.name = "a";
  plain.otherwise = plain.size;
  const std::string text = json::ToJson(kOuter, plain);
  EXPECT_EQ(text, R"({"name":"a","flag":false})");
  EXPECT_EQ(Read(text), plain);
}

TEST(Describe, ReadsOverAnOldValueAndForgetsIt) {
  Outer outer = {"old",        9,   true, {{1}, {2}, {3}}, {{"x", 3}},
                 DType::kInt8, {5}, 6};
  kOuter.ReadOver().ReadLine(
      PaddedText(R"({"name":"new","list":[{"count":4}]})").view(), outer);
  Outer fresh;
  fresh.name = "new";
  fresh.list = {{4}};
  fresh.otherwise = fresh.size;
  EXPECT_EQ(outer, fresh);
}

TEST(Describe, TakesAFieldOfAMember) {
  constexpr auto kTaken = json::Describe<Outer>(
      json::Needed("name", &Outer::name),
      json::NeededIn(&Outer::inner, std::get<0>(kInner.fields())));
  Outer outer;
  kTaken.ReadLine(PaddedText(R"({"count":3,"name":"a"})").view(), outer);
  EXPECT_EQ(outer.inner.count, 3);
  EXPECT_EQ(json::ToJson(kTaken, outer), R"({"name":"a","count":3})");
}

TEST(Describe, SaysWhichFieldsWereThere) {
  json::od::parser parser;
  Outer outer;
  const auto given = kOuter.ReadLine(
      parser, PaddedText(R"({"size":7,"name":"a"})").view(), outer);
  EXPECT_TRUE(given.Has("size"));
  EXPECT_FALSE(given.Has("flag"));
  EXPECT_FALSE(given.Has("flurb"));
}

TEST(Describe, ReadsOneOfItsFieldsAlone) {
  struct Either {
    Outer outer;
    int64_t count = 0;
  };
  static constexpr auto kEither =
      json::Describe<Either>(json::Optional("outer", &Either::outer, kOuter),
                             json::Optional("count", &Either::count));
  struct Codec {
    void Read(json::od::value value, std::string_view field,
              Either& into) const {
      kEither.ReadOne(value, field, into, "a second one", "nothing");
    }
  };
  const auto refusal = [](const std::string& text) {
    Either either;
    return Refusal([&] {
      json::Enclosed<Either>("either", Codec())
          .ReadLine(PaddedText(R"({"either":)" + text + "}").view(), either);
    });
  };
  EXPECT_EQ(refusal(R"({"count":1})"), "nothing is refused");
  EXPECT_EQ(refusal(R"({"count":1,"outer":7})"),
            "field \"outer\": a second one");
  EXPECT_EQ(refusal(R"({"flurb":1})"), "field \"flurb\": unknown field");
  EXPECT_EQ(refusal(R"({})"), "field \"either\": nothing");
}

TEST(Describe, RefusesWhatLacksAFieldAsItIsTold) {
  constexpr auto kTold = kInner.IfMissing([](std::string_view where,
                                             std::string_view name) {
    json::Refuse("inner", std::string(where) + " without " + std::string(name));
  });
  Inner inner;
  EXPECT_EQ(Refusal([&] {
              json::Enclosed<Inner>("of", kTold)
                  .ReadLine(PaddedText(R"({"of":{}})").view(), inner);
            }),
            "field \"inner\": of without count");
}

TEST(Describe, RefusesByTheNameOfTheField) {
  const std::pair<const char*, const char*> rows[] = {
      {R"({})", "field \"name\": missing"},
      {R"({"name":""})", "field \"name\": is empty"},
      {R"({"name":"abcd"})", "field \"name\": over 3 bytes"},
      {R"({"name":"no"})", "field \"name\": is no name"},
      {R"({"name":7})", "field \"name\": expected a string"},
      {R"({"name":"a","name":"b"})", "field \"name\": given twice"},
      {R"({"name":"a","size":0})", "field \"size\": expected 1..9"},
      {R"({"name":"a","size":1.5})", "field \"size\": expected an integer"},
      {R"({"name":"a","flag":1})", "field \"flag\": expected true or false"},
      {R"({"name":"a","flag":true})", "field \"dtype\": missing"},
      {R"({"name":"a","dtype":"int7"})", "field \"dtype\": unknown dtype"},
      {R"({"name":"a","list":[{}]})", "field \"count\": missing in list"},
      {R"({"name":"a","list":[{"count":-1}]})", "field \"count\": negative"},
      {R"({"name":"a","map":{"x":1,"x":2}})", "field \"x\": given twice"},
      {R"({"name":"a","flurb":1})", "field \"flurb\": unknown field"},
      {R"({"name":"a"}{})", "field \"line\": something follows"}};
  for (const auto& [text, why] : rows) {
    EXPECT_EQ(RefusalOf(text).find(why), 0u) << text << ": " << RefusalOf(text);
  }
}

TEST(Describe, SaysTheSchemaOfTheFields) {
  EXPECT_EQ(kInner.Schema(R"("minProperties": 1)"),
            R"({"type": "object", "properties": {"count": {"type": "integer", )"
            R"("minimum": 0, "maximum": 9223372036854775807}}, )"
            R"("required": ["count"], "additionalProperties": false, )"
            R"("minProperties": 1})");
  EXPECT_NE(kOuter.Schema().find(R"("size": {"default": 7, "type": "integer")"),
            std::string::npos);
  Outer flagged;
  flagged.flag = true;
  EXPECT_EQ(kOuter.DueIn(flagged), std::vector<std::string_view>{"dtype"});
}

TEST(Describe, ShowsOthersTheFieldsThatItDoesNotHave) {
  std::vector<std::string> others;
  Inner inner;
  json::od::parser parser;
  json::ForEachFieldOfLine(
      parser, PaddedText(R"({"inner":{"count":2,"x":1,"y":2}})").view(),
      [&](std::string_view key, json::od::value value) {
        kInner.Read(value, key, inner,
                    [&](std::string_view other, json::od::value) {
                      others.emplace_back(other);
                    });
      });
  EXPECT_EQ(inner.count, 2);
  EXPECT_EQ(others, (std::vector<std::string>{"x", "y"}));
}

}  // namespace describe_test
}  // namespace viewproof
