/// A study of convergence: one case at several orders and on finer and finer meshes, its errors, and the
/// orders observed.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/report/results/summary.hpp"

namespace dgsolve {

/// The errors of one result of a run. A single number, such as a flux, has only a largest error.
struct QuantityError {
  std::optional<double> l2, largest;
};

/// One run of the study.
struct Rung {
  int order = 0;         ///< N
  int refine = 0;        ///< how often each cell of the case's mesh was split: h is 2^−refine of its own
  std::string failure;   ///< why there are no results; empty: there are
  int elements = 0;      ///< K
  std::size_t dofs = 0;  ///< K · n_fields · Np
  double dt = 0;         ///< 0: no steps in time
  std::map<std::string, QuantityError>
      errors;  ///< by quantity: "Ez", "probe p: Ez", "flux through wall", "energy"
};

/// What a run's summary says of it, by quantity.
std::map<std::string, QuantityError> errors_by_quantity(const Summary& summary);

struct ConvergenceStudy {
  std::string title;        ///< the case's, or its file
  std::vector<Rung> rungs;  ///< by order, then refine

  /// All quantities that any rung has.
  std::vector<std::string> quantities() const;
  /// log₂ of the error before over the error now, from the rung of the same order with cells of twice the
  /// size; nothing without such a rung, or where one of the two errors is not above 0.
  std::optional<double> observed(const Rung& rung, const std::string& quantity,
                                 std::optional<double> QuantityError::*norm) const;
};

/// For people: a block a quantity, a line a rung.
std::string convergence_table(const ConvergenceStudy& study);
/// Writes convergence.csv into a folder: a line a quantity and rung that has it. Throws std::runtime_error
/// that names the file.
void write_convergence_csv(const ConvergenceStudy& study, const std::filesystem::path& directory);
/// Writes report.html into a folder: pictures and tables. Throws as above.
void write_convergence_report(const ConvergenceStudy& study, const std::filesystem::path& directory);

}  // namespace dgsolve
