#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/fill.h"
#include "conformance/case/json_text.h"
#include "conformance/case/operands.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/case/torch_code.h"
#include "conformance/picture/failure.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/picture_json.h"
#include "conformance/report/markup.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/renderings.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostJsonText = 4000;

std::string_view WordOf(Standing standing) {
  switch (standing) {
    case Standing::kNewFailure:
      return "new";
    case Standing::kKnownFailure:
      return "known";
    case Standing::kNotDemanded:
      return "not demanded";
    case Standing::kPassed:
    case Standing::kSkipped:
      break;
  }
  return "";
}

void Add(const Cell& cell, Json& json) {
  json.Raw(fmt::format("[{},{},{},{}]", cell.executed(), cell.fresh, cell.known,
                       cell.others));
}

void Add(const std::map<std::string, Cell>& cells, Json& json) {
  json.Raw("{");
  for (const auto& [name, cell] : cells) Add(cell, json.Key(name));
  json.Raw("}");
}

void Add(const std::vector<Group>& groups,
         const std::vector<Explanation>& proved, Json& json) {
  json.Raw("[");
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const Group& group = groups[k];
    json.Next();
    json.Raw("{");
    json.Key("number").Number(static_cast<int64_t>(k) + 1);
    json.Key("key").Text(KeyOf(group));
    json.Key("gravity").Text(Name(group.gravity));
    json.Key("count").Number(group.count);
    json.Key("sentence").Text(HeadOf(group));
    json.Key("code_word").Text(CodeOf(ToldOf(group)));
    json.Key("ids").Number(std::ssize(group.ids));
    json.Key("across").Bool(group.across);
    json.Key("adapters").Bool(group.adapters);
    json.Key("ops").Text(OpsOf(group));
    json.Key("when").Texts(WhenOf(proved, k + 1, group));
    json.Key("smallest")
        .Text(fmt::format("{} ({})", group.smallest.id,
                          Name(group.smallest.dtype)));
    json.Raw("}");
  }
  json.Raw("]");
}

// A JSON value that is too long, as a text of its beginning.
void Shorten(std::string& value) {
  if (value.size() <= 2 * kMostJsonText) return;
  std::string text;
  AppendQuoted(Clipped(Escaped(value), kMostJsonText), text);
  value = std::move(text);
}

// Rows of values, which are JSON. A page has them column by column: alike
// values side by side are packed to fewer bytes, in less time.
class Table {
 public:
  // Begins a value of the last row; a row may lack it.
  Json Cell(std::string_view name) {
    auto found = std::ranges::find(columns_, name, &Column::name);
    if (found == columns_.end()) {
      found = columns_.insert(found, {std::string(name), "", {}});
    }
    Fill(*found);
    Json json(found->text);
    json.Next();
    found->cells.emplace_back(found->text.size(), 0);
    return json;
  }
  void EndRow() {
    ++rows_;
    for (Column& column : columns_) {
      if (std::ssize(column.cells) == rows_) {
        column.cells.back().second = column.text.size();
      }
    }
  }
  int64_t rows() const { return rows_; }

  void AddColumns(Json& json) {
    json.Raw("{");
    for (Column& column : columns_) {
      Fill(column);
      json.Key(column.name).Raw("[");
      json.Raw(column.text);
      json.Raw("]");
    }
    json.Raw("}");
  }
  void AddRows(Json& json) {
    for (Column& column : columns_) Fill(column);
    json.Raw("[");
    for (int64_t row = 0; row < rows_; ++row) {
      json.Next();
      json.Raw("{");
      for (const Column& column : columns_) {
        const auto [begin, end] = column.cells[static_cast<std::size_t>(row)];
        if (begin == end) continue;
        json.Key(column.name)
            .Raw(std::string_view(column.text).substr(begin, end - begin));
      }
      json.Raw("}");
    }
    json.Raw("]");
  }

 private:
  struct Column {
    std::string name;
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> cells;  // Where they lie.
  };

  // Gives the rows that lack it null.
  void Fill(Column& column) const {
    Json json(column.text);
    while (std::ssize(column.cells) < rows_) {
      json.Next();
      json.Raw("null");
      column.cells.emplace_back();
    }
  }

  std::list<Column> columns_;
  int64_t rows_ = 0;
};

// Each layout once, in the order of their numbers.
class Layouts {
 public:
  // The number of a tensor's layout; -1: there is none to draw.
  int64_t NumberOf(const std::optional<Place>& place) {
    if (!place) return -1;
    const auto [found, is_new] = numbers_.emplace(*place, std::ssize(numbers_));
    if (is_new) list_.push_back(JsonOf(DrawTensor(*place)));
    return found->second;
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::map<Place, int64_t> numbers_;
  std::vector<std::string> list_;
};

bool IsCall(const FailedCase& failed) {
  return failed.record.call != AskedCall();
}

// The tensor that differs first, as it was expected and as it came.
void AddPictures(const FailedCase& failed, Layouts& layouts, Table& table) {
  // The strides of what a kernel gives are open (spec: call.u1).
  if (failed.record.differences.empty() || IsCall(failed)) return;
  const Difference& first = failed.record.differences.front();
  const OutputRef ref = {first.step, first.output};
  const Case& test = failed.vector->test;
  const auto number = [&](const std::vector<Outcome>& outcomes) {
    const Output* output = FindOutput(outcomes, ref);
    if (output == nullptr) return int64_t{-1};
    return layouts.NumberOf(PlaceOf(test, outcomes, *output));
  };
  const Ints pair = {number(ExpectedOf(failed.expected, failed.record)),
                     number(AnsweredOf(failed.record))};
  if (pair == Ints{-1, -1}) return;
  Json json = table.Cell("pictures");
  json.List(pair, [&json](int64_t k) { json.Number(k); });
}

// The tensors that a failed call got, as they lie in their storages, and the
// storage that it wrote wrongly.
void AddCall(const FailedCase& failed, const Hello& hello, Layouts& layouts,
             Table& table) {
  const auto tensors = TensorsOfCall(failed.record, hello);
  if (tensors.empty()) return;
  const Case& test = failed.vector->test;
  Json json = table.Cell("tensors");
  json.List(tensors, [&](const auto& named) {
    Output shown = ShownAt(test, failed.expected, named.second);
    shown.values.reset();
    json.Raw("{");
    json.Key("name").Text(named.first);
    json.Key("layout").Number(
        layouts.NumberOf(PlaceOf(test, failed.expected, shown)));
    json.Key("shown").Raw("");
    AppendJson(Outcome(std::vector<Output>{shown}), json.out());
    json.Raw("}");
  });
  if (const auto strip = WrongWriteOf(test, failed.record)) {
    table.Cell("written").Raw(JsonOf(*strip));
  }
}

// Adds an assertion of what differs first that code can ask for, after the line
// of its step.
void Assert(const FailedCase& failed, Library library,
            std::vector<std::string>& code) {
  for (const Difference& d : failed.record.differences) {
    const auto after = static_cast<std::size_t>(d.step) + 1;
    std::string line = AssertionCode(failed.vector->test, failed.expected,
                                     {d.step, d.output}, d.field, library);
    // The code of a call gives all of its tensors at once.
    if (FindOutput(failed.expected, {d.step, 1}) != nullptr && IsCall(failed)) {
      line = ReplaceAll(line, fmt::format("t{}.", d.step),
                        fmt::format("t{}[{}].", d.step, d.output));
    }
    if (line.empty() || after > code.size()) continue;
    code.insert(code.begin() + static_cast<std::ptrdiff_t>(after), line);
    return;
  }
}

// Holds what failures of one vector have in common, by their numbers.
class Vectors {
 public:
  // Adds the number of a failure's vector, and what of it is its own.
  void Add(const FailedCase& failed, const ReportHeader& header, Table& table) {
    const std::string rerun = RerunOf(header, failed.record);
    if (!failed.vector) {
      table.Cell("conditions").Texts(failed.conditions);
      table.Cell("rerun").Text(rerun);
      return;
    }
    const auto [found, is_new] =
        numbers_.emplace(failed.record.id, std::pair(table_.rows(), rerun));
    const auto& [number, shared] = found->second;
    table.Cell("vector").Number(number);
    if (shared != rerun) table.Cell("rerun").Text(rerun);
    if (!is_new) return;
    table_.Cell("why").Text(failed.vector->why);
    table_.Cell("rules").Texts(failed.vector->rules);
    table_.Cell("flags").Texts(failed.vector->flags);
    table_.Cell("conditions").Texts(failed.conditions);
    table_.Cell("rerun").Text(rerun);
    table_.EndRow();
  }
  Table& table() { return table_; }

 private:
  std::unordered_map<std::string, std::pair<int64_t, std::string>> numbers_;
  Table table_;
};

void AddVector(const FailedCase& failed, Table& table) {
  const Vector& vector = *failed.vector;
  table.Cell("case").Text(Text(vector.test));
  // A kernel is spelt by the library's table alone: see AddCode.
  if (!vector.test.base.coo && !IsCall(failed)) {
    std::vector<std::string> code = TorchCode(vector.test, failed.expected);
    Assert(failed, Library::kTorch, code);
    table.Cell("code").Texts(code);
  }
  const std::vector<Difference>& differences = failed.record.differences;
  const int64_t step =
      differences.empty() ? failed.record.step : differences.front().step;
  if (step >= 1 && step <= std::ssize(failed.expected)) {
    AppendJson(failed.expected[static_cast<std::size_t>(step) - 1],
               table.Cell("expected").out());
  }
  if (!failed.passes.empty()) table.Cell("passes").Text(failed.passes);
}

// The lines of the library's own code, if the report has them.
void AddCode(const FailedCase& failed, const std::vector<ShownCode>& all,
             Table& table) {
  const Record& record = failed.record;
  const auto found =
      std::ranges::find_if(all, [&record](const ShownCode& code) {
        return code.id == record.id && code.dtype == record.dtype;
      });
  if (found == all.end()) return;
  std::vector<std::string> lines;
  for (const std::string& line : found->lines) {
    lines.push_back(Clipped(line, kMostJsonText));
  }
  const bool is_numpy = lines.front().starts_with("t0 = np.");
  if (failed.vector && (is_numpy || lines.front().starts_with("t0 = torch."))) {
    Assert(failed, is_numpy ? Library::kNumpy : Library::kTorch, lines);
  }
  table.Cell("own").Texts(lines);
}

// Each sentence with its code once, in the order of their numbers.
class Sentences {
 public:
  int64_t NumberOf(const Told& told) {
    std::pair said(SentenceOf(told), CodeOf(told));
    const auto [found, is_new] = numbers_.emplace(said, std::ssize(list_));
    if (is_new) list_.push_back(std::move(said));
    return found->second;
  }
  const std::vector<std::pair<std::string, std::string>>& list() const {
    return list_;
  }

 private:
  std::map<std::pair<std::string, std::string>, int64_t> numbers_;
  std::vector<std::pair<std::string, std::string>> list_;
};

void AddFailure(const FailedCase& failed, const ReportOrigin& origin,
                Layouts& layouts, Sentences& sentences, Vectors& vectors,
                Table& table) {
  Record record = failed.record;
  record.detail = Clipped(record.detail, kMostJsonText);
  record.message = Clipped(record.message, kMostJsonText);
  for (Difference& d : record.differences) {
    Shorten(d.expected);
    Shorten(d.actual);
  }
  for (StepAnswer& answer : record.answers) {
    if (auto* error = std::get_if<ErrorReply>(&answer.outcome)) {
      error->message = Clipped(error->message, kMostJsonText);
    }
    auto* outputs = std::get_if<std::vector<Output>>(&answer.outcome);
    for (std::size_t k = 0; outputs != nullptr && k < outputs->size(); ++k) {
      auto& name = (*outputs)[k].other_dtype;
      if (name) name = Clipped(*name, kMostJsonText);
    }
  }
  AppendJson(record, table.Cell("record").out());
  table.Cell("standing").Text(WordOf(failed.standing));
  table.Cell("op").Text(OpOf(failed.record, origin.header.facets));
  table.Cell("told").Number(sentences.NumberOf(ToldOf(failed)));
  Json each = table.Cell("each_told");
  each.List(failed.record.differences, [&](const Difference& d) {
    each.Number(sentences.NumberOf(ToldOf(failed.record, d)));
  });
  table.Cell("group").Number(static_cast<int64_t>(failed.group));
  vectors.Add(failed, origin.header, table);
  if (!record.stderr_tail.empty()) {
    table.Cell("stderr").Text(Ending(record.stderr_tail, kMostJsonText));
  }
  if (failed.vector) {
    AddVector(failed, table);
    AddPictures(failed, layouts, table);
    AddCall(failed, origin.header.subject, layouts, table);
  }
  AddCode(failed, origin.footer.code, table);
  table.EndRow();
}

void AddCounts(const Survey& survey, Json& json) {
  const Cell& all = survey.all;
  json.Key("counts").Raw(fmt::format(
      "{{\"executed\":{},\"new\":{},\"known\":{},\"not_demanded\":{},"
      "\"passed\":{},\"skipped\":{},\"deaths\":{}}}",
      all.executed(), all.fresh, all.known, all.others, all.passed, all.skipped,
      survey.deaths));
  json.Key("skipped").Raw("{");
  for (const auto& [reason, count] : survey.reasons) {
    json.Key(Name(reason)).Number(count);
  }
  json.Raw("}");
}

void AddOps(const Survey& survey, Json& json) {
  json.Key("ops").Raw("{");
  for (const auto& [op, cell] : survey.by_op) {
    if (cell.executed() == 0) continue;
    json.Key(op).Raw("{");
    Add(cell, json.Key("cell"));
    const auto own = survey.by_vector.find(op);
    json.Key("in_its_vectors")
        .Number(own == survey.by_vector.end() ? 0 : own->second.fresh);
    Add(survey.by_facet.at(op), json.Key("facets"));
    Add(survey.by_condition.at(op), json.Key("conditions"));
    json.Raw("}");
  }
  json.Raw("}");
}

// The failures, and the pictures that they have.
std::string FailuresOf(const Survey& survey, void (Table::*add)(Json&)) {
  std::string out;
  Json json(out);
  json.Raw("{");
  Table table;
  Layouts layouts;
  Sentences sentences;
  Vectors vectors;
  for (const FailedCase& failed : survey.failures) {
    AddFailure(failed, survey.origin, layouts, sentences, vectors, table);
  }
  (table.*add)(json.Key("failures"));
  (vectors.table().*add)(json.Key("vectors"));
  json.Key("sentences").Raw("[");
  for (const auto& [sentence, code] : sentences.list()) {
    json.Next();
    json.Raw("{");
    json.Key("sentence").Text(sentence);
    json.Key("code_word").Text(code);
    json.Raw("}");
  }
  json.Raw("]");
  json.Key("layouts").List(layouts.list(),
                           [&json](const std::string& one) { json.Raw(one); });
  json.Raw("}");
  return out;
}

// All but failures and pictures.
std::string FirstOf(const Survey& survey, const std::string& accept) {
  const ReportHeader& header = survey.origin.header;
  const GateSaid said = HeadlineOf(survey.origin);
  std::string out;
  Json json(out);
  json.Raw("{");
  json.Key("format").Number(1);
  json.Key("headline").Raw("{");
  json.Key("green").Bool(said.green);
  json.Key("text").Text(said.headline);
  json.Raw("}");
  json.Key("subject").Raw("{");
  json.Key("name").Text(header.subject.name);
  json.Key("version").Text(header.subject.version);
  json.Key("device").Text(header.subject.device);
  json.Raw("}");
  json.Key("gate").Text(header.gate);
  json.Key("gate_digest").Text(header.gate_digest);
  json.Key("suite").Text(header.suite);
  json.Key("golden").Text(header.golden);
  json.Key("has_vectors").Bool(survey.has_vectors);
  json.Key("demanded").Names(header.facets.List());
  json.Key("declared").Names(header.subject.facets.List());
  json.Key("all_facets").Names(kFacets);
  json.Key("dtypes").Names(kDTypes);
  AddCounts(survey, json);
  Add(survey.groups, survey.origin.footer.proved, json.Key("groups"));
  Add(survey.known, {}, json.Key("known_groups"));
  json.Key("known_reasons").Raw("");
  KnownReasonsCodec().Append(survey.origin.footer.known, out);
  AddOps(survey, json);
  json.Key("rules").Raw("{");
  for (const auto& [rule, sentence] : survey.rules) {
    json.Key(rule).Text(sentence);
  }
  json.Raw("}");
  json.Key("words").Raw("{");
  for (const auto& [word, meaning] : survey.words) json.Key(word).Text(meaning);
  json.Raw("}");
  json.Key("errors").Raw("{");
  for (int k = 0; !Name(ErrorKind{k}).empty(); ++k) {
    json.Key(Name(ErrorKind{k})).Text(MeaningOf(ErrorKind{k}));
  }
  json.Raw("}");
  if (!accept.empty()) json.Key("accept").Text(accept);
  json.Raw("}");
  return out;
}

}  // namespace

std::string DataOf(const Survey& survey, const std::string& accept) {
  std::string data = FirstOf(survey, accept);
  data.back() = ',';
  return data + FailuresOf(survey, &Table::AddRows).substr(1);
}

std::pair<std::string, std::string> DataPartsOf(const Survey& survey,
                                                const std::string& accept) {
  return {FirstOf(survey, accept), FailuresOf(survey, &Table::AddColumns)};
}

}  // namespace viewproof
