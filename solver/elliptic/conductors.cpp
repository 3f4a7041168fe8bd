#include "solver/elliptic/conductors.hpp"

#include <cmath>

#include "solver/linear/sparse.hpp"

namespace dgsolve {
namespace {

/// Unknown of the i-th value of a functional.
int unknown(const BoundaryFunctional& f, std::size_t i, int Np) {
  return f.cells[i / Np] * Np + static_cast<int>(i % Np);
}

/// A row a conductor: b_cᵀ/√γ_c.
CsrMatrix functionals(const std::vector<Conductor>& conductors, int Np, std::size_t cols) {
  CsrMatrix m{static_cast<int>(conductors.size()), static_cast<int>(cols), {0}, {}, {}};
  for (const Conductor& c : conductors) {
    for (std::size_t i = 0; i < c.imposed.values.size(); ++i) {
      m.column.push_back(unknown(c.imposed, i, Np));
      m.value.push_back(c.imposed.values[i] / std::sqrt(c.imposed.penalty));
    }
    m.row_begin.push_back(static_cast<std::int64_t>(m.column.size()));
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
  for (std::size_t group = 0; group < names.size(); ++group) {
    const auto it = form.problem.boundaries.find(names[group]);
    if (it == form.problem.boundaries.end() || it->second.condition != EllipticCondition::floating) continue;
    conductors.push_back({names[group], it->second.charge, imposed_one(form, static_cast<int>(group))});
  }
  return conductors;
}

std::unique_ptr<LinearMap> with_conductors(std::unique_ptr<LinearMap> A,
                                           const std::vector<Conductor>& conductors, int Np,
                                           LinearAlgebra& algebra) {
  const CsrMatrix b = functionals(conductors, Np, A->cols);
  return std::make_unique<WithConductors>(std::move(A), b, algebra);
}

CsrMatrix bordered_matrix(CsrMatrix A, const std::vector<Conductor>& conductors, int Np) {
  if (conductors.empty()) return A;
  const int n = A.rows, n_conductors = static_cast<int>(conductors.size());
  std::vector<std::vector<std::pair<int, double>>> last(n);  // entries in the new columns, by row
  for (int c = 0; c < n_conductors; ++c)
    for (std::size_t i = 0; i < conductors[c].imposed.values.size(); ++i)
      last[unknown(conductors[c].imposed, i, Np)].emplace_back(n + c, -conductors[c].imposed.values[i]);
  CsrMatrix m{n + n_conductors, n + n_conductors, {0}, {}, {}};
  const auto add = [&](int column, double value) {
    m.column.push_back(column);
    m.value.push_back(value);
  };
  const auto end_row = [&] { m.row_begin.push_back(static_cast<std::int64_t>(m.column.size())); };
  for (int row = 0; row < n; ++row) {
    for (auto k = A.row_begin[row]; k < A.row_begin[row + 1]; ++k) add(A.column[k], A.value[k]);
    for (const auto& [column, value] : last[row]) add(column, value);
    end_row();
  }
  for (int c = 0; c < n_conductors; ++c) {
    const BoundaryFunctional& imposed = conductors[c].imposed;
    for (std::size_t i = 0; i < imposed.values.size(); ++i) add(unknown(imposed, i, Np), -imposed.values[i]);
    add(n + c, imposed.penalty);
    end_row();
  }
  return m;
}

}  // namespace dgsolve
