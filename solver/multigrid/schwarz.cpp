#include "solver/multigrid/schwarz.hpp"

#include <algorithm>
#include <cmath>

#include "solver/linear/cell_batch.hpp"

namespace dgsolve {

SchwarzBlocks::SchwarzBlocks(const ContinuousForm& form)
    : form_(form), diagonal_(form.assembled_diagonal()), root_weight_(form.space.n_unknowns) {
  for (const int u : form.space.unknown)
    if (u >= 0) ++root_weight_[u];
  for (double& w : root_weight_) w = 1 / std::sqrt(w);
  for (const int u : form.space.group_unknown)
    if (u >= 0) root_weight_[u] = 0;
}

void SchwarzBlocks::add_neighbor(int e, int f, Matrix& b) const {
  const ReferenceElement& element = form_.element;
  const TraceMap& trace = form_.trace;
  const int face = e * element.n_faces + f, Nfp = element.Nfp;
  if (trace.boundary[face] >= 0) return;
  const int* ours = &element.face_nodes[f * Nfp];
  const FacePlaces& places = form_.space.places;
  const int* theirs = places.nodes(places.row(trace.view(), face));
  const int neighbor = trace.neighbor[face];
  const double* matrix = form_.cell_matrix(neighbor);
  const int *unknown = &form_.space.unknown[static_cast<std::size_t>(e) * element.Np],
            *unknown_p = &form_.space.unknown[static_cast<std::size_t>(neighbor) * element.Np];
  const auto one = [&](int k) { return unknown[ours[k]] == unknown_p[theirs[k]]; };
  for (int k = 0; k < Nfp; ++k)
    for (int l = 0; l < Nfp; ++l)
      if (one(k) && one(l)) b(ours[k], ours[l]) += matrix[theirs[k] * element.Np + theirs[l]];
}

void SchwarzBlocks::add_remainder(int e, Matrix& b) const {
  const CsrMatrix& remainder = form_.remainder();
  const int* unknown = &form_.space.unknown[static_cast<std::size_t>(e) * b.rows];
  std::vector<int> nodes;  // one an unknown: a cell may meet itself across a periodic boundary
  for (int i = 0; i < b.rows; ++i)
    if (unknown[i] >= 0 && std::find(unknown, unknown + i, unknown[i]) == unknown + i) nodes.push_back(i);
  for (const int i : nodes) {
    const auto first = remainder.column.begin() + remainder.row_begin[unknown[i]],
               last = remainder.column.begin() + remainder.row_begin[unknown[i] + 1];
    for (const int j : nodes)
      if (const auto it = std::lower_bound(first, last, unknown[j]); it != last && *it == unknown[j])
        b(i, j) += remainder.value[it - remainder.column.begin()];
  }
}

void SchwarzBlocks::fill(int e, double* block) const {
  const int Np = form_.element.Np;
  Matrix b(Np, Np);
  std::copy_n(form_.cell_matrix(e), b.a.size(), b.a.begin());
  for (int f = 0; f < form_.element.n_faces; ++f) add_neighbor(e, f, b);
  add_remainder(e, b);

  for (int i = 0; i < Np; ++i)
    if (root_weight(e, i) > 0)
      b(i, i) = diagonal_[form_.space.unknown[static_cast<std::size_t>(e) * Np + i]];
    else
      for (int j = 0; j < Np; ++j) b(i, j) = b(j, i) = i == j ? 1 : 0;
  std::copy(b.a.begin(), b.a.end(), block);
}

double SchwarzBlocks::root_weight(int e, int i) const {
  const int u = form_.space.unknown[static_cast<std::size_t>(e) * form_.element.Np + i];
  return u < 0 ? 0 : root_weight_[u];
}

void SchwarzBlocks::finish(int first, int count, double* blocks) const {
  const int Np = form_.element.Np;
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
  all.fill = [this](int e, double* block) { fill(e, block); };
  all.finish = [this](int first, int count, double* blocks) { finish(first, count, blocks); };
  all.may_be_rounded = true;
  return all;
}

}  // namespace dgsolve
