#include "solver/interior_penalty/data.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "kernels/base/cell_loop.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/linear/small_tensors.hpp"

namespace dgsolve {
namespace {

constexpr Variable variables[] = {Variable::x, Variable::y, Variable::z};

/// The values of a formula at points [n][dim]. Throws std::invalid_argument where one is not finite.
std::vector<double> checked(std::vector<double> values, const std::string& key, int dim,
                            std::span<const double> x) {
  check_finite(values, key, [&](std::size_t i) { return "at " + point_text(point_at(dim, x, i)); });
  return values;
}

/// b ← b + Rᵀ V_fᵀ W values: values at a face's points against test functions.
void add_face_integral(const EllipticElement& element, int face, const std::vector<double>& values,
                       double* b) {
  const ReferenceElement& r = element.element;
  for (int q = 0; q < element.Nfq(); ++q)
    for (int m = 0; m < r.Nfp; ++m)
      b[r.face_nodes[face * r.Nfp + m]] += element.face_V(q, m) * element.face_rule.weights[q] * values[q];
}

/// What g does when it is imposed: b ← b + ∫ g (σ v − κ∂v/∂n).
void add_imposed(const InteriorPenalty& form, int e, int face, const CellPoints& p,
                 const std::vector<double>& g, double* b) {
  const EllipticElement& element = form.element;
  const ReferenceElement& r = element.element;
  const int dim = r.dim, square = dim * dim, Nfq = element.Nfq();
  const auto x = element.on_face(p, face);
  const std::vector<double> kappa = form.medium.kappa(e, x);
  std::vector<double> penalty = form.penalty_at(e, face, x);
  std::vector<double> against(static_cast<std::size_t>(dim) * r.Nfp, 0.0);  // of ∂v/∂r_j at the face's nodes
  double row[3];
  for (int q = 0; q < Nfq; ++q) {
    const int point = element.point(face, q);
    const double* n = p.normal_at(face, q);
    penalty[q] *= g[q] * p.sJ_at(face, q);
    times_tensor(dim, n, &kappa[q * square], row);
    for (int j = 0; j < dim; ++j) {
      const double c = dot_product(dim, row, p.metric_at(point) + j * dim) / p.J_at(point);
      for (int m = 0; m < r.Nfp; ++m)
        against[j * r.Nfp + m] += element.face_V(q, m) * element.face_rule.weights[q] * c * g[q];
    }
  }
  add_face_integral(element, face, penalty, b);
  for (int j = 0; j < dim; ++j)
    for (int m = 0; m < r.Nfp; ++m)
      for (int i = 0; i < r.Np; ++i) b[i] -= element.face_D(face, j)(m, i) * against[j * r.Nfp + m];
}

/// What the cell's boundary faces put in.
void add_boundaries(const InteriorPenalty& form, const EllipticData& data, int e, double* b) {
  const EllipticElement& element = form.element;
  std::optional<CellPoints> p;
  for (int face = 0; face < element.element.n_faces; ++face) {
    const EllipticBoundary* condition = form.boundary(e, face);
    if (condition == nullptr) continue;
    if (!p) p = element.points(e);
    std::vector<double> value =
        data.boundary_value(e, face, element.on_face(*p, face), element.normals(*p, face));
    if (InteriorPenalty::imposes(condition)) {
      add_imposed(form, e, face, *p, value, b);
      continue;
    }
    for (int q = 0; q < element.Nfq(); ++q) value[q] *= p->sJ_at(face, q);
    add_face_integral(element, face, value, b);
  }
}

/// λu − ∇·(κ∇u), piecewise where formulas are. gradient: of u.
Expression source_of(const EllipticRegion& region, const Expression& u,
                     const std::vector<Expression>& gradient) {
  const std::vector<Expression> flux = flux_of(region, gradient);
  Expression divergence;
  for (std::size_t i = 0; i < flux.size(); ++i) divergence = divergence + flux[i].derivative(variables[i]);
  return region.lambda.is_zero() ? -divergence : region.lambda * u + -divergence;
}

}  // namespace

std::vector<Expression> flux_of(const EllipticRegion& region, const std::vector<Expression>& gradient) {
  const std::size_t dim = gradient.size();
  std::vector<Expression> flux(dim);
  for (std::size_t i = 0; i < dim; ++i)
    if (region.kappa.size() == 1)
      flux[i] = region.kappa[0] * gradient[i];
    else
      for (std::size_t j = 0; j < dim; ++j) flux[i] = flux[i] + region.kappa[i * dim + j] * gradient[j];
  return flux;
}

EllipticData::EllipticData(const InteriorPenalty& form) : form_(form) {
  const EllipticProblem& problem = form.problem;
  const Mesh& mesh = form.discretization.mesh;
  if (problem.exact)
    for (int i = 0; i < mesh.dim; ++i) exact_gradient_.push_back(problem.exact->derivative(variables[i]));
  gradient_ = FormulaSet(exact_gradient_);
  for (const std::string& name : mesh.region_names) {
    std::vector<Expression> formulas = {
        problem.source  ? *problem.source
        : problem.exact ? source_of(problem.regions.at(name), *problem.exact, exact_gradient_)
                        : Expression()};
    sources_.push_back(formulas[0]);
    if (problem.exact) formulas.push_back(*problem.exact);
    source_values_.emplace_back(formulas);
  }
}

std::vector<double> EllipticData::exact_gradient(std::span<const double> x) const {
  const int dim = form_.discretization.mesh.dim;
  const std::vector<double> slopes = evaluate_at(gradient_, dim, x);
  const std::size_t n = x.size() / dim;
  std::vector<double> result(x.size());
  for (int i = 0; i < dim; ++i)
    for (std::size_t q = 0; q < n; ++q) result[q * dim + i] = slopes[i * n + q];
  return result;
}

std::vector<double> EllipticData::source_at(int region, const PointRows& x) const {
  std::vector<double> values(source_values_[region].size() * x.n);
  source_values_[region].evaluate(x.axis(0), x.axis(1), x.axis(2), 0, values);
  const auto check = [&](std::size_t formula, const std::string& key) {
    check_finite(std::span(values).subspan(formula * x.n, x.n), key, [&](std::size_t i) {
      Point point{};
      for (int axis = 0; axis < x.dim; ++axis) point[axis] = x.axis(axis)[i];
      return "at " + point_text(point);
    });
  };
  if (form_.problem.exact) check(1, "exact");
  check(0, form_.problem.source ? "source" : "exact: the source that it needs");
  values.resize(x.n);
  return values;
}

std::vector<double> EllipticData::boundary_value(int e, int face, std::span<const double> x,
                                                 std::span<const double> normals) const {
  const int dim = form_.discretization.mesh.dim;
  std::vector<double> none(x.size() / dim, 0.0);
  const EllipticBoundary& b = *form_.boundary(e, face);
  if (b.condition == EllipticCondition::floating) return none;
  const Mesh& mesh = form_.discretization.mesh;
  const std::string key = "boundaries." + mesh.boundary_names[mesh.boundary[side_index(mesh, {e, face})]];
  if (b.value) return checked(evaluate_at(*b.value, dim, x), key + ".value", dim, x);
  if (!form_.problem.exact) return none;
  if (b.condition == EllipticCondition::dirichlet)
    return checked(evaluate_at(*form_.problem.exact, dim, x), "exact", dim, x);
  return checked(exact_flux(e, face, x, normals), key + ": the flux of exact", dim, x);
}

/// κ∂u/∂n, with robin conditions' coefficient·u.
std::vector<double> EllipticData::exact_flux(int e, int face, std::span<const double> x,
                                             std::span<const double> normals) const {
  const int dim = form_.discretization.mesh.dim, square = dim * dim;
  const std::vector<double> kappa = form_.medium.kappa(e, x);
  const std::vector<double> gradient = exact_gradient(x), u = evaluate_at(*form_.problem.exact, dim, x);
  const std::vector<double> coefficient = form_.penalty_at(e, face, x);  // 0 for neumann
  std::vector<double> flux(u.size());
  for (std::size_t q = 0; q < flux.size(); ++q) {
    const double* n = &normals[normals.size() == static_cast<std::size_t>(dim) ? 0 : q * dim];
    flux[q] = bilinear(dim, n, &kappa[q * square], &gradient[q * dim]) / std::sqrt(dot_product(dim, n, n)) +
              coefficient[q] * u[q];
  }
  return flux;
}

std::vector<double> test_function_integrals(const InteriorPenalty& form) {
  const Discretization& d = form.discretization;
  const EllipticElement& element = form.element;
  const int Np = d.element.Np;
  std::vector<double> integrals(d.n_dofs(1));
  for_each_cell(d.K(), [&](int e) {
    const CellPoints p = element.factors_inside(e);
    for (int q = 0; q < element.Nq(); ++q)
      for (int i = 0; i < Np; ++i)
        integrals[static_cast<std::size_t>(e) * Np + i] +=
            element.V(q, i) * element.cell_rule.weights[q] * p.J_at(q);
  });
  return integrals;
}

UnsetVector<double> right_hand_side(const InteriorPenalty& form, const EllipticData& data) {
  const Discretization& d = form.discretization;
  const EllipticElement& element = form.element;
  const int Np = d.element.Np, Nq = element.Nq();
  UnsetVector<double> right(d.n_dofs(1));
  const BatchMatrix to_nodes(transpose(element.V));
  for_each_run(RunsOfCells(d.K(), Nq), [&](int, int first, int last) {
    for_each_stretch(d.mesh, first, last, [&](int begin, int end) {
      Matrix f(end - begin, Nq);  // times weights
      f.a = data.source_at(d.mesh.region[begin], element.inside(begin, end));
      for (int e = begin; e < end; ++e) element.weigh_inside(e, &f(e - begin, 0));
      const Matrix b = to_nodes.times_rows(f);
      std::copy(b.a.begin(), b.a.end(), &right[static_cast<std::size_t>(begin) * Np]);
    });
    for (int e = first; e < last; ++e)
      add_boundaries(form, data, e, &right[static_cast<std::size_t>(e) * Np]);
  });
  return right;
}

BoundaryFunctional imposed_one(const InteriorPenalty& form, int group) {
  const Discretization& d = form.discretization;
  const EllipticElement& element = form.element;
  const int Np = d.element.Np;
  BoundaryFunctional result;
  for (int e = 0; e < d.K(); ++e) {
    std::vector<double> b;
    for (int face = 0; face < d.element.n_faces; ++face) {
      if (d.trace.boundary[side_index(d.mesh, {e, face})] != group) continue;
      b.resize(Np);
      const CellPoints p = element.points(e);
      add_imposed(form, e, face, p, std::vector<double>(element.Nfq(), 1.0), b.data());
      const std::vector<double> sigma = form.penalty_at(e, face, element.on_face(p, face));
      for (int q = 0; q < element.Nfq(); ++q)
        result.penalty += element.face_rule.weights[q] * sigma[q] * p.sJ_at(face, q);
    }
    for (std::size_t i = 0; i < b.size(); ++i) result.values.emplace_back(e * Np + i, b[i]);
  }
  return result;
}

}  // namespace dgsolve
