#ifndef VIEWPROOF_CONFORMANCE_GATE_LOCK_H_
#define VIEWPROOF_CONFORMANCE_GATE_LOCK_H_

#include <functional>
#include <string>
#include <string_view>

#include "conformance/gate/gate.h"

namespace viewproof {

// The lock of a gate file, which this program alone writes. Its lines:
//   {"lock":1,"suite":..,"golden":..,"executed":..,"facets":[..],"subject":{..}}
//   {"op":..,"difference":..,"facets":[..],"verdict":..,"cases":5,"drawn":1}
//   {"step":2,"answer":..,"dtypes":[..],"ids":[..]}
//   {"base":{..},"chain":[..]}
// A cause is followed by its cases: vectors, of which those with one step, one
// answer and the same dtypes share a line, and cases that a fuzz drew. The
// causes stand in the order of their entries in the gate file; at the end those
// of verdict "skip", which have none.

// "acme.gate.toml" -> "acme.gate.lock".
std::string LockPath(const std::string& gate_path);

// Calls read(line) for each line of a text. What it refuses names `path` and
// the number of the line; so does `end`, which is called after the last.
void ForEachLine(
    const std::string& path, std::string_view text,
    const std::function<void(std::string_view)>& read,
    const std::function<void()>& end = [] {});

// Reads the text into `gate`, whose entries are read. Throws BadInput naming
// `path`, line and field.
void ReadLock(const std::string& path, std::string_view text, Gate& gate);

// The text of the gate's lock.
std::string LockText(const Gate& gate);

// Throws BadInput unless it is a case of the protocol.
Case CaseOf(const DrawnCase& drawn);

// The JSON Schema of a line of it.
std::string LockSchema();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_LOCK_H_
