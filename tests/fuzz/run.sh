#!/usr/bin/env bash
# Fuzzes a reader with libFuzzer (clang): looks for bytes on which it crashes, hangs, takes memory out of proportion
# to the file, or does neither refuse nor read.
#
#   ./tests/fuzz/run.sh case|mesh [SECONDS]
#
# Inputs that reach new code gather in build/fuzz/corpus_READER; what it finds lands in build/fuzz/found_READER, and
# belongs, once mended, into the archive tests/fuzz/corpus_READER.tar.xz, which the tests replay.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
reader=$1
seconds=${2:-1200}
cmake --preset fuzz >&2
nice cmake --build build/fuzz --target "fuzz_$reader" >&2

work=$PWD/build/fuzz
rm -rf "$work/found_$reader"
mkdir -p "$work/corpus_$reader" "$work/found_$reader" "$work/seeds_$reader" "$work/archive"
tar -xJf "tests/fuzz/corpus_$reader.tar.xz" -C "$work/archive"
case $reader in
  case) seeds=(cases/*/case.yaml tests/broken_cases/*.yaml) runs=1000000 ;;
  mesh) seeds=(tests/meshes/*.msh tests/meshes/broken/*.msh) runs=8000 ;;
  *) echo "expected case or mesh" >&2; exit 2 ;;
esac
for seed in "${seeds[@]}"; do cp "$seed" "$work/seeds_$reader/${seed//\//_}"; done

# Libraries keep what they hold until the program ends: no leak of a reader. Gmsh loses 0.4 MB at every mesh, so that a new
# process begins now and then, and frees with delete what it made with new[]. No case or mesh here is longer than 16 KiB,
# and none may ask for more than 16 MiB in one piece.
export ASAN_OPTIONS=detect_leaks=0:alloc_dealloc_mismatch=0:quarantine_size_mb=32 OMP_NUM_THREADS=1
end=$((SECONDS + seconds))
while ((SECONDS < end)); do
  nice "$work/fuzz_$reader" -max_len=16384 -timeout=10 -malloc_limit_mb=16 -rss_limit_mb=4096 -runs="$runs" \
    -max_total_time=$((end - SECONDS)) -print_final_stats=1 -artifact_prefix="$work/found_$reader/" \
    "$work/corpus_$reader" "$work/archive/corpus_$reader" "$work/seeds_$reader" || true  # goes on behind what it found
done 2>&1 | tee "$work/fuzz_$reader.log" | grep --line-buffered -E '^#.*(INITED|DONE)|ERROR|SUMMARY|Test unit'
awk '/executed_units/ {n += $2} END {print n " inputs tried"}' "$work/fuzz_$reader.log"
ls -l "$work/found_$reader"
