/// A wave problem in the form the host's kernels read: blocks of elements, panels of operators.
#pragma once

#include <vector>

#include "kernels/host/simd/panels.hpp"
#include "kernels/host/waves/problem/boundary_data.hpp"
#include "kernels/host/waves/problem/circuits.hpp"
#include "kernels/host/waves/problem/source_values.hpp"

namespace dgsolve::host {

template <class T>
class PreparedProblem {
 public:
  /// W: elements a block; R: rows a panel.
  PreparedProblem(const WaveProblem& problem, int W, int R);

  const int n_fields, Np;
  const Numbering numbering;
  SourceValues<T> source;

  /// What kernels read of the g-th group of the numbering.
  Tables<T> tables(int g) const;
  /// Brings sources and boundary data to time t, those of circuits on faces to what they do in a state.
  void evaluate(double t, const T* u);
  const Circuits<T>& circuits() const { return circuits_; }
  std::size_t bytes() const {
    return memory_.bytes() + source.bytes() + boundaries_.bytes() + circuits_.bytes();
  }

  /// Whether curved cells are in covariant components.
  bool has_covariant_form() const { return tables_.covariant.maps != nullptr; }
  /// Values of a state: the fields', then the auxiliaries of the groups that have some, then the circuits'.
  std::size_t state_size() const { return circuits_.first_state() + circuits_.n_values(); }
  /// Values that local models and circuits add to a canonical state.
  std::size_t n_auxiliaries() const { return numbering.n_auxiliaries() * Np + circuits_.n_values(); }
  /// From a state's first value to the auxiliaries of the g-th group, [block][node][aux][lane].
  std::size_t auxiliaries(int g) const;

 private:
  FaceTables faces(const WaveProblem& problem);
  CoefficientTables<T> coefficients(const CoefficientView& view);
  StraightTables<T> straight_cells(const WaveProblem& problem);
  AlignedArray<int> normal_directions(const WaveProblem& problem) const;
  PointTables<T> points(const QuadratureView& quadrature);
  CurvedTables<T> curved_cells(const WaveProblem& problem);
  WeakTables<T> weak_form(const WaveProblem& problem);
  /// … of an equation with a curl pair: what is left of these tables, and their own.
  CurvedTables<T> curved_cells_in_covariant_form(const WaveProblem& problem);
  CovariantTables<T> covariant_cells(const WaveProblem& problem);
  ViscousTables<T> viscous(const WaveProblem& problem);
  LimiterTables<T> limiter(const WaveProblem& problem);
  bool has_covariant_cells(const WaveProblem& problem) const {
    return problem.is_covariant() && numbering.first_curved_block < numbering.n_blocks;
  }
  /// Packs [block of curved cells][n][lane] of values(element, to [n]).
  template <class Values>
  const T* keep_packs(int n, Values values);
  /// Keeps the panels of a matrix given by entry(row, column), R rows each.
  template <class Entry>
  const T* keep_panels(int rows, int columns, int R, Entry entry) {
    return memory_.keep(pack_panels<T>(rows, columns, R, entry));
  }

  const int R_;
  BoundaryData boundaries_;
  Circuits<T> circuits_;
  TableMemory memory_;
  const Tables<T> tables_;                    ///< without a model
  std::vector<CoefficientTables<T>> models_;  ///< coefficients of the local models
};

}  // namespace dgsolve::host
