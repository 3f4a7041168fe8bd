#!/usr/bin/env bash
# Installs what is missing, builds everything, and runs the tests:
#
#   ./tests/run.sh [any argument of ctest, e.g. -R Connectivity]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh
cmake --build --preset release >&2
exec ctest --preset full --parallel "$(nproc)" "$@"
