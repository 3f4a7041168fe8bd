/// The state of a run in time in a checkpoint, or the part of it that a process has in a file of its own:
///
///   raw          [bytes]              as it stood in the device's memory
///   canonical    [K][n_fields·Np]     the fields for other devices and precisions
///   auxiliaries  [n]                  what local models add to them, where there are any
///
/// Where processes have parts, the checkpoint shows those of their files by virtual datasets.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/base/precision.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve {

namespace hdf5 {
class Group;
}

/// A state in a file.
struct StoredState {
  std::filesystem::path file;
  Precision precision = Precision::double_;
  std::size_t K = 0, of_cell = 0;  ///< cells, and values of fields in each
  std::size_t n_auxiliaries = 0;
  std::size_t raw_bytes = 0;

  std::size_t n_fields() const { return K * of_cell; }
};

/// A state on its way to a file.
struct SavedState {
  std::vector<std::byte> raw;
  std::vector<double> canonical;  ///< fields, then auxiliaries
};

/// How it is to be stored, from a copy of the whole or of a part.
SavedState fetch_state(const StateCopy& copy, const StoredState& as);

/// Adds it to a file's root.
void write_state(const hdf5::Group& root, const StoredState& as, const SavedState& state);
/// Writes a file of a part alone; its seal. Throws std::runtime_error that names the file.
std::string write_state_file(const StoredState& as, const SavedState& state);

/// The part that a process has of a state to be stored; its file is beside that of the whole.
StoredState part_of(const StoredState& whole, const StatePart& part, int rank);
/// Shows parts in the files of processes; seals: [rank], of these files.
void show_parts(const hdf5::Group& root, const StoredState& whole, const StateParts& parts,
                const std::vector<std::string>& seals);

/// What a checkpoint has of a state; file, precision: the checkpoint's. Throws std::runtime_error that names
/// a file which is no state's, or damaged; root itself is taken to be whole.
StoredState find_state(const hdf5::Group& root, const std::filesystem::path& file, Precision precision);

std::vector<std::byte> read_raw(const StoredState& from);
/// Fields, then auxiliaries.
std::vector<double> read_canonical(const StoredState& from);
/// Sets a part of the state. is_raw: as it stood in memory, else from canonical values.
void load_part(const StoredState& whole, const StatePart& part, bool is_raw, WaveState& state);

/// Files of parts that belong to a checkpoint.
std::vector<std::filesystem::path> part_files(const std::filesystem::path& checkpoint);

}  // namespace dgsolve
