#!/usr/bin/env bash
# test_fuzz_input.sh FUZZ_INPUT PROGRAM FOLDER COUNT: so many mutated texts for each target, and what was found once
set -uo pipefail
fuzz=$1 program=$2 folder=$3 count=$4 source=$(cd "$(dirname "$0")" && pwd) bad=0
mkdir -p "$folder" && cd "$folder" || exit 2
rm -f model.h5 && cp "$source/corpus/start/pendulum.yaml" model.yaml && "$program" run model.yaml --quiet || exit 2
for target in reader expression start; do
  "$fuzz" $target 1 "$count" 0 "$folder" || bad=1
done
TRM_FUZZ_PROGRAM=$program "$fuzz" command 1 $((count / 20)) 0 "$folder" || bad=1
for file in "$source"/found/input/*; do
  [ -f "$file" ] || continue
  name=${file##*/}
  TRM_FUZZ_PROGRAM=$program "$fuzz" "${name%%-*}" - "$file" || { echo "$name: found again"; bad=1; }
done
exit $bad
