#include "conformance/gate/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace viewproof {
namespace {

template <typename T, typename ToName>
void CompareLists(const char* what, const std::vector<T>& pinned,
                  const std::vector<T>& now, ToName name,
                  std::vector<std::string>& changes) {
  const auto lacking = [&](const std::vector<T>& from, const std::vector<T>& in,
                           const char* sign) {
    std::vector<std::string> names;
    for (const T& item : from) {
      if (std::find(in.begin(), in.end(), item) == in.end()) {
        names.emplace_back(name(item));
      }
    }
    if (names.empty()) return;
    changes.push_back(fmt::format("{}{} {}: {}", sign, names.size(), what,
                                  fmt::join(names, " ")));
  };
  lacking(pinned, now, "-");
  lacking(now, pinned, "+");
}

std::vector<Facet> ToList(Facets facets) {
  std::vector<Facet> list;
  for (const Facet facet : kFacets) {
    if (facets.Contains(facet)) list.push_back(facet);
  }
  return list;
}

}  // namespace

std::vector<std::string> Changes(const Hello& pinned, const Hello& hello) {
  std::vector<std::string> changes;
  const auto compare = [&changes](const char* key, const auto& was,
                                  const auto& is) {
    if (was != is) changes.push_back(fmt::format("{}: {} -> {}", key, was, is));
  };
  const auto word = [](const std::string& op) { return op; };
  const auto name = [](auto item) { return std::string(Name(item)); };
  compare("name", pinned.name, hello.name);
  compare("device", pinned.device, hello.device);
  CompareLists("ops", pinned.ops, hello.ops, word, changes);
  CompareLists("dtypes", pinned.dtypes, hello.dtypes, name, changes);
  CompareLists("facets", ToList(pinned.facets), ToList(hello.facets), name,
               changes);
  CompareLists("copies", pinned.copies, hello.copies, word, changes);
  CompareLists("borrowed", pinned.borrowed, hello.borrowed, word, changes);
  CompareLists("forms", pinned.forms, hello.forms, name, changes);
  compare("views", pinned.views, hello.views);
  compare("after_error", pinned.after_error, hello.after_error);
  compare("index_range", pinned.index_range, hello.index_range);
  compare("ints", pinned.ints, hello.ints);
  compare("writes", pinned.rebinds ? "rebind" : "in_place",
          hello.rebinds ? "rebind" : "in_place");
  compare("observes", pinned.observes_every ? "every" : "last",
          hello.observes_every ? "every" : "last");
  compare("max_rank", pinned.max_rank, hello.max_rank);
  return changes;
}

}  // namespace viewproof
