/// Geometric factors of straight cells, and the operators of their stage.
#pragma once

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::host {

template <class T>
class StraightCells {
 public:
  /// R: rows a panel.
  StraightCells(const WaveProblem& problem, const Numbering& numbering, int R);

  StraightTables<T> tables() const {
    return {jacobian_.data(), geometry_.data(), normal_along_.data(), rhs_.data()};
  }
  std::size_t bytes() const {
    return jacobian_.bytes() + geometry_.bytes() + normal_along_.bytes() + rhs_.bytes();
  }

 private:
  void set_operators(const ReferenceView& reference, int R);
  void set_geometry(const WaveProblem& problem, const Numbering& numbering);
  void set_normal_directions(const WaveProblem& problem);

  AlignedArray<T> jacobian_, geometry_, rhs_;
  AlignedArray<int> normal_along_;
};

}  // namespace dgsolve::host
