#include "solver/elliptic/cell_integrals.hpp"

#include <algorithm>
#include <array>

#include "kernels/base/cell_loop.hpp"
#include "solver/linear/small_tensors.hpp"

namespace dgsolve {
namespace {

/// [(1 + dim) Nq][Np]: nodes → values at the points inside a cell, then derivatives along each r_i.
Matrix values_and_derivatives(const EllipticElement& e) {
  Matrix all(0, e.element.Np);
  const auto append = [&](const Matrix& m) {
    all.a.insert(all.a.end(), m.a.begin(), m.a.end());
    all.rows += m.rows;
  };
  append(e.V);
  for (const Matrix& along : e.Dq) append(along);
  return all;
}

/// A region's formulas, in one set: λ, f, κ ([1] or [dim][dim]), and the gradient of the exact solution.
struct RegionFormulas {
  RegionFormulas(const EllipticRegion& region, const Expression& source,
                 const std::vector<Expression>& gradient)
      : n_kappa(static_cast<int>(region.kappa.size())) {
    std::vector<Expression> all = {region.lambda, source};
    all.insert(all.end(), region.kappa.begin(), region.kappa.end());
    all.insert(all.end(), gradient.begin(), gradient.end());
    set = FormulaSet(all);
  }

  static constexpr int lambda = 0, source = 1, kappa = 2;
  int gradient() const { return kappa + n_kappa; }
  int n_kappa;
  FormulaSet set;
};

/// The values of a region's formulas at the points of a stretch of cells.
class StretchValues {
 public:
  StretchValues(const RegionFormulas& formulas, const PointRows& x)
      : formulas_(formulas), n_(x.n), values_(formulas.set.size() * x.n) {
    formulas.set.evaluate(x.axis(0), x.axis(1), x.axis(2), 0, values_);
  }
  double lambda(std::size_t point) const { return at(RegionFormulas::lambda, point); }
  double source(std::size_t point) const { return at(RegionFormulas::source, point); }
  double exact_slope(std::size_t point, int j) const { return at(formulas_.gradient() + j, point); }
  /// ½ κ g·g or ½ g·κg
  template <int dim>
  double energy_density(std::size_t point, const double* g) const {
    if (formulas_.n_kappa == 1) return at(RegionFormulas::kappa, point) * dot_product(dim, g, g) / 2;
    double kappa[dim * dim];
    for (int i = 0; i < dim * dim; ++i) kappa[i] = at(RegionFormulas::kappa + i, point);
    return bilinear(dim, g, kappa, g) / 2;
  }

 private:
  double at(int formula, std::size_t point) const { return values_[formula * n_ + point]; }

  const RegionFormulas& formulas_;
  std::size_t n_;
  std::vector<double> values_;  ///< [formula][n]
};

class CellIntegrator {
 public:
  CellIntegrator(const EllipticOperator& op, std::span<const double> u)
      : op_(op), element_(op.form.element), u_(u), to_points_(values_and_derivatives(element_)) {
    const Mesh& mesh = op.form.discretization.mesh;
    for (std::size_t region = 0; region < mesh.region_names.size(); ++region)
      formulas_.emplace_back(op.options.regions.at(mesh.region_names[region]),
                             op.data.source(static_cast<int>(region)), op.data.exact_gradient());
  }

  /// Integrates over the cells first…last−1, which are of one region.
  void integrate(int first, int last, CellIntegrals* of_cell) const {
    const std::size_t Np = element_.element.Np, Nq = element_.Nq();
    const Mesh& mesh = op_.form.discretization.mesh;
    const StretchValues values(formulas_[mesh.region[first]], element_.inside(first, last));
    Matrix nodes(last - first, static_cast<int>(Np));
    std::copy_n(&u_[first * Np], nodes.a.size(), nodes.a.begin());
    const Matrix found = to_points_.times_rows(nodes);
    for (int e = first; e < last; ++e) {
      const CellPoints factors = element_.factors_inside(e);
      const double* of_e = &found.a[static_cast<std::size_t>(e - first) * found.cols];
      const std::size_t point = (e - first) * Nq;
      of_cell[e - first] =
          mesh.dim == 2 ? of<2>(factors, of_e, values, point) : of<3>(factors, of_e, values, point);
    }
  }

 private:
  /// found: [1 + dim][Nq], u and its derivatives; first: the cell's first point among the values'.
  template <int dim>
  CellIntegrals of(const CellPoints& p, const double* found, const StretchValues& values,
                   std::size_t first) const {
    const int Nq = element_.Nq();
    CellIntegrals sum;
    std::array<double, dim * dim> drdx{};  // ∂r_i/∂x_j, once where it is the same at all points
    for (int q = 0; q < Nq; ++q) {
      const double J = p.J_at(q), weight = element_.cell_rule.weights[q] * J, u = found[q];
      if (q < p.n)
        for (int k = 0; k < dim * dim; ++k) drdx[k] = p.metric_at(q)[k] / J;
      std::array<double, dim> gradient{}, wanted{};
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) gradient[j] += drdx[i * dim + j] * found[(1 + i) * Nq + q];
      sum.volume += weight;
      sum.potential += weight * u;
      sum.energy += weight * values.template energy_density<dim>(first + q, gradient.data());
      sum.lambda_energy += weight * values.lambda(first + q) * u * u / 2;
      sum.source += weight * values.source(first + q);
      sum.reaction += weight * values.lambda(first + q) * u;
      if (!op_.options.exact) continue;
      for (int j = 0; j < dim; ++j) {
        wanted[j] = values.exact_slope(first + q, j);
        sum.squared_error += weight * (gradient[j] - wanted[j]) * (gradient[j] - wanted[j]);
      }
      sum.exact_energy += weight * values.template energy_density<dim>(first + q, wanted.data());
    }
    return sum;
  }

  const EllipticOperator& op_;
  const EllipticElement& element_;
  const std::span<const double> u_;
  const BatchMatrix to_points_;
  std::vector<RegionFormulas> formulas_;  ///< [region]
};

}  // namespace

CellIntegrals& CellIntegrals::operator+=(const CellIntegrals& other) {
  volume += other.volume;
  potential += other.potential;
  energy += other.energy;
  lambda_energy += other.lambda_energy;
  source += other.source;
  reaction += other.reaction;
  squared_error += other.squared_error;
  exact_energy += other.exact_energy;
  return *this;
}

std::vector<CellIntegrals> integrate_over_regions(const EllipticOperator& op, std::span<const double> u) {
  const Mesh& mesh = op.form.discretization.mesh;
  const CellIntegrator integrator(op, u);
  std::vector<CellIntegrals> of_cell(mesh.n_elements());
  for_each_run(RunsOfCells(mesh.n_elements(), op.form.element.Nq()), [&](int, int first, int last) {
    for_each_stretch(mesh, first, last,
                     [&](int begin, int end) { integrator.integrate(begin, end, &of_cell[begin]); });
  });
  std::vector<CellIntegrals> of_region(mesh.region_names.size());
  // In the cells' order, whatever the number of threads.
  for (int e = 0; e < mesh.n_elements(); ++e) of_region[mesh.region[e]] += of_cell[e];
  return of_region;
}

}  // namespace dgsolve
