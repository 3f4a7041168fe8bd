/// The folder where what can be made again is kept from one run to the next, shared by any number of
/// processes. Nothing here throws where the disk fails.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace dgsolve {

/// $DGSOLVE_CACHE, else $XDG_CACHE_HOME/dgsolve, else $HOME/.cache/dgsolve, else none.
std::filesystem::path cache_folder();

/// Makes a folder that only its owner may enter, and those above it.
void make_private(const std::filesystem::path& folder);

/// Marks an entry as used now: it is kept longer.
void mark_used(const std::filesystem::path& entry);

/// Removes the entries unused for longest until the rest has `limit` bytes at most. Entries are the files
/// directly in the folder whose names begin with the prefix; all others stay.
void remove_unused(const std::filesystem::path& folder, const std::string& prefix, std::uintmax_t limit);

}  // namespace dgsolve
