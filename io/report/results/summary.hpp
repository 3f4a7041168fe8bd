/// What a run leaves for scripts: summary.json in the output folder.
#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "io/case/case.hpp"
#include "io/report/results/force_report.hpp"
#include "io/report/results/probe_spectra.hpp"
#include "io/report/results/resonance_table.hpp"
#include "io/tables/probes.hpp"
#include "io/tables/result_table.hpp"
#include "kernels/base/part_report.hpp"
#include "kernels/base/phase_clock.hpp"
#include "kernels/device/device.hpp"
#include "kernels/waves/step_control.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/electromagnetics/s_parameters/scattering.hpp"
#include "solver/elliptic/interior_fluxes.hpp"
#include "solver/linear/conjugate_gradients.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "solver/waves/monitors/cut_off_tail.hpp"

namespace dgsolve {

enum class Outcome { completed, failed, interrupted };
const char* name_of(Outcome outcome);

/// What was solved, on which device.
struct RunDescription {
  std::string title, physics;
  int order = 0;  ///< N
  Precision precision = Precision::double_;
  std::string device;
  int elements = 0;               ///< K
  std::size_t dofs = 0;           ///< K · n_fields · Np
  std::vector<PartReport> parts;  ///< where several devices share the problem
};

RunDescription describe(const Case& c, const Discretization& discretization, int n_fields,
                        const Device& device);

/// How far a run in time came, and how fast.
struct TimeSummary {
  double dt = 0;  ///< the largest time step taken, or distance of samples
  long steps = 0;
  double reached = 0;
  std::optional<StepRecord> controlled = {};    ///< steps between samples, where the device chooses them
  std::optional<double> throughput_gdof_per_s;  ///< dofs · stages / CostSummary::solve_seconds / 1e9
  std::optional<double> fraction_of_bound;      ///< of what the machine allows

  long tried() const { return controlled ? controlled->accepted + controlled->rejected : steps; }
};

/// What a run took.
struct CostSummary {
  double setup_seconds = 0;                             ///< wall clock, as the next two
  double solve_seconds = 0;                             ///< time stepping without output, or the solver
  double output_seconds = 0;                            ///< spent on outputs, or waiting for them
  std::vector<TimePhase> phases;                        ///< of this run's whole wall clock
  std::optional<std::size_t> device_bytes, host_bytes;  ///< memory
};

/// Against the exact solution, where one is known.
struct ErrorSummary {
  std::map<std::string, FieldError> fields;
  ProbeErrors probes;
};

/// An integral that the equation names.
struct IntegralSummary {
  std::string name;
  double initial, final;
};

/// Means over time.
struct MeansSummary {
  double from, to;  ///< of the samples
  long samples;
};

/// Work of the limiter of a flow with shocks.
struct LimiterSummary {
  double cells;  ///< share of them in which it acted
  /// Mean over cells and time: the share of deviations from cells' means that it took, of an artificial
  /// viscosity that of the largest one.
  double strength;
  double strongest;              ///< … in the cell where it took most
  std::vector<double> of_cells;  ///< [K]: … in each
};

/// At the end of a run in time; ½∫κ|∇u|² of an elliptic problem.
struct EnergySummary {
  std::optional<double> final;  ///< J
  double left = 0;              ///< of a run in time: share of the largest energy of fields and circuits
  std::optional<double> exact;  ///< of the exact solution
};

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
  // The exact solution's, where there is one.
  std::optional<double> exact_flux, exact_potential;
};

/// Frequencies of a waveform, Hz: where its spectrum is highest, and where it is 40 dB below.
struct BandSummary {
  double peak = 0, lower = 0, upper = 0;
};

/// A mode of a port.
struct PortModeSummary {
  std::string label, mode;
  double cut_off;  ///< Hz
};

/// V/I of a driven lumped port, Ω.
struct InputImpedance {
  std::string label;
  double reference;                          ///< resistance of the port, Ω
  std::vector<std::complex<double>> values;  ///< [frequency]

  /// |S11| of the port with the others' resistances in their places.
  double reflection(const std::complex<double>& value) const {
    return std::abs((value - reference) / (value + reference));
  }
};

struct SParameterSummary {
  Scattering scattering;
  std::vector<std::string> labels;     ///< [port]
  std::vector<PortModeSummary> modes;  ///< [port]
  double energy_left = 0;              ///< at the end of a run, share of the largest one, at most
  ScatteringChecks checks = {};
  std::vector<InputImpedance> impedances = {};
};

/// Results of a run in time.
struct WaveSummary {
  TimeSummary time;
  std::optional<double> initial_energy;  ///< J
  std::optional<EnergyLedger> ledger;
  std::vector<IntegralSummary> integrals;
  std::vector<ForceSummary> forces;
  std::optional<MeansSummary> means;
  std::optional<LimiterSummary> limiter;
  ProbePeaks spectra;
  ResonancesByMonitor resonances;
  std::map<std::string, BandSummary> waveforms;
  std::vector<ResultTable> tables;  ///< of monitors, as they are written
  /// Monitor of type port → MonitorOptions::waves near the end, at last at the end; not written.
  std::map<std::string, std::vector<TailSample>> port_waves;
  std::optional<SParameterSummary> s_parameters;
  std::string ended_by;  ///< what completed the run before its final time; empty: nothing
};

/// Results of an elliptic problem.
struct EllipticSummary {
  std::optional<SolverSummary> solver;   ///< none: the run failed before
  std::optional<double> gradient_error;  ///< √∫|∇u − ∇u_exact|²
  std::optional<double> lambda_energy;  ///< ½∫λu² where there is a λ, which EnergySummary::final leaves out
  std::map<std::string, BoundarySummary> boundaries;
  std::map<std::string, std::optional<InteriorFlux>> interior_fluxes;
  std::map<std::string, double> means;  ///< of u, in each region
  /// The charge of a conductor where another, or it itself, has the potential 1, and the others have 0.
  std::map<std::string, std::map<std::string, double>> capacitance;
  std::optional<EllipticUnits> units;  ///< where the case tells
};

/// Results of runs of all problems, and in `problem` those of one kind. Values a run could not
/// know stay empty and are left out of the file.
struct Summary {
  RunDescription description;
  CostSummary cost;
  ErrorSummary errors;
  EnergySummary energy;
  std::variant<WaveSummary, EllipticSummary> problem;
  std::vector<std::string> warnings;
  Outcome outcome = Outcome::failed;

  WaveSummary& wave() { return std::get<WaveSummary>(problem); }
  const WaveSummary& wave() const { return std::get<WaveSummary>(problem); }
  EllipticSummary& elliptic() { return std::get<EllipticSummary>(problem); }
  const EllipticSummary& elliptic() const { return std::get<EllipticSummary>(problem); }
  bool is_in_time() const { return std::holds_alternative<WaveSummary>(problem); }
};

/// The numbers of summary.json by their dotted paths, such as "boundaries.strip.flux" or
/// "spectra.p.Ez[0].frequency"; lists of plain numbers are left out.
std::vector<std::pair<std::string, double>> summary_numbers(const Summary& summary);

/// Writes summary.json into `directory`; numbers that are not finite become null, for JSON has none. Throws
/// std::runtime_error that names the file.
void write_summary(const Summary& summary, const std::filesystem::path& directory);

}  // namespace dgsolve
