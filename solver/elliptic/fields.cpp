#include "solver/elliptic/fields.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/names.hpp"
#include "mesh/base/faces.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/elliptic/cell_integrals.hpp"
#include "solver/linear/small_tensors.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {
namespace {

/// ∇u at points of a cell, from `first`: derivatives along r_i [dim][n].
std::vector<double> gradient_at(const CellPoints& p, int first, const std::vector<Matrix>& along) {
  const int n = along[0].rows, dim = p.dim;
  std::vector<double> gradient(static_cast<std::size_t>(n) * dim, 0.0);
  for (int q = 0; q < n; ++q)
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j)
        gradient[q * dim + j] += p.metric_at(first + q)[i * dim + j] / p.J_at(first + q) * along[i](q, 0);
  return gradient;
}

/// ∇u at the points of a face, [Nfq][dim].
std::vector<double> gradient_on_face(const EllipticElement& element, const CellPoints& p, int face,
                                     const Matrix& u) {
  std::vector<Matrix> along;
  along.reserve(p.dim);
  for (int i = 0; i < p.dim; ++i) along.push_back(element.face_V * (element.face_D(face, i) * u));
  return gradient_at(p, element.point(face, 0), along);
}

/// ∫ κ∂u/∂n − σ(u − value) over a face where a value is imposed; else what its condition makes of κ∂u/∂n.
/// `imposed`: a conductor's potential, added to the value.
double face_flux(const EllipticOperator& op, int e, int face, const CellPoints& p, const Matrix& u,
                 double imposed) {
  const InteriorPenalty& form = op.form;
  const EllipticElement& element = form.element;
  const ReferenceElement& r = element.element;
  const int dim = r.dim, square = dim * dim;
  const std::span<const double> x = element.on_face(p, face);
  const EllipticBoundary* b = form.boundary(e, face);
  const std::vector<double> value = op.data.boundary_value(e, face, x, element.normals(p, face)),
                            factor = form.penalty_at(e, face, x), kappa = form.medium.kappa(e, x),
                            gradient = gradient_on_face(element, p, face, u);
  double sum = 0;
  for (int q = 0; q < element.Nfq(); ++q) {
    double trace = 0;
    for (int m = 0; m < r.Nfp; ++m) trace += element.face_V(q, m) * u(r.face_nodes[face * r.Nfp + m], 0);
    const double sJ = p.sJ_at(face, q);
    double flux = sJ * (value[q] - factor[q] * trace);  // neumann (factor 0), robin
    if (InteriorPenalty::imposes(b))
      flux = bilinear(dim, p.normal_at(face, q), &kappa[q * square], &gradient[q * dim]) -
             sJ * factor[q] * (trace - value[q] - imposed);
    sum += element.face_rule.weights[q] * flux;
  }
  return sum;
}

/// ½ ∇u·κ∇u
Expression energy_density(const EllipticRegion& region, const std::vector<Expression>& gradient) {
  const std::vector<Expression> flux = flux_of(region, gradient);
  Expression twice;
  for (std::size_t i = 0; i < flux.size(); ++i) twice = twice + gradient[i] * flux[i];
  return Expression(0.5) * twice;
}

/// The faces of a boundary group, on the inside. Throws std::invalid_argument where it is no boundary.
std::vector<Side> sides_of(const EllipticOperator& op, const std::string& group) {
  const Discretization& d = op.form.discretization;
  const int index = index_of(d.mesh.boundary_names, group);
  const EllipticBoundary* b = index < 0 ? nullptr : op.form.condition(index);
  if (b == nullptr || b->condition == EllipticCondition::periodic)
    throw std::invalid_argument("flux: " + group + " is no boundary of the problem");
  std::vector<Side> sides;
  for (int e = 0; e < d.K(); ++e)
    for (int f = 0; f < d.element.n_faces; ++f)
      if (d.trace.boundary[side_index(d.mesh, {e, f})] == index) sides.push_back({e, f});
  return sides;
}

/// ∫ κ∂u/∂n and ∫ |κ∂u/∂n|
struct FluxIntegrals {
  double flux = 0, size = 0;

  FluxIntegrals& operator+=(const FluxIntegrals& other) {
    flux += other.flux;
    size += other.size;
    return *this;
  }
};

/// The flux of the exact solution through some faces, by a rule of a degree.
FluxIntegrals exact_flux(const EllipticOperator& op, const std::vector<Side>& sides, int degree) {
  const Mesh& mesh = op.form.discretization.mesh;
  const int dim = mesh.dim, square = dim * dim;
  const Quadrature rule = data_quadrature(dim - 1, degree);
  const int n = rule.size();
  const std::vector<CellMap> maps = face_maps(mesh, rule.points);
  return sum_over_cells<FluxIntegrals>(static_cast<int>(sides.size()), [&](int s) {
    FluxIntegrals of_side;
    const auto [e, f] = sides[s];
    std::vector<double> x(n * dim), dxdr(n * square);
    maps[f].coordinates(e, x.data());
    maps[f].derivatives(e, dxdr.data());
    const std::vector<double> kappa = op.form.medium.kappa(e, x), gradient = op.data.exact_gradient(x);
    for (int q = 0; q < n; ++q) {
      double metric[9], normal[3];
      jacobian_and_metric(dim, &dxdr[q * square], metric);
      scaled_normal(dim, f, metric, normal);
      const double flux = rule.weights[q] * bilinear(dim, normal, &kappa[q * square], &gradient[q * dim]);
      of_side.flux += flux;
      of_side.size += std::abs(flux);
    }
    return of_side;
  });
}

}  // namespace

FieldSet potential_fields(int dim) {
  if (dim == 2) return {{"u", "Ex", "Ey"}, {"V", "V/m", "V/m"}, {{"E", {1, 2, -1}}}};
  return {{"u", "Ex", "Ey", "Ez"}, {"V", "V/m", "V/m", "V/m"}, {{"E", {1, 2, 3}}}};
}

UnsetVector<double> potential_and_field(const Discretization& d, std::span<const double> u) {
  const ReferenceElement& r = d.element;
  const int dim = r.dim, square = dim * dim, n_fields = 1 + dim;
  std::vector<Matrix> D;
  D.reserve(dim);
  for (int i = 0; i < dim; ++i) D.push_back(entry(r.D, i, r.Np, r.Np));
  UnsetVector<double> state(d.n_dofs(n_fields));
  for_each_cell(d.K(), [&](int e) {
    const bool is_curved = d.factors.is_curved(e);
    CellPoints p;
    p.dim = dim;
    p.n = is_curved ? r.Np : 1;  // points with a metric of their own
    p.J.assign(p.n, 1);
    p.metric.resize(static_cast<std::size_t>(p.n) * square);
    if (is_curved) {
      std::vector<double> dxdr(p.metric.size());
      d.node_map.derivatives(e, dxdr.data());
      for (int i = 0; i < p.n; ++i)
        p.J[i] = jacobian_and_metric(dim, &dxdr[i * square], &p.metric[i * square]);
    } else {
      std::copy_n(d.factors.straight(e).metric.begin(), square, p.metric.begin());
    }
    const Matrix values = entry(u, e, r.Np, 1);
    std::vector<Matrix> along;
    along.reserve(D.size());
    for (const Matrix& derivative : D) along.push_back(derivative * values);
    const std::vector<double> gradient = gradient_at(p, 0, along);
    double* to = &state[static_cast<std::size_t>(e) * n_fields * r.Np];
    for (int i = 0; i < r.Np; ++i) {
      to[i] = values(i, 0);
      for (int j = 0; j < dim; ++j) to[(1 + j) * r.Np + i] = -gradient[i * dim + j];
    }
  });
  return state;
}

double boundary_flux(const EllipticOperator& op, const std::string& group, std::span<const double> u) {
  const Discretization& d = op.form.discretization;
  const std::vector<double> potentials = op.potentials(u);
  double imposed = 0;
  for (std::size_t c = 0; c < op.conductors.size(); ++c)
    if (op.conductors[c].name == group) imposed = potentials[c];
  const std::vector<Side> sides = sides_of(op, group);
  return sum_over_cells<double>(static_cast<int>(sides.size()), [&](int s) {
    const auto [e, face] = sides[s];
    return face_flux(op, e, face, op.form.element.points(e), entry(u, e, d.element.Np, 1), imposed);
  });
}

SolutionMeasures measure_solution(const EllipticOperator& op, std::span<const double> u) {
  const std::vector<CellIntegrals> of_regions = integrate_over_regions(op, u);
  const auto has_lambda = [](const auto& region) { return !region.second.lambda.is_zero(); };
  SolutionMeasures measures;
  CellIntegrals all;
  for (std::size_t region = 0; region < of_regions.size(); ++region) {
    all += of_regions[region];
    if (of_regions[region].volume > 0)
      measures.mean[op.form.discretization.mesh.region_names[region]] =
          of_regions[region].potential / of_regions[region].volume;
  }
  measures.energy = all.energy;
  if (std::ranges::any_of(op.options.regions, has_lambda)) measures.lambda_energy = all.lambda_energy;
  if (op.options.exact) {
    measures.gradient_error = std::sqrt(all.squared_error);
    measures.rough_exact_energy = all.exact_energy;
  }

  double sum = op.balance ? -op.balance->sum : 0, size = 0;  // taken out of the source
  const auto add = [&](double part) {
    sum += part;
    size += std::abs(part);
  };
  add(all.source);
  add(-all.reaction);
  for (const auto& [name, boundary] : op.options.boundaries)
    if (boundary.condition != EllipticCondition::periodic)
      add(measures.flux[name] = boundary_flux(op, name, u));
  // Where each of these is 0 by symmetry, fluxes are still of the size at which they make the energy, ½QV.
  const auto [least, most] = std::minmax_element(u.begin(), u.end());
  if (*most > *least) size = std::max(size, 2 * all.energy / (*most - *least));
  // Of a u that is constant as far as it is solved for, all are round-off.
  const bool varies =
      *most - *least > op.options.solver.tolerance * std::max(std::abs(*least), std::abs(*most));
  measures.flux_imbalance = varies && size > 0 ? std::abs(sum) / size : 0;
  return measures;
}

std::optional<double> exact_boundary_flux(const EllipticOperator& op, const std::string& group) {
  const Mesh& mesh = op.form.discretization.mesh;
  const std::vector<Side> sides = sides_of(op, group);
  for (const Side side : sides)
    if (mesh.neighbor[side_index(mesh, side)] >= 0) return {};
  FluxIntegrals rough = exact_flux(op, sides, 8);
  for (const int degree : {12, 16, 20}) {
    const FluxIntegrals fine = exact_flux(op, sides, degree);
    if (std::abs(fine.flux - rough.flux) <= 1e-9 * fine.size) return fine.flux;
    rough = fine;
  }
  return {};
}

std::optional<double> exact_field_energy(const EllipticOperator& op, const SolutionMeasures& measures) {
  const Mesh& mesh = op.form.discretization.mesh;
  std::vector<Expression> densities;
  for (const std::string& region : mesh.region_names)
    densities.push_back(energy_density(op.options.regions.at(region), op.data.exact_gradient()));
  const double fine = integrate(mesh, op.form.element.rule_degree + 2, densities);
  const double own_error = std::abs(fine - measures.rough_exact_energy.value());
  if (!(own_error <= 0.02 * std::abs(measures.energy - fine))) return {};
  return fine;
}

double exact_level(const EllipticOperator& op) {
  if (!op.mean_free) return 0;
  const Mesh& mesh = op.form.discretization.mesh;
  const std::vector<Expression> densities(mesh.region_names.size(), *op.form.problem.exact);
  const double integral = integrate(mesh, 2 * op.form.discretization.element.N + 4, densities);
  return integral / op.balance->volume;
}

std::optional<double> exact_potential(const EllipticOperator& op, const std::string& group) {
  const Discretization& d = op.form.discretization;
  const std::vector<double> values = evaluate_at(*op.form.problem.exact, d.mesh.dim,
                                                 nodes_of_group(d, index_of(d.mesh.boundary_names, group)));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (!(*most - *least <= 0.01 * std::max(std::abs(*least), std::abs(*most)))) return {};
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()) -
         exact_level(op);
}

}  // namespace dgsolve
