#include "conformance/run/documents.h"

#include <cstddef>
#include <sstream>
#include <utility>

#include "conformance/case/decode.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/case/text.h"
#include "conformance/gate/gate.h"
#include "conformance/judge/record.h"
#include "conformance/process/reply_check.h"
#include "conformance/report/facts.h"
#include "conformance/report/footer.h"
#include "conformance/report/report.h"
#include "conformance/run/forms.h"

namespace viewproof {
namespace {

constexpr char kHello[] =
    R"({"hello":{"protocol":1,"subject":{"name":"x","version":"1",)"
    R"("language":"c","device":"cpu"},"ops":["read","t"],"dtypes":["int8"],)"
    R"("facets":["values"],"views":true,"copies":["t"],"after_error":true,)"
    R"("index_range":true,)"
    R"("wide_int":true,"observes":"every","answers":"case","max_rank":8,)"
    R"("batch":8,"case_seconds":2,"forms":["data"],"snippets":false,)"
    R"("left_out":["mT"]}})";

constexpr char kReply[] =
    R"({"id":"a","steps":[{"outputs":[{"dtype":"float32","sizes":[2],)"
    R"("strides":[1],"offset":0,"contiguous":true,"storage":0,"self":true,)"
    R"("conj":false,"neg":false,"values":[1,2]}]},{"result":true},)"
    R"({"error":{"kind":"size","message":"no","misspelt":true}}]})";

constexpr char kUnsupported[] =
    R"({"id":"a","unsupported":{"step":1,"what":"op","detail":"t"}})";

constexpr char kKnown[] =
    R"({"id":"t/a","dtype":"float32","verdict":"fail","facets":["strides"],)"
    R"("step":1,"op":"t","difference":"offset"})";

constexpr char kFailed[] =
    R"({"id":"t/a","dtype":"float32","profile":"core","verdict":"fail",)"
    R"("waived":["values"],"steps":1,"elements":4,"message":"no",)"
    R"("misspelt":true,"diffs":[{"facet":"strides","step":1,"output":1,)"
    R"("op":"t","blamed":0,"via":"read","difference":"offset","field":"offset",)"
    R"("expected":1,"actual":4,"relation":"times_itemsize","outside":true}],)"
    R"("answers":[{"step":1,"outcome":{"error":{"kind":"size",)"
    R"("message":"no"}},"cut":[{"output":0,"elements":65,)"
    R"("crc32":"0000001f"}]}],)"
    R"("world":"or","order":false,"again":true})";

constexpr char kDied[] =
    R"({"id":"t/a","dtype":"float32","profile":"core","verdict":"crash",)"
    R"("step":1,"op":"t","detail":"exit 3","steps":1,"elements":4,)"
    R"("diffs":[],"world":"expect","order":false})";

constexpr char kSkipped[] =
    R"({"id":"t/a","dtype":"float32","profile":"core","verdict":"skip",)"
    R"("reason":"op"})";

constexpr char kHeader[] =
    R"({"header":{"format":3,"suite":"0.1.0","golden":"sha256:1",)"
    R"("gate":"acme","gate_digest":"sha256:2","subject":{"protocol":1,)"
    R"("subject":{"name":"x","version":"1"},"ops":["read"],)"
    R"("dtypes":["int8"],"facets":[]},"demand":{"profiles":["core"],)"
    R"("facets":["values"],"dtypes":["int8"]},"plan":{"only":["t/*"],)"
    R"("not":["t/b"],"profiles":["core"],"shard":"1/2"}}})";

constexpr char kFactsOfRun[] =
    R"({"facts":{"stray_deaths":{"SIGSEGV":2},)"
    R"("noise":{"lines":2,"first":"hi"},"late_deaths":{"SIGABRT":1},)"
    R"("open_deaths":[{"death":"SIGSEGV","cases":["t/x int8"]}],)"
    R"("untold":true}})";

constexpr char kFooterText[] =
    R"({"footer":{"run":"partial","why":"ended","passed":1,"failed":2,)"
    R"("skipped":3,"stray_deaths":{"SIGSEGV":2},"groups":["t crash"],)"
    R"("records":"sha256:3"}})";

Hello Full() {
  Hello hello;
  hello.ops = {"is_contiguous", "read", "t", "view"};
  hello.facets = Facets::All();
  return hello;
}

void ReadReply(const std::string& text, const char* test) {
  const Case parsed = ParseText(test);
  Reply reply;
  Decoder().Read(Padded(text).view(), parsed, reply);
  ReplyCheck(Full()).Check(parsed, reply);
}

void ReadKnown(const std::string& text) {
  ParseGate("acme.gate.toml",
            "[adapter]\nlinked = \"x\"\n[[known_failure]]\nop = \"t\"\n"
            "facets = [\"strides\"]\ndifference = \"offset\"\ncount = 1\n"
            "reason = \"x\"\n",
            text);
}

using Lawful = std::map<std::string, std::string>;

constexpr char kFlag[] = "absent true";
constexpr char kAnyJson[] =
    "null true seven minus fraction huge digits word blank none list words "
    "object long";
// Numbers that no tensor has are data.
constexpr char kAnyNumber[] = "null seven minus fraction huge word blank long";
constexpr char kAnyNumbers[] = "none list words";

const Lawful kOfHello = {{"hello.subject.name", "digits word"},
                         {"hello.subject.version", "digits word"},
                         {"hello.subject.language", "absent digits word blank"},
                         {"hello.subject.device", "absent digits word blank"},
                         {"hello.facets", "none"},
                         {"hello.views", kFlag},
                         {"hello.copies", "absent none"},
                         {"hello.after_error", kFlag},
                         {"hello.index_range", kFlag},
                         {"hello.wide_int", kFlag},
                         {"hello.observes", "absent"},
                         {"hello.answers", "absent"},
                         {"hello.max_rank", "absent seven"},
                         {"hello.batch", "absent seven"},
                         {"hello.case_seconds", "absent seven fraction"},
                         {"hello.forms", "absent none"},
                         {"hello.snippets", kFlag},
                         {"hello.left_out", "absent none words"}};

const Lawful kOfReply = {{"id", "absent digits word blank long"},
                         {"steps.outputs", "none"},
                         {"steps.outputs.dtype", "digits word blank long"},
                         {"steps.outputs.sizes", kAnyNumbers},
                         {"steps.outputs.strides", kAnyNumbers},
                         {"steps.outputs.offset", kAnyNumber},
                         {"steps.outputs.contiguous", "true"},
                         {"steps.outputs.storage", kAnyNumber},
                         {"steps.outputs.self", kFlag},
                         {"steps.outputs.conj", kFlag},
                         {"steps.outputs.neg", kFlag},
                         {"steps.outputs.values", kAnyNumbers},
                         {"steps.result", "true"},
                         {"steps.error.kind", "absent"},
                         {"steps.error.message", "absent digits word blank"},
                         {"steps.error.misspelt", kFlag}};

const Lawful kOfUnsupported = {
    {"id", "absent digits word blank long"},
    {"unsupported.step", "absent"},
    {"unsupported.detail", "absent digits word blank"}};

const Lawful kOfKnown = {{"id", "digits word long"}, {"step", "seven"}};

const Lawful kOfFailed = {
    {"id", "digits word long"},
    {"waived", "absent none"},
    {"steps", "seven"},
    {"elements", "seven"},
    {"message", "absent digits word blank long"},
    {"misspelt", kFlag},
    {"diffs.step", "seven"},
    {"diffs.output", "absent seven"},
    {"diffs.op", "digits word blank long"},
    {"diffs.via", "absent digits word blank long"},
    {"diffs.field", "digits word blank long"},
    {"diffs.expected", kAnyJson},
    {"diffs.actual", kAnyJson},
    {"diffs.relation", "absent"},
    {"diffs.blamed", "absent seven"},
    {"diffs.outside", kFlag},
    {"answers", "absent none"},
    {"answers.step", "seven"},
    {"answers.outcome.error.kind", "absent"},
    {"answers.outcome.error.message", "absent digits word blank"},
    {"answers.cut", "absent none"},
    {"answers.cut.output", "seven"},
    {"answers.cut.elements", "seven"},
    {"order", "true"},
    {"again", kFlag}};

const Lawful kOfDied = {{"id", "digits word long"},
                        {"step", "seven"},
                        {"op", "digits word blank long"},
                        {"detail", "digits word blank long"},
                        {"steps", "seven"},
                        {"elements", "seven"},
                        {"diffs", "none"},
                        {"order", "true"}};

const Lawful kOfSkipped = {{"id", "digits word long"}};

const Lawful kOfHeader = {{"header.suite", "digits word blank long"},
                          {"header.golden", "digits word blank long"},
                          {"header.gate", "digits word blank long"},
                          {"header.gate_digest", "digits word blank long"},
                          {"header.subject.subject.name", "digits word"},
                          {"header.subject.subject.version", "digits word"},
                          {"header.subject.facets", "none"},
                          {"header.demand.profiles", "none"},
                          {"header.demand.facets", "none"},
                          {"header.demand.dtypes", "none"},
                          {"header.plan.only", "none words"},
                          {"header.plan.not", "none words"},
                          {"header.plan.profiles", "none"}};

const Lawful kOfFooter = {{"footer.why", "digits word long"},
                          {"footer.passed", "seven"},
                          {"footer.failed", "seven"},
                          {"footer.skipped", "seven"},
                          {"footer.stray_deaths", "absent object"},
                          {"footer.stray_deaths.SIGSEGV", "absent seven"},
                          {"footer.groups", "absent none words"},
                          {"footer.records", "digits word blank long"}};

const Lawful kOfFacts = {{"facts.stray_deaths", "absent object"},
                         {"facts.stray_deaths.SIGSEGV", "absent seven"},
                         {"facts.noise", "absent"},
                         {"facts.noise.lines", "seven"},
                         {"facts.noise.first", "digits word blank long"},
                         {"facts.late_deaths", "absent object"},
                         {"facts.late_deaths.SIGABRT", "absent seven"},
                         {"facts.open_deaths", "absent none"},
                         {"facts.open_deaths.death", "digits word blank long"},
                         {"facts.open_deaths.cases", "none words"},
                         {"facts.untold", kFlag}};

void ReadOneRecord(const std::string& text) { ReadRecord(Padded(text).view()); }

}  // namespace

const std::vector<Document>& Documents() {
  static const std::vector<Document> documents = {
      Document{"Hello", kHello,
               [](const std::string& text) { ReadHello(Padded(text).view()); },
               kOfHello},
      Document{"Reply", kReply,
               [](const std::string& text) {
                 ReadReply(text,
                           "float32[2] | t() | is_contiguous() | view([3])");
               },
               kOfReply},
      Document{
          "Unsupported", kUnsupported,
          [](const std::string& text) { ReadReply(text, "float32[2] | t()"); },
          kOfUnsupported},
      Document{"KnownLine", kKnown, ReadKnown, kOfKnown},
      Document{"FailedRecord", kFailed, ReadOneRecord, kOfFailed},
      Document{"DiedRecord", kDied, ReadOneRecord, kOfDied},
      Document{"SkippedRecord", kSkipped, ReadOneRecord, kOfSkipped},
      Document{
          "Header", kHeader,
          [](const std::string& text) { ParseHeader(Padded(text).view()); },
          kOfHeader},
      Document{"Facts", kFactsOfRun,
               [](const std::string& text) { ReadFacts(Padded(text).view()); },
               kOfFacts},
      Document{"Footer", kFooterText,
               [](const std::string& text) { ReadFooter(Padded(text).view()); },
               kOfFooter}};
  return documents;
}

}  // namespace viewproof
