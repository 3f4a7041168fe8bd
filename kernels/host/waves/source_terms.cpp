#include "kernels/host/waves/source_terms.hpp"

#include <algorithm>

#include "kernels/host/simd/layout.hpp"

namespace dgsolve::host {

template <class T>
SourceTerms<T>::SourceTerms(const WaveProblem& problem, const Numbering& numbering)
    : numbering_(numbering),
      dim_(problem.reference.dim),
      Np_(problem.reference.Np),
      Ns_(problem.source_points),
      project_(problem.source_project.begin(), problem.source_project.end()),
      begin_{0} {
  for (const Expression& source : problem.source) {
    if (!source.is_zero()) {
      const auto separated = source.separate();
      for (const auto& [space, time] : separated) formulas_.push_back({space, time, true, {}});
      if (separated.empty()) formulas_.push_back({source, Expression(1.0), false, {}});
    }
    begin_.push_back(static_cast<int>(formulas_.size()));
  }
  if (formulas_.empty()) return;
  coordinates_.assign(problem.source_coordinates.begin(), problem.source_coordinates.end());
  bool keep_points = false;
  for (Formula& formula : formulas_) {
    formula.values = AlignedArray<T>(static_cast<std::size_t>(numbering_.n_slots()) * Np_);
    if (formula.separate)
      project(formula, 0);
    else
      keep_points = true;
    terms_.push_back({formula.values.data(), T(1)});
  }
  if (!keep_points) coordinates_ = {};
}

template <class T>
void SourceTerms<T>::project(Formula& formula, double t) {
  const int K = static_cast<int>(numbering_.slot.size()), W = numbering_.W;
#pragma omp parallel
  {
    std::vector<double> x[3], values(Ns_);
    for (int d = 0; d < dim_; ++d) x[d].resize(Ns_);
#pragma omp for
    for (int e = 0; e < K; ++e) {
      const double* points = &coordinates_[static_cast<std::size_t>(e) * Ns_ * dim_];
      for (int s = 0; s < Ns_; ++s)
        for (int d = 0; d < dim_; ++d) x[d][s] = points[s * dim_ + d];
      formula.space.evaluate(x[0], x[1], x[2], t, values);
      T* to = formula.values.data() + layout::block(numbering_.slot[e] / W, Np_, W);
      for (int node = 0; node < Np_; ++node) {
        double sum = 0;
        for (int s = 0; s < Ns_; ++s) sum += project_[static_cast<std::size_t>(node) * Ns_ + s] * values[s];
        to[layout::record(1, node, numbering_.slot[e] % W, W)] = static_cast<T>(sum);
      }
    }
  }
}

template <class T>
void SourceTerms<T>::evaluate(double t) {
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    if (formulas_[i].separate)
      terms_[i].factor = static_cast<T>(formulas_[i].time(0, 0, 0, t));
    else
      project(formulas_[i], t);
  }
}

template <class T>
std::size_t SourceTerms<T>::bytes() const {
  std::size_t n = sizeof(double) * (project_.size() + coordinates_.size());
  for (const Formula& formula : formulas_) n += formula.values.bytes();
  return n;
}

template class SourceTerms<double>;
template class SourceTerms<float>;

}  // namespace dgsolve::host
