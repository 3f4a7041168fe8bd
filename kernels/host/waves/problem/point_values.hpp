/// Quadrature of all cells' energies and powers.
#pragma once

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::host {

template <class T>
class PointValues {
 public:
  /// R: rows a panel.
  PointValues(const WaveProblem& problem, int R);

  PointTables<T> tables() const {
    return {Nq_, Nfq_, weights_.data(), values_.data(), face_weights_.data(), face_mass_.data()};
  }
  std::size_t bytes() const {
    return weights_.bytes() + values_.bytes() + face_weights_.bytes() + face_mass_.bytes();
  }

 private:
  const int Nq_, Nfq_;
  AlignedArray<T> weights_, values_, face_weights_, face_mass_;
};

}  // namespace dgsolve::host
