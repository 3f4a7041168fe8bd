#!/usr/bin/env bash
# Installs what is missing, builds everything, and runs the tests; or, in their place, those that compile every
# kernel of the GPU, minutes:
#
#   ./tests/run.sh [any argument of ctest, e.g. -R Connectivity]
#   ./tests/run.sh --kernel-matrix [any argument of ctest]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=release
if [ "${1:-}" = --kernel-matrix ]; then
  preset=kernel_matrix
  shift
fi
source app/setup.sh
cmake --build --preset release >&2
exec ctest --preset "$preset" --parallel "$(nproc)" "$@"
