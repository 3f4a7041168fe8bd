/// Geometric factors of curved cells, and the operators of their stage.
#pragma once

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::host {

template <class T>
class CurvedCells {
 public:
  /// R: rows a panel.
  CurvedCells(const WaveProblem& problem, const Numbering& numbering, int R);

  CurvedTables<T> tables() const {
    return {first_block_,      cell_.data(),        jacobian_.data(), face_.data(),
            to_points_.data(), face_values_.data(), rhs_.data(),      project_.data()};
  }
  std::size_t bytes() const {
    return cell_.bytes() + jacobian_.bytes() + face_.bytes() + to_points_.bytes() + face_values_.bytes() +
           rhs_.bytes() + project_.bytes();
  }

 private:
  void set_operators(const WaveProblem& problem, int R);
  void set_geometry(const WaveProblem& problem, const Numbering& numbering);

  const int first_block_;
  AlignedArray<T> cell_, jacobian_, face_, to_points_, face_values_, rhs_, project_;
};

}  // namespace dgsolve::host
