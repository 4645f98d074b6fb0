#!/bin/sh
# kill_test.py with this folder as the repository, and the programs of campaigns.
exec /usr/bin/python3 tools/rbe/kill_test.py . fuzz/long_run_anywhere fuzz/enumerate_anywhere fuzz/merge_ranges
