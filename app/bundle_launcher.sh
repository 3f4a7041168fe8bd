#!/bin/sh
# dgsolve, and run_tests, of a bundle: with its own libraries, and CUDA's where they are found.
here=$(dirname "$(readlink -f "$0")")
libraries=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
for cuda in "$CUDA_HOME" "$CUDA_PATH" /usr/local/cuda /usr/local/cuda-13*; do
  if [ -n "$cuda" ] && [ -d "$cuda/lib64" ]; then libraries=$libraries:$cuda/lib64; fi
done
export LD_LIBRARY_PATH="$libraries"

case $0 in
*run_tests)  # arguments are GoogleTest's, e.g. --gtest_filter=Cuda*
  export DGSOLVE_TESTED="$here"
  failed=
  for test in "$here"/bin/test_*; do
    "$test" "$@" || failed="$failed ${test##*/}"
  done
  if [ -n "$failed" ]; then echo "failed:$failed" >&2; exit 1; fi ;;
*)
  exec "$here/bin/dgsolve" "$@" ;;
esac
