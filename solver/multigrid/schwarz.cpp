#include "solver/multigrid/schwarz.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/base/triangle.hpp"
#include "solver/linear/cell_batch.hpp"

namespace dgsolve {

UnsetVector<double> root_weights(const ContinuousSpace& space) {
  UnsetVector<double> weights(space.n_unknowns);
#pragma omp parallel for
  for (int u = 0; u < space.n_unknowns; ++u)
    weights[u] = 1 / std::sqrt(static_cast<double>(space.nodes[u].size()));
  for (const int u : space.group_unknown)
    if (u >= 0) weights[u] = 0;
  return weights;
}

SchwarzBlocks::SchwarzBlocks(const ContinuousForm& form)
    : form_(form), diagonal_(form.assembled_diagonal()), root_weight_(root_weights(form.space)) {
  const ReferenceElement& element = form.element;
  const int Nfp = element.Nfp, rows = static_cast<int>(form.space.places.node.size()) / Nfp;
  const auto entries = [Nfp](const int* nodes, std::vector<int>& to) {
    for (int k = 0; k < Nfp; ++k)
      for (int l = 0; l <= k; ++l) to.push_back(triangle_index(nodes[k], nodes[l]));
  };
  for (int f = 0; f < element.n_faces; ++f) entries(&element.face_nodes[f * Nfp], own_entry_);
  for (int row = 0; row < rows; ++row) entries(form.space.places.nodes(row), entry_across_);
}

void SchwarzBlocks::add_neighbor(int e, int f, double* triangle) const {
  const ReferenceElement& element = form_.element;
  const ContinuousSpace& space = form_.space;
  const int face = e * element.n_faces + f, Nfp = element.Nfp, Np = element.Np;
  if (form_.trace.boundary[face] >= 0) return;
  const int neighbor = form_.trace.neighbor[face], row = space.places.row(form_.trace.view(), face);
  const std::size_t n = triangle_size(Nfp);
  const int *to = &own_entry_[f * n], *from = &entry_across_[row * n];
  const double* theirs = form_.cell_triangle(neighbor);
  if (space.torn.empty()) {
    for (std::size_t i = 0; i < n; ++i) triangle[to[i]] += theirs[from[i]];
    return;
  }
  const auto one = [&](int k) {
    return space.unknown[e * Np + element.face_nodes[f * Nfp + k]] ==
           space.unknown[neighbor * Np + space.places.nodes(row)[k]];
  };
  for (int k = 0, i = 0; k < Nfp; ++k)
    for (int l = 0; l <= k; ++l, ++i)
      if (one(k) && one(l)) triangle[to[i]] += theirs[from[i]];
}

void SchwarzBlocks::add_remainder(int e, double* triangle) const {
  const CsrMatrix& remainder = form_.remainder();
  const int Np = form_.element.Np;
  const int* unknown = &form_.space.unknown[static_cast<std::size_t>(e) * Np];
  std::vector<int> nodes;  // one an unknown: a cell may meet itself across a periodic boundary
  for (int i = 0; i < Np; ++i)
    if (unknown[i] >= 0 && std::find(unknown, unknown + i, unknown[i]) == unknown + i) nodes.push_back(i);
  for (const int i : nodes) {
    const auto first = remainder.column.begin() + remainder.row_begin[unknown[i]],
               last = remainder.column.begin() + remainder.row_begin[unknown[i] + 1];
    for (const int j : nodes) {
      if (j > i) break;
      if (const auto it = std::lower_bound(first, last, unknown[j]); it != last && *it == unknown[j])
        triangle[triangle_index(i, j)] += remainder.value[it - remainder.column.begin()];
    }
  }
}

void SchwarzBlocks::fill(int e, double* triangle) const {
  const int Np = form_.element.Np;
  std::copy_n(form_.cell_triangle(e), triangle_size(Np), triangle);
  for (int f = 0; f < form_.element.n_faces; ++f) add_neighbor(e, f, triangle);
  if (!form_.remainder().value.empty()) add_remainder(e, triangle);

  for (int i = 0; i < Np; ++i)
    if (root_weight(e, i) > 0)
      triangle[triangle_index(i, i)] = diagonal_[form_.space.unknown[static_cast<std::size_t>(e) * Np + i]];
    else
      for (int j = 0; j < Np; ++j) triangle[triangle_index(i, j)] = i == j ? 1 : 0;
}

double SchwarzBlocks::root_weight(int e, int i) const {
  const int u = form_.space.unknown[static_cast<std::size_t>(e) * form_.element.Np + i];
  return u < 0 ? 0 : root_weight_[u];
}

void SchwarzBlocks::make(int first, int count, double* triangles) const {
  const int Np = form_.element.Np;
  const std::size_t size = triangle_size(Np);
  for (int k = 0; k < count; ++k) fill(first + k, triangles + k * size);
  invert_positive(Np, count, triangles);
  std::vector<double> weights(Np);
  for (int e = first; e < first + count; ++e) {
    for (int i = 0; i < Np; ++i) weights[i] = root_weight(e, i);
    for (int i = 0; i < Np; ++i)
      for (int j = 0; j <= i; ++j) *triangles++ *= weights[i] * weights[j];
  }
}

ElementBlocks SchwarzBlocks::blocks() const {
  ElementBlocks all = form_.blocks();
  all.fill = [this](int first, int count, double* triangles) { make(first, count, triangles); };
  all.may_be_rounded = true;
  return all;
}

}  // namespace dgsolve
