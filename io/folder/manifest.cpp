#include "io/folder/manifest.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>

#include "io/base/files.hpp"
#include "io/folder/earlier_release.hpp"

namespace dgsolve {
namespace {

constexpr const char* first_line =
    "# Files here that dgsolve wrote, or was about to write; its next run may replace or move them.";

class Look {
 public:
  Look(const std::filesystem::path& folder, const NameList& ours, const NameList& wanted)
      : folder_(folder), ours_(ours), wanted_(wanted) {}

  FolderContents contents() {
    look_into("");
    std::ranges::sort(found_.ours);
    std::ranges::sort(found_.foreign);
    return std::move(found_);
  }

 private:
  /// below: the names of the folders on the way, each with a slash.
  void look_into(const std::string& below) {
    std::error_code none;  // no folder, no files
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / below, none)) {
      const std::string name = below + entry.path().filename().string();
      if (std::error_code unknown; entry.is_directory(unknown))
        take_folder(entry.path(), name);
      else
        take_file(name, entry.is_regular_file(unknown));
    }
  }

  void take_folder(const std::filesystem::path& path, const std::string& name) {
    if (ours_.has_in(name)) return look_into(name + '/');
    std::error_code unknown;
    const bool is_in_use = wanted_.has_in(name) && !std::filesystem::is_empty(path, unknown);
    // Where an unfinished file is to be, a folder is harmed by nothing.
    const bool is_in_the_way = wanted_.has(name) && !name.ends_with(temporary_suffix);
    if (is_in_use || is_in_the_way) found_.foreign.push_back(name + '/');
  }

  void take_file(const std::string& name, bool is_regular) {
    if (ours_.has(name) && is_regular)
      found_.ours.push_back(name);
    else if (wanted_.has(name) || wanted_.has_in(name))
      found_.foreign.push_back(name);
  }

  const std::filesystem::path& folder_;
  const NameList &ours_, &wanted_;
  FolderContents found_;
};

/// Of dgsolve's names those under which something is there. A pattern of an earlier release says too much:
/// its files' own names take its place.
std::set<std::string> used_names(const std::filesystem::path& folder, const NameList& ours) {
  std::set<std::string> used;
  for (const std::string& file : contents_of(folder, ours, {}).ours)
    for (const std::string& name : ours.names())
      if (!used.contains(name) && NameList({name}).has(file))
        used.insert(name.find('*') == std::string::npos ? name : file);
  return used;
}

void write_manifest(const std::filesystem::path& folder, const std::set<std::string>& names,
                    Durable durable) {
  std::string text = std::string(first_line) + '\n';
  for (const std::string& name : names) text += name + '\n';
  replace_file(folder / manifest_file, text, durable);
}

void remove_empty_folders(const std::filesystem::path& folder, const std::vector<std::string>& files) {
  std::set<std::filesystem::path> folders;
  for (const std::string& file : files)
    for (auto on_the_way = std::filesystem::path(file).parent_path(); !on_the_way.empty();
         on_the_way = on_the_way.parent_path())
      folders.insert(on_the_way);
  for (auto last = folders.rbegin(); last != folders.rend(); ++last)  // the deepest first
    rmdir((folder / *last).c_str());  // one with other files stays, and so does a link to a folder
}

}  // namespace

NameList names_of_dgsolve(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / manifest_file;
  std::error_code unknown;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, unknown)))
    return names_of_earlier_release(folder);
  std::ifstream in;
  if (std::filesystem::is_regular_file(file, unknown)) in.open(file);
  std::string line;
  if (!std::getline(in, line) || line != first_line)
    throw std::invalid_argument(
        file.string() +
        ": this is not the list of files that dgsolve keeps under this name; expected "
        "another output folder, or that the file is moved away");
  std::vector<std::string> names;
  while (std::getline(in, line)) names.push_back(line);
  return NameList(std::move(names));
}

FolderContents contents_of(const std::filesystem::path& folder, const NameList& ours,
                           const NameList& wanted) {
  return Look(folder, ours, wanted).contents();
}

void claim(const std::filesystem::path& folder, const NameList& wanted) {
  std::set<std::string> names = used_names(folder, names_of_dgsolve(folder));
  names.insert(wanted.names().begin(), wanted.names().end());
  write_manifest(folder, names, Durable::yes);
}

void forget_unused_names(const std::filesystem::path& folder) {
  write_manifest(folder, used_names(folder, names_of_dgsolve(folder)), Durable::no);
}

void remove_files(const std::filesystem::path& folder, const std::vector<std::string>& files) {
  for (const std::string& file : files) std::filesystem::remove(folder / file);
  remove_empty_folders(folder, files);
}

void move_files(const std::filesystem::path& folder, const std::vector<std::string>& files,
                const std::filesystem::path& to) {
  for (const std::string& file : files) {
    make_folder((to / file).parent_path());
    std::filesystem::rename(folder / file, to / file);
  }
  remove_empty_folders(folder, files);
}

}  // namespace dgsolve
