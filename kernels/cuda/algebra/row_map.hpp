/// A map whose rows are shared among GPUs, and which knows what each reads.
#pragma once

#include <algorithm>
#include <functional>

#include "kernels/cuda/algebra/remote_numbers.hpp"

namespace dgsolve::cuda {

/// Of the vectors of a map, the length that decides whether its rows are shared. In several processes it is
/// the longer one: a short result of a long x is computed in ranges, and then sent to all, which is less than
/// to send x.
inline std::size_t deciding_length(const Team& team, std::size_t rows, std::size_t cols) {
  return team.is_of_ranks() ? std::max(rows, cols) : rows;
}

template <class T>
class RowMap : public GpuMap<T> {
 public:
  /// numbers: rows of a unit; reads_of: for units of rows.
  RowMap(const VectorKernels& on, std::size_t rows, std::size_t cols, std::size_t numbers,
         const RemoteNumbers::ReadsOf& reads_of)
      : GpuMap<T>(rows, cols),
        on_(on),
        results_{rows / numbers, deciding_length(on.team, rows, cols), 1, numbers},
        x_(numbers_of_rows(on, results_, cols, reads_of)) {}

  void multiply(const Blend<T>& blend) final {
    x_.bring(on_, blend.x);
    multiply_rows(blend);
    if (on_.team.shares(this->rows)) return;
    // All processes have the whole of a short vector.
    on_.team.hand_round(blend.y, results_.numbers * sizeof(T), results_);
    if (blend.sum != nullptr) on_.team.hand_round(blend.sum, results_.numbers * sizeof(T), results_);
  }

 protected:
  virtual void multiply_rows(const Blend<T>& blend) const = 0;

  const VectorKernels on_;
  const Team::Results results_;

 private:
  RemoteNumbers x_;
};

}  // namespace dgsolve::cuda
