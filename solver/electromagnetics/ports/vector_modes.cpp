#include "solver/electromagnetics/ports/vector_modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "solver/linear/sparse_eigen.hpp"

namespace dgsolve {
namespace {

/// The shift over the largest β² that a mode can have: above all of them.
constexpr double beyond = 1.02;

double wave_number2(const Units& units, double omega) { return omega * omega * units.epsilon_0 * units.mu_0; }

std::vector<BoundarySpace> zero_on_metal(const PortFaces& faces) {
  std::vector<BoundarySpace> walls(faces.section.boundary_names.size(), BoundarySpace::free);
  std::fill_n(walls.begin(), faces.n_conductors(), BoundarySpace::zero);
  return walls;
}

/// A vector from its components along ∇r and ∇s.
std::array<double, 2> covariant(const double* metric, double r, double s) {
  return {metric[0] * r + metric[2] * s, metric[1] * r + metric[3] * s};
}

/// ε |x|ᵀ|A||x| / (|xᵀBx| |λ|): the share by which entries of A that are rounded may change λ of A x = λ B x.
double rounding_share(const CsrMatrix& A, const CsrMatrix& B, const std::vector<std::complex<double>>& x,
                      double lambda) {
  double magnitude = 0;
  std::complex<double> product = 0;
  for (int row = 0; row < A.rows; ++row) {
    for (auto k = A.row_begin[row]; k < A.row_begin[row + 1]; ++k)
      magnitude += std::abs(x[row]) * std::abs(A.value[k]) * std::abs(x[A.column[k]]);
    for (auto k = B.row_begin[row]; k < B.row_begin[row + 1]; ++k)
      product += x[row] * B.value[k] * x[B.column[k]];
  }
  return std::numeric_limits<double>::epsilon() * magnitude / (std::abs(product) * lambda);
}

/// A field of edge functions at point n.
std::array<double, 2> vector_at(const EdgeElements::Values& values, int n, const double* coefficients,
                                const double* metric) {
  double r = 0, s = 0;
  for (int i = 0; i < values.along_r.cols; ++i) {
    r += values.along_r(n, i) * coefficients[i];
    s += values.along_s(n, i) * coefficients[i];
  }
  return covariant(metric, r, s);
}

class VectorProfile : public SectionProfile {
 public:
  /// admittance: |β|/(ωμ₀).
  VectorProfile(std::shared_ptr<const PortSpace> port, const VectorMode& mode, double admittance)
      : SectionProfile(std::move(port)), mode_(mode), admittance_(admittance) {}

  std::vector<SectionFields> in_section(int cell, const std::vector<double>& points) const override {
    const SectionSpace& space = port->space;
    const EdgeElements elements(space.q());
    const EdgeElements::Values values = elements.at(points);
    const std::vector<double> metric = space.metric_at(cell, points),
                              g = space.gradient(cell, points, &mode_.z[cell * space.d.element.Np]);
    const double Y = admittance_ / port->faces->media[space.d.mesh.region[cell]].mu_r;
    std::vector<SectionFields> fields;
    for (int n = 0; n < std::ssize(points) / 2; ++n) {
      const std::array<double, 2> e = vector_at(values, n, &mode_.e[cell * elements.size()], &metric[4 * n]);
      fields.push_back({e, {-Y * (e[1] + g[2 * n + 1]), Y * (e[0] + g[2 * n])}});
    }
    return fields;
  }

 private:
  const VectorMode mode_;
  const double admittance_;
};

}  // namespace

struct VectorModes::Forms {
  Matrix curls, edge_mass, mixed, stiffness, mass;
};

VectorModes::VectorModes(std::shared_ptr<const PortSpace> port, const Units& units)
    : port_(std::move(port)),
      units_(units),
      edges_(port_->space, port_->faces->n_conductors()),
      nodes_(port_->space.continuous(zero_on_metal(*port_->faces))),
      values_(edges_.elements.at(port_->space.rule.points)) {}

VectorModes::Forms VectorModes::cell_forms(int e) const {
  const SectionSpace& space = port_->space;
  const CellAtPoints cell = space.at_points(e);
  const int n = space.rule.size(), size = edges_.elements.size(), Np = space.d.element.Np;
  // Functions at points times √weight, an axis below the other.
  Matrix w(2 * n, size), g(2 * n, Np), curl(n, size);
  for (int p = 0; p < n; ++p) {
    const double root = std::sqrt(cell.weights[p]);
    for (int i = 0; i < size; ++i) {
      const double sign = edges_.turned[e * size + i] * root;
      const auto along = covariant(&cell.metric[4 * p], values_.along_r(p, i), values_.along_s(p, i));
      w(p, i) = sign * along[0];
      w(n + p, i) = sign * along[1];
      curl(p, i) = sign * values_.curl(p, i) / cell.J[p];
    }
    for (int i = 0; i < Np; ++i) {
      const auto along = covariant(&cell.metric[4 * p], space.D[0](p, i), space.D[1](p, i));
      g(p, i) = root * along[0];
      g(n + p, i) = root * along[1];
    }
  }
  const Matrix wt = transpose(w);
  return {transpose(curl) * curl, wt * w, wt * g, space.stiffness(cell), space.mass(cell)};
}

std::vector<int> VectorModes::cell_unknowns() const {
  const int size = edges_.elements.size(), Np = port_->space.d.element.Np;
  std::vector<int> unknown;
  for (int e = 0; e < port_->space.d.K(); ++e) {
    for (int i = 0; i < size; ++i) unknown.push_back(edges_.unknown[e * size + i]);
    for (int i = 0; i < Np; ++i) {
      const int u = nodes_.unknown[e * Np + i];
      unknown.push_back(u < 0 ? -1 : edges_.n_unknowns + u);
    }
  }
  return unknown;
}

std::vector<VectorMode> VectorModes::find(double omega, int n) const {
  const SectionSpace& space = port_->space;
  const double k2 = wave_number2(units_, omega);
  const int size = edges_.elements.size(), Np = space.d.element.Np, K = space.d.K();
  std::vector<Matrix> A, B;
  double largest = 0;
  for (int e = 0; e < K; ++e) {
    const PortMedium& medium = port_->faces->media[space.d.mesh.region[e]];
    const double epsilon = permittivity(medium.epsilon, omega).real(), mu = medium.mu_r;
    largest = std::max(largest, k2 * epsilon * mu);
    const Forms forms = cell_forms(e);
    Matrix a(size + Np, size + Np), b(size + Np, size + Np);
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        a(i, j) = forms.curls(i, j) / mu - k2 * epsilon * forms.edge_mass(i, j);
        b(i, j) = forms.edge_mass(i, j) / mu;
      }
      for (int j = 0; j < Np; ++j) b(i, size + j) = b(size + j, i) = forms.mixed(i, j) / mu;
    }
    for (int i = 0; i < Np; ++i)
      for (int j = 0; j < Np; ++j)
        b(size + i, size + j) = forms.stiffness(i, j) / mu - k2 * epsilon * forms.mass(i, j);
    A.push_back(std::move(a));
    B.push_back(std::move(b));
  }
  const std::vector<int> unknown = cell_unknowns();
  const int rows = edges_.n_unknowns + nodes_.n_unknowns;
  const CsrMatrix matrix_a = assemble(rows, rows, unknown, unknown, A),
                  matrix_b = assemble(rows, rows, unknown, unknown, B);
  const ComplexEigenPairs pairs =
      eigenpairs_near(matrix_a, matrix_b, -beyond * largest, n, edges_.n_unknowns);
  std::vector<VectorMode> modes;
  for (std::size_t m = 0; m < pairs.values.size(); ++m) {
    const std::vector<std::complex<double>>& x = pairs.vectors[m];
    // A real eigenvalue's vector is real but for a phase.
    const auto largest_entry =
        *std::max_element(x.begin(), x.end(), [](auto a, auto b) { return std::abs(a) < std::abs(b); });
    const std::complex<double> phase = std::conj(largest_entry) / std::abs(largest_entry);
    VectorMode mode{-pairs.values[m], {}, {}};
    for (int e = 0; e < K; ++e)
      for (int i = 0; i < size + Np; ++i) {
        const int u = unknown[e * (size + Np) + i];
        const double value = u < 0 ? 0 : (phase * x[u]).real();
        if (i < size)
          mode.e.push_back(edges_.turned[e * size + i] * value);
        else
          mode.z.push_back(value);
      }
    if (std::abs(mode.beta2.imag()) < 1e-7 * std::abs(mode.beta2)) mode.beta2 = mode.beta2.real();
    normalise(mode, omega);
    mode.rounding = rounding_share(matrix_a, matrix_b, x, std::abs(mode.beta2));
    modes.push_back(std::move(mode));
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const VectorMode& a, const VectorMode& b) { return a.beta2.real() > b.beta2.real(); });
  return modes;
}

VectorModes::Samples VectorModes::samples(const VectorMode& mode, double omega) const {
  const SectionSpace& space = port_->space;
  const int size = edges_.elements.size(), Np = space.d.element.Np;
  const double admittance = std::sqrt(std::abs(mode.beta2)) / (omega * units_.mu_0);
  Samples samples;
  for (int e = 0; e < space.d.K(); ++e) {
    const CellAtPoints cell = space.at_points(e);
    const std::vector<double> g = space.gradient(cell, &mode.z[e * Np]);
    const double Y = admittance / port_->faces->media[space.d.mesh.region[e]].mu_r;
    for (int p = 0; p < space.rule.size(); ++p) {
      const auto field = vector_at(values_, p, &mode.e[e * size], &cell.metric[4 * p]);
      for (int j = 0; j < 2; ++j) {
        samples.e.push_back(cell.weights[p] * field[j]);
        samples.h.push_back(Y * (field[j] + g[2 * p + j]));
      }
    }
  }
  return samples;
}

void VectorModes::normalise(VectorMode& mode, double omega) const {
  const Samples raw = samples(mode, omega);
  const double power = std::inner_product(raw.e.begin(), raw.e.end(), raw.h.begin(), 0.0) / 2;
  const double factor = 1 / std::sqrt(std::abs(power));
  mode.power = std::copysign(1.0, power);
  for (double& value : mode.e) value *= factor;
  for (double& value : mode.z) value *= factor;

  // ∫ω Im ε |E|²/4 over the power of 1, which falls like exp(−2αz); E_z = i z/β.
  const SectionSpace& space = port_->space;
  const int Np = space.d.element.Np, n = space.rule.size();
  for (int e = 0; e < space.d.K(); ++e) {
    const double loss = -permittivity(port_->faces->media[space.d.mesh.region[e]].epsilon, omega).imag();
    if (loss == 0) continue;
    const CellAtPoints cell = space.at_points(e);
    for (int p = 0; p < n; ++p) {
      double z = 0;
      for (int i = 0; i < Np; ++i) z += space.V(p, i) * mode.z[e * Np + i];
      const double* field = &raw.e[2 * (e * n + p)];  // times the weight
      const double e2 =
          factor * factor * (field[0] * field[0] + field[1] * field[1]) / (cell.weights[p] * cell.weights[p]);
      mode.attenuation +=
          cell.weights[p] * omega * units_.epsilon_0 * loss / 4 * (e2 + z * z / std::abs(mode.beta2));
    }
  }
}

std::shared_ptr<SectionProfile> VectorModes::profile(const VectorMode& mode, double omega) const {
  return std::make_shared<VectorProfile>(port_, mode,
                                         std::sqrt(std::abs(mode.beta2)) / (omega * units_.mu_0));
}

}  // namespace dgsolve
