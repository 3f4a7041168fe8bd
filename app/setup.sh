# shellcheck shell=bash
# Sourced by app/quickstart.sh and tests/run.sh: installs the packages that are missing and configures the
# release preset. Needs no network once everything is installed.

# Names on Debian 12 and Ubuntu 24.04; this is the only list.
packages=(g++ binutils cmake ninja-build libgmsh-dev libhdf5-dev libvtk9-dev libyaml-cpp-dev libspdlog-dev
          libcli11-dev libeigen3-dev libspectra-dev nlohmann-json3-dev zlib1g-dev libgtest-dev)

stop() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 1
}

find_missing() {
  local package
  missing=()
  for package in "${packages[@]}"; do
    if [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
      missing+=("$package")
    fi
  done
}

install_missing() {
  local as_root=()
  command -v apt-get >/dev/null || stop "not installed, and there is no apt-get here to do it: ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || stop "not installed; as root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  printf 'Installing: %s\n' "${missing[*]}" >&2
  # Recommended packages would add to the download, and nothing that the build reads.
  if ! { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
         apt-get install --yes -qq --no-install-recommends "${missing[@]}" >&2; }; then
    find_missing
    stop "apt-get failed; still not installed: ${missing[*]}"
  fi
}

find_missing
if [ ${#missing[@]} -gt 0 ]; then install_missing; fi
cmake --preset release >&2 || stop "the configuration failed; its messages are above"
