#include "conformance/adapters/sdk_test/reference_subject.h"

int main(int argc, char** argv) {
  viewproof::ReferenceOnSdk subject;
  return viewproof_sdk::Main(subject, argc, argv);
}
