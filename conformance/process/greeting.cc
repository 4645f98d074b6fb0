#include "conformance/process/greeting.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/line_buffer.h"
#include "conformance/case/protocol.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"

namespace viewproof {
namespace {

constexpr int kGlance = 20;  // Milliseconds; see kLook of process.cc.

// A program from its start until it has said what is expected.
class Guest {
 public:
  Guest(const AdapterCommand& command, ExpectedGreeting expected,
        double seconds)
      : expected_(expected) {
    try {
      connection_ = std::make_unique<Connection>(command);
    } catch (const Infrastructure& error) {
      End(Kind::kAbsent, error.what());
      return;
    }
    if (expected == ExpectedGreeting::kHello) connection_->Send(HelloRequest());
    deadline_.Set(seconds);
  }

  bool runs() const { return connection_ != nullptr; }
  const Greeting& greeting() const { return greeting_; }
  void AddTo(std::vector<pollfd>& polled) const { connection_->AddTo(polled); }

  void Handle(std::span<const pollfd, Connection::kPolled> polled) {
    connection_->Handle(polled);
    while (runs()) {
      const auto event = connection_->Next();
      if (!event) break;
      Take(*event);
    }
    // Whatever it says: a line now and then is no reason to wait on.
    if (runs() && deadline_.HasPassed(*connection_)) {
      End(Kind::kBroken,
          fmt::format("no {} for {} s", Awaited(), deadline_.seconds()));
    }
  }

 private:
  using Kind = Greeting::Kind;
  using Event = Connection::Event;

  std::string_view Awaited() const {
    return expected_ == ExpectedGreeting::kHello ? "hello" : "end";
  }

  void End(Kind kind, std::string text) {
    greeting_ = {kind, std::move(text)};
    connection_.reset();
  }

  void Take(Event event) {
    if (event == Event::kDeath) return TakeDeath(*connection_->death());
    const std::string_view line = connection_->line();
    if (event == Event::kLine && expected_ == ExpectedGreeting::kHello &&
        line.starts_with('{')) {
      return TakeHello(line);
    }
    said_ += event == Event::kLine ? line.size() + 1 : kMaxLine + 1;
    if (said_ > kMaxLine) {
      return End(Kind::kBroken,
                 fmt::format("{} before its {}", kOverMaxLine, Awaited()));
    }
    if (first_.empty()) first_ = line;
  }

  void TakeHello(std::string_view line) {
    try {
      End(Kind::kGood, ReadHello(line).version);
    } catch (const BadInput& error) {
      End(Kind::kBroken, fmt::format("hello: {}", error.what()));
    }
  }

  void TakeDeath(const Death& death) {
    const bool greets = expected_ == ExpectedGreeting::kHello;
    if (!greets && death.signal == 0 && death.status == 0 && !first_.empty()) {
      return End(Kind::kGood, std::move(first_));
    }
    const std::string last = connection_->LastWords();
    if (greets && connection_->Refusal() && !last.empty()) {
      return End(Kind::kRefused, last);
    }
    End(Kind::kBroken,
        fmt::format("{}{}{}{}", Text(death), greets ? " before its hello" : "",
                    last.empty() ? "" : ": ", last));
  }

  const ExpectedGreeting expected_;
  std::unique_ptr<Connection> connection_;
  Deadline deadline_;
  Greeting greeting_;
  std::string first_;     // The first line that is not empty.
  std::size_t said_ = 0;  // Bytes that are not what is expected.
};

}  // namespace

std::vector<Greeting> Greet(const std::vector<AdapterCommand>& commands,
                            ExpectedGreeting expected, double seconds) {
  signal(SIGPIPE, SIG_IGN);
  std::vector<std::unique_ptr<Guest>> guests;
  for (const AdapterCommand& command : commands) {
    guests.push_back(std::make_unique<Guest>(command, expected, seconds));
  }
  std::vector<pollfd> polled;
  do {
    polled.clear();
    for (const auto& guest : guests) {
      if (guest->runs()) guest->AddTo(polled);
    }
    poll(polled.data(), polled.size(), polled.empty() ? 0 : kGlance);
    std::span<const pollfd> rest(polled);
    for (const auto& guest : guests) {
      if (!guest->runs()) continue;
      guest->Handle(rest.first<Connection::kPolled>());
      rest = rest.subspan(Connection::kPolled);
    }
  } while (!polled.empty());
  std::vector<Greeting> greetings;
  for (const auto& guest : guests) greetings.push_back(guest->greeting());
  return greetings;
}

}  // namespace viewproof
