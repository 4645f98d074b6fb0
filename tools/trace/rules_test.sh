#!/bin/sh
# Every rule of SPEC.md has its code, its test and its vector.
exec tools/trace/trace_rules.py
