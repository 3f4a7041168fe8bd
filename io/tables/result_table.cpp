#include "io/tables/result_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/files.hpp"
#include "io/hdf5/hdf5_file.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {

void write_table(const std::filesystem::path& directory, const ResultTable& table) {
  const std::filesystem::path path = directory / (table.name + ".csv");
  make_folder(path.parent_path());
  std::string text = fmt::format("{}\n", fmt::join(table.columns, ","));
  for (const std::vector<double>& row : table.rows) {
    std::vector<std::string> numbers;
    numbers.reserve(row.size());
    for (const double number : row) numbers.push_back(exact_text(number));
    text += fmt::format("{}\n", fmt::join(numbers, ","));
  }
  replace_file(path, text);
}

void write_tables_hdf5(const std::filesystem::path& file, std::span<const ResultTable> tables) {
  hdf5::Group root = hdf5::new_file(file);
  for (const ResultTable& table : tables) {
    const hdf5::Group group = root.create(std::filesystem::path(table.name).filename().string());
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::string& column = table.columns[c];
      const std::size_t at = std::min(column.find(" ("), column.size());
      const std::string unit = at < column.size() ? column.substr(at + 2, column.size() - at - 3) : "";
      const std::string name = column.substr(0, at) + (unit.starts_with("dB") ? "_" + unit : "");
      std::vector<double> values;
      for (const std::vector<double>& row : table.rows) values.push_back(row[c]);
      group.dataset(name, {values.size()}, values.data());
      if (!unit.empty()) group.unit(name, unit);
    }
  }
  root.save();
}

}  // namespace dgsolve
