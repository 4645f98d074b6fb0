#!/bin/sh
# kill_test.sh kill_test.py PROGRAM...: runs it with this folder as the repository.
test=$1
shift
exec /usr/bin/python3 "$test" . "$@"
