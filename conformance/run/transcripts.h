#ifndef VIEWPROOF_CONFORMANCE_RUN_TRANSCRIPTS_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRANSCRIPTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/run/adapter_probe.h"

// adapter_test/transcripts.json: the rules of PROTOCOL.md that an adapter is
// held to, and what it is asked for each of them beyond the cases of golden/.
namespace viewproof {

// Says what must hold of one answer. It looks at the value to which a JSON
// pointer (RFC 6901) leads; null is one that is absent. Without another field
// the value must be there.
struct ReplyDemand {
  int64_t of = 0;                   // The answer, counted from 0.
  std::string at;                   // The pointer.
  std::vector<std::string> is;      // The value is one of these.
  std::vector<std::string> is_not;  // It is none of these.
  std::vector<std::string> has;     // It is a list with all of these.
  // It is that of this answer, or that has none. Without `at` the replies say
  // the same, but for texts and ids, unless one of them is no reply.
  std::optional<int64_t> same_as;
  std::string why;     // This text tells what was found instead.
  std::string rule;    // This rule is broken; empty: that of the transcript.
  std::string remark;  // The failure is this remark, and no fault.

  bool HoldsFor(std::span<const ProbeAnswer> answers) const;
};

// Cases that are sent alone, one after the other, and what must come. "$dtype"
// means a dtype that hello declares, "$elements" two elements of it, and
// "$zero" the bits of a zero. An answer that says `left_out` ends the
// transcript, and so does one that breaks another rule.
struct Transcript {
  std::string what;
  std::string rule;                // Empty: all demands are remarks.
  std::vector<ReplyDemand> needs;  // Of hello: without them it is not tried.
  // The last answer may not be a death: no library is asked for anything.
  bool must_answer = false;
  // "$each" means the first of these steps that hello declares and for
  // which `conditions` hold; no rule is tried before.
  std::vector<std::string> each;
  std::vector<std::string> send;
  std::vector<ReplyDemand> conditions;
  std::vector<ReplyDemand> demands;
};

// The content of transcripts.json.
struct AdapterTest {
  std::vector<ProtocolRule> rules;
  // A name such as "$view" means the first of its steps that hello
  // declares; without one a transcript that has the name is not tried.
  std::map<std::string, std::vector<std::string>> steps;
  std::vector<Transcript> transcripts;
};
const AdapterTest& TheAdapterTest();

// A dtype of bases that hello declares, a plain one if there is one.
DType FirstDType(const Hello& hello);

// Tries all transcripts with an adapter that has answered hello.
void TryTranscripts(AdapterProbe& probe);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRANSCRIPTS_H_
