#!/bin/sh
# kill_test.py with this folder as the repository, and the program of campaigns.
exec /usr/bin/python3 tools/rbe/kill_test.py . tools/cli/viewproof
