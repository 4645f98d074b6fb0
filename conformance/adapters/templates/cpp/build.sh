#!/bin/sh
# Builds the adapter if a source is newer, then runs it.
cd "$(dirname "$0")" || exit 1
adapter=@NAME@_adapter
for source in "$adapter.cc" viewproof_adapter.cc viewproof_adapter.h plain_array.h; do
  [ "$adapter" -nt "$source" ] || new=yes
done
if [ -n "$new" ]; then # Several may build at a time: the last one wins.
  ${CXX:-c++} -std=c++17 -O2 -o "$adapter.$$" "$adapter.cc" viewproof_adapter.cc >&2 || exit 1
  mv "$adapter.$$" "$adapter"
fi
exec "./$adapter" "$@"
