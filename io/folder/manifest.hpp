/// The names in an output folder that are dgsolve's, in a file of the folder. They are on the disk there
/// before the files are: whatever ends a run, the next one knows what it may replace, remove and set aside,
/// and that everything else is somebody's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/base/name_list.hpp"

namespace dgsolve {

inline constexpr const char* manifest_file = "dgsolve_files.txt";

/// The manifest's names. In a folder without one, all names of earlier releases where its summary.json and
/// resolved.yaml are dgsolve's; else none. Throws std::invalid_argument where a file of the manifest's name
/// is none.
NameList names_of_dgsolve(const std::filesystem::path& folder);

/// Files of a folder, relative to it.
struct FolderContents {
  std::vector<std::string> ours;  ///< of dgsolve's names
  /// Obstacles to names that are to be written: files of these names that are not dgsolve's, folders
  /// of them with a slash at their end, and what stands where folders must.
  std::vector<std::string> foreign;
};
FolderContents contents_of(const std::filesystem::path& folder, const NameList& ours, const NameList& wanted);

/// These are dgsolve's from now on, beside those that were and are there. The folder exists.
void claim(const std::filesystem::path& folder, const NameList& wanted);
/// Only those that are there are dgsolve's: the run has written what it will.
void forget_unused_names(const std::filesystem::path& folder);

/// Removes files of a folder, and the folders that become empty.
void remove_files(const std::filesystem::path& folder, const std::vector<std::string>& files);
/// Moves them to another folder, under the same names.
void move_files(const std::filesystem::path& folder, const std::vector<std::string>& files,
                const std::filesystem::path& to);

}  // namespace dgsolve
