/// Tables of results that do not grow with time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve {

struct ResultTable {
  std::string name;                       ///< file below the output folder, without its ending
  std::vector<std::string> columns;       ///< with units: "frequency (Hz)"
  std::vector<std::vector<double>> rows;  ///< [row][column]
};

/// Writes `directory`/NAME.csv: a header, and a line a row. Throws std::runtime_error that names the file.
void write_table(const std::filesystem::path& directory, const ResultTable& table);

}  // namespace dgsolve
