/// The tables of a stage plan while they are packed: plan/stage_tables.cpp, and of cells in covariant
/// components and curved ones plan/cell_tables.cpp.
#pragma once

#include <algorithm>
#include <utility>

#include "kernels/base/face_matches.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/waves/cells/circuit_places.hpp"
#include "kernels/waves/cells/covariant_geometry.hpp"

namespace dgsolve::cuda {

/// T: the number type of the kernels.
template <class T>
class TablePacker {
 public:
  using Index = std::size_t;

  TablePacker(const WaveProblem& problem, const Numbering& numbering, const StageShape& shape)
      : problem_(problem),
        numbering_(numbering),
        shape_(shape),
        dim_(problem.reference.dim),
        Np_(problem.reference.Np),
        Nfp_(problem.reference.Nfp),
        n_faces_(problem.reference.n_faces),
        Nq_(problem.quadrature.Nq),
        Nfq_(problem.quadrature.Nfq),
        first_curved_(numbering.first_curved_block),
        K_(numbering.n_blocks) {}

  std::vector<StagePlan::Table> pack() {
    connections();
    circuits();
    coefficients();
    values_at_points();
    const bool is_viscous = problem_.viscous.n_gradients > 0;
    if (first_curved_ > 0) straight();
    if (first_curved_ > 0 || is_viscous) nodal_operators();
    if (is_viscous) viscous();
    if (is_viscous || problem_.is_covariant()) nodal_blocks();
    if (problem_.steps.limiter.acts) limiter();
    if (problem_.is_covariant()) covariant();
    if (!problem_.linear) {
      quadrature();
      face_project();
      project_all();
      weak_blocks();
      chained_cells();
      if (first_curved_ < K_) curved_geometry();
    } else if (first_curved_ < K_) {
      quadrature();
      if (problem_.is_covariant())
        curved_covariant();
      else {
        curved_geometry();
        face_project();
      }
    }
    source();
    models();
    return std::move(tables_);
  }

 private:
  /// Adds a table of n values, to be written.
  template <class U>
  U* add(const char* name, Index offset, Index n) {
    tables_.push_back({name, offset, UnsetVector<std::byte>(n * sizeof(U))});
    return reinterpret_cast<U*>(tables_.back().bytes.data());
  }
  void put(const char* name, Index offset, const std::vector<T>& values) {
    std::ranges::copy(values, add<T>(name, offset, values.size()));
  }
  /// … given by entry(column, row), column by column.
  template <class U, class Entry>
  void matrix(const char* name, Index offset, int columns, int rows, Entry entry) {
    U* const to = add<U>(name, offset, static_cast<Index>(columns) * rows);
#pragma omp parallel for schedule(static) if (static_cast <Index>(columns) * rows > 100'000)
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < rows; ++row)
        to[static_cast<Index>(column) * rows + row] = static_cast<U>(entry(column, row));
  }

  void connections();
  void circuits();
  CircuitSides circuit_sides(const CircuitPlace& place) const;
  Face face_at(const FaceMatches& places, int slot, int face) const;
  unsigned pairs_of(std::span<const int> lists, int i) const;
  int weights_row(int own, int across) const;
  void flux_weights();
  void coefficients();
  void values_at_points();
  void straight();
  void nodal_operators();
  void viscous();
  void limiter();
  void covariant();
  void nodal_blocks();
  void neighbor_pairs();
  void edges();
  void quadrature();
  void curved_geometry();
  void face_project();
  void project_all();
  void weak_blocks();
  void chained_cells();
  void curved_covariant();
  void boundary_tangents(const CovariantGeometry& geometry);
  template <class Values>
  void of_curved_cells(const char* name, Index offset, int n, Values values);
  void source();
  void models();

  const WaveProblem& problem_;
  const Numbering& numbering_;
  const StageShape& shape_;
  const int dim_, Np_, Nfp_, n_faces_, Nq_, Nfq_, first_curved_, K_;
  std::vector<StagePlan::Table> tables_;
  std::vector<int> first_point_;  ///< [slot][n_faces]: of those with data; of others anything
  std::vector<int> face_rows_;    ///< TraceArguments::face_rows
};

/// A table's name for messages, and where its pointer stands.
#define DGSOLVE_TABLE(member) #member, offsetof(StageArguments <void>, member)

}  // namespace dgsolve::cuda
