#include "solver/waves/diagnostics/boundary_flux.hpp"

#include <cmath>
#include <stdexcept>

#include "solver/discretization/formula_points.hpp"

namespace dgsolve {

/// Samples of a state, and its time.
struct BoundaryFlux::Values {
  std::span<const double> samples;
  int n_fields;
  double t;

  const double* at(std::size_t sample) const { return samples.data() + sample * n_fields; }
};

/// A boundary face at the points of its quadrature.
struct BoundaryFlux::Face {
  int type;
  double per_length;
  std::vector<double> x;     ///< [Nfq][dim]
  std::vector<double> data;  ///< [Nfq][n_fields]
  std::vector<double> n;     ///< [Nfq][dim]: outward unit normal
  std::vector<double> area;  ///< [Nfq]
  std::vector<double> u;     ///< [Nfq][n_fields]
};

namespace {

std::vector<FormulaSet> formulas_of(const std::vector<BoundaryCondition>& conditions) {
  std::vector<FormulaSet> formulas;
  for (const BoundaryCondition& condition : conditions) formulas.emplace_back(condition.data);
  return formulas;
}

}  // namespace

BoundaryFlux::BoundaryFlux(const SpatialOperator& op, const WaveOptions& options,
                           const std::vector<int>& groups)
    : op_(op),
      d_(op.discretization),
      physics_(op.physics),
      conditions_(boundary_conditions(d_.mesh, physics_, options)),
      data_(formulas_of(conditions_)),
      weak_(d_, op.quadrature),
      quadrature_(weak_.view()),
      face_points_(d_, physics_, &weak_.face_points()),
      is_wanted_(d_.mesh.boundary_names.size()) {
  if (physics_.info.linear) throw std::logic_error("BoundaryFlux: the flux is linear");
  if (physics_.viscous) {
    viscous_faces_.emplace(d_, weak_.project_to_face());
    viscous_ = viscous_faces_->view(physics_.n_gradients);
  }
  for (const int group : groups) is_wanted_[group] = true;
  const int n_faces = d_.mesh.n_faces();
  for (int e = 0; e < d_.K(); ++e)
    for (int face = 0; face < n_faces; ++face)
      if (const int group = d_.trace.boundary[e * n_faces + face]; group >= 0 && is_wanted_[group]) {
        add_cell(e);
        break;
      }
}

void BoundaryFlux::add_cell(int element) {
  const ReferenceView& reference = d_.element.view();
  const auto add = [&](int of, int node) {
    elements_.push_back(of);
    nodes_.push_back(node);
  };
  Cell& cell = cells_.emplace_back(Cell{element, elements_.size(), {}});
  for (int node = 0; node < reference.Np; ++node) add(element, node);
  cell.traces.resize(reference.n_faces);
  if (!viscous_faces_) return;
  for (int face = 0; face < reference.n_faces; ++face) {
    const int side = element * reference.n_faces + face;
    if (d_.trace.boundary[side] >= 0 || viscous_.gives[side] != 0) continue;
    cell.traces[face] = elements_.size();
    const int permutation =
        d_.trace.neighbor_face[side] * reference.n_orientations + d_.trace.orientation[side];
    for (int m = 0; m < reference.Nfp; ++m)
      add(d_.trace.neighbor[side], reference.neighbor_nodes[permutation * reference.Nfp + m]);
  }
}

SamplePoints BoundaryFlux::samples() const {
  SamplePoints points{.kind = SampleKind::rows, .elements = elements_, .capacity = 1};
  const std::size_t Np = d_.element.Np;
  points.weights.resize(elements_.size() * Np);
  for (std::size_t i = 0; i < elements_.size(); ++i) points.weights[i * Np + nodes_[i]] = 1;
  return points;
}

BoundaryFlux::Face BoundaryFlux::face_at(const Cell& cell, int face, const Values& values) const {
  const int dim = d_.mesh.dim, Nfq = quadrature_.Nfq, Nfp = d_.element.Nfp, n_fields = physics_.n_fields;
  const int side = cell.element * d_.mesh.n_faces() + face;
  const BoundaryCondition& condition = conditions_[d_.trace.boundary[side]];
  Face f{condition.type, 0, face_points_(cell.element, face), {}, {}, {}, {}};
  if (viscous_faces_) f.per_length = viscous_.per_length[side];
  f.data.resize(Nfq * n_fields);
  if (!condition.data.empty()) {
    const std::vector<double> by_field = evaluate_at(data_[d_.trace.boundary[side]], dim, f.x, values.t);
    for (int q = 0; q < Nfq; ++q)
      for (int i = 0; i < n_fields; ++i) f.data[q * n_fields + i] = by_field[i * Nfq + q];
  }
  f.u.resize(Nfq * n_fields);
  const bool is_curved = d_.factors.is_curved(cell.element);
  const Point straight = is_curved ? Point{} : scaled_normal(d_.mesh, {cell.element, face});
  for (int q = 0; q < Nfq; ++q) {
    Point scaled = straight;
    if (is_curved) std::ranges::copy(d_.factors.normal(cell.element, face, q), scaled.begin());
    const double sJ = std::hypot(scaled[0], scaled[1], scaled[2]);
    f.area.push_back(quadrature_.face_weights[q] * sJ);
    for (int i = 0; i < dim; ++i) f.n.push_back(scaled[i] / sJ);
    for (int m = 0; m < Nfp; ++m) {
      const double* const u = values.at(cell.nodes + d_.element.face_nodes[face * Nfp + m]);
      for (int i = 0; i < n_fields; ++i) f.u[q * n_fields + i] += quadrature_.face_V[q * Nfp + m] * u[i];
    }
  }
  return f;
}

std::vector<double> BoundaryFlux::jumps(const Cell& cell, int face, const Values& values) const {
  const ViscousFunctions& viscous = *physics_.viscous;
  const int Nfp = d_.element.Nfp, Nfq = quadrature_.Nfq, n = viscous.n_variables, dim = d_.mesh.dim;
  const double* const c = op_.coefficients.cell(cell.element, d_.element.Np);
  std::vector<double> jump(Nfp * n), w(n);
  const int side = cell.element * d_.mesh.n_faces() + face;
  if (d_.trace.boundary[side] >= 0) {
    const Face f = face_at(cell, face, values);
    const std::span<const double> project = viscous_.face_project;
    for (int q = 0; q < Nfq; ++q) {
      viscous.boundary_jump(f.type, &f.u[q * physics_.n_fields], &f.data[q * physics_.n_fields],
                            &f.n[q * dim], c, w.data());
      for (int m = 0; m < Nfp; ++m)
        for (int i = 0; i < n; ++i) jump[m * n + i] += project[m * Nfq + q] * w[i];
    }
  } else if (const std::optional<std::size_t> trace = cell.traces[face]) {
    const double* const across = op_.coefficients.cell(d_.trace.neighbor[side], d_.element.Np);
    for (int m = 0; m < Nfp; ++m) {
      viscous.variables(values.at(*trace + m), across, &jump[m * n]);
      viscous.variables(values.at(cell.nodes + d_.element.face_nodes[face * Nfp + m]), c, w.data());
      for (int i = 0; i < n; ++i) jump[m * n + i] -= w[i];
    }
  }
  return jump;
}

/// At the cell's nodes, [Np][variable][axis]: as the first pass of a stage finds them
/// (kernels/host/waves/cells/gradient.hpp).
std::vector<double> BoundaryFlux::gradients(const Cell& cell, const Values& values) const {
  const ViscousFunctions& viscous = *physics_.viscous;
  const ReferenceView reference = d_.element.view();
  const int dim = reference.dim, Np = reference.Np, Nfp = reference.Nfp, n = viscous.n_variables;
  const double* const c = op_.coefficients.cell(cell.element, Np);
  std::vector<double> w(Np * n), g(static_cast<std::size_t>(dim) * Np * n);  // g: [d][node][variable]
  for (int node = 0; node < Np; ++node) viscous.variables(values.at(cell.nodes + node), c, &w[node * n]);
  for (int row = 0; row < dim * Np; ++row)
    for (int k = 0; k < Np; ++k)
      for (int i = 0; i < n; ++i) g[row * n + i] += reference.D[row * Np + k] * w[k * n + i];
  for (int face = 0; face < reference.n_faces; ++face) {
    const std::vector<double> jump = jumps(cell, face, values);
    for (int row = 0; row < dim * Np; ++row)
      for (int m = 0; m < Nfp; ++m) {
        const double factor = viscous_.directions[face * dim + row / Np] *
                              reference.lift[(row % Np * reference.n_faces + face) * Nfp + m];
        for (int i = 0; i < n; ++i) g[row * n + i] += factor * jump[m * n + i];
      }
  }
  std::vector<double> metric(static_cast<std::size_t>(Np) * dim * dim);  // [node][d][axis]
  if (d_.factors.is_curved(cell.element)) {
    viscous_.metric_at_nodes(cell.element, metric.data());
  } else {
    const StraightCell straight = d_.factors.straight(cell.element);
    for (std::size_t i = 0; i < metric.size(); ++i) metric[i] = straight.metric[i % (dim * dim)];
  }
  std::vector<double> gradients(static_cast<std::size_t>(Np) * n * dim);
  for (int node = 0; node < Np; ++node)
    for (int i = 0; i < n; ++i)
      for (int axis = 0; axis < dim; ++axis)
        for (int d = 0; d < dim; ++d)
          gradients[(node * n + i) * dim + axis] +=
              metric[(node * dim + d) * dim + axis] * g[(d * Np + node) * n + i];
  return gradients;
}

void BoundaryFlux::visit(const Cell& cell, int face, const Values& values, std::span<const double> gradients,
                         const std::function<void(const BoundaryPoint&)>& body) const {
  const int dim = d_.mesh.dim, Nfp = d_.element.Nfp, n_fields = physics_.n_fields;
  const std::size_t n = physics_.viscous ? physics_.viscous->n_variables : 0, n_slopes = n * dim;
  const double* const c = op_.coefficients.cell(cell.element, d_.element.Np);
  const Face f = face_at(cell, face, values);
  std::vector<double> exterior(n_fields), flux(n_fields), viscous_flux(n > 0 ? n_fields : 0), w(n), jump(n);
  for (int q = 0; q < quadrature_.Nfq; ++q) {
    const double *const u = &f.u[q * n_fields], *const data = &f.data[q * n_fields];
    BoundaryPoint point{point_at(dim, f.x, q),
                        point_at(dim, f.n, q),
                        f.area[q],
                        d_.factors.smallest_altitude[cell.element],
                        {},
                        {},
                        {},
                        {},
                        {}};
    physics_.exterior(f.type, u, data, point.n.data(), point.x.data(), values.t, c, op_.flux_parameters,
                      exterior.data());
    physics_.numerical_flux(u, c, exterior.data(), c, point.n.data(), op_.flux_parameters, flux.data());
    if (physics_.viscous) {
      std::vector<double> slopes(n_slopes);
      for (int m = 0; m < Nfp; ++m) {
        const double* const at_node = &gradients[d_.element.face_nodes[face * Nfp + m] * n_slopes];
        for (std::size_t i = 0; i < n_slopes; ++i) slopes[i] += quadrature_.face_V[q * Nfp + m] * at_node[i];
      }
      physics_.viscous->boundary_flux(f.type, u, slopes.data(), data, point.n.data(), c, f.per_length,
                                      viscous_flux.data());
      physics_.viscous->variables(u, c, w.data());
      physics_.viscous->boundary_jump(f.type, u, data, point.n.data(), c, jump.data());
      for (std::size_t i = 0; i < n; ++i) w[i] += jump[i];
    }
    point.u = {u, static_cast<std::size_t>(n_fields)};
    point.c = {c, static_cast<std::size_t>(op_.coefficients.n)};
    point.flux = flux;
    point.viscous_flux = viscous_flux;
    point.variables = w;
    body(point);
  }
}

void BoundaryFlux::for_each_point(std::span<const double> samples, double t,
                                  const std::function<void(const BoundaryPoint&)>& body) const {
  check_size("BoundaryFlux", samples.size(), elements_.size() * physics_.n_fields, "values");
  const Values values{samples, physics_.n_fields, t};
  for (const Cell& cell : cells_) {
    const std::vector<double> slopes = physics_.viscous ? gradients(cell, values) : std::vector<double>();
    for (int face = 0; face < d_.mesh.n_faces(); ++face) {
      const int group = d_.trace.boundary[cell.element * d_.mesh.n_faces() + face];
      if (group >= 0 && is_wanted_[group]) visit(cell, face, values, slopes, body);
    }
  }
}

}  // namespace dgsolve
