#include "io/restart/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "io/hdf5/hdf5_file.hpp"
#include "io/mesh/mesh_archive.hpp"

namespace dgsolve {
namespace {

void write_position(const hdf5::Group& root, const TimePosition& position) {
  root.attribute("steps", position.steps);
  root.attribute("done", position.done);
  root.attribute("interval_start", position.interval.start);
  root.attribute("interval_target", position.interval.target);
  root.attribute("interval_steps", position.interval.n_steps);
  root.attribute("dt", position.interval.dt);
  root.attribute("time", position.time());  // for people
}

TimePosition read_position(const hdf5::Group& root) {
  TimePosition position;
  position.steps = root.read_attribute<long>("steps");
  position.done = root.read_attribute<long>("done");
  position.interval.start = root.read_attribute<double>("interval_start");
  position.interval.target = root.read_attribute<double>("interval_target");
  position.interval.n_steps = root.read_attribute<long>("interval_steps");
  position.interval.dt = root.read_attribute<double>("dt");
  if (position.done < 0 || position.done > position.interval.n_steps || position.steps < position.done ||
      !std::isfinite(position.time()))
    throw std::runtime_error(root.file().string() + ": its place in time is none");
  return position;
}

std::vector<double> values_of(const Powers& powers) {
  std::vector<double> values;
  for (const PowerTerm& part : power_terms) values.push_back(powers.*part.value);
  return values;
}

Powers powers_from(const double* values) {
  Powers powers;
  for (const PowerTerm& part : power_terms) powers.*part.value = *values++;
  return powers;
}

void write_ledger(const hdf5::Group& root, const LedgerRecord& ledger) {
  std::vector<double> samples;
  for (const LedgerSample& sample : ledger.samples) {
    samples.push_back(sample.time);
    for (const double value : values_of(sample.powers)) samples.push_back(value);
  }
  const std::vector<double> energies{ledger.energy_initial, ledger.energy, ledger.put_in},
      work = values_of(ledger.work);
  root.checked_dataset("ledger_energies", energies);
  root.checked_dataset("ledger_work", work);
  root.checked_dataset("ledger_samples", samples);
}

LedgerRecord read_ledger(const hdf5::Group& root) {
  const std::vector<double> energies = root.read<double>("ledger_energies"),
                            work = root.read<double>("ledger_work"),
                            samples = root.read<double>("ledger_samples");
  constexpr std::size_t n_parts = std::size(power_terms), n = n_parts + 1;
  if (energies.size() != 3 || work.size() != n_parts || samples.size() % n != 0)
    throw std::runtime_error(root.file().string() + ": its ledger is incomplete");
  LedgerRecord ledger{energies[0], energies[1], powers_from(work.data()), {}, energies[2]};
  for (std::size_t i = 0; i < samples.size(); i += n)
    ledger.samples.push_back({samples[i], powers_from(&samples[i + 1])});
  return ledger;
}

void write_steps(const hdf5::Group& root, const std::optional<StepRecord>& steps) {
  if (!steps) return;
  const std::vector<double> values = {steps->dt,
                                      steps->share,
                                      steps->spent,
                                      steps->largest_energy,
                                      steps->smallest_dt,
                                      steps->largest_dt,
                                      static_cast<double>(steps->accepted),
                                      static_cast<double>(steps->rejected)};
  root.checked_dataset("steps_so_far", values);
}

std::optional<StepRecord> read_steps(const hdf5::Group& root) {
  if (!root.has("steps_so_far")) return {};
  const std::vector<double> v = root.read<double>("steps_so_far");
  if (v.size() != 8 || !(v[0] > 0))
    throw std::runtime_error(root.file().string() + ": steps_so_far: these are no numbers of steps");
  return StepRecord{
      v[0], v[1], v[2], v[3], v[4], v[5], static_cast<long long>(v[6]), static_cast<long long>(v[7])};
}

void write_monitors(const hdf5::Group& root, const std::map<std::string, MonitorRecord>& monitors) {
  std::vector<std::string> names;
  for (const auto& [name, record] : monitors) {
    names.push_back(name);
    const hdf5::Group group = root.create("monitor_" + name);
    group.checked_texts("definition", {record.definition});
    group.attribute("stride", record.stride);
    group.attribute("taken", record.sums.taken);
    group.checked_dataset("sums", record.sums.values);
    group.checked_dataset("reference", record.reference);
    std::vector<double> times, values;
    for (const TailSample& sample : record.tail) {
      times.push_back(sample.time);
      for (const std::complex<double>& value : sample.values)
        values.insert(values.end(), {value.real(), value.imag()});
    }
    group.checked_dataset("tail_times", times);
    group.checked_dataset("tail_values", values);
  }
  root.checked_texts("monitor_names", names);
}

/// Checkpoints of earlier versions have none.
std::vector<TailSample> read_tail(const hdf5::Group& group) {
  if (!group.has("tail_times")) return {};
  const std::vector<double> times = group.read<double>("tail_times"),
                            values = group.read<double>("tail_values");
  std::vector<TailSample> tail;
  const std::size_t n = times.empty() ? 0 : values.size() / times.size() / 2;
  for (std::size_t i = 0; i < times.size(); ++i) {
    TailSample& sample = tail.emplace_back(TailSample{times[i], {}});
    for (std::size_t j = i * n; j < (i + 1) * n; ++j)
      sample.values.emplace_back(values[2 * j], values[2 * j + 1]);
  }
  return tail;
}

std::map<std::string, MonitorRecord> read_monitors(const hdf5::Group& root) {
  std::map<std::string, MonitorRecord> monitors;
  for (const std::string& name : root.read_texts("monitor_names")) {
    const hdf5::Group group = root.open("monitor_" + name);
    MonitorRecord& record = monitors[name];
    record.definition = group.read_text("definition");
    record.stride = group.read_attribute<long>("stride");
    record.sums = {group.read_attribute<long>("taken"), group.read<double>("sums")};
    record.reference = group.read<double>("reference");
    record.tail = read_tail(group);
    if (record.stride < 1 || record.sums.taken < 0)
      throw std::runtime_error(
          root.file().string() + ": monitor_" + name +
          ": found a stride or a number of samples that no run has; expected a stride of "
          "at least 1, and no fewer than 0 samples");
  }
  return monitors;
}

void write_means(const hdf5::Group& root, const MeanSums& means) {
  const hdf5::Group group = root.create("means");
  group.attribute("from", means.from);
  group.attribute("to", means.to);
  group.attribute("samples", means.samples);
  group.checked_dataset("moments", means.moments);
  group.checked_dataset("newest", means.newest);
}

/// Null where the run had none.
std::shared_ptr<const MeanSums> read_means(const hdf5::Group& root) {
  if (!root.has("means")) return {};
  const hdf5::Group group = root.open("means");
  const MeanSums means{group.read_attribute<double>("from"), group.read_attribute<double>("to"),
                       group.read_attribute<long>("samples"), group.read<double>("moments"),
                       group.read<double>("newest")};
  if (!(means.from <= means.to) || means.samples < 1)
    throw std::runtime_error(root.file().string() + ": means: found " + std::to_string(means.samples) +
                             " samples from " + std::to_string(means.from) + " to " +
                             std::to_string(means.to) + "; expected at least one, and times that rise");
  return std::make_shared<const MeanSums>(means);
}

void write_record(const hdf5::Group& root, const RunRecord& record) {
  std::vector<double> times;
  std::vector<std::string> files;
  for (const WrittenSnapshot& snapshot : record.snapshots) {
    times.push_back(snapshot.time);
    files.push_back(snapshot.file);
  }
  root.checked_dataset("snapshot_times", times);
  root.checked_texts("snapshot_files", files);
  std::vector<std::string> tables, digests;
  for (const auto& [table, digest] : record.tables) {
    tables.push_back(table);
    digests.push_back(digest);
  }
  root.checked_texts("table_files", tables);
  root.checked_texts("table_digests", digests);
  const std::vector<double> energy(record.energy_initial ? 1 : 0, record.energy_initial.value_or(0));
  root.checked_dataset("energy_initial", energy);
  root.checked_dataset("integrals_initial", record.integrals_initial);
  write_ledger(root, record.ledger);
  root.checked_dataset("energy_times", record.energy.time());
  root.checked_dataset("energy_values", record.energy.values());
  std::vector<double> decay = {record.decay.largest};
  if (record.decay.below_since) decay.push_back(*record.decay.below_since);
  root.checked_dataset("decay", decay);
  write_steps(root, record.steps);
  root.attribute("energy_samples", record.energy.n_given());
  root.attribute("largest_dt", record.largest_dt);
  root.attribute("solve_seconds", record.solve_seconds);
  root.attribute("output_seconds", record.output_seconds);
  root.attribute("wall_seconds", record.wall_seconds);
  write_monitors(root, record.monitors);
  if (record.means) write_means(root, *record.means);
  if (!record.limited.empty()) root.checked_dataset("limited", record.limited);
}

/// Lists whose entries belong together.
void expect_as_many(const hdf5::Group& root, const std::string& a, std::size_t n_a, const std::string& b,
                    std::size_t n_b) {
  if (n_a != n_b)
    throw std::runtime_error(root.file().string() + ": " + a + " has " + std::to_string(n_a) + " entries, " +
                             b + " " + std::to_string(n_b) + "; expected as many");
}

CsvDigests read_tables(const hdf5::Group& root) {
  CsvDigests tables;
  const std::vector<std::string> files = root.read_texts("table_files"),
                                 digests = root.read_texts("table_digests");
  expect_as_many(root, "table_files", files.size(), "table_digests", digests.size());
  for (std::size_t i = 0; i < files.size(); ++i) tables[files[i]] = digests[i];
  return tables;
}

ThinnedSeries read_energy(const hdf5::Group& root) {
  std::vector<double> times = root.read<double>("energy_times"), values = root.read<double>("energy_values");
  const long n_given = root.read_attribute<long>("energy_samples");
  expect_as_many(root, "energy_times", times.size(), "energy_values", values.size());
  if (n_given < static_cast<long>(times.size()) || times.size() > ThinnedSeries::most)
    throw std::runtime_error(root.file().string() + ": energy_samples: " + std::to_string(n_given) +
                             " do not make " + std::to_string(times.size()));
  return {std::move(times), std::move(values), n_given};
}

EnergyDecay::Record read_decay(const hdf5::Group& root) {
  const std::vector<double> decay = root.read<double>("decay");
  if (decay.empty() || decay.size() > 2)
    throw std::runtime_error(root.file().string() + ": decay: " + std::to_string(decay.size()) +
                             " numbers; expected 1 or 2");
  return {decay[0], decay.size() == 2 ? std::optional(decay[1]) : std::nullopt};
}

RunRecord read_record(const hdf5::Group& root) {
  RunRecord record;
  const std::vector<double> times = root.read<double>("snapshot_times");
  const std::vector<std::string> files = root.read_texts("snapshot_files");
  expect_as_many(root, "snapshot_times", times.size(), "snapshot_files", files.size());
  for (std::size_t i = 0; i < files.size(); ++i) record.snapshots.push_back({times[i], files[i]});
  record.tables = read_tables(root);
  const std::vector<double> initial = root.read<double>("energy_initial");
  if (initial.size() > 1)
    throw std::runtime_error(root.file().string() + ": energy_initial: this is not one number");
  if (!initial.empty()) record.energy_initial = initial.front();
  if (root.has("integrals_initial")) record.integrals_initial = root.read<double>("integrals_initial");
  record.ledger = read_ledger(root);
  record.energy = read_energy(root);
  record.decay = read_decay(root);
  record.steps = read_steps(root);
  record.largest_dt = root.read_attribute<double>("largest_dt");
  record.solve_seconds = root.read_attribute<double>("solve_seconds");
  record.output_seconds = root.read_attribute<double>("output_seconds");
  record.wall_seconds = root.read_attribute<double>("wall_seconds");
  record.monitors = read_monitors(root);
  record.means = read_means(root);
  if (root.has("limited")) record.limited = root.read<double>("limited");
  return record;
}

Precision read_precision(const hdf5::Group& root) {
  const int bytes = root.read_attribute<int>("precision_bytes");
  for (const Precision precision : {Precision::single, Precision::double_})
    if (bytes == bytes_of(precision)) return precision;
  throw std::runtime_error(root.file().string() + ": precision_bytes: " + std::to_string(bytes) +
                           "; expected 4 or 8");
}

}  // namespace

void write_checkpoint(const Checkpoint& checkpoint, const Mesh& mesh,
                      const std::function<void(const hdf5::Group& root)>& put_state) {
  hdf5::Group root = hdf5::new_file(checkpoint.state.file);
  root.checked_texts("physics", {checkpoint.identity.physics});
  root.attribute("order", checkpoint.identity.order);
  root.checked_texts("mesh_source", {checkpoint.identity.mesh_source});
  root.checked_texts("case", {checkpoint.case_text});
  root.attribute("precision_bytes", bytes_of(checkpoint.state.precision));
  root.checked_texts("device", {checkpoint.device});
  root.checked_texts("variant", {checkpoint.variant});
  root.checked_texts("layout", {checkpoint.layout});
  write_position(root, checkpoint.position);
  write_record(root, checkpoint.record);
  write_mesh(root.create("mesh"), mesh);
  put_state(root);
  root.save(Durable::yes, hdf5::Sealed::yes);
}

Checkpoint read_checkpoint(const std::filesystem::path& path, Mesh& mesh) {
  const hdf5::Group root = hdf5::open_file(path, hdf5::Sealed::yes);
  Checkpoint checkpoint;
  checkpoint.identity = {root.read_text("physics"), root.read_attribute<int>("order"),
                         root.read_text("mesh_source")};
  checkpoint.case_text = root.read_text("case");
  checkpoint.device = root.read_text("device");
  checkpoint.variant = root.read_text("variant");
  checkpoint.layout = root.read_text("layout");
  checkpoint.position = read_position(root);
  checkpoint.record = read_record(root);
  mesh = read_mesh(root.open("mesh"));
  checkpoint.state = find_state(root, path, read_precision(root));
  if (checkpoint.state.K < mesh.region.size())
    throw std::runtime_error(path.string() + ": canonical: this is no state of the mesh in the file");
  return checkpoint;
}

}  // namespace dgsolve
