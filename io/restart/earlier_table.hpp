/// What a restart does with the tables of earlier runs.
#pragma once

#include <string>

#include "io/tables/csv_file.hpp"

namespace dgsolve {

/// How a table was continued.
struct ContinuedTable {
  std::string name;
  bool whole;             ///< it has all lines up to the time; else it begins now,
  std::string set_aside;  ///< and this is where the one is that was there; empty: there was none
};

/// Continues a table behind a time; its later lines are cut. earlier: by what the run had written until then.
/// A file that is not bit-identical to that goes to the folder csv_before. Throws std::runtime_error that
/// names a file that cannot be written.
ContinuedTable continue_table(CsvFile& file, double time, const CsvDigests& earlier);

}  // namespace dgsolve
