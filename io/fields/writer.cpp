#include "io/fields/writer.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "io/base/files.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

struct Format {
  const char *name, *index;
  std::unique_ptr<Writer> (*make)(const WriterSetup&);
};

constexpr Format formats[] = {
    {"vtu", "fields.pvd", make_vtu_writer},
    {"hdf5", "fields.h5", make_hdf5_writer},
    {"vtkhdf", "fields.vtkhdf", make_vtkhdf_writer},
    {"vtkhdf_series", "fields.hdf.series", make_vtkhdf_series_writer},
};

const Format& format_of(const FieldOutput& options) {
  for (const Format& format : formats)
    if (options.format == format.name) return format;
  throw std::invalid_argument("output.fields.format: got \"" + options.format +
                              "\"; expected one of: " + listed(writer_formats()));
}

}  // namespace

Writer::Writer(const WriterSetup& setup, std::string extension)
    : directory_(setup.directory), index_(format_of(setup.options).index), extension_(std::move(extension)) {}

std::string Writer::numbered(const std::string& kind, std::size_t number) const {
  char text[24];
  std::snprintf(text, sizeof text, "_%06zu", number);
  return "fields/" + kind + text + extension_;
}

std::optional<std::size_t> Writer::number_of(const std::string& name) const {
  for (const std::string kind : {"fields", "mesh"}) {
    std::size_t number = 0;
    if (std::sscanf(name.c_str(), (kind + "_%zu").c_str(), &number) == 1 &&
        numbered(kind, number) == "fields/" + name)
      return number;
  }
  return {};
}

void Writer::add(double time, const std::string& file) {
  written_.push_back({time, file});
  ++next_number_;
  write_index();
}

std::vector<WrittenSnapshot> Writer::resume(const std::vector<WrittenSnapshot>& earlier) {
  std::vector<WrittenSnapshot> others;
  for (const WrittenSnapshot& snapshot : earlier) {
    if (!snapshot.file.ends_with(extension_)) {
      others.push_back(snapshot);
      continue;
    }
    if (const auto number = number_of(std::filesystem::path(snapshot.file).filename()))
      next_number_ = std::max(next_number_, *number + 1);
    if (std::filesystem::exists(directory_ / snapshot.file)) written_.push_back(snapshot);
  }
  return others;
}

std::vector<std::filesystem::path> Writer::later_files() const {
  std::vector<std::filesystem::path> later;
  std::error_code none;  // no folder, no files
  for (const auto& entry : std::filesystem::directory_iterator(directory_ / "fields", none))
    if (number_of(entry.path().filename()) >= next_number_) later.push_back(entry.path());
  return later;
}

Writer::TakenBack Writer::take_back_later() {
  TakenBack taken{0, cut_files()};
  write_index();
  set_aside(later_files(), taken);
  return taken;
}

Writer::TakenBack Writer::leave(const std::vector<WrittenSnapshot>& earlier) {
  TakenBack taken{0, {}};
  Writer::resume(earlier);  // new snapshots, which might not fit, there will be none
  if (!written_.empty()) return take_back_later();
  set_aside(later_files(), taken);
  if (std::filesystem::exists(directory_ / index_)) set_aside({directory_ / index_}, taken);
  return taken;
}

void Writer::set_aside(const std::vector<std::filesystem::path>& files, TakenBack& taken) const {
  const std::filesystem::path before = directory_ / "fields_before";
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

const std::vector<std::string>& writer_formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Format& format : formats) all.emplace_back(format.name);
    return all;
  }();
  return names;
}

std::vector<std::string> formats_in(const std::filesystem::path& directory) {
  std::vector<std::string> there;
  for (const Format& format : formats)
    if (std::filesystem::exists(directory / format.index)) there.emplace_back(format.name);
  return there;
}

std::unique_ptr<Writer> make_writer(const WriterSetup& setup) { return format_of(setup.options).make(setup); }

std::vector<int> select_elements(const std::vector<std::string>& regions, const Mesh& mesh) {
  std::vector<int> selected;
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (regions.empty() || index_of(regions, mesh.region_names[mesh.region[e]]) >= 0) selected.push_back(e);
  return selected;
}

}  // namespace dgsolve
