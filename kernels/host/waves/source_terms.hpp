/// Volume sources, L2-projected: as sums of fixed functions of space times functions of time where the
/// formula shows that form, else projected anew for every stage.
#pragma once

#include <vector>

#include "kernels/host/simd/aligned_array.hpp"
#include "kernels/host/waves/stage_tables.hpp"
#include "kernels/waves/numbering.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::host {

template <class T>
class SourceTerms {
 public:
  SourceTerms() = default;
  SourceTerms(const WaveProblem& problem, const Numbering& numbering);

  /// Brings the terms to time t.
  void evaluate(double t);
  const SourceTerm<T>* terms() const { return terms_.data(); }
  /// [n_fields + 1] into terms(), null: no source.
  const int* begin() const { return terms_.empty() ? nullptr : begin_.data(); }
  std::size_t bytes() const;

 private:
  struct Formula {
    Expression space;  ///< whole where `separate` is false
    Expression time;
    bool separate;
    AlignedArray<T> values;  ///< [block][node][lane]
  };
  void project(Formula& formula, double t);

  Numbering numbering_{{}, 1};
  int dim_ = 0, Np_ = 0, Ns_ = 0;
  std::vector<double> project_;      ///< [Np][Ns]
  std::vector<double> coordinates_;  ///< [K][Ns][dim]; kept only where some formula is projected every stage
  std::vector<Formula> formulas_;
  std::vector<SourceTerm<T>> terms_;
  std::vector<int> begin_;
};

}  // namespace dgsolve::host
