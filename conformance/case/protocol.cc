#include "conformance/case/protocol.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <iterator>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/json.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::ForEachElement;
using json::ForEachField;
using json::ForEachFieldOfLine;
using json::Get;
using json::Int;
using json::Object;
using json::Refuse;
using json::RefuseUnknown;

constexpr std::size_t kUsualBatch = 64;

int64_t ReadProtocolOfRequest(od::value value) {
  int64_t protocol = 0;
  ForEachField(Object(value, "hello"), "hello",
               [&](std::string_view key, od::value member) {
                 if (key == "protocol") protocol = Int(member, key);
               });
  return protocol;
}

// `text` is one element of "run"; the line continues after it.
Request::Item ReadItem(Decoder& decoder, std::string_view text) {
  Request::Item item;
  try {
    decoder.Read(text, item.test, UnknownKeys::kIgnored);
  } catch (const NotSupported& e) {
    item.unsupported = e.why();
    od::parser parser;
    ForEachFieldOfLine(parser, text, [&](std::string_view key, od::value id) {
      if (key == "id") item.test.id = json::String(id, key);
    });
  }
  if (item.test.id.empty()) Refuse("id", "missing in a case");
  return item;
}

std::vector<Request::Item> ReadItems(od::value list) {
  Decoder decoder;
  std::vector<Request::Item> items;
  items.reserve(kUsualBatch);
  ForEachElement(list, "run", [&](od::value element) {
    od::object object = Object(element, "run");
    items.push_back(ReadItem(
        decoder, Get<std::string_view>(object.raw_json(), "run", "a case")));
  });
  return items;
}

}  // namespace

std::string HelloRequest() {
  return fmt::format("{{\"hello\":{{\"protocol\":{},\"suite\":\"{}\"}}}}",
                     kProtocol, kSuiteVersion);
}

std::string ByeRequest() { return "{\"bye\":{}}"; }

void AppendRunRequest(const std::vector<const Case*>& cases, std::string& out) {
  const char* before = "{\"run\":[";
  for (const Case* test : cases) {
    out += before;
    AppendJson(*test, out);
    before = ",";
  }
  out += cases.empty() ? "{\"run\":[]}" : "]}";
}

Request ReadRequest(std::string_view line) {
  od::parser parser;
  std::optional<Request> request;
  ForEachFieldOfLine(parser, line, [&](std::string_view key, od::value value) {
    if (request) Refuse(key, "a second request in one line");
    request.emplace();
    if (key == "run") {
      request->kind = Request::Kind::kRun;
      request->items = ReadItems(value);
    } else if (key == "hello") {
      request->kind = Request::Kind::kHello;
      request->protocol = ReadProtocolOfRequest(value);
    } else if (key != "bye") {
      RefuseUnknown(key);
    }
  });
  if (!request) Refuse("line", "neither hello, run nor bye");
  return *std::move(request);
}

}  // namespace viewproof
