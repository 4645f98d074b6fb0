#!/bin/sh
# ops_json_test.sh WRITER FILE: the file is what the writer writes.
"$1" | diff - "$2" || {
  echo "ops.json is stale: bazel run //conformance/case:ops_json > conformance/adapters/python/ops.json"
  exit 1
}
