#ifndef VIEWPROOF_CONFORMANCE_JUDGE_TESTING_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_TESTING_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

// Helpers for the tests of judge, gate, report and run.
namespace viewproof {

// A vector for a case in the one-line notation; it expects what the reference
// answers. It has no `or`.
Vector VectorOf(std::string_view text, std::string id = "test/vector");

// A reply that agrees with the vector.
Reply ReplyOf(const Vector& vector);

// A hello that declares every op, dtype and facet.
Hello FullHello();

// The vector as a line of golden/, with its '\n'.
std::string LineOf(const Vector& vector);

// A new empty folder.
std::string MakeFolder();

// Makes a repository root with these vectors in golden/ and this text in
// conformance/subjects/NAME.gate.toml; returns its path.
std::string MakeRoot(const std::vector<Vector>& vectors,
                     const std::string& name, const std::string& gate);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_TESTING_H_
