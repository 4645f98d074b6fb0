#ifndef VIEWPROOF_CONFORMANCE_JUDGE_TESTING_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_TESTING_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

// What the tests of this room share.
namespace viewproof {

// A vector that expects of a case in the one-line notation what the reference
// answers; without `or`.
Vector VectorOf(std::string_view text, std::string id = "test/vector");

// The reply that agrees with the vector.
Reply ReplyOf(const Vector& vector);

// A hello that declares every op, dtype and facet.
Hello FullHello();

// The vector as a line of golden/, with its '\n'.
std::string LineOf(const Vector& vector);

// A new empty folder.
std::string MakeFolder();

// Writes a root with these vectors in golden/ and a gate file NAME.gate.toml of
// this text in conformance/adapters; returns it.
std::string MakeRoot(const std::vector<Vector>& vectors,
                     const std::string& name, const std::string& gate);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_TESTING_H_
