#!/bin/sh
# error_rules.inc says what SPEC.md says.
exec tools/trace/error_rules.py --check
