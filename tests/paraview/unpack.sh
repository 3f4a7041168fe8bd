#!/usr/bin/env bash
# ParaView from the distribution's packages, unpacked aside: its Python modules cannot be installed beside those of VTK,
# which libvtk9-dev brings.
#
#   tests/paraview/unpack.sh FOLDER      then: DGSOLVE_PARAVIEW=FOLDER ctest --preset release -R paraview
#
# Libraries that other packages bring and that are missing are named at the end.
set -euo pipefail
mkdir -p "$1/packages"
cd "$1/packages"
apt-get download paraview python3-paraview libqt5help5 libqt5opengl5 libqt5sql5 python3-numpy
for package in *.deb; do dpkg --extract "$package" ..; done
cd ..
missing=$(LD_LIBRARY_PATH=$PWD/usr/lib/$(uname -m)-linux-gnu ldd usr/bin/pvbatch | grep "not found" || true)
if [ -n "$missing" ]; then
  echo "$missing"
  exit 1
fi
echo "DGSOLVE_PARAVIEW=$PWD"
