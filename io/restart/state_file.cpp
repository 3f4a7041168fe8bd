#include "io/restart/state_file.hpp"

#include <algorithm>
#include <stdexcept>

#include "io/base/seal.hpp"
#include "io/hdf5/hdf5_file.hpp"

namespace dgsolve {
namespace {

using hdf5::Group;

constexpr const char* raw = "raw";
constexpr const char* canonical = "canonical";
constexpr const char* auxiliaries = "auxiliaries";
constexpr const char* file_names = "part_files";
constexpr const char* file_seals = "part_seals";

const hdf5::NumberType bytes = hdf5::type_of(static_cast<std::byte*>(nullptr));

/// The rows of a dataset in the files of parts. n: of each part's dataset.
std::vector<hdf5::SomeRowsOfFile> rows_of(const std::string& file, std::size_t n,
                                          const std::vector<PartRun>& runs) {
  std::vector<hdf5::SomeRowsOfFile> rows;
  for (const PartRun& run : runs)
    if (run.size > 0) rows.push_back({{file, n}, run.in_part, run.in_whole, run.size});
  return rows;
}

/// They are the ones that were written with the checkpoint.
void check_part_files(const Group& root) {
  const std::vector<std::string> names = root.read_texts(file_names), seals = root.read_texts(file_seals);
  if (names.size() != seals.size())
    throw std::runtime_error(root.file().string() + ": " + file_seals + ": expected one for each file");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::filesystem::path file = root.file().parent_path() / names[i];
    std::string found;
    try {
      found = check_seal(file);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(root.file().string() +
                               ": a part of its state is missing or damaged: " + error.what());
    }
    if (found != seals[i])
      throw std::runtime_error(root.file().string() + ": " + file.string() +
                               " is of another checkpoint, by its digest");
  }
}

}  // namespace

SavedState fetch_state(const StateCopy& copy, const StoredState& as) {
  SavedState state{copy.save(), std::vector<double>(as.n_fields() + as.n_auxiliaries)};
  copy.download(state.canonical);
  return state;
}

void write_state(const Group& root, const StoredState& as, const SavedState& state) {
  constexpr auto checksum = Group::Filter::checksum;
  const hdf5::NumberType type = hdf5::doubles_as(as.precision);
  root.checked_dataset(raw, state.raw);
  root.write(canonical, type, {as.K, as.of_cell}, checksum, state.canonical.data());
  if (as.n_auxiliaries > 0)
    root.write(auxiliaries, type, {as.n_auxiliaries}, checksum, state.canonical.data() + as.n_fields());
}

std::string write_state_file(const StoredState& as, const SavedState& state) {
  Group root = hdf5::new_file(as.file);
  write_state(root, as, state);
  return root.save(Durable::yes, hdf5::Sealed::yes);
}

StoredState part_of(const StoredState& whole, const StatePart& part, int rank) {
  StoredState own = whole;
  own.file.replace_filename(whole.file.stem().string() + '_' + std::to_string(rank) +
                            whole.file.extension().string());
  own.K = part.cells.size();
  own.n_auxiliaries = part.n_auxiliaries;
  own.raw_bytes = part.raw_bytes;
  return own;
}

void show_parts(const Group& root, const StoredState& whole, const StateParts& parts,
                const std::vector<std::string>& seals) {
  const hdf5::NumberType type = hdf5::doubles_as(whole.precision);
  std::vector<std::string> names;
  std::vector<hdf5::RowsOfFile> cells;
  std::vector<hdf5::SomeRowsOfFile> of_raw, of_auxiliaries;
  for (std::size_t rank = 0; rank < parts.parts.size(); ++rank) {
    const StatePart& part = parts.parts[rank];
    names.push_back(part_of(whole, part, static_cast<int>(rank)).file.filename());
    cells.push_back({names.back(), static_cast<hsize_t>(part.cells.size())});
    const auto add = [&](auto& to, std::size_t n, const std::vector<PartRun>& runs) {
      const auto rows = rows_of(names.back(), n, runs);
      to.insert(to.end(), rows.begin(), rows.end());
    };
    add(of_raw, part.raw_bytes, part.raw);
    add(of_auxiliaries, part.n_auxiliaries, part.auxiliaries);
  }
  root.virtual_rows(raw, bytes, {parts.raw_bytes}, of_raw);
  root.virtual_dataset(canonical, type, {whole.K, whole.of_cell}, cells);
  if (whole.n_auxiliaries > 0) root.virtual_rows(auxiliaries, type, {whole.n_auxiliaries}, of_auxiliaries);
  root.checked_texts(file_names, names);
  root.checked_texts(file_seals, seals);
}

StoredState find_state(const Group& root, const std::filesystem::path& file, Precision precision) {
  const auto expect = [&](bool is_right, const char* what) {
    if (!is_right) throw std::runtime_error(file.string() + ": " + what + ": this is no state");
  };
  if (root.has(file_names)) check_part_files(root);
  const hdf5::NumberType type = hdf5::doubles_as(precision);
  StoredState state{.file = file, .precision = precision, .raw_bytes = root.n_values(raw, bytes)};
  expect(root.shape(raw).size() == 1, raw);
  const hdf5::Shape shape = root.shape(canonical);
  expect(shape.size() == 2, canonical);
  static_cast<void>(root.n_values(canonical, type));
  state.K = shape[0];
  state.of_cell = shape[1];
  if (root.has(auxiliaries)) {
    state.n_auxiliaries = root.n_values(auxiliaries, type);
    expect(root.shape(auxiliaries).size() == 1, auxiliaries);
  }
  return state;
}

std::vector<std::byte> read_raw(const StoredState& from) {
  std::vector<std::byte> values(from.raw_bytes);
  hdf5::open_file(from.file).read_rows(raw, bytes, 0, values.size(), values.data());
  return values;
}

std::vector<double> read_canonical(const StoredState& from) {
  const Group root = hdf5::open_file(from.file);
  const hdf5::NumberType type = hdf5::doubles_as(from.precision);
  std::vector<double> values(from.n_fields() + from.n_auxiliaries);
  root.read_rows(canonical, type, 0, from.K, values.data());
  if (from.n_auxiliaries > 0)
    root.read_rows(auxiliaries, type, 0, from.n_auxiliaries, values.data() + from.n_fields());
  return values;
}

void load_part(const StoredState& whole, const StatePart& part, bool is_raw, WaveState& state) {
  const Group root = hdf5::open_file(whole.file);
  if (is_raw) {
    std::vector<std::byte> own(part.raw_bytes);
    for (const PartRun& run : part.raw)
      root.read_rows(raw, bytes, run.in_whole, run.size, own.data() + run.in_part);
    return state.restore(own);
  }
  const hdf5::NumberType type = hdf5::doubles_as(whole.precision);
  const std::size_t n_fields = part.cells.size() * whole.of_cell;
  std::vector<double> own(n_fields + (whole.n_auxiliaries > 0 ? part.n_auxiliaries : 0));
  root.read_rows(canonical, type, part.cells.first, part.cells.size(), own.data());
  for (const PartRun& run : part.auxiliaries)
    if (whole.n_auxiliaries > 0)
      root.read_rows(auxiliaries, type, run.in_whole, run.size, own.data() + n_fields + run.in_part);
  state.upload(own);
}

std::vector<std::filesystem::path> part_files(const std::filesystem::path& checkpoint) {
  const std::string stem = checkpoint.stem().string() + '_';
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(checkpoint.parent_path(), none))
    if (entry.path().extension() == checkpoint.extension() && entry.path().stem().string().starts_with(stem))
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace dgsolve
