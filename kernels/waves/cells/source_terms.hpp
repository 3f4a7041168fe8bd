/// Volume sources as sums of terms, and their L2 projection.
#pragma once

#include <functional>
#include <vector>

#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

/// A part of a field's volume source: a function of space times one of time; or, where the formula does not
/// show that form (`projected`), a function of both in `space`, projected anew for every stage.
struct SourceTerm {
  int field;
  Expression space, time;
  bool projected = false;
  int in_cells = -1;  ///< in the place of `space`: index into SourceView::in_cells
};

/// The terms of a source, field by field; empty where there is none.
std::vector<SourceTerm> split_source(const SourceView& source);

/// Calls put(element, values [Np]) for some cells with the L2 projection of a term's function of space at
/// time t, on all threads; of a source in some cells, in those of them only.
void project_source(const SourceView& source, CellRange cells, int dim, int Np, const SourceTerm& term,
                    double t, const std::function<void(int element, const double* values)>& put);

}  // namespace dgsolve
