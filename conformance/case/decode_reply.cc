#include "conformance/case/decode_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "conformance/case/decode_outcome.h"
#include "conformance/case/fields.h"
#include "conformance/case/json.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::FieldReader;
using json::Fields;
using json::ForEachElement;
using json::ForEachField;
using json::Int;
using json::Object;
using json::Refuse;
using json::RefuseUnknown;
using json::String;

void ReadOutcomes(od::value value, const std::vector<Step>& chain,
                  std::vector<Outcome>& outcomes) {
  std::size_t count = 0;
  ForEachElement(value, "steps", [&](od::value element) {
    if (count == outcomes.size()) outcomes.emplace_back();
    ReadOutcome(element, Strictness::kReply,
                count < chain.size() ? chain[count].op : nullptr,
                outcomes[count]);
    ++count;
  });
  outcomes.resize(count);
  if (count != chain.size()) {
    Refuse("steps",
           fmt::format("{} entries for {} steps", count, chain.size()));
  }
}

constexpr std::string_view kUnsupported[] = {"op", "argument", "base", "dtype",
                                             "left_out"};

constexpr FieldReader<Unsupported> kUnsupportedFields[] = {
    {"step", json::kOptional,
     [](od::value value, std::string_view name, Unsupported& unsupported) {
       unsupported.step = Int(value, name);
     }},
    {"what", json::kRequired,
     [](od::value value, std::string_view name, Unsupported& unsupported) {
       unsupported.what = String(value, name);
       if (std::ranges::find(kUnsupported, unsupported.what) ==
           std::end(kUnsupported)) {
         Refuse(name, "expected op, argument, base or dtype");
       }
     }},
    {"detail", json::kOptional,
     [](od::value value, std::string_view name, Unsupported& unsupported) {
       unsupported.detail = String(value, name);
     }},
};

Unsupported ReadUnsupported(od::value value) {
  Unsupported unsupported;
  Fields<Unsupported> fields(kUnsupportedFields, unsupported);
  ForEachField(Object(value, "unsupported"), "unsupported",
               [&](std::string_view key, od::value member) {
                 if (!fields.Read(key, member)) RefuseUnknown(key);
               });
  if (!fields.Missing().empty()) Refuse(fields.Missing(), "missing");
  return unsupported;
}

struct ReplyReader {
  const Case& test;
  Reply& reply;
};

constexpr FieldReader<ReplyReader> kReplyFields[] = {
    {"id", json::kOptional,
     [](od::value value, std::string_view name, ReplyReader& reader) {
       reader.reply.id = String(value, name);
     }},
    {"steps", json::kOptional,
     [](od::value value, std::string_view, ReplyReader& reader) {
       ReadOutcomes(value, reader.test.chain, reader.reply.steps);
     }},
    {"unsupported", json::kOptional,
     [](od::value value, std::string_view, ReplyReader& reader) {
       reader.reply.unsupported = ReadUnsupported(value);
     }},
};

}  // namespace

void ReadReply(od::parser& parser, std::string_view line, const Case& test,
               Reply& reply) {
  reply.id.clear();
  reply.steps.clear();
  reply.unsupported.reset();
  reply.too_large.reset();
  ReplyReader reader{test, reply};
  Fields<ReplyReader> fields(kReplyFields, reader);
  json::ForEachFieldOfLine(parser, line,
                           [&](std::string_view key, od::value value) {
                             if (!fields.Read(key, value)) RefuseUnknown(key);
                           });
  const bool has_steps = fields.Has("steps");
  if (has_steps == reply.unsupported.has_value()) {
    Refuse("steps", "expected either steps or unsupported");
  }
}

}  // namespace viewproof
