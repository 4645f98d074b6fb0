#!/bin/sh
# Builds the adapter if a source is newer, then runs it.
cd "$(dirname "$0")" || exit 1

# build TARGET SOURCE...: several may build at a time, and each leaves a whole file.
build() {
  target=$1
  shift
  for source; do
    [ "$target" -nt "$source" ] && continue
    case $target in
      *.o) flags=-c objects= ;;
      *) flags= objects=viewproof_adapter.o ;;
    esac
    # shellcheck disable=SC2086
    ${CXX:-c++} -std=c++20 -O2 $flags -o "$target.$$" "$1" $objects >&2 || exit 1
    mv "$target.$$" "$target"
    return
  done
}

build viewproof_adapter.o viewproof_adapter.cc viewproof_adapter.h
build @NAME@_adapter @NAME@_adapter.cc viewproof_adapter.o viewproof_adapter.h plain_array.h
exec ./@NAME@_adapter "$@"
