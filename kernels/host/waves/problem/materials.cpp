#include "kernels/host/waves/problem/materials.hpp"

#include "kernels/host/simd/panels.hpp"

namespace dgsolve::host {

template <class T>
Materials<T>::Materials(const CoefficientView& coefficients, int Np, const Numbering& numbering) {
  const int n_slots = numbering.n_slots(), n = coefficients.n, W = numbering.W;
  if (!coefficients.row.empty()) {
    values_ = copy_of<T>(coefficients.values);
    row_ = AlignedArray<int>(n_slots);
    for (int slot = 0; slot < n_slots; ++slot) row_[slot] = coefficients.row[numbering.source_element(slot)];
    return;
  }
  values_ = AlignedArray<T>(static_cast<std::size_t>(n_slots) * Np * n);
  for (int slot = 0; slot < n_slots; ++slot) {
    const double* from =
        &coefficients.values[static_cast<std::size_t>(numbering.source_element(slot)) * Np * n];
    T* to = values_.data() + layout::block(slot / W, Np * n, W);
    for (int node = 0; node < Np; ++node)
      for (int i = 0; i < n; ++i)
        to[layout::record(n, node, slot % W, W) + i] = static_cast<T>(from[node * n + i]);
  }
}

template class Materials<double>;
template class Materials<float>;

}  // namespace dgsolve::host
