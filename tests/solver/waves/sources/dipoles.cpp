/// Dipoles, filaments and currents.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/waves/sources/cell_sources.hpp"
#include "solver/waves/sources/delta.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

WaveSystem in_vacuum(const Mesh& mesh, const std::string& formulation, int N) {
  WaveSystem options;
  options.equation = "maxwell";
  options.formulation = formulation;
  options.order = N;
  for (const std::string& region : mesh.region_names) options.regions[region] = {};
  set_walls(options, mesh, "absorbing");
  return options;
}

WaveSource dipole_at(const Point& at, const std::array<double, 3>& moment, bool is_electric = true) {
  WaveSource source{};
  source.type = is_electric ? WaveSourceType::dipole : WaveSourceType::magnetic_dipole;
  source.at = {at};
  source.moment = moment;
  source.waveform = "drive";
  return source;
}

/// The fields of p f(t) at the origin at x: E = ([3r(r·p) − p](f/R³ + f'/R²) + r×(r×p) f''/R)/4π and
/// H = p×r (f''/R + f'/R²)/4π at the retarded time, with r = x/R and ε = μ = c = 1 (Jackson, Classical
/// Electrodynamics, section 9.2).
std::array<double, 6> exact_fields(const std::array<double, 3>& p, const Expression& f, const Point& x,
                                   double t) {
  const double R = std::hypot(x[0], x[1], x[2]);
  const Expression first = f.derivative(Variable::t), second = first.derivative(Variable::t);
  const double f0 = f(0, 0, 0, t - R), f1 = first(0, 0, 0, t - R), f2 = second(0, 0, 0, t - R);
  const std::array<double, 3> r{x[0] / R, x[1] / R, x[2] / R};
  const double along = r[0] * p[0] + r[1] * p[1] + r[2] * p[2];
  std::array<double, 6> fields{};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    fields[i] =
        ((3 * r[i] * along - p[i]) * (f0 / R + f1) / (R * R) + (r[i] * along - p[i]) * f2 / R) / (4 * M_PI);
    fields[3 + i] = (p[j] * r[k] - p[k] * r[j]) * (f2 / R + f1 / (R * R)) / (4 * M_PI);
  }
  return fields;
}

/// Largest error at places around a dipole, over the largest field there, before echoes come back.
double error_around(int N, int cells, bool is_electric) {
  const Mesh mesh = make_box(box_of(3, cells, -1.5, 1.5, false));
  WaveSystem options = in_vacuum(mesh, "", N);
  const std::array<double, 3> moment{0.5, -1, 2};
  const Expression f = Expression::parse("exp(-((t - 1.15)/0.3)^2)");
  options.waveforms["drive"] = f;
  options.sources = {dipole_at({0, 0, 0}, moment, is_electric)};
  Wave wave(mesh, options);
  const double final = 1.9;  // waves from the walls are not back yet
  const std::vector<double> state = wave.run(final, 0.3 / (cells * N));
  double error = 0, largest = 0;
  const int Np = wave.discretization.element.Np;
  for (const Point& x : std::vector<Point>{{0.65, 0.3, 0.1}, {-0.2, 0.65, 0.3}, {0.1, -0.3, -0.65}}) {
    const Location where = wave.discretization.locate(x);
    const std::vector<double> weights = wave.discretization.interpolation_weights(where);
    const std::array<double, 6> exact = exact_fields(moment, f, x, final);
    for (int field = 0; field < 6; ++field) {
      double found = 0;
      for (int i = 0; i < Np; ++i) found += weights[i] * state[(where.element * 6 + field) * Np + i];
      const double wanted = is_electric ? exact[field] : field < 3 ? -exact[field + 3] : exact[field - 3];
      error = std::max(error, std::abs(found - wanted));
      largest = std::max(largest, std::abs(wanted));
    }
  }
  return error / largest;
}

/// The field next to the source is singular, and what cells make of it is felt around: the error falls with
/// the square of their size, whatever the order. In vacuum a magnetic dipole's field is an electric one's
/// with E for H and H for −E, also as the scheme computes it.
TEST(Dipole, radiates_a_field_that_tends_to_the_exact_one_with_smaller_cells) {
  const double coarse = error_around(2, 6, true), fine = error_around(2, 12, true);
  EXPECT_LT(fine, 0.06);
  EXPECT_GT(observed_order(coarse, fine), 1.5) << coarse << ' ' << fine;
  EXPECT_NEAR(error_around(2, 6, false) / coarse, 1, 1e-9);
}

TEST(Dipole, on_a_vertex_is_split_evenly_and_its_field_has_the_symmetry_of_the_mesh) {
  const Mesh mesh = make_box(box_of(2, 4, -1, 1, false));  // the same from above and from below
  WaveSystem options = in_vacuum(mesh, "TM", 3);
  options.waveforms["drive"] = Expression::parse("sin(4*t)^3");
  options.sources = {dipole_at({0, 0, 0}, {0, 0, 1})};
  Wave wave(mesh, options);
  EXPECT_EQ(wave.discretization.locate_all({0, 0, 0}).size(), 6u);
  const std::vector<double> state = wave.run(1.0, 0.01);
  const int Np = wave.discretization.element.Np;
  const auto Ez = [&](const Point& x) {
    const Location where = wave.discretization.locate(x);
    const std::vector<double> weights = wave.discretization.interpolation_weights(where);
    double sum = 0;
    for (int i = 0; i < Np; ++i) sum += weights[i] * state[(where.element * 3 + 2) * Np + i];
    return sum;
  };
  for (const Point& x : std::vector<Point>{{0.3, 0.1, 0}, {-0.2, 0.61, 0}, {0.7, -0.15, 0}}) {
    EXPECT_GT(std::abs(Ez(x)), 1e-3);
    EXPECT_NEAR(Ez(x), Ez({-x[0], -x[1], 0}), 1e-12);
  }
}

/// ∫ s g over the mesh for a source's values s and a formula g.
double moment_of(const Discretization& d, const CellSource& source, const std::string& formula) {
  const ReferenceElement& element = d.element;
  const Expression g = Expression::parse(formula);
  double sum = 0;
  for (std::size_t c = 0; c < source.cells.size(); ++c) {
    const std::vector<double> at_nodes = evaluate_at(g, d.mesh.dim, d.nodes_of(source.cells[c]));
    for (int i = 0; i < element.Np; ++i)
      for (int j = 0; j < element.Np; ++j)
        sum += d.factors.straight(source.cells[c]).jacobian * at_nodes[i] * element.mass(i, j) *
               source.values[c * element.Np + j];
  }
  return sum;
}

TEST(Filament, carries_its_current_along_each_piece_of_its_path) {
  for (const double shift : {0.0, 0.07}) {  // along faces and edges of cells, and through them
    const Mesh mesh = make_box(box_of(3, 2, 0, 1, false));
    const WaveSystem options = in_vacuum(mesh, "", 2);
    const Discretization d(mesh, 2, apply_boundaries(const_cast<Mesh&>(mesh), options));
    WaveSource source{};
    source.type = WaveSourceType::filament;
    const double y = 0.5 + shift;
    source.at = {{0.1, y, 0.5}, {0.9, y, 0.5}, {0.9, y, 0.8}};
    source.amplitude = 3;
    source.waveform = "drive";
    const std::vector<CellSource> found = cell_sources(d, find_physics("maxwell", 3, "").info, {}, {source},
                                                       {{"drive", Expression::parse("sin(t)")}}, {false});
    ASSERT_EQ(found.size(), 2u);  // along x and along z
    EXPECT_NEAR(moment_of(d, found[0], "1"), -3 * 0.8, 1e-12);
    EXPECT_NEAR(moment_of(d, found[0], "x*y"), -3 * 0.8 * 0.5 * y, 1e-12);
    EXPECT_NEAR(moment_of(d, found[1], "x + z^2"), -3 * (0.9 * 0.3 + (0.512 - 0.125) / 3), 1e-12);
  }
}

TEST(Delta, gives_polynomials_their_value_at_its_place) {
  const Mesh mesh = make_box({.dim = 2, .cells = {3, 3, 1}, .jitter = 0.2});
  const Discretization d(mesh, 4, std::vector<bool>(mesh.boundary_names.size(), true));
  const Location where = d.locate({0.41, 0.72, 0});
  const CellSource source{0, {}, {where.element}, delta_values(d, where)};
  EXPECT_NEAR(moment_of(d, source, "1"), 1, 1e-12);
  EXPECT_NEAR(moment_of(d, source, "x^2*y^2"), 0.41 * 0.41 * 0.72 * 0.72, 1e-12);
}

/// Σ of a test function with δ is its value: with the uniform fields, which covariant components hold
/// exactly.
TEST(Dipole, in_a_curved_cell_does_the_work_of_the_field_at_its_place) {
  const Mesh mesh = half_curved_box(3);
  const std::array<double, 6> uniform{1, -2, 3, 0.5, 1, -1};
  const std::array<double, 3> moment{0.5, -1, 2};
  for (const bool is_electric : {true, false}) {
    WaveSystem options = in_vacuum(mesh, "", 3);
    options.waveforms["drive"] = Expression::parse("sin(3*t)");
    options.sources = {dipole_at(cell_center(mesh, mesh.n_elements() - 1), moment, is_electric)};
    Wave wave(mesh, options);
    ASSERT_TRUE(wave.discretization.factors.is_curved(mesh.n_elements() - 1));
    std::vector<double> state(wave.discretization.n_dofs(6));
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = uniform[i / wave.discretization.element.Np % 6];
    const auto array = wave.op.wave->allocate();
    array->upload(state);
    double work = 0;
    for (int axis = 0; axis < 3; ++axis) work -= 3 * moment[axis] * uniform[axis + (is_electric ? 0 : 3)];
    EXPECT_NEAR(wave.op.wave->powers(*array, 0).source, work, 1e-11);
  }
}

TEST(Current, of_a_region_drives_it_as_the_same_formula_does) {
  Mesh mesh = make_box({.dim = 2, .cells = {4, 2, 1}, .jitter = 0.1}, true);
  WaveSystem with_formula = in_vacuum(mesh, "TM", 3), with_source = with_formula;
  with_formula.source["Ez"] = Expression::parse("-(1 + x*y)*sin(3*t)");
  with_source.waveforms["drive"] = Expression::parse("sin(3*t)");
  WaveSource& source = with_source.sources.emplace_back();
  source.type = WaveSourceType::current;
  source.into = mesh.region_names;
  source.density = {Expression(), Expression(), Expression::parse("1 + x*y")};
  source.waveform = "drive";
  const std::vector<double> a = Wave(mesh, with_formula).run(0.5, 0.01),
                            b = Wave(mesh, with_source).run(0.5, 0.01);
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-13);
}

TEST(CellSources, outside_the_mesh_or_along_missing_fields_are_refused_with_their_key) {
  const Mesh mesh = make_box(box_of(2, 2, 0, 1, false));
  WaveSystem options = in_vacuum(mesh, "TM", 2);
  options.waveforms["drive"] = Expression::parse("sin(t)");
  const auto refusal = [&](const WaveSource& source) -> std::string {
    options.sources = {source};
    try {
      Wave(mesh, options);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(dipole_at({0.3, 0.3, 0}, {0, 0, 1})), "");
  EXPECT_NE(refusal(dipole_at({3, 0.3, 0}, {0, 0, 1})).find("sources[0]: point (3, 0.3)"), std::string::npos);
  EXPECT_NE(refusal(dipole_at({0.3, 0.3, 0}, {1, 0, 0})).find("sources[0]: got a component along x"),
            std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
