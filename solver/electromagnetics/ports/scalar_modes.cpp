#include "solver/electromagnetics/ports/scalar_modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solver/linear/sparse_eigen.hpp"

namespace dgsolve {
namespace {

std::vector<BoundarySpace> walls_of(const PortFaces& faces, BoundarySpace at_pec, BoundarySpace at_pmc) {
  std::vector<BoundarySpace> walls(faces.section.boundary_names.size(), at_pmc);
  std::fill_n(walls.begin(), faces.n_conductors(), at_pec);
  return walls;
}

struct CellForms {
  std::vector<Matrix> stiffness, mass;  ///< [K]
  double area = 0;
};

CellForms cell_forms(const SectionSpace& space, const ScalarWeights& weights) {
  CellForms forms;
  for (int e = 0; e < space.d.K(); ++e) {
    const CellAtPoints cell = space.at_points(e);
    const int region = space.d.mesh.region[e];
    const auto weighted = [&](Matrix m, const std::vector<double>& factors) {
      if (!factors.empty())
        for (double& a : m.a) a *= factors[region];
      return m;
    };
    forms.stiffness.push_back(weighted(space.stiffness(cell), weights.stiffness));
    forms.mass.push_back(weighted(space.mass(cell), weights.mass));
    for (const double w : cell.weights) forms.area += w;
  }
  return forms;
}

/// Σ over cells of uᵀAu.
double quadratic_form(const std::vector<Matrix>& cells, const std::vector<double>& u,
                      const std::vector<double>& v) {
  double sum = 0;
  for (std::size_t e = 0; e < cells.size(); ++e) {
    const int n = cells[e].rows;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) sum += u[e * n + i] * cells[e](i, j) * v[e * n + j];
  }
  return sum;
}

void scale(std::vector<double>& values, double factor) {
  for (double& value : values) value *= factor;
}

/// The potential that is 1 on one conductor and 0 on the others.
std::vector<double> unit_potential(const SectionSpace& space, const PortFaces& faces, const CellForms& forms,
                                   int conductor) {
  std::vector<BoundarySpace> walls = walls_of(faces, BoundarySpace::zero, BoundarySpace::free);
  walls[conductor] = BoundarySpace::constant;
  const ContinuousSpace functions = space.continuous(walls);
  // The row of the conductor's value gives way to "the value is 1", its column goes to the right side.
  const int fixed = functions.group_unknown[conductor];
  std::vector<int> unknown(functions.unknown.begin(), functions.unknown.end());
  std::vector<double> values(functions.n_unknowns, 0.0), known(unknown.size(), 0.0);
  std::vector<double> b(functions.n_unknowns, 0.0);
  for (std::size_t i = 0; i < unknown.size(); ++i)
    if (unknown[i] == fixed) known[i] = 1;
  const int Np = space.d.element.Np;
  for (int e = 0; e < space.d.K(); ++e)
    for (int i = 0; i < Np; ++i)
      if (const int row = unknown[e * Np + i]; row >= 0 && row != fixed)
        for (int j = 0; j < Np; ++j) b[row] -= forms.stiffness[e](i, j) * known[e * Np + j];
  const int last = functions.n_unknowns - 1;  // takes the number that becomes free
  for (int& u : unknown) u = u == fixed ? -1 : u == last ? fixed : u;
  std::swap(b[fixed], b[last]);
  b.pop_back();
  std::vector<double> x = last == 0
                              ? std::vector<double>{}
                              : solve_positive(assemble(last, last, unknown, unknown, forms.stiffness), b);
  std::vector<double> nodal(unknown.size());
  for (std::size_t i = 0; i < nodal.size(); ++i) nodal[i] = unknown[i] >= 0 ? x[unknown[i]] : known[i];
  return nodal;
}

class ScalarProfile : public SectionProfile {
 public:
  ScalarProfile(std::shared_ptr<const PortSpace> space, const ScalarMode& mode)
      : SectionProfile(std::move(space)), kind_(mode.kind), nodal_(mode.nodal) {}

  std::vector<SectionFields> in_section(int cell, const std::vector<double>& points) const override {
    const SectionSpace& space = port->space;
    const std::vector<double> gradient = space.gradient(cell, points, &nodal_[cell * space.d.element.Np]);
    std::vector<SectionFields> fields;
    for (std::size_t n = 0; n < points.size(); n += 2) {
      const double root = std::numbers::sqrt2, x = root * gradient[n], y = root * gradient[n + 1];
      const std::array<double, 2> e = kind_ == ModeKind::TE   ? std::array{-y, x}
                                      : kind_ == ModeKind::TM ? std::array{x, y}
                                                              : std::array{-x, -y};
      fields.push_back({e, {-e[1], e[0]}});
    }
    return fields;
  }

 private:
  ModeKind kind_;
  std::vector<double> nodal_;
};

}  // namespace

std::vector<ScalarMode> scalar_modes(const SectionSpace& space, const PortFaces& faces, ModeKind kind,
                                     int count, const ScalarWeights& weights) {
  const bool is_te = kind == ModeKind::TE;
  const ContinuousSpace functions =
      space.continuous(is_te ? walls_of(faces, BoundarySpace::free, BoundarySpace::zero)
                             : walls_of(faces, BoundarySpace::zero, BoundarySpace::free));
  const CellForms forms = cell_forms(space, weights);
  const int n = functions.n_unknowns;
  const std::vector<int> unknown(functions.unknown.begin(), functions.unknown.end());
  const double scale_of_k = 1 / forms.area;
  const EigenPairs pairs =
      smallest_eigenpairs(assemble(n, n, unknown, unknown, forms.stiffness),
                          assemble(n, n, unknown, unknown, forms.mass), count + 1, scale_of_k);
  std::vector<ScalarMode> modes;
  for (std::size_t i = 0; i < pairs.values.size() && std::ssize(modes) < count; ++i) {
    if (pairs.values[i] < 1e-6 * scale_of_k) continue;  // the constant
    ScalarMode mode{kind, pairs.values[i], space.nodal(functions, pairs.vectors[i])};
    scale(mode.nodal, 1 / std::sqrt(mode.kc2));
    modes.push_back(std::move(mode));
  }
  return modes;
}

std::vector<ScalarMode> tem_modes(const SectionSpace& space, const PortFaces& faces) {
  const int n = faces.n_conductors() - 1;
  if (n < 1) return {};
  const CellForms forms = cell_forms(space, {});
  std::vector<std::vector<double>> potentials;
  for (int c = 1; c <= n; ++c) potentials.push_back(unit_potential(space, faces, forms, c));
  Matrix C(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) C(i, j) = quadratic_form(forms.stiffness, potentials[i], potentials[j]);
  const SymmetricEigen eigen = symmetric_eigen(C);
  std::vector<ScalarMode> modes;
  for (int m = 0; m < n; ++m) {
    std::vector<double> v(n);
    for (int i = 0; i < n; ++i) v[i] = eigen.vectors(i, m);
    const double largest = std::abs(
        *std::max_element(v.begin(), v.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    const auto leads =
        std::find_if(v.begin(), v.end(), [&](double a) { return std::abs(a) > 0.999 * largest; });
    scale(v, std::copysign(1 / std::sqrt(eigen.values[m]), *leads));
    ScalarMode mode{ModeKind::TEM, 0, std::vector<double>(potentials[0].size(), 0.0), {0}};
    mode.potentials.insert(mode.potentials.end(), v.begin(), v.end());
    for (int i = 0; i < n; ++i)
      for (std::size_t k = 0; k < mode.nodal.size(); ++k) mode.nodal[k] += v[i] * potentials[i][k];
    modes.push_back(std::move(mode));
  }
  return modes;
}

ScalarMode combination(const std::vector<ScalarMode>& modes, const std::vector<double>& c) {
  ScalarMode sum{modes.front().kind, 0, std::vector<double>(modes.front().nodal.size(), 0.0)};
  double norm = 0;
  for (const double share : c) norm += share * share;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    sum.kc2 += c[i] * c[i] / norm * modes[i].kc2;
    for (std::size_t k = 0; k < sum.nodal.size(); ++k)
      sum.nodal[k] += c[i] / std::sqrt(norm) * modes[i].nodal[k];
  }
  return sum;
}

std::shared_ptr<SectionProfile> scalar_profile(std::shared_ptr<const PortSpace> space,
                                               const ScalarMode& mode) {
  return std::make_shared<ScalarProfile>(std::move(space), mode);
}

}  // namespace dgsolve
