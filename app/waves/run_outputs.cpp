#include "app/waves/run_outputs.hpp"

#include <algorithm>

#include "app/console/log.hpp"
#include "io/base/files.hpp"
#include "io/case/resolved_case.hpp"
#include "io/fields/field_names.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/waves/derived_fields.hpp"

namespace dgsolve {
namespace {

constexpr const char* last_good = "last_good";  ///< folder for the state before a run went wrong

void tell(const Writer::TakenBack& taken, double time) {
  if (taken.n_moved > 0)
    say("fields: %zu files beyond t = %s are now in fields_before/", taken.n_moved,
        number_text(time).c_str());
  for (const std::string& damage : taken.damaged)
    warn("steps beyond t = %s could not be taken from %s", number_text(time).c_str(), damage.c_str());
}

}  // namespace

RunOutputs::RunOutputs(const Case& input, SpatialOperator& op, const Mesh& mesh)
    : input_(input),
      op_(op),
      probes_(input.output.probes, op.discretization, op.physics.info.fields),
      checkpoints_(input, op, mesh),
      thread_(op.device.host_threads()) {
  if (input.output.ledger) ledger_.emplace(input, op);
}

void RunOutputs::open() {
  const std::filesystem::path& directory = input_.output.directory;
  // Now, for a GPU may be full once a signal asks for a checkpoint.
  copy_ = op_.wave->allocate_copy();
  make_folder(directory);
  // What an older run left must not speak for this one.
  for (const char* file : {"summary.json", "report.html"}) std::filesystem::remove(directory / file);
  std::filesystem::remove_all(directory / last_good);
  write_resolved(input_);
}

std::unique_ptr<Writer> RunOutputs::writer_of(const FieldOutput& output,
                                              const std::filesystem::path& directory) const {
  const EquationInfo& equation = op_.physics.info;
  FieldSet fields = shows_derived_fields() ? output_fields(equation) : state_fields(equation);
  if (!input_.si) fields.units.assign(fields.names.size(), "1");
  make_folder(directory);
  return make_writer({output, directory, op_.discretization, fields});
}

bool RunOutputs::shows_derived_fields() const {
  if (!input_.output.fields || input_.output.fields->names.empty()) return false;
  const std::vector<int> shown = select_fields(input_.output.fields->names, output_fields(op_.physics.info));
  return *std::max_element(shown.begin(), shown.end()) >= op_.physics.n_fields;
}

Snapshot RunOutputs::complete(const Snapshot& snapshot) {
  if (!shows_derived_fields()) return snapshot;
  add_derived_fields(op_, snapshot.state, with_derived_);
  return {snapshot.time, snapshot.step, with_derived_};
}

void RunOutputs::start() {
  open();
  if (input_.output.fields) fields_ = writer_of(*input_.output.fields, input_.output.directory);
  checkpoints_.start(-1, 0);  // before what they rely on goes
  leave_other_formats({}, 0);
  probes_.open(input_.output.directory);
  if (ledger_) ledger_->start();
}

void RunOutputs::resume(const RunRecord& record, const TimePosition& position) {
  if (input_.output.fields) {
    fields_ = writer_of(*input_.output.fields, input_.output.directory);
    of_other_formats_ = fields_->resume(record.snapshots);  // which may be refused: before anything changes
  } else {
    of_other_formats_ = record.snapshots;
  }
  open();
  checkpoints_.start(position.steps, position.time());  // before what they rely on is cut
  if (fields_) {
    tell(fields_->take_back_later(), position.time());
    const std::size_t expected = record.snapshots.size() - of_other_formats_.size();
    if (fields_->written().size() < expected)
      warn("of %zu snapshots written before, %zu are in the output folder", expected,
           fields_->written().size());
  }
  leave_other_formats(record.snapshots, position.time());
  checkpoints_.trust(snapshots().size());
  resume_tables(position.time(), record.ledger, record.tables);
}

std::vector<WrittenSnapshot> RunOutputs::snapshots() const {
  std::vector<WrittenSnapshot> all = of_other_formats_;
  if (fields_) all.insert(all.end(), fields_->written().begin(), fields_->written().end());
  return all;
}

void RunOutputs::leave_other_formats(const std::vector<WrittenSnapshot>& earlier, double time) const {
  for (const std::string& format : formats_in(input_.output.directory)) {
    if (fields_ && format == input_.output.fields->format) continue;
    FieldOutput other;
    other.format = format;
    tell(writer_of(other, input_.output.directory)->leave(earlier), time);
  }
}

void RunOutputs::resume_tables(double time, const LedgerRecord& books, const CsvDigests& earlier) {
  std::vector<CsvFile::Resumed> tables = probes_.resume(input_.output.directory, time, earlier);
  if (ledger_) tables.push_back(ledger_->resume(books, time, earlier));
  for (const CsvFile::Resumed& table : tables) {
    if (!table.set_aside.empty())
      warn(
          "%s is not what the run had written until t = %s, or has other columns, another place or another "
          "balance: it is now %s",
          table.name.c_str(), number_text(time).c_str(), table.set_aside.c_str());
    if (!table.whole) warn("%s begins behind t = %s", table.name.c_str(), number_text(time).c_str());
  }
}

CsvDigests RunOutputs::table_digests() const {
  CsvDigests digests;
  probes_.add_digests(digests);
  if (ledger_) ledger_->add_digest(digests);
  return digests;
}

bool RunOutputs::sample_probes(const Lsrk45& integrator, double time) {
  if (probes_.empty()) return true;
  if (!sampler_) sampler_ = op_.wave->sampler(probes_.elements(), probes_.weights(), 1);
  std::vector<double> values(probes_.elements().size() * op_.physics.n_fields);
  sampler_->take(integrator.state());
  sampler_->read(values);
  return probes_.add(time, values);
}

bool RunOutputs::sample_ledger(const Lsrk45& integrator, double time) {
  return !ledger_ || !ledger_->due(time) || ledger_->sample(integrator, time);
}

void RunOutputs::keep() {
  kept_tables_ = table_digests();
  if (ledger_) kept_books_ = ledger_->books().record();
}

void RunOutputs::set_aside(const Lsrk45& integrator) {
  thread_.wait_until_left(1);  // which writes what was set aside before
  copy_->take(integrator.state());
}

void RunOutputs::submit_fields(Writer& writer, const Lsrk45& integrator, const TimePosition& position) {
  set_aside(integrator);
  thread_.submit([this] {
    state_.resize(op_.discretization.n_dofs(op_.physics.n_fields));
    copy_->download(state_);
  });
  thread_.submit([this, &writer, time = position.time(), step = position.steps] {
    writer.write(complete({time, step, state_}));
  });
}

void RunOutputs::write_fields(const Lsrk45& integrator, const TimePosition& position) {
  if (fields_) submit_fields(*fields_, integrator, position);
}

std::filesystem::path RunOutputs::write_checkpoint(const Lsrk45& integrator, const TimePosition& position,
                                                   RunRecord record) {
  if (ledger_) record.ledger = ledger_->books().record();
  record.tables = table_digests();
  set_aside(integrator);
  const auto checkpoint = std::make_shared<Checkpoint>(checkpoints_.begin(position, record));
  thread_.submit([this, checkpoint] {
    checkpoint->raw = copy_->save();
    checkpoint->canonical.resize(op_.discretization.n_dofs(op_.physics.n_fields));
    copy_->download(checkpoint->canonical);
  });
  thread_.submit([this, checkpoint] {
    probes_.sync();
    if (ledger_) ledger_->sync();
    checkpoint->record.snapshots = snapshots();
    checkpoints_.write(*checkpoint);
  });
  return checkpoints_.file_after(position.steps);
}

std::filesystem::path RunOutputs::write_last_good(const Lsrk45& integrator, const TimePosition& position,
                                                  const RunRecord& record) {
  finish();  // the thread may be reading the probes' files
  resume_tables(position.time(), kept_books_, kept_tables_);
  write_checkpoint(integrator, position, record);
  std::filesystem::path directory = input_.output.directory / last_good;
  FieldOutput everywhere = input_.output.fields.value_or(FieldOutput{});
  everywhere.regions = everywhere.boundaries = {};
  everywhere.slices = {};
  everywhere.stride = 1;
  const std::unique_ptr<Writer> writer = writer_of(everywhere, directory);
  submit_fields(*writer, integrator, position);
  finish();
  return directory;
}

}  // namespace dgsolve
