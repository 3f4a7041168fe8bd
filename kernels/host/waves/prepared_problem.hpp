/// A wave problem in the form the host's kernels read: blocks of elements, panels of operators.
#pragma once

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/waves/boundary_data.hpp"
#include "kernels/host/waves/source_terms.hpp"
#include "kernels/host/waves/stage_tables.hpp"
#include "kernels/waves/numbering.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::host {

template <class T>
class PreparedProblem {
 public:
  /// W: elements a block; R: rows a panel.
  PreparedProblem(const WaveProblem& problem, int W, int R);

  const int n_fields, Np;
  const Numbering numbering;
  BoundaryData boundaries;
  SourceTerms<T> source;

  Tables<T> tables() const;
  std::size_t bytes() const;

 private:
  void set_operators(const WaveProblem& problem, int R);
  void set_values_at_points(const WaveProblem& problem, int R);
  void set_quadrature(const WaveProblem& problem, int R);
  void set_traces(const WaveProblem& problem);
  void set_geometry(const WaveProblem& problem);
  void set_normal_directions(const WaveProblem& problem);
  void set_curved_geometry(const WaveProblem& problem);
  void set_coefficients(const WaveProblem& problem);

  const int Nfp_, Nq_, Nfq_;
  const T alpha_;
  // As in Tables.
  AlignedArray<int> face_nodes_, permutations_, neighbor_, coefficient_row_, normal_along_;
  AlignedArray<std::uint8_t> permutation_;
  AlignedArray<T> coefficients_, jacobian_, geometry_, rhs_, weights_, face_weights_, face_mass_;
  AlignedArray<T> curved_cell_, curved_jacobian_, curved_face_, to_points_, values_, face_values_,
      curved_rhs_, project_;
};

}  // namespace dgsolve::host
