#include "app/waves/observers/field_observer.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "io/base/files.hpp"
#include "io/fields/field_names.hpp"
#include "io/fields/formats.hpp"
#include "io/folder/manifest.hpp"
#include "io/folder/output_names.hpp"
#include "io/restart/earlier_fields.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"

namespace dgsolve {
namespace {

void report_taken_back(const EarlierFields::TakenBack& taken, double time) {
  if (taken.n_moved > 0)
    say("fields: {} files beyond t = {} are now in {}/", taken.n_moved, number_text(time), taken.folder);
  for (const std::string& damage : taken.damaged)
    warn("steps beyond t = {} could not be taken from {}", number_text(time), damage);
  for (const std::string& damage : taken.unreadable)
    warn(
        "fields: a damaged file is set aside; the mesh is written anew with the next snapshot, a snapshot "
        "is no longer listed: {}",
        damage);
}

}  // namespace

FieldObserver::FieldObserver(const Case& input, SpatialOperator& op, const Integrator& integrator,
                             StateExport& states, const RunningMeans* means)
    : input_(input),
      op_(op),
      integrator_(integrator),
      states_(states),
      means_(means),
      n_means_(means ? mean_fields(op.physics.info).names.size() : 0) {}

bool FieldObserver::shows_derived_fields() const {
  if (!input_.output.fields || input_.output.fields->names.empty()) return false;
  const std::vector<int> shown = select_fields(input_.output.fields->names, output_fields(op_.physics.info));
  return *std::max_element(shown.begin(), shown.end()) >= op_.physics.n_fields;
}

/// Points of files are others than those at which a flow is held positive.
FieldsAtPoint FieldObserver::counted_derived_fields() const {
  FieldsAtPoint counted = derived_fields(op_);
  counted.find = [this, find = counted.find](int cell, const double* u, const double* gradients,
                                             double* values) {
    find(cell, u, gradients, values);
    const std::vector<DerivedField>& fields = op_.physics.info.derived;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if ((!fields[i].of_gradients || gradients) && std::isnan(values[i])) {
        ++n_undefined_;
        return;
      }
  };
  return counted;
}

void FieldObserver::finish(Summary&) const {
  if (n_undefined_ > 0)
    warn(
        "fields: derived fields are not numbers at {} points of the files: the state is none that the "
        "equation admits there, where no flux uses it; expected a finer mesh there",
        n_undefined_.load());
}

/// The means, and where the limiter acted.
FieldSet FieldObserver::fields_behind() const {
  FieldSet behind = means_ ? mean_fields(op_.physics.info) : FieldSet{};
  if (op_.shocks == ShockMethod::none) return behind;
  behind.names.emplace_back("limited");
  behind.units.emplace_back("1");
  return behind;
}

void FieldObserver::put_behind(int cell, double* values) const {
  if (means_) means_->put(cell, values);
  const std::size_t Np = op_.discretization.element.Np;
  if (!limited_.empty()) std::fill_n(values + n_means_ * Np, Np, limited_[cell]);
}

/// Of an output folder that is there.
WriterSetup FieldObserver::setup_of(const FieldOutput& output, const std::filesystem::path& directory) const {
  const EquationInfo& equation = op_.physics.info;
  FieldSet fields = shows_derived_fields() ? output_fields(equation) : state_fields(equation);
  FieldOutput shown = output;
  const FieldSet behind = fields_behind();
  fields = with_fields(fields, op_.physics.n_fields, behind);
  if (!shown.names.empty()) shown.names.insert(shown.names.end(), behind.names.begin(), behind.names.end());
  if (!input_.si) fields.units.assign(fields.names.size(), "1");
  make_folder(directory);
  return {shown,
          directory,
          op_.discretization,
          fields,
          op_.physics.n_fields + behind.names.size(),
          counted_derived_fields()};
}

std::unique_ptr<StateWriter> FieldObserver::state_writer(const FieldOutput& output,
                                                         const std::filesystem::path& directory) {
  FieldsBehind behind;
  if (const auto n = static_cast<int>(fields_behind().names.size()); n > 0)
    behind = {n, [this](int cell, double* values) { put_behind(cell, values); }};
  return make_state_writer(setup_of(output, directory), op_, state_, behind);
}

void FieldObserver::start() {
  if (input_.output.fields) writer_ = state_writer(*input_.output.fields, input_.output.directory);
  leave_other_formats({}, 0);
}

void FieldObserver::join(const std::vector<WrittenSnapshot>& earlier) {
  of_other_formats_ = earlier;
  if (!input_.output.fields) return;
  writer_ = state_writer(*input_.output.fields, input_.output.directory);
  const EarlierFields joined(input_.output.directory, field_format(input_.output.fields->format), earlier);
  of_other_formats_ = joined.of_other_formats();
  writer_->files().join(joined.snapshots(), joined.next_number());
  writer_->files().check_fit();
}

void FieldObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.steps;
  if (writer_) {
    EarlierFields earlier(input_.output.directory, field_format(input_.output.fields->format),
                          record.snapshots);
    report_taken_back(earlier.take_back_later(writer_->files()), position.time());
    const std::size_t expected = record.snapshots.size() - of_other_formats_.size();
    if (writer_->files().written().size() < expected)
      warn("of {} snapshots written before, {} are in the output folder", expected,
           writer_->files().written().size());
  }
  leave_other_formats(record.snapshots, position.time());
  n_synced_ = snapshots().size();  // a checkpoint lists them
}

void FieldObserver::leave_other_formats(const std::vector<WrittenSnapshot>& earlier, double time) const {
  const NameList ours = names_of_dgsolve(input_.output.directory);
  for (const std::string& format : formats_in(input_.output.directory, ours)) {
    if (writer_ && format == input_.output.fields->format) continue;
    FieldOutput other;
    other.format = format;
    EarlierFields fields(input_.output.directory, field_format(format), earlier);
    report_taken_back(fields.leave(*make_writer(setup_of(other, input_.output.directory)), ours), time);
  }
}

std::vector<WrittenSnapshot> FieldObserver::snapshots() const {
  std::vector<WrittenSnapshot> all = of_other_formats_;
  if (writer_) all.insert(all.end(), writer_->files().written().begin(), writer_->files().written().end());
  return all;
}

void FieldObserver::add_written_to(RunRecord& record) {
  record.snapshots = snapshots();
  for (; n_synced_ < record.snapshots.size(); ++n_synced_) {
    const std::filesystem::path file = input_.output.directory / record.snapshots[n_synced_].file;
    sync_file(file);
    sync_file(file.parent_path());  // its name
  }
}

void FieldObserver::submit(StateWriter& writer, const TimePosition& position) {
  std::vector<double> limited = op_.wave->limited();
  for (double& share : limited) share = position.time() > 0 ? share / position.time() : 0;
  states_.submit(
      integrator_.state(),
      [this, &writer, limited, time = position.time(), step = position.steps](const StateCopy& copy) {
        limited_ = limited;
        writer.read(copy, time, step);
      },
      [&writer] { writer.write(); });
}

void FieldObserver::observe(const TimePosition& position) {
  seen_ = position.steps;
  submit(*writer_, position);
}

std::filesystem::path FieldObserver::write_last_good(const TimePosition& position) {
  std::filesystem::path directory = input_.output.directory / last_good;
  FieldOutput everywhere = input_.output.fields.value_or(FieldOutput{});
  everywhere.regions = everywhere.boundaries = {};
  everywhere.slices = {};
  everywhere.stride = 1;
  const std::unique_ptr<StateWriter> writer = state_writer(everywhere, directory);
  submit(*writer, position);
  states_.finish();
  return directory;
}

}  // namespace dgsolve
