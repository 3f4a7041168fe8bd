#!/usr/bin/env bash
# Runs the commands of the manuals as printed: every fenced block marked `sh` of every README.md and of CONTRIBUTING.md, in a
# scratch copy of the sources with the built programs, one shell for each file. Blocks marked `sh long`, which take about
# five seconds or more on one core, are run instead of these with --long; those with other marks, `sh minutes` and `sh gpu`,
# never. Also checks that relative links lead to files, and that the manual of a folder names its rooms.
#
#   tests/readme_commands.sh [--long] [FILE.md]…      default: all of them
#
# DGSOLVE_BUILD: the build folder, default build/release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "${DGSOLVE_BUILD:-build/release}")
if [ ! -x "$build/dgsolve" ]; then
  echo "$build/dgsolve is missing; build it first: cmake --preset release && cmake --build --preset release" >&2
  exit 2
fi
mark=sh
if [ "${1:-}" = --long ]; then
  mark='sh long'
  shift
fi
if [ $# = 0 ]; then set -- README.md CONTRIBUTING.md */README.md cases/*/README.md; fi

export OMP_WAIT_POLICY=passive  # other programs may use the cores too
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{home,copy/build}
tar --create --exclude=./build --exclude=./.git --exclude=results . | tar --extract -C "$scratch/copy"
ln -s "$build" "$scratch/copy/build/release"

failed=0
for file in "$@"; do
  while read -r link; do
    target=$(dirname "$file")/${link%%#*}
    [ -e "$target" ] || { echo "$file: the link $link leads nowhere" >&2; failed=1; }
  done < <(grep -oE '\]\([^)]+\)' "$file" | sed 's/^](//; s/)$//' | grep -vE '^(https?:|#)' || true)

  case ${file%/README.md} in app | io | kernels | mesh | solver)
    for room in "${file%/README.md}"/*/; do
      grep -q "^| \`$(basename "$room")/\`" "$file" || { echo "$file: the room $room is missing" >&2; failed=1; }
    done ;;
  esac

  awk -v mark="\`\`\`$mark" '/^```/ { inside = $0 == mark; next } inside' "$file" >"$scratch/commands"
  [ -s "$scratch/commands" ] || continue
  SECONDS=0
  if (cd "$scratch/copy" && HOME=$scratch/home bash -eux "$scratch/commands") >"$scratch/log" 2>&1; then
    echo "$file: passed, $SECONDS s"
  else
    echo "$file: failed" >&2
    tail -n 40 "$scratch/log" >&2
    failed=1
  fi
done
exit $failed
