#!/usr/bin/env bash
# Installs what is missing, builds everything, and runs the tests; or, in their place, those that take minutes:
#
#   ./tests/run.sh [any argument of ctest, e.g. -R Connectivity]
#   ./tests/run.sh --long [any argument of ctest]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=release
if [ "${1:-}" = --long ]; then
  preset=long
  shift
fi
source app/setup.sh
cmake --build --preset release >&2
exec ctest --preset "$preset" --parallel "$(nproc)" "$@"
