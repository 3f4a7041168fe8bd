/// Fields from a copy of the state on its device to files: by this process alone, or in pieces by all that
/// have a part of it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "io/fields/formats.hpp"
#include "kernels/waves/wave_operator.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class StateWriter {
 public:
  virtual ~StateWriter() = default;
  StateWriter(const StateWriter&) = delete;
  StateWriter& operator=(const StateWriter&) = delete;

  /// Fetches the fields; then the copy may become another state.
  virtual void read(const StateCopy& copy, double time, long step) = 0;
  /// Writes what was read, and lists it once all of it is there. Throws std::runtime_error that names the
  /// file where it cannot be written, and the process where that is another one.
  virtual void write() = 0;

  /// Names and lists the snapshots.
  Writer& files() { return *files_; }
  const Writer& files() const { return *files_; }

 protected:
  explicit StateWriter(std::unique_ptr<Writer> files) : files_(std::move(files)) {}

 private:
  const std::unique_ptr<Writer> files_;
};

/// Fields that stand behind those of the state in snapshots.
struct FieldsBehind {
  int n = 0;
  std::function<void(int cell, double* values)> put =
      {};  ///< a cell's, [n][Np], as they are when it is called
};

/// In pieces where the operator's process is one of several, the output has pieces, and there are no fields
/// behind the state's, of which the other processes know nothing. setup.n_state: fields of the state and
/// behind it. state: room for the fields of all cells, which several writers may share. Keeps references to
/// op and state. Throws as make_writer.
std::unique_ptr<StateWriter> make_state_writer(const WriterSetup& setup, const SpatialOperator& op,
                                               std::vector<double>& state, const FieldsBehind& behind = {});

}  // namespace dgsolve
