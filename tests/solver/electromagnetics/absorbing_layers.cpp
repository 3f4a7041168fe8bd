/// Absorbing layers: they do not grow, and they absorb.
#include "solver/electromagnetics/layers/absorbing_layers.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <optional>

#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/waves/stability.hpp"

namespace dgsolve::test {
namespace {

/// A box of pec walls.
WaveSystem system_of(const Mesh& mesh, const std::string& formulation, int order, double alpha) {
  WaveSystem system;
  system.equation = "maxwell";
  system.formulation = formulation;
  system.order = order;
  system.flux_parameters["alpha"] = alpha;
  for (const std::string& region : mesh.region_names) system.regions[region];
  for (const std::string& boundary : mesh.boundary_names) system.boundaries[boundary].type = "pec";
  return system;
}

void open(WaveSystem& system, const std::string& boundary, double thickness, int layers = 2) {
  system.boundaries[boundary].type = "open";
  OpenBoundary& open = system.boundaries[boundary].open.emplace();
  open.thickness = thickness;
  open.layers = layers;
}

/// With layers outside the boundaries of type open.
Wave with_layers(const Mesh& mesh, WaveSystem system, Precision precision = Precision::double_) {
  std::vector<std::string> notes;
  const Physics& physics = find_physics(system.equation, mesh.dim, system.formulation);
  Mesh layered = *build_absorbing_layers(mesh, physics, system, notes);
  return Wave(std::move(layered), std::move(system), precision);
}

/// What may reach into a layer beside vacuum.
enum class Medium { vacuum, dielectric, conductor };

/// Vertices move along the axes in which they are not at a side of the unit box: some, in boxes without
/// vertices inside.
void move_vertices(Mesh& mesh, double by) {
  std::mt19937 generator(5);
  for (Point& x : mesh.nodes)
    for (double& coordinate : x) {
      const double share = 2.0 * generator() / 4294967295.0 - 1;
      if (coordinate > 1e-9 && coordinate < 1 - 1e-9) coordinate += by * share;
    }
}

/// A small box, upper in x of a medium, with layers outside its sides ymax, xmax, zmax, so many of them from
/// `first` on: a slab, an edge, a corner. jitter: share of the length of edges along x.
struct SmallBox {
  int dim;
  std::string formulation;
  Medium medium;
  int n_axes;
  double alpha, jitter;
  Precision precision = Precision::double_;
  double thickness = 1;
  std::optional<double> frequency = {};  ///< OpenBoundary::frequency
  int first = 0;

  Wave make() const {
    Mesh mesh = make_box({.dim = dim, .cells = {2, dim == 2 ? 2 : 1, 1}}, medium != Medium::vacuum);
    move_vertices(mesh, jitter / 2);
    WaveSystem system = system_of(mesh, formulation, dim == 2 ? 2 : 1, alpha);
    if (medium == Medium::dielectric) system.regions["box2"]["epsilon_r"] = Expression(4.0);
    if (medium == Medium::conductor) system.regions["box2"]["sigma"] = Expression(10.0);
    const char* const sides[] = {"ymax", "xmax", "zmax"};
    for (int i = 0; i < n_axes; ++i) {
      open(system, sides[first + i], thickness, dim == 2 ? 2 : 1);
      system.boundaries[sides[first + i]].open->frequency = frequency;
    }
    return with_layers(mesh, std::move(system), precision);
  }
};

void expect_no_growing_mode_in_2D(double jitter) {
  for (const std::string formulation : {"TM", "TE"})
    for (const Medium medium : {Medium::vacuum, Medium::dielectric, Medium::conductor})
      for (const double alpha : {1.0, 0.0})
        EXPECT_LT(fastest_growth(SmallBox{2, formulation, medium, 1, alpha, jitter}.make()), 1e-10)
            << formulation << ' ' << static_cast<int>(medium) << ' ' << alpha;
}

TEST(AbsorbingLayers, have_no_growing_mode_in_2D) {
  expect_no_growing_mode_in_2D(0.4);
  EXPECT_LT(fastest_growth(SmallBox{2, "TM", Medium::vacuum, 2, 1, 0.4}.make()), 1e-10);
}
TEST(LongAbsorbingLayers, have_no_growing_mode_in_2D_with_other_cells) { expect_no_growing_mode_in_2D(0.2); }

/// In a layer that ends, a field that fades along it without propagating changes its phase, and what comes
/// back may then carry power. Here that is a mode of the box, of the angular frequency 2, that meets the
/// layer below its cut-off, with a tenth of the default shift. Its growth, 0.0017 at orders 3 and 4 with both
/// fluxes, is that of the layer, not of the scheme.
TEST(AbsorbingLayers, let_a_mode_below_cut_off_grow_with_a_small_shift_less_the_thicker_they_are) {
  SmallBox box{2, "TE", Medium::dielectric, 1, 0, 0.2};
  box.frequency = 0.05;
  const double thin = fastest_growth(box.make());
  EXPECT_GT(thin, 1e-4);
  EXPECT_LT(thin, 0.005);
  box.thickness = 3;
  EXPECT_LT(fastest_growth(box.make()), 0.2 * thin);
}

TEST(AbsorbingLayers, have_no_growing_mode_in_a_slab_in_3D) {
  EXPECT_LT(fastest_growth(SmallBox{3, "", Medium::dielectric, 1, 0, 0.6}.make()), 1e-10);
  EXPECT_LT(fastest_growth(SmallBox{3, "", Medium::conductor, 1, 1, 0.6}.make()), 1e-10);
  SmallBox filled{3, "", Medium::dielectric, 1, 0, 0.6};  // the medium alone goes on into the layer
  filled.first = 1;
  EXPECT_LT(fastest_growth(filled.make()), 1e-10);
}

/// One filled block of three lengths with layers outside so many of its sides, as few unknowns as there can
/// be: an edge takes seconds, a corner minutes.
Wave block_in_layers(int n_axes, Medium medium, double alpha) {
  const Mesh mesh = make_box({.dim = 3, .cells = {1, 1, 1}, .upper = {1, 0.7, 1.6}});
  WaveSystem system = system_of(mesh, "", 1, alpha);
  if (medium == Medium::dielectric) system.regions["box"]["epsilon_r"] = Expression(4.0);
  if (medium == Medium::conductor) system.regions["box"]["sigma"] = Expression(10.0);
  const char* const sides[] = {"xmax", "ymax", "zmax"};
  for (int i = 0; i < n_axes; ++i) open(system, sides[i], 1, 1);
  return with_layers(mesh, std::move(system));
}

TEST(AbsorbingLayers, have_no_growing_mode_in_an_edge_in_3D) {
  EXPECT_LT(fastest_growth(block_in_layers(2, Medium::dielectric, 1)), 1e-10);
}

TEST(LongAbsorbingLayers, have_no_growing_mode_in_slabs_and_edges_in_3D) {
  for (const int n_axes : {1, 2})
    for (const Medium medium : {Medium::vacuum, Medium::dielectric, Medium::conductor})
      for (const double alpha : {1.0, 0.0})
        for (const double jitter : {0.0, 0.6})
          EXPECT_LT(fastest_growth(SmallBox{3, "", medium, n_axes, alpha, jitter}.make()), 1e-10)
              << n_axes << " axes, " << static_cast<int>(medium) << ' ' << alpha << ' ' << jitter;
}

/// A corner takes a minute of one core.
class AbsorbingCorner : public testing::TestWithParam<std::tuple<Medium, double>> {};
INSTANTIATE_TEST_SUITE_P(Long, AbsorbingCorner,
                         testing::Combine(testing::Values(Medium::vacuum, Medium::dielectric,
                                                          Medium::conductor),
                                          testing::Values(1.0, 0.0)));
TEST_P(AbsorbingCorner, has_no_growing_mode_in_3D) {
  const auto [medium, alpha] = GetParam();
  EXPECT_LT(fastest_growth(block_in_layers(3, medium, alpha)), 1e-10);
}

/// In a slab the energy settles early also from random fields and auxiliaries everywhere.
TEST(AbsorbingLayers, do_not_grow_from_random_fields_and_auxiliaries_in_a_slab) {
  Wave wave = SmallBox{3, "", Medium::dielectric, 1, 1, 0.6}.make();
  std::vector<double> state = wave.random_state(1);
  std::mt19937 generator(7);
  for (std::size_t i = 0; i < wave.op.wave->n_auxiliaries(); ++i)
    state.push_back(2.0 * generator() / 4294967295.0 - 1);
  EXPECT_LE(growth_from(wave, state, 20000), 1.00001);
}

/// Slab, edge and corner.
void expect_no_growth(long n_steps) {
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const double alpha : {1.0, 0.0})
      for (const int n_axes : {1, 2, 3}) {
        Wave wave = SmallBox{3, "", Medium::dielectric, n_axes, alpha, 0.6, precision}.make();
        EXPECT_LE(growth_from(wave, random_inside(wave), n_steps), most_growth(precision))
            << n_axes << " axes, alpha " << alpha << (precision == Precision::single ? ", single" : "");
      }
}
TEST(AbsorbingLayers, do_not_grow_in_10000_steps_from_random_fields) { expect_no_growth(10'000); }
TEST(LongAbsorbingLayers, do_not_grow_in_200000_steps_from_random_fields) { expect_no_growth(200'000); }

/// A bent box with layers outside its side xmax, and ymax where there are two axes: curved cells go on into
/// these. No side turns along the axis of a layer, which it meets at a right angle.
Wave bent_box_in_layers(int n_axes, int N, int geometry_order, double alpha,
                        Precision precision = Precision::double_) {
  Mesh mesh = make_box({.dim = 3, .cells = {1, 1, 1}, .geometry_order = geometry_order});
  bend(mesh, [n_axes](Point x) {
    const auto moved = [&](int axis, int along) {
      return x[axis] + (axis < n_axes ? 1 - x[axis] : 1) * 0.08 * std::sin(2 * x[along] + x[axis] + axis);
    };
    return n_axes == 1 ? Point{moved(0, 1), moved(1, 2), moved(2, 1)} : Point{moved(0, 2), moved(1, 2), x[2]};
  });
  WaveSystem system = system_of(mesh, "", N, alpha);
  open(system, "xmax", 1, 1);
  if (n_axes > 1) open(system, "ymax", 1, 1);
  return with_layers(mesh, std::move(system), precision);
}

/// Curved cells of a layer.
int n_curved_in_layers(const Wave& wave) {
  int n = 0;
  for (int e = 0; e < wave.discretization.K(); ++e)
    n += wave.discretization.factors.is_curved(e) &&
         wave.options.models.contains(wave.mesh.region_names[wave.mesh.region[e]]);
  return n;
}

TEST(LongAbsorbingLayers, have_no_growing_mode_in_curved_cells) {
  for (const double alpha : {0.5, 1.0})
    for (const auto& [n_axes, N, geometry_order] :
         {std::array{1, 2, 2}, {1, 2, 3}, {1, 2, 4}, {1, 1, 2}, {2, 1, 2}}) {
      const Wave wave = bent_box_in_layers(n_axes, N, geometry_order, alpha);
      ASSERT_GT(n_curved_in_layers(wave), 0);
      EXPECT_LT(fastest_growth(wave), 1e-10)
          << n_axes << " axes, N " << N << ", geometric order " << geometry_order << ", alpha " << alpha;
    }
}

TEST(LongAbsorbingLayers, do_not_grow_in_curved_cells_in_100000_steps_from_random_fields) {
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const double alpha : {0.5, 1.0}) {
      Wave wave = bent_box_in_layers(1, 2, 3, alpha, precision);
      EXPECT_LE(growth_from(wave, random_inside(wave), 100'000), most_growth(precision)) << alpha;
    }
}

/// A pulse of random shape ends in layers around a box, and the energy that the powers do not explain is that
/// of the time integrator.
TEST(AbsorbingLayers, take_energy_as_a_loss) {
  Wave wave = SmallBox{2, "TE", Medium::dielectric, 2, 1, 0.4}.make();
  const std::vector<double> start = wave.random_state(2);
  const double dt = 0.02 * choose_time_step(wave.op, {}).dt;
  RungeKutta integrator(wave.op, start);
  integrator.advance(0, dt, 20000);
  const double before = wave.op.wave->energy(integrator.state());
  const Powers powers = wave.op.wave->powers(integrator.state(), 0);
  integrator.advance(0, dt, 1);
  const double after = wave.op.wave->energy(integrator.state());
  const Powers later = wave.op.wave->powers(integrator.state(), 0);
  const auto total = [](const Powers& p) {
    double sum = 0;
    for (const PowerTerm& part : power_terms) sum += part.sign * (p.*part.value);
    return sum;
  };
  EXPECT_NE(powers.loss, 0);
  EXPECT_NEAR((after - before) / dt, (total(powers) + total(later)) / 2, 1e-4 * std::abs(total(powers)));
}

/// A strip along x between pmc walls, with cells whose longest edges are half a wavelength of 1, in which a
/// pulse bounces from wall to wall under an angle to the axis.
struct Strip {
  double angle;  ///< degrees; 0: along the axis
  static constexpr int order = 4, n_cells = 64;
  static constexpr double h = 0.5 / std::numbers::sqrt2, length = n_cells * h;

  Mesh mesh(int cells) const {
    const double height = angle == 0 ? h : 0.5 / std::sin(angle * std::numbers::pi / 180);
    return make_box({.dim = 2,
                     .cells = {cells, static_cast<int>(std::ceil(height / h - 0.2)), 1},
                     .upper = {cells * h, height, 1}});
  }
  WaveSystem system(const Mesh& mesh) const {
    WaveSystem system = system_of(mesh, "TM", order, 1);
    system.boundaries["ymin"].type = system.boundaries["ymax"].type = "pmc";
    const double sine = std::sin(angle * std::numbers::pi / 180);
    system.initial["Ez"] =
        Expression::parse("exp(-((x - middle)/2.5)^2)*cos(2*pi*kx*(x - middle))*cos(2*pi*ky*y)",
                          {{"kx", std::sqrt(1 - sine * sine)}, {"ky", sine}, {"middle", length / 2}});
    return system;
  }
  /// Ez by cells' centres once the pulse has been at the end and on its way back.
  std::map<std::array<long, 2>, std::vector<double>> field(Wave& wave, double dt) const {
    const double speed = std::cos(angle * std::numbers::pi / 180);
    const Steps steps = divide_interval(0.75 * length / speed, dt);
    const std::vector<double> end =
        wave.after_steps(wave.project(wave.options.initial, 0), steps.dt, steps.n);
    const int Np = wave.discretization.element.Np;
    std::map<std::array<long, 2>, std::vector<double>> field;
    for (int e = 0; e < wave.discretization.K(); ++e) {
      double x = 0, y = 0;
      for (int v = 0; v < 3; ++v) {
        x += wave.mesh.vertex(e, v)[0];
        y += wave.mesh.vertex(e, v)[1];
      }
      const double* const Ez = &end[(3 * e + 2) * Np];
      field[{std::lround(1000 * x), std::lround(1000 * y)}] = {Ez, Ez + Np};
    }
    return field;
  }

  /// The largest difference that an open end makes to a strip twice as long, dB of the pulse's height on its
  /// way there.
  double reflection(int layers) const {
    const Mesh short_one = mesh(n_cells), long_one = mesh(2 * n_cells);
    WaveSystem opened = system(short_one);
    open(opened, "xmax", layers * h, layers);
    Wave wave = with_layers(short_one, opened), reference(long_one, system(long_one));
    const double dt = choose_time_step(wave.op, {}).dt;
    const auto found = field(wave, dt), expected = field(reference, dt);
    double largest = 0;
    for (const auto& [place, values] : found) {
      if (place[0] > std::lround(3000 * length)) continue;
      for (std::size_t i = 0; i < values.size(); ++i)
        largest = std::max(largest, std::abs(values[i] - expected.at(place)[i]));
    }
    return 20 * std::log10(largest / 0.5);  // half of the pulse runs to the right
  }
};

TEST(AbsorbingLayers, of_two_cells_reflect_less_than_80_dB_along_the_axis_and_60_dB_under_60_degrees) {
  EXPECT_LT(Strip{0}.reflection(2), -80);
  EXPECT_LT(Strip{60}.reflection(2), -60);
}

}  // namespace
}  // namespace dgsolve::test
