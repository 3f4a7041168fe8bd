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
  bool projected;
};

/// The terms of formulas by field, field by field; empty where there is no source.
std::vector<SourceTerm> split_source(const std::vector<Expression>& formulas);

/// Calls put(element, values [Np]) with a function's L2 projection at time t, on all threads.
void project_source(const SourceView& source, int K, int dim, int Np, const Expression& f, double t,
                    const std::function<void(int element, const double* values)>& put);

}  // namespace dgsolve
