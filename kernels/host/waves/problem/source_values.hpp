/// A volume source at the nodes of the host's blocks: terms that are fixed in space times a function of time,
/// terms that are projected anew for every stage, and damping.
#pragma once

#include <vector>

#include "kernels/host/simd/memory.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"
#include "kernels/waves/cells/source_terms.hpp"

namespace dgsolve::host {

template <class T>
class SourceValues {
 public:
  SourceValues(const WaveProblem& problem, const Numbering& numbering);

  /// Brings the terms to time t.
  void evaluate(double t);
  const SourceTerm<T>* terms() const { return terms_.data(); }
  /// [n_fields + 1] into terms(), null: no source.
  const int* begin() const { return terms_.empty() ? nullptr : begin_.data(); }
  /// [block][node][lane], 1/s; null: no damping.
  const T* damping() const { return damping_.size() == 0 ? nullptr : damping_.data(); }
  std::size_t bytes() const;

 private:
  struct Part {
    dgsolve::SourceTerm formula;
    AlignedArray<T> values;  ///< [block][node][lane]
  };
  void project(Part& part, const SourceView& source, double t);
  void put(int e, const double* values, T* to) const;  ///< of a cell's nodes

  const Numbering& numbering_;
  const int dim_, Np_;
  std::vector<double> coordinates_, project_;  ///< the view's; kept where a term is projected every stage
  SourceView kept_;
  std::vector<Part> parts_;
  std::vector<SourceTerm<T>> terms_;
  std::vector<int> begin_;
  AlignedArray<T> damping_;
};

}  // namespace dgsolve::host
