#!/usr/bin/env bash
# Unpacks what OSS-Fuzz gets and runs each fuzzer as it does: beside its files, on its
# unpacked seeds, with its dictionary and the options of libFuzzer.
set -euo pipefail
package=$PWD/fuzz/oss_fuzz_package.zip
expected=$(ls fuzz/*_fuzzer.cc | grep -cvE '/(case|oracle)_')  # programs, without libtorch
cd "${TEST_TMPDIR:-$(mktemp -d)}"
mkdir -p out
unzip -q -o "$package" -d out
cd out
ran=0
for fuzzer in *_fuzzer; do
  for file in "$fuzzer" "${fuzzer}_seed_corpus.zip" "$fuzzer.dict" "$fuzzer.options"; do
    [ -s "$file" ] || { echo "the package lacks $file"; exit 1; }
  done
  if env -i ldd "$fuzzer" | grep 'not found'; then exit 1; fi
  mkdir -p "../seeds/$fuzzer"
  unzip -q -o "${fuzzer}_seed_corpus.zip" -d "../seeds/$fuzzer"
  mapfile -t options < <(sed -n 's/^\([a-z_]*\) *= */-\1=/p' "$fuzzer.options")
  env -i "./$fuzzer" "${options[@]}" "-dict=$fuzzer.dict" -runs=0 "../seeds/$fuzzer" \
    >../log 2>&1 || { tail -n 100 ../log; exit 1; }
  grep -qE 'inputs replayed|Done [0-9]+ runs' ../log || { cat ../log; exit 1; }
  ran=$((ran + 1))
done
echo "$ran fuzzers ran"
[ "$ran" = "$expected" ]
