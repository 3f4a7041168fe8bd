#!/usr/bin/env bash
# Opens what dgsolve writes with the real ParaView:
#
#   tests/paraview/run.sh DGSOLVE
#
# Exits with 77 and says why where there is no ParaView. DGSOLVE_PARAVIEW: the folder of tests/paraview/unpack.sh.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
dgsolve=$1

paraview=()  # its environment
if [ -n "${DGSOLVE_PARAVIEW:-}" ]; then
  export PATH=$DGSOLVE_PARAVIEW/usr/bin:$PATH
  paraview=(env "PYTHONPATH=$DGSOLVE_PARAVIEW/usr/lib/python3/dist-packages"
            "LD_LIBRARY_PATH=$DGSOLVE_PARAVIEW/usr/lib/$(uname -m)-linux-gnu")
fi
for program in pvbatch xvfb-run; do
  if ! command -v "$program" >/dev/null; then
    echo "skipped: no $program here; tests/paraview/unpack.sh FOLDER and DGSOLVE_PARAVIEW=FOLDER give ParaView, the package xvfb the other"
    exit 77
  fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for format in vtu vtkhdf_series; do
  OMP_NUM_THREADS=1 "$dgsolve" "$here/../../cases/maxwell_cavity_2d/case.yaml" --quiet --output "$folder/$format" \
    --set order=6 --set time.final=0.7 --set output.fields.every=0.35 --set output.fields.format=$format
done
# Without -noreset the server forgets its state when a client leaves, and fails the next one.
xvfb-run --auto-servernum --server-args="-noreset -screen 0 1280x1024x24" \
  "${paraview[@]}" pvbatch "$here/cavity.py" "$folder/picture.png" "$folder/vtu/fields.pvd" "$folder/vtkhdf_series/fields.hdf.series"
