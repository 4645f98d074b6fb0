#include "conformance/picture/picture_json.h"

#include <algorithm>
#include <cstdint>

#include "conformance/case/json_text.h"

namespace viewproof {
namespace {

// Numbers beyond those that JavaScript knows are texts.
void AddCount(Wide number, Json& json) {
  constexpr Wide kMost = int64_t{1} << 53;
  if (-kMost < number && number < kMost) {
    json.Number(static_cast<int64_t>(number));
  } else {
    json.Text(CountText(number));
  }
}

template <typename List>
void AddCounts(const List& list, Json& json) {
  json.List(list, [&json](auto number) { AddCount(Wide{number}, json); });
}

void AddRow(const Strip::Row& row, Json& json) {
  json.Key("marks").List(row.marks, [&json](const std::vector<Mark>& marks) {
    json.List(marks, [&json](const Mark& mark) {
      json.Raw("[");
      json.Next();
      json.Text(mark.text);
      json.Next();
      json.Number(mark.hue);
      if (mark.lit) {
        json.Next();
        json.Bool(true);
      }
      json.Raw("]");
    });
  });
  AddCounts(row.counts, json.Key("counts"));
  if (row.outside) json.Key("outside").Bool(true);
}

void AddLayout(const Layout& layout, Json& json) {
  const Grid& grid = layout.grid;
  json.Key("strides").Text(StridesText(grid));
  if (layout.place) AddCount(*layout.place, json.Key("place"));
  json.Key("planes").List(grid.planes, [&json](const Plane& plane) {
    json.Raw("{");
    json.Key("label").Text(plane.label);
    AddCounts(plane.rows, json.Key("rows"));
    AddCounts(plane.columns, json.Key("columns"));
    AddCounts(plane.cells, json.Key("cells"));
    AddCounts(plane.hues, json.Key("hues"));
    json.Raw("}");
  });
  AddCount(grid.left_out, json.Key("left_out"));
  json.Key("walk").List(layout.walk, [&json](const Stretch& stretch) {
    json.Raw("{");
    AddCount(stretch.first, json.Key("first"));
    AddCounts(stretch.cells, json.Key("cells"));
    json.Raw("}");
  });
}

void AddStrip(const Strip& strip, Json& json) {
  json.Raw("{");
  json.Key("name").Text(strip.name);
  json.Key("about").Text(strip.about);
  json.Key("rows").List(strip.rows, [&](const Strip::Row& row) {
    json.Raw("{");
    json.Key("name").Text(row.name);
    AddCounts(strip.cells, json.Key("cells"));
    AddRow(row, json);
    json.Raw("}");
  });
  json.Raw("}");
}

void AddStrips(const std::vector<Strip>& strips, Json& json) {
  json.List(strips, [&json](const Strip& strip) { AddStrip(strip, json); });
}

void AddReason(const Reason& reason, Json& json) {
  json.Raw("{");
  json.Key("title").Text(reason.title);
  json.Key("lines").Texts(reason.lines);
  json.Key("merge").Texts(reason.merge);
  json.Key("series").List(reason.series, [&json](const Series& series) {
    json.Raw("{");
    json.Key("name").Text(series.name);
    AddCounts(series.cells, json.Key("cells"));
    json.Key("place").Number(static_cast<int64_t>(series.breaks));
    json.Raw("}");
  });
  json.Key("heading").Text(HeadingOf(reason.repairs));
  json.Key("x").Text(reason.x);
  json.Key("repairs").List(reason.repairs, [&json](const Repair& repair) {
    json.Text(TextOf(repair));
  });
  json.Raw("}");
}

}  // namespace

std::string JsonOf(const TensorPicture& picture) {
  std::string out;
  Json json(out);
  json.Raw("{");
  AddCounts(picture.strip.cells, json.Key("cells"));
  AddRow(picture.strip.rows.front(), json);
  AddLayout(picture.layout, json);
  json.Raw("}");
  return out;
}

std::string JsonOf(const Strip& strip) {
  std::string out;
  Json json(out);
  AddStrip(strip, json);
  return out;
}

std::string JsonOf(const Picture& picture) {
  std::string out;
  Json json(out);
  json.Raw("{");
  json.Key("title").Text(picture.title);
  json.Key("about").Texts(picture.about);
  json.Key("verdict").Texts(picture.verdict);
  if (picture.reason) AddReason(*picture.reason, json.Key("reason"));
  json.Key("lesson").Texts(picture.lesson);
  json.Key("sharing").Texts(picture.sharing);
  json.Key("rows").List(picture.rows, [&json](const ChainRow& row) {
    json.Texts(std::vector{row.name, row.call, row.sizes, row.strides,
                           row.offset, row.contiguous, row.storage,
                           row.outcome});
  });
  AddStrips(picture.strips, json.Key("strips"));
  AddStrips(picture.writes, json.Key("writes"));
  json.Key("tensors").List(picture.tensors, [&](const PictureTensor& tensor) {
    json.Raw("{");
    json.Key("name").Text(tensor.name);
    json.Key("call").Text(tensor.call);
    json.Key("remark").Text(tensor.remark);
    if (tensor.layout) AddLayout(*tensor.layout, json);
    json.Raw("}");
  });
  json.Key("skipped").Text(picture.skipped);
  json.Key("notes").Texts(picture.notes);
  json.Raw("}");
  return out;
}

}  // namespace viewproof
