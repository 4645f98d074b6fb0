#include "conformance/case/protocol.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/fields.h"
#include "conformance/case/json.h"
#include "conformance/case/suggest.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::Bool;
using json::Field;
using json::Fields;
using json::ForEachElement;
using json::ForEachField;
using json::ForEachFieldOfLine;
using json::Get;
using json::Int;
using json::Object;
using json::Refuse;
using json::RefuseUnknown;
using json::String;

constexpr int64_t kMaxBatch = 1 << 16;
constexpr double kMaxCaseSeconds = 3600;

void ReadProtocol(od::value value, std::string_view key, Hello&) {
  const int64_t protocol = Int(value, key);
  if (protocol != kProtocol) {
    Refuse(key, fmt::format("{} is not the version that this suite speaks, {}",
                            protocol, kProtocol));
  }
}

template <std::string Hello::*kMember>
void ReadString(od::value value, std::string_view key, Hello& hello) {
  hello.*kMember = String(value, key);
  if ((hello.*kMember).size() > kMaxMessage) {
    Refuse(key, fmt::format("over {} bytes", kMaxMessage));
  }
}

constexpr Field<Hello> kSubjectFields[] = {
    {"name", Field<Hello>::kRequired, &ReadString<&Hello::name>},
    {"version", Field<Hello>::kRequired, &ReadString<&Hello::version>},
    {"language", Field<Hello>::kOptional, &ReadString<&Hello::language>},
    {"device", Field<Hello>::kOptional, &ReadString<&Hello::device>},
};

void ReadSubject(od::value value, std::string_view subject, Hello& hello) {
  Fields<Hello> fields(kSubjectFields, hello);
  ForEachField(Object(value, subject), subject,
               [&](std::string_view key, od::value member) {
                 if (!fields.Read(key, member)) RefuseUnknown(key);
               });
  if (hello.name.empty()) Refuse("name", "missing in \"subject\"");
  if (hello.version.empty()) Refuse("version", "missing in \"subject\"");
}

std::vector<std::string> ReadOpNames(od::value value, std::string_view key) {
  std::vector<std::string> names;
  ForEachElement(value, key, [&](od::value element) {
    const std::string_view name = String(element, key);
    if (FindOp(name) == nullptr) {
      Refuse(key, fmt::format("unknown op \"{}\"{}", name, DidYouMeanOp(name)));
    }
    names.emplace_back(name);
  });
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) Refuse(key, fmt::format("\"{}\" twice", *twice));
  return names;
}

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

void ReadOps(od::value value, std::string_view key, Hello& hello) {
  hello.ops = ReadOpNames(value, key);
  if (!Contains(hello.ops, "read")) Refuse(key, "lacks \"read\"");
}

void ReadCopies(od::value value, std::string_view key, Hello& hello) {
  hello.copies = ReadOpNames(value, key);
}

void ReadDTypes(od::value value, std::string_view key, Hello& hello) {
  ForEachElement(value, key, [&](od::value element) {
    const std::string_view name = String(element, key);
    const std::optional<DType> dtype = FindDType(name);
    if (!dtype) Refuse(key, fmt::format("unknown dtype \"{}\"", name));
    if (std::ranges::find(hello.dtypes, *dtype) != hello.dtypes.end()) {
      Refuse(key, fmt::format("\"{}\" twice", name));
    }
    hello.dtypes.push_back(*dtype);
  });
  if (hello.dtypes.empty()) Refuse(key, "names no dtype");
}

void ReadFacets(od::value value, std::string_view key, Hello& hello) {
  ForEachElement(value, key, [&](od::value element) {
    const std::string_view name = String(element, key);
    const std::optional<Facet> facet = FindFacet(name);
    if (!facet) Refuse(key, fmt::format("unknown facet \"{}\"", name));
    if (*facet != Facet::kShape && hello.facets.Contains(*facet)) {
      Refuse(key, fmt::format("\"{}\" twice", name));
    }
    hello.facets.Insert(*facet);
  });
  const bool needs = hello.facets.Contains(Facet::kExact);
  for (const Facet needed : {Facet::kStrides, Facet::kAlias}) {
    if (needs && !hello.facets.Contains(needed)) {
      Refuse(key, fmt::format("\"exact\" without \"{}\"", Name(needed)));
    }
  }
}

void ReadForms(od::value value, std::string_view key, Hello& hello) {
  ForEachElement(value, key, [&](od::value element) {
    const std::string_view name = String(element, key);
    const std::optional<CaseForm> form = FindCaseForm(name);
    if (!form) Refuse(key, fmt::format("unknown form \"{}\"", name));
    hello.forms.push_back(*form);
  });
  std::sort(hello.forms.begin(), hello.forms.end());
  const auto twice = std::adjacent_find(hello.forms.begin(), hello.forms.end());
  if (twice != hello.forms.end()) {
    Refuse(key, fmt::format("\"{}\" twice", Name(*twice)));
  }
}

template <bool Hello::*kMember>
void ReadBool(od::value value, std::string_view key, Hello& hello) {
  hello.*kMember = Bool(value, key);
}

// One of two words, of which the second makes the member true.
template <bool Hello::*kMember>
void ReadWord(od::value value, std::string_view key, Hello& hello,
              std::string_view no, std::string_view yes) {
  const std::string_view word = String(value, key);
  if (word != no && word != yes) {
    Refuse(key, fmt::format("expected \"{}\" or \"{}\"", no, yes));
  }
  hello.*kMember = word == yes;
}

void ReadObserves(od::value value, std::string_view key, Hello& hello) {
  ReadWord<&Hello::observes_every>(value, key, hello, "last", "every");
}

void ReadAnswers(od::value value, std::string_view key, Hello& hello) {
  ReadWord<&Hello::answers_batch>(value, key, hello, "case", "batch");
}

void ReadMaxRank(od::value value, std::string_view key, Hello& hello) {
  hello.max_rank = Int(value, key);
  if (hello.max_rank < 0) Refuse(key, "negative");
}

void ReadBatch(od::value value, std::string_view key, Hello& hello) {
  hello.batch = Int(value, key);
  if (hello.batch < 1 || hello.batch > kMaxBatch) {
    Refuse(key, fmt::format("expected 1..{}", kMaxBatch));
  }
}

void ReadCaseSeconds(od::value value, std::string_view key, Hello& hello) {
  hello.case_seconds = Get<double>(value.get_double(), key, "a number");
  if (!(hello.case_seconds > 0 && hello.case_seconds <= kMaxCaseSeconds)) {
    Refuse(key,
           fmt::format("expected more than 0, at most {}", kMaxCaseSeconds));
  }
}

constexpr Field<Hello> kHelloFields[] = {
    {"protocol", Field<Hello>::kRequired, &ReadProtocol},
    {"subject", Field<Hello>::kRequired, &ReadSubject},
    {"ops", Field<Hello>::kRequired, &ReadOps},
    {"dtypes", Field<Hello>::kRequired, &ReadDTypes},
    {"facets", Field<Hello>::kRequired, &ReadFacets},
    {"views", Field<Hello>::kOptional, &ReadBool<&Hello::views>},
    {"copies", Field<Hello>::kOptional, &ReadCopies},
    {"after_error", Field<Hello>::kOptional, &ReadBool<&Hello::after_error>},
    {"wide_int", Field<Hello>::kOptional, &ReadBool<&Hello::wide_int>},
    {"observes", Field<Hello>::kOptional, &ReadObserves},
    {"answers", Field<Hello>::kOptional, &ReadAnswers},
    {"max_rank", Field<Hello>::kOptional, &ReadMaxRank},
    {"batch", Field<Hello>::kOptional, &ReadBatch},
    {"case_seconds", Field<Hello>::kOptional, &ReadCaseSeconds},
    {"forms", Field<Hello>::kOptional, &ReadForms},
    {"snippets", Field<Hello>::kOptional, &ReadBool<&Hello::snippets>},
};

void ReadHelloFields(od::object object, Hello& hello) {
  Fields<Hello> fields(kHelloFields, hello);
  ForEachField(object, "hello", [&](std::string_view key, od::value value) {
    if (!fields.Read(key, value)) RefuseUnknown(key);
  });
  if (!fields.Missing().empty()) Refuse(fields.Missing(), "missing in hello");
  for (const std::string& op : hello.copies) {
    if (!Contains(hello.ops, op)) {
      Refuse("copies", fmt::format("\"{}\" is not among \"ops\"", op));
    }
  }
}

template <typename List, typename NameOf>
void AppendNames(std::string_view key, const List& list, NameOf name_of,
                 std::string& out) {
  out.append(",\"").append(key).append("\":[");
  const char* before = "";
  for (const auto& element : list) {
    out += before;
    AppendQuoted(name_of(element), out);
    before = ",";
  }
  out += ']';
}

void AppendSubject(const Hello& hello, std::string& out) {
  const char* before = "{";
  const std::pair<std::string_view, std::string_view> fields[] = {
      {"name", hello.name},
      {"version", hello.version},
      {"language", hello.language},
      {"device", hello.device}};
  for (const auto& [key, text] : fields) {
    if (text.empty()) continue;
    out.append(before).append("\"").append(key).append("\":");
    AppendQuoted(text, out);
    before = ",";
  }
  out += '}';
}

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
    item.test.id = IdOfLine(text).value_or("");
  }
  if (item.test.id.empty()) Refuse("id", "missing in a case");
  return item;
}

std::vector<Request::Item> ReadItems(od::value list) {
  Decoder decoder;
  std::vector<Request::Item> items;
  ForEachElement(list, "run", [&](od::value element) {
    od::object object = Object(element, "run");
    items.push_back(ReadItem(
        decoder, Get<std::string_view>(object.raw_json(), "run", "a case")));
  });
  return items;
}

}  // namespace

std::string_view Name(Facet facet) {
  switch (facet) {
    case Facet::kShape:
      return "shape";
    case Facet::kValues:
      return "values";
    case Facet::kStrides:
      return "strides";
    case Facet::kAlias:
      return "alias";
    case Facet::kIdentity:
      return "identity";
    case Facet::kExact:
      return "exact";
    case Facet::kErrorKind:
      return "error_kind";
  }
  return {};
}

std::optional<Facet> FindFacet(std::string_view name) {
  for (const Facet facet : kFacets) {
    if (Name(facet) == name) return facet;
  }
  return std::nullopt;
}

std::vector<Facet> Facets::List() const {
  std::vector<Facet> list;
  for (const Facet facet : kFacets) {
    if (facet != Facet::kShape && Contains(facet)) list.push_back(facet);
  }
  return list;
}

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

void AppendJson(const Hello& hello, std::string& out) {
  const auto itself = [](std::string_view name) { return name; };
  const auto flag = [&out](std::string_view key, bool value) {
    out.append(",\"").append(key).append(value ? "\":true" : "\":false");
  };
  fmt::format_to(std::back_inserter(out),
                 "{{\"hello\":{{\"protocol\":{},\"subject\":", kProtocol);
  AppendSubject(hello, out);
  AppendNames("ops", hello.ops, itself, out);
  AppendNames(
      "dtypes", hello.dtypes, [](DType dtype) { return Name(dtype); }, out);
  AppendNames(
      "facets", hello.facets.List(), [](Facet facet) { return Name(facet); },
      out);
  flag("views", hello.views);
  AppendNames("copies", hello.copies, itself, out);
  flag("after_error", hello.after_error);
  flag("wide_int", hello.wide_int);
  fmt::format_to(std::back_inserter(out),
                 ",\"observes\":\"{}\",\"answers\":\"{}\",\"max_rank\":{},"
                 "\"batch\":{},\"case_seconds\":{}",
                 hello.observes_every ? "every" : "last",
                 hello.answers_batch ? "batch" : "case", hello.max_rank,
                 hello.batch, hello.case_seconds);
  AppendNames(
      "forms", hello.forms, [](CaseForm form) { return Name(form); }, out);
  flag("snippets", hello.snippets);
  out += "}}";
}

Hello ReadHello(std::string_view line) {
  const Padded padded(line);
  od::parser parser;
  std::optional<Hello> hello;
  ForEachFieldOfLine(parser, padded.view(),
                     [&](std::string_view key, od::value value) {
                       if (key != "hello" || hello) RefuseUnknown(key);
                       ReadHelloFields(Object(value, key), hello.emplace());
                     });
  if (!hello) Refuse("hello", "missing");
  return *std::move(hello);
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
