#include "kernels/host/waves/problem/source_values.hpp"

#include <algorithm>

#include "kernels/host/simd/layout.hpp"

namespace dgsolve::host {

template <class T>
SourceValues<T>::SourceValues(const WaveProblem& problem, const Numbering& numbering)
    : numbering_(numbering), dim_(problem.reference.dim), Np_(problem.reference.Np) {
  for (dgsolve::SourceTerm& term : split_source(problem.source))
    parts_.push_back({std::move(term), AlignedArray<T>(static_cast<std::size_t>(numbering.n_slots()) * Np_)});
  if (const std::span<const double> damping = problem.source.damping; !damping.empty()) {
    damping_ = AlignedArray<T>(static_cast<std::size_t>(numbering.n_slots()) * Np_);
    for (int e = 0; e < problem.K; ++e) put(e, &damping[static_cast<std::size_t>(e) * Np_], damping_.data());
  }
  if (parts_.empty()) return;
  for (int field = 0; field <= problem.n_fields; ++field)
    begin_.push_back(static_cast<int>(std::count_if(
        parts_.begin(), parts_.end(), [&](const Part& part) { return part.formula.field < field; })));
  bool keep = false;
  for (Part& part : parts_) {
    terms_.push_back({part.values.data(), T(1)});
    keep |= part.formula.projected;
    if (!part.formula.projected) project(part, problem.source, 0);
  }
  if (!keep) return;
  coordinates_.assign(problem.source.coordinates.begin(), problem.source.coordinates.end());
  project_.assign(problem.source.project.begin(), problem.source.project.end());
  kept_ = {{}, {}, {}, problem.source.n_points, coordinates_, project_};
}

template <class T>
void SourceValues<T>::project(Part& part, const SourceView& source, double t) {
  const int K = static_cast<int>(numbering_.slot.size());
  project_source(source, {0, K}, dim_, Np_, part.formula, t,
                 [&](int e, const double* values) { put(e, values, part.values.data()); });
}

template <class T>
void SourceValues<T>::put(int e, const double* values, T* to) const {
  const int W = numbering_.W, slot = numbering_.slot[e];
  T* const of_block = to + layout::block(slot / W, Np_, W);
  for (int node = 0; node < Np_; ++node)
    of_block[layout::record(1, node, slot % W, W)] = static_cast<T>(values[node]);
}

template <class T>
void SourceValues<T>::evaluate(double t) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].formula.projected)
      project(parts_[i], kept_, t);
    else
      terms_[i].factor = static_cast<T>(parts_[i].formula.time(0, 0, 0, t));
  }
}

template <class T>
std::size_t SourceValues<T>::bytes() const {
  std::size_t n = sizeof(double) * (project_.size() + coordinates_.size()) + damping_.bytes();
  for (const Part& part : parts_) n += part.values.bytes();
  return n;
}

template class SourceValues<double>;
template class SourceValues<float>;

}  // namespace dgsolve::host
