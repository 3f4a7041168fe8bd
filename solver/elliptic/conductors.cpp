#include "solver/elliptic/conductors.hpp"

#include <cmath>

#include "solver/linear/sparse.hpp"

namespace dgsolve {
namespace {

/// A row a conductor: b_cᵀ/√γ_c.
CsrMatrix functionals(const std::vector<Conductor>& conductors, std::size_t cols) {
  CsrMatrix m{static_cast<int>(conductors.size()), static_cast<int>(cols), {0}, {}, {}};
  for (const Conductor& c : conductors) {
    for (const auto& [unknown, value] : c.imposed.values)
      append(m, unknown, value / std::sqrt(c.imposed.penalty));
    end_row(m);
  }
  return m;
}

class WithConductors : public LinearMap {
 public:
  WithConductors(std::unique_ptr<LinearMap> A, const CsrMatrix& b, LinearAlgebra& algebra)
      : LinearMap(A->rows, A->cols, A->precision),
        A_(std::move(A)),
        b_(algebra.csr(b, precision)),
        bT_(algebra.csr(transpose(b), precision)),
        projections_(algebra.vector(b_->rows, precision)) {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    A_->multiply(alpha, x, beta, b, y);
    b_->apply(x, *projections_);
    bT_->multiply(-alpha, *projections_, 1, y, y, sum);
  }

 private:
  std::unique_ptr<LinearMap> A_, b_, bT_;
  std::unique_ptr<DeviceVector> projections_;
};

}  // namespace

std::vector<Conductor> find_conductors(const InteriorPenalty& form) {
  std::vector<Conductor> conductors;
  const std::vector<std::string>& names = form.discretization.mesh.boundary_names;
  for (int group = 0; group < std::ssize(names); ++group) {
    const EllipticBoundary* b = form.condition(group);
    if (b != nullptr && b->condition == EllipticCondition::floating)
      conductors.push_back({names[group], b->charge, imposed_one(form, group)});
  }
  return conductors;
}

std::unique_ptr<LinearMap> with_conductors(std::unique_ptr<LinearMap> A,
                                           const std::vector<Conductor>& conductors, LinearAlgebra& algebra) {
  const CsrMatrix b = functionals(conductors, A->cols);
  return std::make_unique<WithConductors>(std::move(A), b, algebra);
}

CsrMatrix bordered_matrix(CsrMatrix A, const std::vector<Conductor>& conductors) {
  if (conductors.empty()) return A;
  const int n = A.rows, n_conductors = static_cast<int>(conductors.size());
  std::vector<std::vector<std::pair<int, double>>> last(n);  // entries in the new columns, by row
  for (int c = 0; c < n_conductors; ++c)
    for (const auto& [unknown, value] : conductors[c].imposed.values)
      last[unknown].emplace_back(n + c, -value);
  CsrMatrix m{n + n_conductors, n + n_conductors, {0}, {}, {}};
  for (int row = 0; row < n; ++row) {
    for (auto k = A.row_begin[row]; k < A.row_begin[row + 1]; ++k) append(m, A.column[k], A.value[k]);
    for (const auto& [column, value] : last[row]) append(m, column, value);
    end_row(m);
  }
  for (int c = 0; c < n_conductors; ++c) {
    for (const auto& [unknown, value] : conductors[c].imposed.values) append(m, unknown, -value);
    append(m, n + c, conductors[c].imposed.penalty);
    end_row(m);
  }
  return m;
}

}  // namespace dgsolve
