#!/bin/sh
# What SPEC.md's examples say is what the reference answers.
exec tools/trace/examples.py
