/// A wave problem in the form the host's kernels read: blocks of elements, panels of operators.
#pragma once

#include <vector>

#include "kernels/host/waves/problem/connections.hpp"
#include "kernels/host/waves/problem/curved_cells.hpp"
#include "kernels/host/waves/problem/materials.hpp"
#include "kernels/host/waves/problem/point_values.hpp"
#include "kernels/host/waves/problem/source_values.hpp"
#include "kernels/host/waves/problem/straight_cells.hpp"

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
  /// Brings sources and boundary data to time t.
  void evaluate(double t);
  std::size_t bytes() const;

  /// Values of a state: the fields', then the auxiliaries of the groups that have some.
  std::size_t state_size() const;
  /// From a state's first value to the auxiliaries of the g-th group, [block][node][aux][lane].
  std::size_t auxiliaries(int g) const;

 private:
  const int Nfp_;
  const T alpha_;
  Connections connections_;
  const Materials<T> media_;
  const StraightCells<T> straight_;
  const PointValues<T> points_;
  const CurvedCells<T> curved_;
  std::vector<Materials<T>> models_;  ///< coefficients of the local models
};

}  // namespace dgsolve::host
