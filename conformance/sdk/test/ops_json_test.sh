#!/bin/sh
# ops.json is what the rows of ops.cc say.
conformance/case/ops_json | diff - conformance/sdk/python/ops.json || {
  echo "ops.json is stale: bazel run //conformance/case:ops_json > conformance/sdk/python/ops.json"
  exit 1
}
