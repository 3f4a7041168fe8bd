#!/usr/bin/env bash
# Packs the program with the libraries it needs, for a machine with none of its packages:
#
#   app/bundle.sh BUILD_FOLDER VERSION          (cmake --build … --target bundle calls it)
#
# Left out: glibc (2.36 or later must be there), the NVIDIA driver, and CUDA, which app/bundle_launcher.sh looks for.
set -euo pipefail
build=$(realpath "$1")
name=dgsolve-$2-linux-x86_64
cd "$(dirname "${BASH_SOURCE[0]}")/.."
to=$build/$name
rm -rf "$to"
mkdir -p "$to"/{bin,lib,tests,licenses}

cp "$build/dgsolve" "$build"/test_* "$to/bin"
rm -f "$to"/bin/test_{emulated,kernel_matrix}  # these need no GPU, and run where the bundle is built
cp "$build"/libdgsolve_*.so "$to/lib"  # what is loaded at run time

# The libraries' names and places, once each, as the dynamic linker resolves them here.
not_packed='^(linux-vdso|ld-linux.*|lib(c|m|mvec|pthread|dl|rt|util|resolv|anl)|libcuda|libcudart|libnvrtc|libnvidia.*)\.so'
mapfile -t libraries < <(ldd "$to"/bin/* "$to"/lib/* | awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' | sort -u |
                         grep -Ev "$not_packed")
for library in "${libraries[@]}"; do
  cp --dereference "${library#* }" "$to/lib/${library%% *}"
done
strip --strip-unneeded "$to"/bin/* "$to"/lib/*
chmod 755 "$to"/lib/*

# Their licences ask for a copy.
packages=$(for library in "${libraries[@]}"; do readlink -f "${library#* }"; done |
           xargs dpkg-query --search 2>/dev/null | sed 's/:.*//' | sort -u) || true
for package in $packages; do cp "/usr/share/doc/$package/copyright" "$to/licenses/$package" || true; done

for program in dgsolve run_tests; do
  cp app/bundle_launcher.sh "$to/$program"
  chmod 755 "$to/$program"
done
cp README.md LICENSE CHANGELOG.md "$to"
tar --create --exclude=results cases kernels {app,io,mesh,solver,tests}/README.md tests/meshes tests/broken_cases tests/fuzz \
  tests/on_gpu.sh tests/*.py |
  tar --extract -C "$to"

tar --create --owner=0 --group=0 --sort=name -C "$build" "$name" | xz --threads=0 --x86 --lzma2=preset=9 >"$build/$name.tar.xz"
rm -r "$to"
ls -lh "$build/$name.tar.xz"
