#include "io/restart/earlier_fields.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "io/base/files.hpp"
#include "io/fields/formats.hpp"
#include "io/hdf5/hdf5_growing_file.hpp"

namespace dgsolve {
namespace {

/// Takes all steps but the first n from a VTKHDF file that holds many times (io/fields/vtkhdf_writer.cpp),
/// whatever arrays it has. Returns how many there are then. Throws std::runtime_error that names the file.
long keep_vtkhdf_steps(const std::filesystem::path& path, long n) {
  hdf5::GrowingFile file(path, hdf5::GrowingFile::Begin::there);
  long there = 0;
  file.change([&](const hdf5::Group& root) {
    const hdf5::Group grid = root.open("VTKHDF"), steps = grid.open("Steps"), data = grid.open("PointData");
    there = steps.read_attribute<long>("NSteps");
    if (there <= n) return;
    steps.attribute("NSteps", n);
    for (const std::string& name : steps.datasets()) steps.keep_rows(name, n);  // a row a step
    for (const std::string& name : data.datasets()) data.keep_rows(name, data.rows(name) / there * n);
  });
  return std::min(there, n);
}

bool is_of(const FieldFormat& format, const std::string& file) {
  return file.ends_with(format.extension) || (!format.joined.empty() && file.ends_with(format.joined));
}

}  // namespace

EarlierFields::EarlierFields(std::filesystem::path directory, const FieldFormat& format,
                             const std::vector<WrittenSnapshot>& listed)
    : directory_(std::move(directory)), format_(format) {
  for (const WrittenSnapshot& snapshot : listed) {
    if (!is_of(format, snapshot.file)) {
      of_other_formats_.push_back(snapshot);
      continue;
    }
    const std::string name = std::filesystem::path(snapshot.file).filename();
    if (const auto number = number_of_file(name, format)) next_number_ = std::max(next_number_, *number + 1);
    if (std::filesystem::exists(directory_ / snapshot.file)) snapshots_.push_back(snapshot);
  }
}

void EarlierFields::cut_files(TakenBack& taken) {
  if (!format_.one_file) return;
  std::map<std::string, long> n_steps;
  for (const WrittenSnapshot& snapshot : snapshots_) ++n_steps[snapshot.file];
  for (auto& [name, n] : n_steps) try {
      n = keep_vtkhdf_steps(directory_ / name, n);
    } catch (const std::runtime_error& error) {
      taken.damaged.emplace_back(error.what());  // by a kill perhaps; the next step does not depend on it
    }
  std::erase_if(snapshots_, [&](const WrittenSnapshot& snapshot) { return n_steps[snapshot.file]-- <= 0; });
}

std::vector<std::filesystem::path> EarlierFields::later_files() const {
  std::vector<std::filesystem::path> later;
  if (format_.one_file) {
    for (int restarts = 0;; ++restarts) {
      const std::string name = segment_file(restarts, format_.extension);
      if (std::any_of(snapshots_.begin(), snapshots_.end(), [&](const auto& s) { return s.file == name; }))
        continue;
      if (!std::filesystem::exists(directory_ / name)) return later;
      later.push_back(directory_ / name);
    }
  }
  std::error_code none;  // no folder, no files
  for (const auto& entry : std::filesystem::directory_iterator(directory_ / "fields", none))
    if (number_of_file(entry.path().filename(), format_) >= next_number_) later.push_back(entry.path());
  return later;
}

void EarlierFields::set_damaged_aside(Writer& writer, TakenBack& taken) {
  writer.join(snapshots_, next_number_);
  for (const DamagedFile& damage : writer.damaged()) {
    TakenBack moved;
    set_aside({directory_ / damage.file}, moved);
    taken.unreadable.push_back(damage.why +
                               (moved.n_moved > 0 ? "; the file is now in " + moved.folder : ""));
    std::erase_if(snapshots_, [&](const WrittenSnapshot& snapshot) { return snapshot.file == damage.file; });
  }
  writer.join(snapshots_, next_number_);
}

EarlierFields::TakenBack EarlierFields::take_back_later(Writer& writer) {
  TakenBack taken;
  cut_files(taken);
  set_damaged_aside(writer, taken);
  writer.write_index();
  set_aside(later_files(), taken);
  return taken;
}

EarlierFields::TakenBack EarlierFields::leave(Writer& writer, const NameList& ours) {
  if (!snapshots_.empty()) return take_back_later(writer);
  TakenBack taken;
  std::vector<std::filesystem::path> files = later_files();
  if (!format_.one_file && std::filesystem::exists(directory_ / format_.index))
    files.push_back(directory_ / format_.index);
  std::erase_if(files, [&](const std::filesystem::path& file) {
    return !ours.has(file.lexically_relative(directory_));
  });
  set_aside(files, taken);
  return taken;
}

std::filesystem::path EarlierFields::folder_for(const std::vector<std::filesystem::path>& files) const {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? "fields_before" : "fields_before_" + std::to_string(number);
    const std::filesystem::path folder = directory_ / name;
    const bool is_taken =
        std::filesystem::exists(folder) &&
        (!std::filesystem::is_directory(folder) || std::ranges::any_of(files, [&](const auto& file) {
          return std::filesystem::exists(folder / file.filename());
        }));
    if (!is_taken) return folder;
  }
}

void EarlierFields::set_aside(const std::vector<std::filesystem::path>& files, TakenBack& taken) const {
  const std::filesystem::path before = folder_for(files);
  if (!files.empty()) taken.folder = before.filename();
  for (const std::filesystem::path& file : files) {
    make_folder(before);
    std::error_code error;
    std::filesystem::rename(file, before / file.filename(), error);
    if (error)
      taken.damaged.push_back(file.string() + ": " + error.message());
    else
      ++taken.n_moved;
  }
}

}  // namespace dgsolve
