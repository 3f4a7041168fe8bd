#include "solver/multigrid/schwarz.hpp"

#include <algorithm>
#include <cmath>

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
  const ContinuousSpace& space = form.space;
  const int Nfp = form.element.Nfp, rows = static_cast<int>(space.places.node.size()) / Nfp;
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < Nfp; ++k)
      for (int l = 0; l < Nfp; ++l)
        face_entry_.push_back(triangle_place(space.places.nodes(row)[k], space.places.nodes(row)[l]));
}

void SchwarzBlocks::add_neighbor(int e, int f, double* b) const {
  const ReferenceElement& element = form_.element;
  const ContinuousSpace& space = form_.space;
  const int face = e * element.n_faces + f, Nfp = element.Nfp, Np = element.Np;
  if (form_.trace.boundary[face] >= 0) return;
  const int neighbor = form_.trace.neighbor[face], row = space.places.row(form_.trace.view(), face);
  const int *ours = &element.face_nodes[f * Nfp], *theirs = space.places.nodes(row);
  const int* entry = &face_entry_[static_cast<std::size_t>(row) * Nfp * Nfp];
  const double* triangle = form_.cell_triangle(neighbor);
  const auto one = [&](int k) {
    return space.unknown[e * Np + ours[k]] == space.unknown[neighbor * Np + theirs[k]];
  };
  const bool all_one = space.torn.empty();
  for (int k = 0; k < Nfp; ++k)
    for (int l = 0; l < Nfp; ++l)
      if (all_one || (one(k) && one(l))) b[ours[k] * Np + ours[l]] += triangle[entry[k * Nfp + l]];
}

void SchwarzBlocks::add_remainder(int e, double* b) const {
  const CsrMatrix& remainder = form_.remainder();
  const int Np = form_.element.Np;
  const int* unknown = &form_.space.unknown[static_cast<std::size_t>(e) * Np];
  std::vector<int> nodes;  // one an unknown: a cell may meet itself across a periodic boundary
  for (int i = 0; i < Np; ++i)
    if (unknown[i] >= 0 && std::find(unknown, unknown + i, unknown[i]) == unknown + i) nodes.push_back(i);
  for (const int i : nodes) {
    const auto first = remainder.column.begin() + remainder.row_begin[unknown[i]],
               last = remainder.column.begin() + remainder.row_begin[unknown[i] + 1];
    for (const int j : nodes)
      if (const auto it = std::lower_bound(first, last, unknown[j]); it != last && *it == unknown[j])
        b[i * Np + j] += remainder.value[it - remainder.column.begin()];
  }
}

void SchwarzBlocks::fill(int e, double* block) const {
  const int Np = form_.element.Np;
  unpack_triangle(Np, form_.cell_triangle(e), block);
  for (int f = 0; f < form_.element.n_faces; ++f) add_neighbor(e, f, block);
  if (!form_.remainder().value.empty()) add_remainder(e, block);

  for (int i = 0; i < Np; ++i)
    if (root_weight(e, i) > 0)
      block[i * Np + i] = diagonal_[form_.space.unknown[static_cast<std::size_t>(e) * Np + i]];
    else
      for (int j = 0; j < Np; ++j) block[i * Np + j] = block[j * Np + i] = i == j ? 1 : 0;
}

double SchwarzBlocks::root_weight(int e, int i) const {
  const int u = form_.space.unknown[static_cast<std::size_t>(e) * form_.element.Np + i];
  return u < 0 ? 0 : root_weight_[u];
}

void SchwarzBlocks::make(int first, int count, double* blocks) const {
  const int Np = form_.element.Np;
  for (int k = 0; k < count; ++k) fill(first + k, blocks + static_cast<std::size_t>(k) * Np * Np);
  invert_positive(Np, count, blocks);
  std::vector<double> weights(Np);
  for (int e = first; e < first + count; ++e) {
    for (int i = 0; i < Np; ++i) weights[i] = root_weight(e, i);
    for (int i = 0; i < Np; ++i)
      for (int j = 0; j < Np; ++j) *blocks++ *= weights[i] * weights[j];
  }
}

ElementBlocks SchwarzBlocks::blocks() const {
  ElementBlocks all = form_.blocks();
  all.fill = [this](int first, int count, double* blocks) { make(first, count, blocks); };
  all.may_be_rounded = true;
  return all;
}

}  // namespace dgsolve
