#include "conformance/case/hello.h"

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
#include "conformance/case/named.h"
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
    {"name", json::kRequired, &ReadString<&Hello::name>},
    {"version", json::kRequired, &ReadString<&Hello::version>},
    {"language", json::kOptional, &ReadString<&Hello::language>},
    {"device", json::kOptional, &ReadString<&Hello::device>},
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

void ReadOps(od::value value, std::string_view key, Hello& hello) {
  hello.ops = ReadOpNames(value, key);
  if (!Contains(hello.ops, "read")) Refuse(key, "lacks \"read\"");
}

template <std::vector<std::string> Hello::*kMember>
void ReadList(od::value value, std::string_view key, Hello& hello) {
  hello.*kMember = ReadOpNames(value, key);
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

void ReadWrites(od::value value, std::string_view key, Hello& hello) {
  ReadWord<&Hello::rebinds>(value, key, hello, "in_place", "rebind");
}

void ReadInts(od::value value, std::string_view key, Hello& hello) {
  hello.ints = Int(value, key);
  if (hello.ints != 32 && hello.ints != 53 && hello.ints != 64) {
    Refuse(key, "expected 32, 53 or 64");
  }
}

// What `ints` was called: false is 53.
void ReadWideInt(od::value value, std::string_view key, Hello& hello) {
  if (!Bool(value, key)) hello.ints = std::min<int64_t>(hello.ints, 53);
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
    {"protocol", json::kRequired, &ReadProtocol},
    {"subject", json::kRequired, &ReadSubject},
    {"ops", json::kRequired, &ReadOps},
    {"dtypes", json::kRequired, &ReadDTypes},
    {"facets", json::kRequired, &ReadFacets},
    {"views", json::kOptional, &ReadBool<&Hello::views>},
    {"copies", json::kOptional, &ReadList<&Hello::copies>},
    {"borrowed", json::kOptional, &ReadList<&Hello::borrowed>},
    {"writes", json::kOptional, &ReadWrites},
    {"after_error", json::kOptional, &ReadBool<&Hello::after_error>},
    {"index_range", json::kOptional, &ReadBool<&Hello::index_range>},
    {"ints", json::kOptional, &ReadInts},
    {"wide_int", json::kOptional, &ReadWideInt},
    {"observes", json::kOptional, &ReadObserves},
    {"answers", json::kOptional, &ReadAnswers},
    {"max_rank", json::kOptional, &ReadMaxRank},
    {"batch", json::kOptional, &ReadBatch},
    {"case_seconds", json::kOptional, &ReadCaseSeconds},
    {"forms", json::kOptional, &ReadForms},
    {"snippets", json::kOptional, &ReadBool<&Hello::snippets>},
    {"left_out", json::kOptional,
     [](od::value list, std::string_view key, Hello& hello) {
       ForEachElement(list, key, [&](od::value words) {
         hello.left_out.emplace_back(String(words, key));
       });
     }},
};

// Whether hello may say of the op that it copies.
bool MayCopy(const Op& op) {
  return op.kind == OpKind::kView || op.kind == OpKind::kByIndex ||
         op.kind == OpKind::kEither || op.kind == OpKind::kSelfOrCopy;
}

void CheckCopies(const Hello& hello) {
  for (const std::string& op : hello.copies) {
    if (!Contains(hello.ops, op) && !Contains(hello.borrowed, op)) {
      Refuse("copies", fmt::format("\"{}\" is not among \"ops\"", op));
    }
    if (!MayCopy(*FindOp(op))) {
      Refuse("copies", fmt::format("\"{}\" gives no view in PyTorch", op));
    }
  }
  if (!hello.copies.empty() && !hello.views) {
    Refuse("copies", "given beside \"views\":false, which says it of all");
  }
}

void CheckBorrowed(const Hello& hello) {
  for (const std::string& op : hello.borrowed) {
    if (Contains(hello.ops, op)) {
      Refuse("borrowed", fmt::format("\"{}\" is among \"ops\" too", op));
    }
    if (Observes(*FindOp(op))) {
      Refuse("borrowed", "\"read\" is the library's own");
    }
  }
}

void ReadHelloFields(od::object object, Hello& hello) {
  Fields<Hello> fields(kHelloFields, hello);
  ForEachField(object, "hello", [&](std::string_view key, od::value value) {
    if (!fields.Read(key, value)) RefuseUnknown(key);
  });
  if (!fields.Missing().empty()) Refuse(fields.Missing(), "missing in hello");
  CheckCopies(hello);
  CheckBorrowed(hello);
  if (!hello.observes_every && hello.facets.Contains(Facet::kIdentity)) {
    Refuse("facets", "\"identity\", but only the last step is observed");
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

}  // namespace

bool Contains(const std::vector<std::string>& sorted, std::string_view name) {
  return std::ranges::binary_search(sorted, name);
}

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
  return FindNamed(name, Facet::kErrorKind);
}

std::vector<Facet> Facets::List() const {
  std::vector<Facet> list;
  for (const Facet facet : kFacets) {
    if (facet != Facet::kShape && Contains(facet)) list.push_back(facet);
  }
  return list;
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
  AppendNames("borrowed", hello.borrowed, itself, out);
  flag("after_error", hello.after_error);
  flag("index_range", hello.index_range);
  fmt::format_to(std::back_inserter(out),
                 ",\"writes\":\"{}\",\"ints\":{},\"observes\":\"{}\","
                 "\"answers\":\"{}\",\"max_rank\":{},"
                 "\"batch\":{},\"case_seconds\":{}",
                 hello.rebinds ? "rebind" : "in_place", hello.ints,
                 hello.observes_every ? "every" : "last",
                 hello.answers_batch ? "batch" : "case", hello.max_rank,
                 hello.batch, hello.case_seconds);
  AppendNames(
      "forms", hello.forms, [](CaseForm form) { return Name(form); }, out);
  flag("snippets", hello.snippets);
  AppendNames("left_out", hello.left_out, itself, out);
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

}  // namespace viewproof
