/// The fields at some points, step after step: the device gathers them, and the host fetches many steps at
/// once.
#pragma once

#include <cstddef>
#include <span>

namespace dgsolve {

class WaveState;

/// Must not outlive its operator.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// Appends a row, values[point][field] = Σ_i weights[point][i] · u[elements[point]][field][i]. Does not
  /// wait, and may be recorded.
  virtual void take(const WaveState& u) = 0;
  /// Waits, and hands out the rows taken since the last read, the oldest first: values has just their size.
  /// Throws std::logic_error where it has another one, or rows were taken for which there was no room.
  virtual void read(std::span<double> values) = 0;
};

/// What `read` throws unless so many values are all those of the rows taken.
void check_rows_read(std::size_t n_values, std::size_t row_size, std::size_t taken, std::size_t capacity);

}  // namespace dgsolve
