/// Fields at output times.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/waves/observers/observer.hpp"
#include "app/waves/observers/state_export.hpp"
#include "io/case/case.hpp"
#include "io/pieces/state_writer.hpp"
#include "solver/waves/diagnostics/running_means.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

/// In the list of every run: one that writes no fields still deals with those that are in its folder.
class FieldObserver : public Observer {
 public:
  /// Files show the means behind the fields; a run without means has null. The constructor writes nothing and
  /// keeps references. Other calls throw std::runtime_error, which names the file that cannot be written.
  FieldObserver(const Case& input, SpatialOperator& op, const Integrator& integrator, StateExport& states,
                const RunningMeans* means);

  /// Continues the snapshots of another run; to be called before `resume`. Changes no file. Throws
  /// std::invalid_argument where new snapshots would not fit to those.
  void join(const std::vector<WrittenSnapshot>& earlier);

  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  bool due(const TimePosition& position) const override {
    return writer_ && position.at_target() && position.steps > seen_;
  }
  bool needs_check(const TimePosition& position) const override { return due(position); }
  void observe(const TimePosition& position) override;
  void add_written_to(RunRecord& record) override;
  /// Warns where points of files have states without meaning.
  void finish(Summary& summary) const override;

  /// Writes all fields everywhere to a folder of their own, and waits until they are there. The folder.
  std::filesystem::path write_last_good(const TimePosition& position);

 private:
  WriterSetup setup_of(const FieldOutput& output, const std::filesystem::path& directory) const;
  std::unique_ptr<StateWriter> state_writer(const FieldOutput& output,
                                            const std::filesystem::path& directory);
  bool shows_derived_fields() const;
  FieldsAtPoint counted_derived_fields() const;
  FieldSet fields_behind() const;  ///< the state's
  void put_behind(int cell, double* values) const;
  /// writer: lives until the writing thread is done.
  void submit(StateWriter& writer, const TimePosition& position);
  /// All that are in the output folder.
  std::vector<WrittenSnapshot> snapshots() const;
  /// What earlier runs wrote of fields beyond their snapshots goes, where it is of a format not written now.
  void leave_other_formats(const std::vector<WrittenSnapshot>& earlier, double time) const;

  const Case& input_;
  SpatialOperator& op_;
  const Integrator& integrator_;
  StateExport& states_;
  const RunningMeans* const means_;                ///< of the writing thread
  const std::size_t n_means_;                      ///< fields of means
  std::unique_ptr<StateWriter> writer_;            ///< null where the case asks for none
  std::vector<WrittenSnapshot> of_other_formats_;  ///< by earlier runs, which later ones may continue
  std::size_t n_synced_ = 0;                       ///< snapshots that are on the disk for sure
  long seen_ = -1;                                 ///< steps of the run at the last look
  mutable std::atomic<long> n_undefined_ = 0;      ///< points in files where derived fields are not numbers
  // On the writing thread:
  std::vector<double> state_;  ///< of all cells, canonical; empty where each process writes its own
  /// [K]: share of deviations from the mean that the limiter took, over time; empty: there is none.
  std::vector<double> limited_;
};

}  // namespace dgsolve
