#include "io/writer.hpp"

#include <cstdio>
#include <stdexcept>

#include "io/mistakes.hpp"
#include "solver/physics.hpp"

namespace dgsolve {
namespace {

struct Format {
  const char* name;
  std::unique_ptr<Writer> (*make)(const WriterSetup&);
};

constexpr Format formats[] = {
    {"vtu", make_vtu_writer},
    {"hdf5", make_hdf5_writer},
    {"vtkhdf", make_vtkhdf_writer},
    {"vtkhdf_series", make_vtkhdf_series_writer},
};

}  // namespace

std::string Writer::next_file(const std::string& kind) const {
  char number[24];
  std::snprintf(number, sizeof number, "_%06zu", written_.size() + n_missing_);
  return "fields/" + kind + number + extension_;
}

void Writer::resume(const std::vector<WrittenSnapshot>& earlier) {
  for (const WrittenSnapshot& snapshot : earlier)
    if (snapshot.file.ends_with(extension_) && std::filesystem::exists(directory_ / snapshot.file))
      written_.push_back(snapshot);
  n_missing_ = earlier.size() - written_.size();
}

std::vector<std::string> Writer::take_back_later() {
  std::vector<std::string> damaged = cut_files();
  write_index();
  return damaged;
}

const std::vector<std::string>& writer_formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Format& format : formats) all.emplace_back(format.name);
    return all;
  }();
  return names;
}

std::unique_ptr<Writer> make_writer(const WriterSetup& setup) {
  for (const Format& format : formats)
    if (setup.options.format == format.name) return format.make(setup);
  throw std::invalid_argument("output.fields.format: got \"" + setup.options.format +
                              "\"; expected one of: " + listed(writer_formats()));
}

std::vector<int> select_elements(const std::vector<std::string>& regions, const Mesh& mesh) {
  std::vector<int> selected;
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (regions.empty() || index_of(regions, mesh.region_names[mesh.region[e]]) >= 0) selected.push_back(e);
  return selected;
}

}  // namespace dgsolve
