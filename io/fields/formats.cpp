#include "io/fields/formats.hpp"

#include <charconv>
#include <stdexcept>
#include <string_view>

#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

const FieldFormat formats[] = {
    {"vtu", ".vtu", ".pvtu", "fields.pvd", false, make_vtu_writer},
    {"hdf5", ".h5", ".h5", "fields.h5", false, make_hdf5_writer},
    {"vtkhdf", ".vtkhdf", "", "fields.vtkhdf", true, make_vtkhdf_writer},
    {"vtkhdf_series", ".hdf", ".hdf", "fields.hdf.series", false, make_vtkhdf_series_writer},
};

/// "_1.vtu", as pieces' names end.
bool is_end_of_piece(std::string_view end, const std::string& extension) {
  if (!end.starts_with('_') || !end.ends_with(extension)) return false;
  end.remove_suffix(extension.size());
  int rank = 0;
  const auto [behind, error] = std::from_chars(end.data() + 1, end.data() + end.size(), rank);
  return error == std::errc() && behind == end.data() + end.size();
}

}  // namespace

const FieldFormat& field_format(const std::string& name) {
  for (const FieldFormat& format : formats)
    if (name == format.name) return format;
  throw std::invalid_argument("output.fields.format: got \"" + name +
                              "\"; expected one of: " + listed(writer_formats()));
}

bool has_pieces(const FieldOutput& output) {
  return !field_format(output.format).joined.empty() && output.slices.empty();
}

const std::vector<std::string>& writer_formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const FieldFormat& format : formats) all.push_back(format.name);
    return all;
  }();
  return names;
}

std::vector<std::string> formats_in(const std::filesystem::path& directory, const NameList& names) {
  std::vector<std::string> there;
  for (const FieldFormat& format : formats)
    if (names.has(format.index) && std::filesystem::exists(directory / format.index))
      there.push_back(format.name);
  return there;
}

std::unique_ptr<Writer> make_writer(const WriterSetup& setup) {
  const FieldFormat& format = field_format(setup.options.format);
  return format.make(setup, format);
}

std::vector<std::string> names_of_fields(const std::string& format) {
  const FieldFormat& files = field_format(format);
  const std::string number = digits_in_names;
  if (files.one_file) return {files.index, "fields_" + number + files.extension};
  std::vector<std::string> names = {files.index};
  for (const std::string kind : {"fields/fields_", "fields/mesh_"})
    for (const std::string& end : {files.extension, '_' + number + files.extension, files.joined})
      names.push_back(kind + number + end);
  if (format == "hdf5") names.emplace_back(hdf5_mesh_file);
  return names;
}

std::optional<std::size_t> number_of_file(const std::string& name, const FieldFormat& format) {
  for (const std::string kind : {"fields", "mesh"}) {
    if (!name.starts_with(kind + '_')) continue;
    std::size_t number = 0;
    const char *const digits = name.data() + kind.size() + 1, *const end = name.data() + name.size();
    const auto [behind, error] = std::from_chars(digits, end, number);
    const std::string rest(behind, end);
    const bool is_ours = rest == format.extension || (!rest.empty() && rest == format.joined) ||
                         is_end_of_piece(rest, format.extension);
    if (error == std::errc() && is_ours && numbered_file(kind, number, rest) == "fields/" + name)
      return number;
  }
  return {};
}

}  // namespace dgsolve
