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
