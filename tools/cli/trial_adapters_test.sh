#!/usr/bin/env bash
# trial_adapters_test.sh VIEWPROOF PYTHON ADAPTER...: adapter-test finds nothing wrong with any of our adapters.
set -u
viewproof=$1
python=$2
shift 2
export VIEWPROOF_ROOT=$PWD
failed=0
for adapter in "$@"; do
  command=("$python" "$adapter")
  [[ $adapter == *.py ]] || command=("./$adapter")
  if ! said=$("$viewproof" adapter-test -- "${command[@]}" 2>&1) || ! grep -q ' ok, 0 wrong' <<<"$said"; then
    echo "$adapter: $said"
    failed=1
  fi
done
exit $failed
