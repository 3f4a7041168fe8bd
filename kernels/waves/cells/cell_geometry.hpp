/// What kernels read of cells' geometry.
#pragma once

#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

/// The factors of a curved cell.
class CurvedGeometry {
 public:
  /// Keeps references to the problem's views.
  explicit CurvedGeometry(const WaveProblem& problem)
      : problem_(problem),
        dim_(problem.reference.dim),
        n_faces_(problem.reference.n_faces),
        Nq_(problem.quadrature.Nq),
        Nfq_(problem.quadrature.Nfq) {}

  int cell_values() const { return Nq_ * (dim_ * dim_ + 1); }
  int face_values() const { return n_faces_ * Nfq_ * (dim_ + 1); }
  static constexpr int jacobian_values = 2;

  /// to: [Nq][dim·dim J·metric; 1/J]
  void cell(int element, double* to) const;
  /// to: [n_faces][Nfq][dim unit normal; sJ]
  void faces(int element, double* to) const;
  /// to: smallest J; smallest over largest J
  void jacobian(int element, double* to) const;

 private:
  std::size_t index(int element) const { return problem_.geometry.curved_index[element]; }

  const WaveProblem& problem_;
  const int dim_, n_faces_, Nq_, Nfq_;
};

}  // namespace dgsolve
