/// The Navier–Stokes equations: orders with a manufactured source, Couette flow, eigenvalues.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

/// Steady, so that its source is projected once.
const std::map<std::string, std::string> manufactured{{"rho", "1 + 0.1*sin(2*pi*(x+y))"},
                                                      {"u", "0.4 + 0.1*cos(2*pi*x)*sin(2*pi*y)"},
                                                      {"v", "0.3 + 0.1*sin(2*pi*(x-y))"},
                                                      {"p", "1 + 0.1*cos(2*pi*(x-y))"}};

double manufactured_error(int N, int cells, VolumeQuadrature quadrature, int geometry_order,
                          double viscosity = 0.02) {
  const Mesh mesh = wavy_periodic_box(2, cells, geometry_order);
  WaveSystem options = flow_options("navier_stokes", N, mesh, {{"viscosity", viscosity}});
  options.quadrature = quadrature;
  options.initial = options.exact = parse(manufactured);
  set_manufactured_source(options, find_physics("navier_stokes", 2, "", "hllc"));
  Wave wave(mesh, options);
  const double final = 0.2;
  const double h = *std::ranges::min_element(wave.discretization.factors.smallest_altitude);
  const StepLimits limits = wave.op.step_limits();
  const double dt = 0.5 / (2 / (limits.waves * h) + 2 * viscosity / (limits.diffusion * h * h));
  return wave.total_error(final, wave.run(final, dt));
}

/// Orders 2 and 4 lose up to a half where friction and waves count alike.
TEST(ManufacturedFlow, converges_with_order_N_and_0_7_at_odd_orders_and_0_4_at_even_ones) {
  using enum VolumeQuadrature;
  for (const int N : {1, 2, 3})
    for (const auto& [quadrature, geometry_order] :
         {std::pair{over_integrated, 1}, {over_integrated, 2}, {cell, 1}, {nodal, 1}}) {
      const double coarse = manufactured_error(N, 6, quadrature, geometry_order),
                   fine = manufactured_error(N, 12, quadrature, geometry_order);
      EXPECT_GE(std::log2(coarse / fine), N + (N % 2 == 0 ? 0.4 : 0.7))
          << "N = " << N << ", geometric order " << geometry_order << ": " << coarse << ", " << fine;
    }
}

/// Couette flow with heat: one wall moves, and each has a temperature of its own (Schlichting & Gersten,
/// Boundary-Layer Theory, section 4.1.1): u = y, T = T0 + (T1 − T0) y + Pr/(2 c_p) y (1 − y), p = 1.
double couette_error(int N, int cells) {
  BoxOptions box = box_of(2, cells, 0, 1, false);
  box.periodic[0] = true;
  const Mesh mesh = make_box(box);
  WaveSystem options = flow_options("navier_stokes", N, mesh, {{"viscosity", 0.05}});
  const std::string T = "(0.8 + 0.1*y + 0.72/7*y*(1 - y))";
  options.initial = options.exact = parse({{"rho", "1/" + T}, {"u", "y"}, {"p", "1"}});
  options.boundaries["ymin"] = {"wall", "", parse({{"temperature", "0.8"}})};
  options.boundaries["ymax"] = {"wall", "", parse({{"temperature", "0.9"}, {"u", "1"}})};
  Wave wave(mesh, options);
  const double final = 2, dt = choose_time_step(wave.op, {}).dt;
  return wave.total_error(final, wave.run(final, dt));
}

TEST(HeatedCouetteFlow, converges_with_order_N_and_0_8) {
  for (const int N : {1, 2, 3}) {
    const double coarse = couette_error(N, 3), fine = couette_error(N, 6);
    EXPECT_GE(std::log2(coarse / fine), N + 0.8) << "N = " << N << ": " << coarse << ", " << fine;
  }
}

/// Steady Couette flow between walls of one temperature T0, of a gas whose viscosity is a power of T. Stress
/// and heat both have μ as a factor, so that T = T0 + Pr/(2 c_p) u (1 − u) as with constant viscosity
/// (Schlichting & Gersten, Boundary-Layer Theory, section 4.1.1). The stress μ du/dy is the same everywhere:
/// y = ∫₀ᵘ μ du/∫₀¹ μ du, from which u follows by Newton's method.
class PowerLawCouette {
 public:
  PowerLawCouette(double T0, double exponent) : T0_(T0), exponent_(exponent), whole_(integral(1)) {}

  double temperature(double u) const { return T0_ + 0.72 / 7 * u * (1 - u); }
  double velocity(double y) const {
    double u = y;
    for (int i = 0; i < 50; ++i) u -= (integral(u) / whole_ - y) * whole_ / viscosity(u);
    return u;
  }

 private:
  double viscosity(double u) const { return std::pow(temperature(u), exponent_); }
  /// ∫₀ᵘ μ du by Gauss's rule of 12 points: to round-off.
  double integral(double u) const {
    const Quadrature rule = gauss_jacobi(12, 0, 0);
    double sum = 0;
    for (int q = 0; q < rule.size(); ++q) sum += rule.weights[q] * viscosity(u * (1 + rule.points[q]) / 2);
    return sum * u / 2;
  }

  const double T0_, exponent_, whole_;
};

/// The L2 error of u, interpolated at nodes, when the flow has become steady.
double power_law_couette_error(int N, int cells) {
  constexpr double T0 = 0.3, exponent = 1.5;
  BoxOptions box = box_of(2, cells, 0, 1, false);
  box.cells[0] = 2;
  box.upper[0] = 2.0 / cells;
  box.periodic[0] = true;
  const Mesh mesh = make_box(box);
  WaveSystem options =
      flow_options("navier_stokes", N, mesh,
                   {{"viscosity", 0.05}, {"viscosity_temperature", T0}, {"viscosity_exponent", exponent}});
  const std::string T = "(0.3 + 0.72/7*y*(1-y))";  // of constant viscosity
  options.initial = parse({{"rho", "0.3/" + T}, {"u", "y"}, {"p", "0.3"}});
  options.boundaries["ymin"] = {"wall", "", parse({{"temperature", "0.3"}})};
  options.boundaries["ymax"] = {"wall", "", parse({{"temperature", "0.3"}, {"u", "1"}})};
  Wave wave(mesh, options);
  const std::vector<double> end = wave.run(30, 0.8 * choose_time_step(wave.op, {}).dt);
  const PowerLawCouette exact(T0, exponent);
  const Discretization& d = wave.discretization;
  const std::size_t Np = d.element.Np;
  double sum = 0;
  for (int e = 0; e < d.K(); ++e) {
    const std::vector<double> nodes = d.nodes_of(e);
    std::vector<double> error(Np);
    for (std::size_t i = 0; i < Np; ++i)
      error[i] = end[(e * 4 + 1) * Np + i] / end[e * 4 * Np + i] - exact.velocity(nodes[2 * i + 1]);
    for (std::size_t i = 0; i < Np; ++i)
      for (std::size_t k = 0; k < Np; ++k)
        sum += d.factors.straight(e).jacobian * d.element.mass(i, k) * error[i] * error[k];
  }
  return std::sqrt(sum * cells / 2);
}

TEST(PowerLawCouetteFlow, converges_with_order_N_and_0_8) {
  for (const int N : {1, 2, 3}) {
    const double coarse = power_law_couette_error(N, 3), fine = power_law_couette_error(N, 6);
    EXPECT_GE(std::log2(coarse / fine), N + 0.8) << "N = " << N << ": " << coarse << ", " << fine;
  }
}

TEST(PowerLaw, with_the_exponent_0_is_constant_viscosity_to_the_bit) {
  const Mesh mesh = wavy_periodic_box(2, 3, 2);
  std::vector<double> rates[2];
  for (const int law : {0, 1}) {
    const std::map<std::string, double> gas =
        law == 0 ? std::map<std::string, double>{{"viscosity", 0.02}}
                 : std::map<std::string, double>{
                       {"viscosity", 0.02}, {"viscosity_temperature", 0.7}, {"viscosity_exponent", 0}};
    Wave wave(mesh, flow_options("navier_stokes", 3, mesh, gas));
    const std::vector<double> u = wave.random_state(1);
    rates[law].resize(u.size());
    evaluate(wave.op, u, 0, rates[law]);
  }
  EXPECT_EQ(rates[0], rates[1]);
}

/// About a state at rest, by central differences: no mode grows.
TEST(ViscousOperator, has_no_eigenvalue_in_the_right_half_plane) {
  for (const int N : {1, 2, 3}) {
    BoxOptions box = box_of(2, 2, 0, 1, true);
    box.jitter = 0.1;
    const Mesh mesh = make_box(box);
    WaveSystem options = flow_options("navier_stokes", N, mesh, {{"viscosity", 1}});
    options.initial = parse({{"rho", "1"}, {"u", "0.1"}, {"v", "0.07"}, {"p", "1"}});
    Wave wave(mesh, options);
    const std::vector<double> u = wave.project(options.initial, 0);
    const int n = static_cast<int>(u.size());
    Eigen::MatrixXd J(n, n);
    const double step = 1e-5;
    for (int i = 0; i < n; ++i) {
      std::vector<double> up = u, down = u, rate_up(u.size()), rate_down(u.size());
      up[i] += step;
      down[i] -= step;
      evaluate(wave.op, up, 0, rate_up);
      evaluate(wave.op, down, 0, rate_down);
      for (int k = 0; k < n; ++k) J(k, i) = (rate_up[k] - rate_down[k]) / (2 * step);
    }
    const Eigen::VectorXcd values = J.eigenvalues();
    double right = -1e300, largest = 0;
    for (const auto& value : values) {
      right = std::max(right, value.real());
      largest = std::max(largest, std::abs(value));
    }
    EXPECT_LT(right, 1e-10 * largest) << "N = " << N;
  }
}

}  // namespace
}  // namespace dgsolve::test
