#include "tools/docs/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/picture/case_picture.h"
#include "conformance/picture/picture_json.h"
#include "tools/cli/asked.h"

namespace viewproof {

std::string AnswerToFields(std::string_view fields) {
  std::vector<std::string> texts;
  while (texts.size() < 4) {
    const std::size_t end = fields.find(';');
    texts.emplace_back(Trimmed(fields.substr(0, end)));
    fields.remove_prefix(std::min(fields.size(), texts.back().size() + 1));
    if (end == fields.npos) fields = {};
  }
  // Without a size it is a number.
  if (texts[0].empty()) texts[0] = "()";
  if (texts[3].empty()) texts[3] = "()";
  return JsonOf(
      DrawKnown(KnownOf({texts[0], texts[1], texts[2], texts[3]}, "")));
}

std::string AnswerToText(std::string_view text) {
  const std::string_view what = Trimmed(text);
  if (what.empty()) throw BadInput("Write a line of torch, or an error text.");
  if (IsCaseText(what)) return JsonOf(DrawCase(ParseText(what)));
  if (const auto refused = FindErrorText(what)) {
    return JsonOf(DrawRefused(*refused));
  }
  if (!IsPython(what)) {
    throw BadInput(
        "This is neither torch code nor an error text that is known. Code "
        "is as x = torch.zeros(2, 3).t(); x.view(6); an error text needs its "
        "numbers, as in: shape '[6]' is invalid for input of size 5");
  }
  std::vector<std::string> about;
  const Lets lets = {
      .values = {},
      .ask = [&about](const std::string& name, const std::string& example) {
        about.push_back(fmt::format(
            "The text does not say what {0} is: it is taken as {1}. Write a "
            "line before it that says so, as {0} = torch.zeros(3, 4).",
            name, example));
        return example;
      }};
  Picture picture = DrawPython(what, lets);
  picture.about.insert(picture.about.end(), about.begin(), about.end());
  return JsonOf(picture);
}

}  // namespace viewproof
