#include "io/fields/interpolate.hpp"

#include <algorithm>

namespace dgsolve {
namespace {

/// A group's points stand innermost, and their sums stay in vector registers.
using Lanes [[gnu::vector_size(64), gnu::aligned(8), gnu::may_alias]] = double;
constexpr std::size_t n_lanes = 8, group_size = 2 * n_lanes;

/// to[point][field] = Σ_j columns[j][point] · fields[field][j], in this order, for the first n points of a
/// group.
template <int n_fields, class T>
[[gnu::always_inline]] inline void add_up(const double* columns, const double* const* fields, std::size_t Np,
                                          std::size_t n, T* to) {
  Lanes sums[n_fields][2] = {};
  for (std::size_t j = 0; j < Np; ++j) {
    const double* const column = columns + j * group_size;
    const Lanes first = *reinterpret_cast<const Lanes*>(column),
                second = *reinterpret_cast<const Lanes*>(column + n_lanes);
    for (int f = 0; f < n_fields; ++f) {
      sums[f][0] += first * fields[f][j];
      sums[f][1] += second * fields[f][j];
    }
  }
  T values[n_fields][group_size];
  for (int f = 0; f < n_fields; ++f)
    for (std::size_t i = 0; i < group_size; ++i)
      values[f][i] = static_cast<T>(sums[f][i / n_lanes][i % n_lanes]);
  for (std::size_t i = 0; i < n; ++i)
    for (int f = 0; f < n_fields; ++f) to[i * n_fields + f] = values[f][i];
}

template <class T>
[[gnu::always_inline]] inline void add_up(const double* columns, std::span<const double* const> fields,
                                          std::size_t Np, std::size_t n, T* to) {
  for (std::size_t group = 0; group < n; group += group_size) {
    const std::size_t n_here = std::min(group_size, n - group);
    const double* const here = columns + group * Np;
    if (fields.size() == 1) add_up<1>(here, fields.data(), Np, n_here, to + group);
    if (fields.size() == 2) add_up<2>(here, fields.data(), Np, n_here, to + 2 * group);
    if (fields.size() == 3) add_up<3>(here, fields.data(), Np, n_here, to + 3 * group);
  }
}

[[gnu::target_clones("avx512f", "avx2", "default")]] void add_up_all(const double* columns,
                                                                     std::span<const double* const> fields,
                                                                     std::size_t Np, std::size_t n,
                                                                     float* to) {
  add_up(columns, fields, Np, n, to);
}
[[gnu::target_clones("avx512f", "avx2", "default")]] void add_up_all(const double* columns,
                                                                     std::span<const double* const> fields,
                                                                     std::size_t Np, std::size_t n,
                                                                     double* to) {
  add_up(columns, fields, Np, n, to);
}

}  // namespace

Interpolation::Interpolation(const Matrix& from_nodes) : n_(from_nodes.rows), Np_(from_nodes.cols) {
  const std::size_t n_groups = (n_ + group_size - 1) / group_size;
  columns_.reserve(n_groups * group_size * Np_);  // and no more: each piece of a slice has an interpolation
  for (std::size_t group = 0; group < n_; group += group_size)
    for (std::size_t j = 0; j < Np_; ++j)
      for (std::size_t i = group; i < group + group_size; ++i)
        columns_.push_back(i < n_ ? from_nodes(static_cast<int>(i), static_cast<int>(j)) : 0);
}

template <class T>
void Interpolation::evaluate(std::span<const double* const> fields, T* to) const {
  add_up_all(columns_.data(), fields, Np_, n_, to);
}

template void Interpolation::evaluate(std::span<const double* const>, float*) const;
template void Interpolation::evaluate(std::span<const double* const>, double*) const;

}  // namespace dgsolve
