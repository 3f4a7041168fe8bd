/// All that a run in time leaves in its output folder but the summary: fields, probes, ledger, checkpoints.
/// Fields and checkpoints are copied on the device, fetched from there and written by a thread of their own
/// while the run goes on; it waits where the disk cannot keep up.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/waves/checkpointing.hpp"
#include "app/waves/ledger.hpp"
#include "io/case/case.hpp"
#include "io/fields/writer.hpp"
#include "io/fields/writer_thread.hpp"
#include "io/tables/probes.hpp"

namespace dgsolve {

class RunOutputs {
 public:
  /// mesh: as it was read. Writes nothing yet. Keeps references. Throws MeshError where a probe is outside
  /// the mesh. All other calls throw std::runtime_error that names a file that cannot be written: now, or
  /// earlier by the thread.
  RunOutputs(const Case& input, SpatialOperator& op, const Mesh& mesh);

  /// Begins the folder of a new run,
  void start();
  /// or goes on behind another run; what it wrote later is taken back.
  void resume(const RunRecord& record, const TimePosition& position);

  /// Probes want to see every step.
  bool has_probes() const { return !probes_.empty(); }
  /// False, and nothing is written, where a value is not finite.
  bool sample_probes(const Lsrk45& integrator, double time);
  /// The same of the energy ledger, where the case asks for one and a sample is due.
  bool sample_ledger(const Lsrk45& integrator, double time);
  /// The ledger where there is one, else null.
  const Ledger* ledger() const { return ledger_ ? &*ledger_ : nullptr; }
  /// The state now is the one that `write_last_good` may go back to.
  void keep();
  void write_fields(const Lsrk45& integrator, const TimePosition& position);
  const Checkpointing& checkpoints() const { return checkpoints_; }
  /// The file that will be there. record: snapshots and ledger are added to it.
  std::filesystem::path write_checkpoint(const Lsrk45& integrator, const TimePosition& position,
                                         RunRecord record);
  /// Takes back what probes and ledger saw later, and writes a checkpoint and the fields, in a folder of
  /// their own. That folder, when all is there.
  std::filesystem::path write_last_good(const Lsrk45& integrator, const TimePosition& position,
                                        const RunRecord& record);

  /// Throws where something could not be written.
  void check() { thread_.check(); }
  /// Whether all is written.
  bool idle() { return thread_.idle(); }
  /// Waits until all is written.
  void finish() { thread_.finish(); }

 private:
  void open();
  bool shows_derived_fields() const;
  /// What writers are given of a snapshot; on the thread.
  Snapshot complete(const Snapshot& snapshot);
  std::unique_ptr<Writer> writer_of(const FieldOutput& output, const std::filesystem::path& directory) const;
  /// All that are in the output folder.
  std::vector<WrittenSnapshot> snapshots() const;
  /// What earlier runs wrote of fields beyond their snapshots goes, where it is of a format not written now.
  void leave_other_formats(const std::vector<WrittenSnapshot>& earlier, double time) const;
  /// Probes and ledger go on behind a time. Says which of their files could not.
  void resume_tables(double time, const LedgerRecord& books, const CsvDigests& earlier);
  CsvDigests table_digests() const;
  /// Copies the state for the next job to read first of all, and another to write. Waits until the thread has
  /// read the copy before.
  void set_aside(const Lsrk45& integrator);
  /// writer: lives until the thread is done.
  void submit_fields(Writer& writer, const Lsrk45& integrator, const TimePosition& position);

  const Case& input_;
  const SpatialOperator& op_;
  Probes probes_;
  std::unique_ptr<Sampler> sampler_;
  std::optional<Ledger> ledger_;
  Checkpointing checkpoints_;
  std::unique_ptr<Writer> fields_;                 ///< null where the case asks for none
  std::vector<WrittenSnapshot> of_other_formats_;  ///< by earlier runs, which later ones may go on behind
  CsvDigests kept_tables_;                         ///< those of the state that may be gone back to
  LedgerRecord kept_books_;
  std::unique_ptr<StateCopy> copy_;   ///< on its way out; null before the run begins
  std::vector<double> state_;         ///< canonical, on the thread
  std::vector<double> with_derived_;  ///< with the fields derived from it, where the case asks for some
  WriterThread thread_;               ///< the last: it ends before what its jobs refer to
};

}  // namespace dgsolve
