/// What a run leaves for scripts: summary.json in the output folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "io/tables/probe_errors.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/linear/conjugate_gradients.hpp"
#include "solver/waves/energy_ledger.hpp"

namespace dgsolve {

enum class Outcome { completed, failed, interrupted };
const char* name_of(Outcome outcome);

/// What a linear solve leaves.
struct SolverSummary {
  std::string operator_form, preconditioner;
  SolveReport report;
  double setup_seconds = 0, solve_seconds = 0;
  double flux_imbalance = 0;  ///< of sources and fluxes, as a share of their parts
};

/// What a boundary group of an elliptic problem ends up with.
struct BoundarySummary {
  double flux = 0;                  ///< ∮κ∂u/∂n
  std::optional<double> potential;  ///< of a floating conductor
  // Of the exact solution, where there is one.
  std::optional<double> exact_flux, exact_potential;
};

/// Values a run could not know stay empty and are left out of the file.
struct Summary {
  std::string title;
  std::string physics;
  int order = 0;  ///< N
  Precision precision = Precision::double_;
  std::string device;
  int elements = 0;      ///< K
  std::size_t dofs = 0;  ///< K · n_fields · Np
  double dt = 0;         ///< the largest time step taken
  long steps = 0;
  double time = 0;                                      ///< reached
  double setup_seconds = 0;                             ///< wall clock, as the next two
  double solve_seconds = 0;                             ///< time stepping without output
  double output_seconds = 0;                            ///< spent on outputs, or waiting for them
  std::optional<double> throughput_gdof_per_s;          ///< dofs · stages / solve_seconds / 1e9
  std::optional<double> fraction_of_bound;              ///< of what the machine allows
  std::optional<std::size_t> device_bytes, host_bytes;  ///< memory
  std::map<std::string, FieldError> errors;             ///< field → error, where an exact solution is known
  ProbeErrors probe_errors;                             ///< likewise
  std::optional<double> energy_initial, energy_final;
  std::optional<double> energy_exact;  ///< of the exact solution at the end
  std::optional<EnergyLedger> ledger;
  std::optional<double> gradient_error;  ///< √∫|∇u − ∇u_exact|² of an elliptic problem
  std::optional<SolverSummary> solver;   ///< of an elliptic problem, which has no time and no steps
  std::map<std::string, BoundarySummary> boundaries;
  Outcome outcome = Outcome::failed;
};

/// Writes summary.json into `directory`; numbers that are not finite become null, for JSON has none. Throws
/// std::runtime_error that names the file.
void write_summary(const Summary& summary, const std::filesystem::path& directory);

}  // namespace dgsolve
