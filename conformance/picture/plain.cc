#include <fmt/format.h>

#include <string_view>

#include "conformance/picture/failure.h"
#include "conformance/picture/text.h"

namespace viewproof {
namespace {

std::string CellsText(const std::vector<Wide>& cells) {
  std::string text;
  for (const Wide cell : cells) {
    if (!text.empty()) text += ", ";
    text += cell == kGap ? "and so on" : CountText(cell);
  }
  return text;
}

class Speaker {
 public:
  std::string Speak(const Picture& picture, bool brief) {
    Say(picture.title);
    for (const std::string& line : picture.about) Say(line);
    for (const std::string& line : picture.verdict) Say(line);
    if (brief && picture.facts.empty()) {
      if (picture.reason) {
        SayReason(*picture.reason);
        SayRepairs(*picture.reason);
      }
      for (const std::string& line : picture.lesson) Say(line);
      SayRows(picture.rows);
      SayWrites(picture);
      Say("With --more: the storage, and where each element lies.");
      return std::move(out_);
    }
    Say("A storage is a row of numbered cells. A tensor walks it from cell "
        "offset on; one step along a dimension is as many cells as its "
        "stride.");
    for (const std::string& line : picture.lesson) Say(line);
    if (picture.reason) SayReason(*picture.reason);
    const bool twice = !picture.actual_rows.empty();
    if (twice) Say("What was expected:");
    SayRows(picture.rows);
    if (twice) Say("What " + picture.subject + " gave:");
    SayRows(picture.actual_rows);
    for (const Mismatch& fact : picture.facts) {
      Say(fmt::format("{}; expected {}, got {}.", fact.what, fact.expected,
                      fact.actual));
    }
    for (const Strip& strip : picture.strips) {
      Say(fmt::format("Storage {} has {}.", strip.name, strip.about));
    }
    for (const std::string& line : picture.sharing) Say(line);
    SayWrites(picture);
    for (std::size_t k = 0; k < picture.tensors.size(); ++k) {
      SayTensor(picture.tensors[k], twice ? ", expected" : "");
      if (k < picture.actual_tensors.size()) {
        SayTensor(picture.actual_tensors[k], ", got");
      }
    }
    if (!picture.skipped.empty()) Say(picture.skipped + ".");
    if (picture.reason) SayWaysOut(*picture.reason);
    for (const std::string& note : picture.notes) Say(note);
    return std::move(out_);
  }

 private:
  void Say(std::string_view text) { out_.append(text).append("\n"); }

  void SayRows(const std::vector<ChainRow>& rows) {
    for (const ChainRow& row : rows) {
      std::string text = row.name;
      if (!row.call.empty()) text += (text.empty() ? "" : ", ") + row.call;
      if (!text.empty()) text += ": ";
      if (!row.outcome.empty()) {
        Say(text + row.outcome + ".");
        continue;
      }
      Say(
          fmt::format("{}sizes {}, strides {}, offset {}, contiguous: {}, "
                      "storage {}.",
                      text, row.sizes, row.strides, row.offset, row.contiguous,
                      row.storage));
    }
  }

  void SayWrites(const Picture& picture) {
    for (const Strip& strip : picture.writes) {
      Say(fmt::format("Storage {}, {}:", strip.name, strip.about));
      if (strip.rows.size() > 2) {
        for (const std::string& line : WrongCellsOf(strip)) Say(line + ".");
        continue;
      }
      for (std::size_t k = 0; k < strip.cells.size(); ++k) {
        const Mark& after = strip.rows[1].marks[k].front();
        if (!after.lit) continue;
        Say(fmt::format("cell {} was {} and is {}.", CountText(strip.cells[k]),
                        strip.rows[0].marks[k].front().text, after.text));
      }
    }
  }

  void SayTensor(const PictureTensor& tensor, std::string_view which) {
    const std::string name = tensor.name + std::string(which);
    if (!tensor.remark.empty() || !tensor.layout) {
      Say(fmt::format("{}: {}.", name, tensor.remark));
    } else {
      for (const Stretch& stretch : tensor.layout->walk) {
        const Wide last =
            stretch.first + static_cast<Wide>(stretch.cells.size()) - 1;
        Say(fmt::format("{}: elements {} to {} lie in cells {}.", name,
                        CountText(stretch.first), CountText(last),
                        CellsText(stretch.cells)));
      }
    }
  }

  void SayReason(const Reason& reason) {
    Say(reason.title + ":");
    for (const std::string& line : reason.lines) Say(line);
    for (const Series& series : reason.series) {
      Say(fmt::format("{} lies in cells {}.", series.name,
                      CellsText(series.cells)));
    }
  }

  void SayWaysOut(const Reason& reason) {
    for (const std::string& line : reason.merge) Say(line);
    SayRepairs(reason);
  }

  void SayRepairs(const Reason& reason) {
    if (!reason.x.empty()) Say(reason.x);
    for (const Repair& repair : reason.repairs) {
      Say("Instead: " + TextOf(repair));
    }
  }

  std::string out_;
};

}  // namespace

std::string DrawPlain(const Picture& picture, bool brief) {
  return Speaker().Speak(picture, brief);
}

}  // namespace viewproof
