/// Maxwell's equations on curved tetrahedra: what the matrices of the operator and of the energy prove for
/// all fields at once, static fields, and long runs.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/waves/covariant_energy.hpp"
#include "tests/support/waves/stability.hpp"

namespace dgsolve::test {
namespace {

/// Types of the walls xmin, xmax, ymin, ymax, zmin, zmax.
using Walls = std::array<std::string_view, 6>;
constexpr Walls lossless = {"pec", "pmc", "pec", "pmc", "pec", "pmc"},
                every_type = {"pec", "pmc", "absorbing", "incoming", "absorbing", "incoming"},
                pec = {"pec", "pec", "pec", "pec", "pec", "pec"},
                pmc = {"pmc", "pmc", "pmc", "pmc", "pmc", "pmc"};

/// Two media in a box of twelve cells, all of them curved with all their faces. The data of walls are zero.
struct BentBox {
  int N, geometry_order;
  double alpha;
  Walls walls;
  double sigma = 0;  ///< of the second medium
  Precision precision = Precision::double_;

  Wave make() const {
    Mesh mesh = make_box({.dim = 3, .cells = {2, 1, 1}, .geometry_order = geometry_order}, true);
    bend(mesh, [](Point x) {
      Point y = x;
      for (int d = 0; d < 3; ++d) y[d] += 0.06 * std::sin(2 * x[(d + 1) % 3] + x[d] + d);
      return y;
    });
    WaveSystem system;
    system.equation = "maxwell";
    system.order = N;
    system.flux_parameters["alpha"] = alpha;
    system.regions["box"] = {};
    system.regions["box2"] = parse({{"epsilon_r", "4"}, {"mu_r", "1.5"}});
    system.regions["box2"]["sigma"] = Expression(sigma);
    for (std::size_t i = 0; i < walls.size(); ++i) {
      BoundaryOptions& wall = system.boundaries[mesh.boundary_names[i]];
      wall.type = walls[i];
      if (wall.type == "incoming")
        for (const char* field : {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"}) wall.data[field] = Expression(0.0);
    }
    return Wave(std::move(mesh), std::move(system), precision);
  }
};

/// The symmetric part of the energy's matrix times the operator's: its quadratic form is dE/dt. And a lower
/// bound of the product's norm.
struct EnergyRateMatrix {
  Eigen::MatrixXd symmetric;
  double norm;

  explicit EnergyRateMatrix(const Wave& wave) {
    const Eigen::MatrixXd product = energy_matrix(wave) * matrix_of(wave);
    symmetric = (product + product.transpose()) / 2;
    norm = product.colwise().norm().maxCoeff();
  }
  /// Whether no eigenvalue is larger: whether that much more of the unit matrix makes it negative definite.
  bool has_none_above(double value) const {
    const Eigen::MatrixXd rest =
        value * Eigen::MatrixXd::Identity(symmetric.rows(), symmetric.cols()) - symmetric;
    return Eigen::LLT<Eigen::MatrixXd>(rest).info() == Eigen::Success;
  }
};

class CurvedCells : public testing::TestWithParam<std::tuple<int, int>> {};
INSTANTIATE_TEST_SUITE_P(N_geometry_order, CurvedCells,
                         testing::Combine(testing::Values(2, 3), testing::Values(2, 3, 4)));

TEST_P(CurvedCells, have_the_energy_that_is_written_out) {
  const auto [N, geometry_order] = GetParam();
  const Wave wave = BentBox{N, geometry_order, 1, pec}.make();
  ASSERT_EQ(wave.discretization.factors.n_curved, wave.discretization.K());
  const std::vector<double> state = wave.random_state(4);
  const Eigen::Map<const Eigen::VectorXd> u(state.data(), static_cast<Eigen::Index>(state.size()));
  const double expected = u.dot(energy_matrix(wave) * u) / 2;
  EXPECT_NEAR(energy(wave.op, state), expected, 1e-12 * expected);
}

TEST_P(CurvedCells, never_gain_energy_whatever_the_fields) {
  const auto [N, geometry_order] = GetParam();
  for (const auto& [alpha, sigma] : {std::array{0.0, 0.0}, {0.5, 0.0}, {1.0, 0.0}, {0.5, 3.0}}) {
    const EnergyRateMatrix rate(BentBox{N, geometry_order, alpha, every_type, sigma}.make());
    EXPECT_TRUE(rate.has_none_above(1e-10 * rate.norm)) << "alpha " << alpha << ", sigma " << sigma;
    EXPECT_FALSE(rate.has_none_above(-1e-10 * rate.norm)) << "static fields stay";
  }
}

TEST_P(CurvedCells, keep_energy_with_the_central_flux_between_lossless_walls_whatever_the_fields) {
  const auto [N, geometry_order] = GetParam();
  const EnergyRateMatrix rate(BentBox{N, geometry_order, 0, lossless}.make());
  EXPECT_LE(rate.symmetric.cwiseAbs().maxCoeff(), 1e-12 * rate.norm);
}

/// Coordinates by which a node is found again.
std::array<long, 3> key_of(const double* x) {
  return {std::lround(1e8 * x[0]), std::lround(1e8 * x[1]), std::lround(1e8 * x[2])};
}

/// Continuous values at the nodes, [K][Np], random ones of each node; zero on walls where that is asked for.
std::vector<double> random_potential(const Discretization& d, bool zero_on_walls) {
  const ReferenceElement& element = d.element;
  std::set<std::array<long, 3>> on_walls;
  for (int side = 0; side < d.K() * element.n_faces; ++side) {
    if (d.mesh.neighbor[side] >= 0) continue;
    const std::vector<double> x = d.nodes_of(side / element.n_faces);
    for (int m = 0; m < element.Nfp; ++m)
      on_walls.insert(key_of(&x[element.face_nodes[side % element.n_faces * element.Nfp + m] * 3]));
  }
  const std::vector<double> x = d.all_nodes();
  std::vector<double> potential;
  for (std::size_t n = 0; n < x.size(); n += 3) {
    const std::array<long, 3> key = key_of(&x[n]);
    std::seed_seq seed(key.begin(), key.end());
    std::mt19937 generator(seed);
    const double value = 2.0 * generator() / 4294967295.0 - 1;
    potential.push_back(zero_on_walls && on_walls.contains(key) ? 0 : value);
  }
  return potential;
}

/// Its gradient at the nodes, in the electric or the magnetic field of a state: J⁻ᵀ times the gradient in the
/// reference cell.
std::vector<double> gradient_state(const Discretization& d, const std::vector<double>& potential,
                                   bool magnetic) {
  const int Np = d.element.Np;
  std::vector<double> state(d.n_dofs(6)), dxdr(static_cast<std::size_t>(Np) * 9);
  for (int e = 0; e < d.K(); ++e) {
    d.node_map.derivatives(e, dxdr.data());
    for (int n = 0; n < Np; ++n) {
      Eigen::Vector3d slope = Eigen::Vector3d::Zero();
      for (int i = 0; i < 3; ++i)
        for (int m = 0; m < Np; ++m) slope[i] += d.element.D[(i * Np + n) * Np + m] * potential[e * Np + m];
      const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> J(&dxdr[n * 9]);
      const Eigen::Vector3d value = J.transpose().inverse() * slope;
      for (int axis = 0; axis < 3; ++axis) state[(e * 6 + 3 * magnetic + axis) * Np + n] = value[axis];
    }
  }
  return state;
}

double norm(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())).norm();
}

TEST_P(CurvedCells, leave_static_fields_alone) {
  const auto [N, geometry_order] = GetParam();
  for (const double alpha : {0.5, 1.0})
    for (const Walls& walls : {pec, pmc}) {
      const Wave wave = BentBox{N, geometry_order, alpha, walls}.make();
      for (const bool magnetic : {false, true}) {
        // No field is tangential to a wall that conducts it.
        const std::vector<double> state = gradient_state(
            wave.discretization, random_potential(wave.discretization, magnetic == (walls == pmc)), magnetic);
        ASSERT_GT(norm(state), 1);
        std::vector<double> rate(state.size()), other = wave.random_state(1), of_other(state.size());
        evaluate(wave.op, state, 0, rate);
        evaluate(wave.op, other, 0, of_other);
        EXPECT_LE(norm(rate) / norm(state), 1e-13 * norm(of_other) / norm(other)) << magnetic << walls[0];
      }
    }
}

TEST(LongCurvedCells, do_not_grow_in_100000_steps_from_random_fields) {
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const double alpha : {0.0, 1.0}) {
      Wave wave = BentBox{2, 3, alpha, lossless, 0, precision}.make();
      EXPECT_LE(growth_from(wave, wave.random_state(1), 100'000), most_growth(precision)) << alpha;
    }
}

}  // namespace
}  // namespace dgsolve::test
