#include "solver/checks/flow_check.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/number_text.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

/// Derivatives of the flux of a constant at a point.
struct FluxDerivatives {
  double divergence = 0;  ///< the largest one; each field in turn is 1, the others 0
  double terms = 0;       ///< the largest single derivative in the sum
  double flux = 0;        ///< |F|
};

/// The flux of a constant state in one region, from the formulas of its parameters.
class FluxOfConstant {
 public:
  FluxOfConstant(const SpatialOperator& op, const WaveOptions& options, const std::string& region)
      : physics_(op.physics),
        units_(options.units),
        dim_(op.discretization.mesh.dim),
        formulas_(region_formulas(op.physics, options, region)) {
    constexpr Variable axes[] = {Variable::x, Variable::y, Variable::z};
    for (int d = 0; d < dim_; ++d)
      for (const Expression& f : formulas_) derivatives_.push_back(f.derivative(axes[d]));
  }

  bool varies() const { return !std::ranges::all_of(formulas_, &Expression::is_constant); }

  /// At points [n][dim]; h: a length over which the parameters are nearly linear.
  std::vector<FluxDerivatives> at(std::span<const double> points, double h) const {
    const auto values = evaluate_at(formulas_, dim_, points),
               derivatives = evaluate_at(derivatives_, dim_, points);
    std::vector<FluxDerivatives> found(points.size() / dim_);
    for (std::size_t i = 0; i < found.size(); ++i)
      for (int field = 0; field < physics_.n_fields; ++field)
        add_field(field, values, derivatives, i, h, found[i]);
    return found;
  }

 private:
  void add_field(int field, const std::vector<std::vector<double>>& values,
                 const std::vector<std::vector<double>>& derivatives, std::size_t point, double h,
                 FluxDerivatives& found) const {
    const int n = physics_.n_fields;
    const std::size_t n_parameters = values.size();
    std::vector<double> u(n, 0.0), p(n_parameters), c(physics_.n_coefficients), sum(n, 0.0);
    u[field] = 1;
    std::vector<double> beside[2] = {std::vector<double>(dim_ * n), std::vector<double>(dim_ * n)};
    for (int d = 0; d < dim_; ++d) {
      for (const int side : {0, 1}) {
        for (std::size_t i = 0; i < n_parameters; ++i)
          p[i] = values[i][point] + (side == 0 ? -h : h) * derivatives[d * n_parameters + i][point];
        physics_.coefficients(p.data(), units_, c.data());
        physics_.flux(u.data(), c.data(), beside[side].data());
      }
      for (int k = d * n; k < (d + 1) * n; ++k) {
        const double term = (beside[1][k] - beside[0][k]) / (2 * h);
        sum[k - d * n] += term;
        found.terms = std::max(found.terms, std::abs(term));
        found.flux = std::max(found.flux, std::abs(beside[1][k]));
      }
    }
    for (const double divergence : sum)
      if (std::abs(divergence) > std::abs(found.divergence)) found.divergence = divergence;
  }

  const Physics& physics_;
  const Units units_;
  const int dim_;
  const std::vector<Expression> formulas_;
  std::vector<Expression> derivatives_;  ///< [axis][parameter]
};

void check_divergence(const SpatialOperator& op, const WaveOptions& options, int region) {
  constexpr double small = 1e-4, of_rounding = 1e-9;
  const Discretization& d = op.discretization;
  const std::string& name = d.mesh.region_names[region];
  const FluxOfConstant flux(op, options, name);
  if (!flux.varies()) return;
  double worst = 0, terms = 0;
  int cell = 0;
  for (int e = 0; e < d.K(); ++e) {
    if (d.mesh.region[e] != region) continue;
    const double h = d.factors.smallest_altitude[e];
    for (const FluxDerivatives& here : flux.at(d.nodes_of(e), 1e-4 * h)) {
      if (!std::isfinite(here.divergence)) continue;  // a formula's singularity
      terms = std::max(terms, here.terms);
      if (std::abs(here.divergence) <= std::max(std::abs(worst), of_rounding * here.flux / h)) continue;
      worst = here.divergence;
      cell = e;
    }
  }
  if (std::abs(worst) <= small * terms) return;
  std::string names;
  for (const ParameterInfo& p : op.physics.info.parameters) names += (names.empty() ? "" : ", ") + p.name;
  throw std::invalid_argument("regions." + name + ": " + names + " have the divergence " +
                              number_text(worst) + " in " + cell_text(d.mesh, cell) +
                              "; expected divergence 0 everywhere");
}

/// Values [Np][n] of a cell's nodes, at point q of a face.
std::vector<double> at_face_point(const ReferenceElement& element, int f, int q, const double* nodal, int n) {
  std::vector<double> values(n, 0.0);
  for (int i = 0; i < element.Nfp; ++i)
    for (int k = 0; k < n; ++k)
      values[k] += element.face_V(q, i) * nodal[element.face_nodes[f * element.Nfp + i] * n + k];
  return values;
}

/// The power that enters through a face for a unit field, relative to the flux there: F* − ½F·n as in
/// kernels/waves/traits/face_powers.hpp.
double inflow_share(const SpatialOperator& op, int type, int e, int f, int field) {
  const Discretization& d = op.discretization;
  const Physics& physics = op.physics;
  const int dim = d.mesh.dim, n = physics.n_fields;
  const std::vector<double> none(n, 0.0), nodes = d.nodes_of(e);
  std::vector<double> u(n, 0.0), u_p(n), numerical(n), flux(dim * n);
  u[field] = 1;
  double taken = 0, total = 0;
  for (int q = 0; q < d.element.face_rule.size(); ++q) {
    const auto c =
        at_face_point(d.element, f, q, op.coefficients.cell(e, d.element.Np), physics.n_coefficients);
    const auto x = at_face_point(d.element, f, q, nodes.data(), dim);
    std::vector<double> normal = d.factors.normal(e, f, q);
    const double size = std::hypot(normal[0], normal[1], dim == 3 ? normal[2] : 0);
    for (double& component : normal) component /= size;
    physics.exterior(type, u.data(), none.data(), normal.data(), x.data(), 0, c.data(), op.flux_parameters,
                     u_p.data());
    physics.numerical_flux(u.data(), c.data(), u_p.data(), c.data(), normal.data(), op.flux_parameters,
                           numerical.data());
    physics.flux(u.data(), c.data(), flux.data());
    double own = 0, squares = 0;
    for (int i = 0; i < dim; ++i) own += normal[i] * flux[i * n + field];
    for (const double component : flux) squares += component * component;
    const double weight = size * d.element.face_rule.weights[q];
    taken += weight * (own / 2 - numerical[field]);
    total += weight * std::sqrt(squares) / 2;
  }
  return total > 0 ? taken / total : 0;
}

/// The first boundary type that takes data.
std::string type_with_data(const EquationInfo& info) {
  for (const BoundaryTypeInfo& type : info.boundary_types)
    if (type.needs_data) return type.name;
  return "another type";
}

void check_boundaries(const SpatialOperator& op, const WaveOptions& options) {
  constexpr double small = 0.01;
  const Discretization& d = op.discretization;
  const auto& types = op.physics.info.boundary_types;
  for (std::size_t side = 0; side < d.trace.boundary.size(); ++side) {
    if (d.trace.boundary[side] < 0) continue;
    const std::string& name = d.mesh.boundary_names[d.trace.boundary[side]];
    const std::string& given = options.boundaries.at(name).type;
    const auto type =
        std::find_if(types.begin(), types.end(), [&](const auto& t) { return t.name == given; });
    if (type->takes_formulas()) continue;
    const int e = static_cast<int>(side) / d.element.n_faces, f = static_cast<int>(side) % d.element.n_faces;
    for (int field = 0; field < op.physics.n_fields; ++field)
      if (inflow_share(op, static_cast<int>(type - types.begin()), e, f, field) > small)
        throw std::invalid_argument("boundaries." + name + ": got " + given + ", but the flow enters at " +
                                    face_text(d.mesh, {e, f}) + "; expected " +
                                    type_with_data(op.physics.info) + ", with the entering state as data");
  }
}

}  // namespace

void check_flow(const SpatialOperator& op, const WaveOptions& options) {
  if (!op.physics.nodal_coefficients || !op.physics.info.linear) return;
  for (std::size_t region = 0; region < op.discretization.mesh.region_names.size(); ++region)
    check_divergence(op, options, static_cast<int>(region));
  check_boundaries(op, options);
}

}  // namespace dgsolve
