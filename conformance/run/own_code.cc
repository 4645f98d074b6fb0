#include "conformance/run/own_code.h"

#include <algorithm>
#include <cstddef>

#include "conformance/case/protocol.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"

namespace viewproof {
namespace {

constexpr double kProgramSeconds = 30;
constexpr std::size_t kMostShown = 64;

}  // namespace

std::vector<std::vector<std::string>> OwnCode(
    const AdapterCommand& adapter, const std::vector<const Case*>& cases) {
  AdapterCommand command = adapter;
  command.command.push_back("--program");
  std::vector<std::vector<std::string>> codes(cases.size());
  std::size_t k = 0;
  try {
    Connection connection(command);
    std::string request;
    AppendRunRequest(cases, request);
    connection.Send(request);
    LetEnd(connection, kProgramSeconds);
    // A case ends with an empty line.
    while (connection.Next() == Connection::Event::kLine && k < codes.size()) {
      if (connection.line().starts_with('{')) break;  // It has no --program.
      if (!connection.line().empty()) {
        codes[k].emplace_back(connection.line());
      } else if (!codes[k].empty()) {
        ++k;
      }
    }
  } catch (const Infrastructure&) {
    codes.assign(cases.size(), {});
  }
  return codes;
}

std::vector<ShownCode> CodeOf(const std::vector<ShownCode>& all,
                              const std::vector<Group>& groups) {
  std::vector<ShownCode> shown;
  for (const Group& group : groups) {
    const Record& record = group.smallest;
    const auto found =
        std::ranges::find_if(all, [&record](const ShownCode& code) {
          return code.id == record.id && code.dtype == record.dtype;
        });
    if (found != all.end() && shown.size() < kMostShown) {
      shown.push_back(*found);
    }
  }
  return shown;
}

std::vector<ShownCode> CodeOf(const AdapterCommand& adapter,
                              const std::vector<Group>& groups) {
  std::vector<const Case*> cases;
  for (const Group& group : groups) {
    // What kills the process would end the code of the others.
    const bool dies = group.smallest.differences.empty();
    if (dies || !group.vector || cases.size() == kMostShown) continue;
    cases.push_back(&group.vector->test);
  }
  std::vector<ShownCode> shown;
  if (cases.empty()) return shown;
  const auto codes = OwnCode(adapter, cases);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (codes[k].empty()) continue;
    shown.push_back({cases[k]->id, cases[k]->base.dtype, codes[k]});
  }
  return shown;
}

}  // namespace viewproof
