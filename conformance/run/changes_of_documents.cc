// The changes of documents: JSON, field by field, and TOML, line by line.
#include <cstddef>
#include <sstream>

#include "conformance/gate/gate.h"
#include "conformance/run/documents.h"
#include "conformance/run/forms.h"

namespace viewproof {
namespace {

struct Place {
  std::string name, path;
  std::size_t begin, value, end;
  std::string inner = "";  // ".first": the first field in it.
};

// The end of the JSON value at `at`; `places` gets the fields in it.
std::size_t Walk(const std::string& text, std::size_t at,
                 const std::string& path, std::vector<Place>& places) {
  const auto end_of_string = [&text](std::size_t from) {
    return text.find('"', from + 1) + 1;
  };
  if (text[at] == '"') return end_of_string(at);
  if (text[at] != '{' && text[at] != '[') {
    return text.find_first_of(",]}", at);
  }
  const bool is_object = text[at++] == '{';
  while (text[at] != '}' && text[at] != ']') {
    if (text[at] == ',') ++at;
    if (!is_object) {
      at = Walk(text, at, path, places);
      continue;
    }
    const std::size_t colon = end_of_string(at);
    const std::string name = text.substr(at + 1, colon - at - 2);
    const std::size_t k = places.size();
    const std::string full = path.empty() ? name : path + "." + name;
    places.push_back({name, full, at, colon + 1, 0});
    at = places[k].end = Walk(text, colon + 1, full, places);
    if (places.size() > k + 1) places[k].inner = "." + places[k + 1].name;
  }
  return at + 1;
}

std::string WithoutField(const std::string& text, const Place& place) {
  std::string left = text;
  const bool last = text[place.end] != ',';
  const std::size_t begin =
      last && text[place.begin - 1] == ',' ? place.begin - 1 : place.begin;
  return left.erase(begin, place.end + (last ? 0 : 1) - begin);
}

// The gate file is TOML: each key with each value of another kind, unknown,
// and twice.
constexpr char kGateText[] = R"([adapter]
command = ["python3"]
packages = ["x==1"]
start_seconds = 9
memory_mib = 9
restart = "one"
heap_check = true
env = {A = "1"}
[suite]
version = "0.1.0"
golden = "sha256:1"
[subject]
name = "x"
device = "cpu"
views = true
ops = ["t"]
dtypes = ["int8"]
facets = ["values"]
copies = ["t"]
borrowed = ["t"]
writes = "rebind"
ints = 32
after_error = true
index_range = true
wide_int = true
observes = "every"
forms = ["data"]
max_rank = 9
[demand]
profiles = ["core"]
facets = ["values"]
dtypes = ["int8"]
executed = 9
reviewed = false
[[without]]
flag = "Order"
facets = ["values"]
reason = "x"
[[flaky_death]]
signals = ["SIGSEGV"]
at_most = 9
reason = "x"
link = "x"
[[known_failure]]
op = "t"
facets = ["values"]
difference = "offset"
verdict = "fail"
count = 9
reason = "x"
link = "x"
or_dies = true
)";

}  // namespace

void ForEachChange(const Document& document, const Visit& visit) {
  const std::string& text = document.text;
  std::vector<Place> places;
  Walk(text, 0, "", places);
  for (const Place& place : places) {
    const auto change = [&](const std::string& form, const std::string& other) {
      visit({place.path, place.inner, form, other});
    };
    const std::string field = text.substr(place.begin, place.end - place.begin);
    change("absent", WithoutField(text, place));
    change("twice", std::string(text).insert(place.end, "," + field));
    for (const WrongForm& form : WrongForms()) {
      change(form.name, std::string(text).replace(
                            place.value, place.end - place.value, form.text));
    }
    if (place.path.find("_deaths.") != place.path.npos) continue;
    change("unknown", std::string(text).insert(place.begin, "\"flurb\":7,"));
  }
}

std::string_view GateText() { return kGateText; }

void ReadGateText(const std::string& text) {
  ParseGate("acme.gate.toml", text, "");
}

void ForEachChangeOfGate(const Visit& visit) {
  std::vector<std::string> lines;
  std::istringstream text(kGateText);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::string table;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::size_t equals = lines[k].find(" = ");
    if (equals == std::string::npos) {
      table = lines[k];
      continue;
    }
    const std::string key = lines[k].substr(0, equals);
    const auto change = [&](const std::string& form, const std::string& line) {
      std::string whole;
      for (std::size_t at = 0; at < lines.size(); ++at) {
        whole += (at == k ? line : lines[at]) + "\n";
      }
      visit({table + " " + key, "", form, whole});
    };
    change("absent", "");
    change("twice", lines[k] + "\n" + lines[k]);
    change("unknown", lines[k] + "\nflurb" + key + " = 1");
    for (const WrongForm& form : WrongForms()) {
      if (form.text == "null") continue;
      change(form.name,
             key + " = " +
                 (form.text.starts_with('{') ? "{flurb = 7}" : form.text));
    }
  }
}

}  // namespace viewproof
