/// Tables of results that do not grow with time.
#pragma once

#include <filesystem>
#include <span>
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

/// Writes several into `file`, in HDF5: a group for each, named as its file, and a dataset for each column,
/// named as the column, with its unit as an attribute. Of a quantity that stands there in decibels too, the
/// second one has the unit in its name: rcs, rcs_dBsm. Throws std::runtime_error that names the file.
void write_tables_hdf5(const std::filesystem::path& file, std::span<const ResultTable> tables);

}  // namespace dgsolve
