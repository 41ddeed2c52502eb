#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the fuzz targets the way OSS-Fuzz and ClusterFuzzLite do it. They set CC, CXX, CFLAGS, CXXFLAGS (the sanitizer),
# LIB_FUZZING_ENGINE and OUT (and SRC, WORK). The results are in OUT: each target with its seed corpus and its
# dictionary.
#
# By hand: CXX=clang++ CXXFLAGS=-fsanitize=fuzzer-no-link,address,undefined LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
#          OUT=/tmp/out tests/fuzz/build.sh
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
fuzz_dir=$source_dir/tests/fuzz
: "${OUT:?the folder for the targets}" "${LIB_FUZZING_ENGINE:?what targets are linked with}"
work=${WORK:-$source_dir/build-oss-fuzz}
mkdir -p "$OUT"

cmake -S "$source_dir" -B "$work" -G "${GENERATOR:-Ninja}" -DCMAKE_CXX_COMPILER="${CXX:-clang++}" \
  -DCMAKE_CXX_FLAGS="${CXXFLAGS:-} -UNDEBUG -D_GLIBCXX_ASSERTIONS" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DGODOT_FUZZ=ON "-DGODOT_FUZZING_ENGINE=$LIB_FUZZING_ENGINE" -DGODOT_TESTS=OFF -DGODOT_PLUGIN=OFF -DGODOT_TOOL=OFF
cmake --build "$work" --parallel "${JOBS:-$(nproc)}"

for program in "$work"/tests/fuzz/fuzz-*; do
  [[ -f $program && -x $program ]] || continue
  name=$(basename "$program")
  target=${name#fuzz-}
  cp "$program" "$OUT/$name"
  python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" "$fuzz_dir/corpus/$target"/*
  cp "$fuzz_dir/dictionaries/$target.dict" "$OUT/$name.dict"
done
ls -l "$OUT"
