#!/bin/sh
# The reference answers what SPEC.md's examples say.
exec tools/trace/examples.py
