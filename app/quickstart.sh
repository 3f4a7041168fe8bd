#!/usr/bin/env bash
# Installs what is missing, builds dgsolve, and solves a case:
#
#   ./app/quickstart.sh [CASE.yaml] [any other argument of dgsolve]
set -euo pipefail
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case_file=$PWD/cases/maxwell_cavity_2d/case.yaml
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  case_file=$1
  shift
fi
source app/setup.sh
cmake --build --preset release --target dgsolve >&2
program=$PWD/build/release/dgsolve
cd "$here"  # file names on the command line are relative to where it was typed
exec "$program" "$case_file" "$@"
