/// Everything that a run in time needs to go on as if it had never stopped, in one HDF5 file.
///
///   checkpoint_000000001234.h5   attributes: order, precision_bytes, steps, done, interval_…, and of the
///   record
///     case                       text: the case with every default
///     physics, mesh_source, device, variant, layout      texts
///     raw, canonical, …          the state, or what shows it in files of processes
///                                (io/restart/state_file.hpp)
///     snapshot_times, snapshot_files                   what was written of the fields so far
///     ledger_energies, ledger_work, ledger_samples     the energy ledger so far, where there is one
///     table_files, table_digests                       what was written of probes, ledger, integrals
///     energy_times, energy_values                      samples of the energy, some left out
///     decay                                            largest energy; if it is low now, since when
///     steps_so_far                                     where the device chooses steps: their StepRecord
///     monitor_names, monitor_NAME/                     Fourier transforms so far
///     means/                                           sums of means over time, where there are any
///     mesh/                      the mesh itself (io/mesh/mesh_archive.hpp)
///
/// Every part carries a checksum. They do not see that whole chunks changed places, or zeros that became
/// ones, so that the file is sealed too (io/base/seal.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/fields/writer.hpp"
#include "io/restart/state_file.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/thinned_series.hpp"
#include "kernels/waves/wave_operator.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "solver/waves/diagnostics/running_means.hpp"
#include "solver/waves/monitors/cut_off_tail.hpp"
#include "solver/waves/monitors/energy_decay.hpp"
#include "solver/waves/time/time_plan.hpp"

namespace dgsolve {

/// What a state means: a run goes on from a checkpoint of its own identity only.
struct RunIdentity {
  std::string physics;      ///< equation, formulation, units
  int order = 0;            ///< N
  std::string mesh_source;  ///< the mesh's file, a digest of it, and how it was read

  bool operator==(const RunIdentity&) const = default;
};

/// A monitor's running Fourier transforms.
struct MonitorRecord {
  std::string definition;  ///< what was gathered, and where
  long stride = 1;         ///< steps between samples
  Samples sums;
  std::vector<double> reference;  ///< [frequency][2]: of the waveform, by the same samples
  std::vector<TailSample> tail;   ///< as TailRecord::samples
};

/// What a run has gathered on its way.
struct RunRecord {
  std::optional<double> energy_initial;
  double largest_dt = 0;
  double solve_seconds = 0, output_seconds = 0, wall_seconds = 0;
  std::vector<WrittenSnapshot> snapshots;
  LedgerRecord ledger;   ///< without samples: the run keeps no ledger
  CsvDigests tables;     ///< probes, ledger and integrals
  ThinnedSeries energy;  ///< J
  EnergyDecay::Record decay;
  std::optional<StepRecord> steps;  ///< where the device chooses their size
  std::map<std::string, MonitorRecord> monitors;
  std::vector<double> integrals_initial;  ///< [integral_infos]; empty in earlier versions' files
  std::shared_ptr<const MeanSums> means;  ///< null: none so far
  std::vector<double> limited;            ///< WaveOperator::limited; empty: there is no limiter
};

struct Checkpoint {
  RunIdentity identity;
  std::string case_text;
  std::string device;           ///< for people
  std::string variant, layout;  ///< of the wave operator
  StoredState state;            ///< in the checkpoint's own file, raw in that layout
  TimePosition position;
  RunRecord record;
};

/// Puts it on the disk so that it is there whole or not at all, whatever happens meanwhile. put_state: adds
/// the state to the file's root. Throws std::runtime_error that names the file and says why.
void write_checkpoint(const Checkpoint& checkpoint, const Mesh& mesh,
                      const std::function<void(const hdf5::Group& root)>& put_state);

/// Leaves the state in the file. Throws std::runtime_error that names the file where it is damaged or no
/// checkpoint.
Checkpoint read_checkpoint(const std::filesystem::path& path, Mesh& mesh);

}  // namespace dgsolve
