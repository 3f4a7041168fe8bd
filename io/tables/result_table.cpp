#include "io/tables/result_table.hpp"

#include <fmt/format.h>

#include "io/base/files.hpp"
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

}  // namespace dgsolve
