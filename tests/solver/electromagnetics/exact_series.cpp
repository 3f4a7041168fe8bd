/// The exact solutions that runs are compared with, against each other and against known values.

#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/exact/cylinder_series.hpp"
#include "tests/support/exact/slab.hpp"
#include "tests/support/exact/sphere_series.hpp"

namespace dgsolve::test {
namespace {

using std::numbers::pi;

TEST(SphereSeries, of_a_conductor_and_a_dielectric_have_the_known_values) {
  const SphereSeries conductor(1);
  EXPECT_NEAR(conductor.e_plane(pi), 3.6375665, 1e-7);
  EXPECT_NEAR(conductor.h_plane(pi), 3.6375665, 1e-7);
  EXPECT_NEAR(conductor.e_plane(pi / 2), 0.6178817, 1e-7);
  EXPECT_NEAR(conductor.h_plane(pi / 2), 2.8627748, 1e-7);
  EXPECT_NEAR(SphereSeries(1, 1.5).scattering(), 0.2150976, 1e-7);
}

TEST(SphereSeries, without_absorption_scatter_all_that_they_take_out_of_the_wave) {
  for (const double x : {0.1, 0.5, 1.0, 3.0, 10.0})
    for (const auto& sphere : {SphereSeries(x), SphereSeries(x, 1.5), SphereSeries(x, 3)})
      EXPECT_NEAR(sphere.extinction() / sphere.scattering(), 1, 1e-12) << x;
}

/// The integral of the bistatic cross-section over all directions, by symmetry from its two planes.
TEST(SphereSeries, scatter_in_all_directions_together_their_cross_section) {
  for (const auto& sphere : {SphereSeries(2), SphereSeries(2, 1.5)}) {
    double sum = 0;
    constexpr int n = 20000;
    for (int i = 0; i < n; ++i) {
      const double theta = (i + 0.5) * pi / n;
      sum += (sphere.e_plane(theta) + sphere.h_plane(theta)) / 4 * std::sin(theta) * pi / n;
    }
    EXPECT_NEAR(sum / sphere.scattering(), 1, 1e-6);
  }
}

TEST(SphereSeries, of_small_conductors_follow_rayleigh) {
  constexpr double x = 1e-2;  // 10/3 x⁴, and 9 x⁴ backwards
  EXPECT_NEAR(SphereSeries(x).scattering() / (10.0 / 3 * std::pow(x, 4)), 1, 1e-3);
  EXPECT_NEAR(SphereSeries(x).e_plane(pi) / (9 * std::pow(x, 4)), 1, 1e-3);
}

/// The extinction theorem: what is missing forwards is what goes elsewhere.
TEST(CylinderSeries, scatter_what_they_take_out_forwards) {
  for (const bool tm : {true, false})
    for (const double ka : {0.3, 1.0, 4.0}) {
      double mean = 0;  // of σ/λ over the angle: |Σ|² (2/π)
      constexpr int n = 720;
      for (int i = 0; i < n; ++i) mean += cylinder_width(ka, 2 * pi * i / n, tm) / n;
      // Every wave's coefficient c has |c|² = Re c, where nothing is absorbed: both sums are equal.
      double real = 0;
      for (int i = 0; i <= 40; ++i) {
        const double j = tm ? std::cyl_bessel_j(i, ka)
                            : i / ka * std::cyl_bessel_j(i, ka) - std::cyl_bessel_j(i + 1, ka),
                     y = tm ? std::cyl_neumann(i, ka)
                            : i / ka * std::cyl_neumann(i, ka) - std::cyl_neumann(i + 1, ka);
        if (std::isfinite(y)) real += (i == 0 ? 1 : 2) * j * j / (j * j + y * y);
      }
      EXPECT_NEAR(mean, 2 / pi * real, 1e-12) << ka;
    }
}

TEST(CylinderSeries, of_large_cylinders_reflect_backwards_as_a_mirror) {
  constexpr double ka = 60;  // σ = πa
  EXPECT_NEAR(cylinder_width(ka, pi, true) / (ka / 2), 1, 1e-3);
  EXPECT_NEAR(cylinder_width(ka, pi, false) / (ka / 2), 1, 1e-3);
}

TEST(CylinderSeries, without_absorption_scatter_all_that_they_take_out_and_small_ones_absorb_as_a_dipole) {
  for (const double x : {0.1, 0.5, 1.5})
    for (const std::complex<double> index : {std::complex(1.5, 0.0), std::complex(0.0, -2.0)}) {
      const auto [scattering, extinction] = cylinder_efficiencies(x, index);
      EXPECT_NEAR(extinction / scattering, 1, 1e-12) << x << ' ' << index;
    }
  constexpr double x = 1e-3;
  const std::complex<double> epsilon(-1.2, -0.6);
  const double dipole = -pi * x * ((epsilon - 1.0) / (epsilon + 1.0)).imag();
  EXPECT_NEAR(cylinder_efficiencies(x, std::sqrt(epsilon)).extinction / dipole, 1, 1e-4);
}

TEST(Slab, of_a_quarter_wave_reflects_most_and_of_half_a_wave_nothing) {
  EXPECT_NEAR(slab_power(2, pi / 2).reflected, 0.36, 1e-12);
  EXPECT_NEAR(slab_power(2, pi).reflected, 0, 1e-12);
  for (double phase = 0; phase < 4; phase += 0.1)
    EXPECT_NEAR(slab_power(2, phase).reflected + slab_power(2, phase).transmitted, 1, 1e-12);
}

TEST(Layers, of_one_are_the_slab_and_of_quarter_waves_reflect_as_their_indices_say) {
  for (const std::complex<double> index : {std::complex(2.0, 0.0), std::complex(1.5, -0.7)}) {
    const Layer layer{index, 0.4};
    const SlabPower one = layers_power(std::span(&layer, 1), 3), slab = slab_power(index, index * 3.0 * 0.4);
    EXPECT_NEAR(one.reflected, slab.reflected, 1e-12);
    EXPECT_NEAR(one.transmitted, slab.transmitted, 1e-12);
  }
  const Layer high{2, pi / 4}, low{1.5, pi / 3};
  const std::vector<Layer> layers = {high, low, high, low, high};
  const double admittance = 4 * std::pow(2 / 1.5, 4);
  EXPECT_NEAR(layers_power(layers, 1).reflected, std::pow((1 - admittance) / (1 + admittance), 2), 1e-12);
  EXPECT_NEAR(layers_power(layers, 1.3).reflected + layers_power(layers, 1.3).transmitted, 1, 1e-12);
}

}  // namespace
}  // namespace dgsolve::test
