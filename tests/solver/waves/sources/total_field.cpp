/// Plane waves that sources send through the surface of a region.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <span>

#include "solver/electromagnetics/incident/plane_waves.hpp"
#include "solver/waves/sources/waveforms.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

/// A box of which the middle is a region of its own, the first.
Mesh box_with_core(int dim, int cells, double jitter = 0, double half = 0.25) {
  BoxOptions box = box_of(dim, cells, -0.5, 0.5, false);
  box.jitter = jitter;
  Mesh mesh = make_box(box);
  mesh.region_names = {"total", "scattered"};
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int d = 0; d < dim; ++d)
      if (std::abs(cell_center(mesh, e)[d]) > half) mesh.region[e] = 1;
  return mesh;
}

struct Trial {
  Trial(Mesh mesh_, const std::string& formulation, int N)
      : mesh(std::move(mesh_)), physics(find_physics("maxwell", mesh.dim, formulation)) {
    options.equation = "maxwell";
    options.formulation = formulation;
    options.order = N;
    for (const std::string& region : mesh.region_names) options.regions[region] = {};
    set_walls(options, mesh, "absorbing");
  }
  void enter(const std::array<double, 3>& k, const std::array<double, 3>& p, const std::string& waveform) {
    WaveSource& source = options.sources.emplace_back();
    source.type = WaveSourceType::plane_wave;
    source.into = {"total"};
    source.direction = k;
    source.polarisation = p;
    source.waveform = waveform;
  }
  void set() { set_plane_waves(options, physics, mesh); }
  std::string refusal() {
    try {
      set();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  }

  Mesh mesh;
  const Physics& physics;
  WaveSystem options;
};

bool is_total(const Mesh& mesh, int e) { return mesh.region_names[mesh.region[e]].starts_with("total"); }

/// [K]: cells that do not touch the total field. In those that do, the incident wave's own error of
/// approximation is seen too, and is damped on its way out.
std::vector<bool> away_from_core(const Mesh& mesh) {
  std::set<int> core;
  const auto vertices = [&](int e) {
    return std::span(mesh.elements).subspan(e * mesh.nodes_per_element, mesh.dim + 1);
  };
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (is_total(mesh, e)) core.insert(vertices(e).begin(), vertices(e).end());
  std::vector<bool> away;
  for (int e = 0; e < mesh.n_elements(); ++e)
    away.push_back(std::ranges::none_of(vertices(e), [&](int node) { return core.contains(node); }));
  return away;
}

/// The largest field away from the core over that in the core, while a pulse passes.
double leak(Trial trial, double final, double cfl = 1) {
  trial.set();
  Wave wave(trial.mesh, trial.options);
  const std::vector<bool> away = away_from_core(trial.mesh);
  const Steps steps = divide_interval(final, cfl * choose_time_step(wave.op, {}).dt);
  std::vector<double> state(wave.discretization.n_dofs(wave.physics.n_fields), 0.0);
  RungeKutta integrator(wave.op, state);
  const std::size_t of_cell = state.size() / trial.mesh.n_elements();
  double inside = 0, outside = 0;
  for (long done = 0; done < steps.n; done += 10) {
    integrator.advance(static_cast<double>(done) * steps.dt, steps.dt, 10);
    integrator.download(state);
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (is_total(trial.mesh, static_cast<int>(i / of_cell))) inside = std::max(inside, std::abs(state[i]));
      if (away[i / of_cell]) outside = std::max(outside, std::abs(state[i]));
    }
  }
  return outside / inside;
}

/// A pulse at whose highest frequency the longest edges have so many nodes a wavelength.
Waveform pulse_of(int N, int dim, int cells, double nodes) {
  const double highest = (N + 1) * cells / (nodes * std::sqrt(dim));
  Waveform w{Waveform::Kind::modulated_gaussian, 2 * highest / 3, 2 * highest / 3};
  w.delay = default_delay(w) + 0.4;  // the wave is at the surface before it is at the origin
  return w;
}

double decibel(double ratio) { return 20 * std::log10(ratio); }

TEST(TotalField, leaks_less_than_90_dB_at_order_6_with_ten_nodes_a_wavelength_in_eight_directions) {
  const int N = 6, cells = 8;
  const Waveform pulse = pulse_of(N, 2, cells, 10);
  for (int i = 0; i < 8; ++i) {
    const double angle = (i + 0.2) * std::numbers::pi / 4;
    Trial trial(box_with_core(2, cells), "TM", N);
    trial.options.waveforms["pulse"] = formula_of(pulse);
    trial.enter({std::cos(angle), std::sin(angle), 0}, {0, 0, 1}, "pulse");
    EXPECT_LT(decibel(leak(trial, 2 * pulse.delay + 1)), -90) << "direction " << i;
  }
}

TEST(LongTotalField, leaks_less_than_90_dB_in_3D) {
  const int N = 6, cells = 5;
  const Waveform pulse = pulse_of(N, 3, cells, 10);
  Trial trial(box_with_core(3, cells, 0, 0.1), "", N);
  trial.options.waveforms["pulse"] = formula_of(pulse);
  trial.enter({1, 2, -2}, {0, 1, 1}, "pulse");
  EXPECT_LT(decibel(leak(trial, 1.3 * pulse.delay)), -90);  // the pulse's first half and more
}

TEST(TotalField, leaks_at_the_order_of_the_scheme) {
  for (const int N : {2, 4}) {
    const Waveform pulse = pulse_of(N, 2, 8, 10);
    const auto of = [&](int cells) {
      Trial trial(box_with_core(2, cells), "TE", N);
      trial.options.waveforms["pulse"] = formula_of(pulse);
      trial.enter({1, 0.4, 0}, {-0.4, 1, 0}, "pulse");
      return leak(trial, 2 * pulse.delay + 1, 0.25);  // the order of the scheme in space
    };
    const double coarse = of(8), fine = of(16);
    EXPECT_GT(observed_order(coarse, fine), N) << "N = " << N << ": " << coarse << ", " << fine;
  }
}

/// A box with a core, of which the upper half is of another medium.
Mesh half_spaces(int cells) {
  Mesh mesh = box_with_core(2, cells);
  mesh.region_names = {"total", "scattered", "total below", "scattered below"};
  for (int e = 0; e < mesh.n_elements(); ++e)
    if (cell_center(mesh, e)[1] < 0) mesh.region[e] += 2;
  return mesh;
}

struct Incidence {
  const char* formulation;
  std::array<double, 3> direction, polarisation;
};
const Incidence incidences[] = {{"TM", {1, -1, 0}, {0, 0, 1}},
                                {"TE", {1, -1, 0}, {1, 1, 0}},
                                {"TE", {0, -1, 0}, {1, 0, 0}},
                                {"TM", {0.2, 1, 0}, {0, 0, 1}},
                                {"TE", {-0.2, 1, 0}, {1, 0.2, 0}}};

Trial half_space_trial(const Incidence& incidence, int cells, int N) {
  Trial trial(half_spaces(cells), incidence.formulation, N);
  for (const char* region : {"total below", "scattered below"})
    trial.options.regions[region] = {{"epsilon_r", Expression(4.0)}, {"mu_r", Expression(1.5)}};
  trial.enter(incidence.direction, incidence.polarisation, "pulse");
  trial.options.sources[0].into = {"total", "total below"};
  return trial;
}

TEST(TotalField, holds_the_reflected_and_the_refracted_wave_of_two_half_spaces) {
  const int N = 6, cells = 8;
  Waveform pulse = pulse_of(N, 2, cells, 25);  // ten nodes in the slower medium
  pulse.delay += 0.8;                          // it is slower too
  for (const Incidence& incidence : incidences) {
    Trial trial = half_space_trial(incidence, cells, N);
    trial.options.waveforms["pulse"] = formula_of(pulse);
    EXPECT_LT(decibel(leak(trial, 1.5 * pulse.delay)), -80)
        << incidence.formulation << ' ' << incidence.direction[1];
  }
}

TEST(TotalField, between_half_spaces_is_refused_where_no_plane_wave_enters_the_other_one) {
  const auto refusal = [](const Incidence& incidence, const auto& change) {
    Trial trial = half_space_trial(incidence, 8, 2);
    trial.options.waveforms["pulse"] = Expression::parse("sin(t)");
    change(trial);
    return trial.refusal();
  };
  const auto expect_refused = [&](const char* why, const Incidence& incidence, const auto& change) {
    const std::string found = refusal(incidence, change);
    EXPECT_NE(found.find(why), std::string::npos) << found;
  };
  const auto nothing = [](Trial&) {};
  expect_refused("reflects the wave totally", {"TM", {1, 1, 0}, {0, 0, 1}}, nothing);
  expect_refused("does not run towards the plane", {"TM", {1, 0, 0}, {0, 0, 1}}, nothing);
  expect_refused("different media", incidences[0],
                 [](Trial& t) { t.options.regions["scattered"]["epsilon_r"] = Expression(2.0); });
  expect_refused("not in one plane", incidences[0], [](Trial& t) {
    for (int e = 0; e < t.mesh.n_elements(); ++e)
      if (std::abs(cell_center(t.mesh, e)[0]) < 0.125 && cell_center(t.mesh, e)[1] > -0.125)
        t.mesh.region[e] %= 2;
  });
}

/// Kernels read angles from a table: a sweep compiles one text.
TEST(TotalField, has_one_kernel_text_for_all_directions) {
  const auto text_of = [](double degrees, bool two_media) {
    const double a = degrees * std::numbers::pi / 180;
    Trial trial =
        half_space_trial({"TE", {std::cos(a), -std::sin(a), 0}, {std::sin(a), std::cos(a), 0}}, 4, 2);
    if (!two_media)
      for (auto& [region, parameters] : trial.options.regions) parameters.clear();
    trial.options.waveforms["pulse"] = formula_of({Waveform::Kind::modulated_gaussian, 1, 1});
    trial.set();
    ConstantTable table;
    std::string text;
    for (const IncidentField& field : trial.options.sources[0].incident)
      for (const auto& [name, formula] : field.data) text += name + " = " + formula.c_text(table) + '\n';
    return text;
  };
  for (const bool two_media : {false, true}) {
    for (const double degrees : {45.0, 71.0, 90.0})
      EXPECT_EQ(text_of(30, two_media), text_of(degrees, two_media)) << degrees;
    EXPECT_FALSE(text_of(30, two_media).empty());
  }
}

TEST(TotalField, of_several_waves_through_one_surface_is_their_sum) {
  const auto after = [](bool first, bool second) {
    Trial trial(box_with_core(2, 4, 0.1), "TM", 3);
    trial.options.waveforms["a"] = Expression::parse("sin(5*t)");
    trial.options.waveforms["b"] = Expression::parse("t^2");
    if (first) trial.enter({1, 0, 0}, {0, 0, 1}, "a");
    if (second) trial.enter({0, -1, 0}, {0, 0, 2}, "b");
    trial.set();
    Wave wave(trial.mesh, trial.options);
    return wave.run(0.7, 0.01);
  };
  const std::vector<double> a = after(true, false), b = after(false, true), both = after(true, true);
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(both[i]));
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(both[i], a[i] + b[i], 1e-13 * largest);
}

TEST(TotalField, may_end_at_a_wall_that_leaves_the_wave_as_it_is) {
  const auto half = [](const std::string& wall, const std::array<double, 3>& k) {
    Trial trial(make_box({.dim = 2, .cells = {8, 4, 1}}, true), "TM", 2);
    trial.mesh.region_names = {"scattered", "total"};
    trial.options.regions = {{"total", {}}, {"scattered", {}}};
    for (const char* group : {"ymin", "ymax"}) trial.options.boundaries[group].type = wall;
    trial.options.boundaries["xmax"].type = "pec";
    trial.options.waveforms["pulse"] = Expression::parse("exp(-((t - 3)/0.5)^2)");
    trial.enter(k, {0, 0, 1}, "pulse");
    return trial;
  };
  EXPECT_EQ(half("pmc", {1, 0, 0}).refusal(), "");
  EXPECT_NE(half("pec", {1, 0, 0}).refusal().find("does not stay as it is at pec"), std::string::npos);
  EXPECT_NE(half("pmc", {1, 1, 0}).refusal().find("does not stay"), std::string::npos);
  EXPECT_NE(half("absorbing", {1, 0, 0}).refusal().find("reaches the boundary y"), std::string::npos);
  Trial open = half("pmc", {1, 0, 0});
  open.options.boundaries["xmax"].type = "absorbing";
  EXPECT_NE(open.refusal().find("reaches the boundary xmax, which is absorbing"), std::string::npos);
}

TEST(TotalField, is_refused_where_its_surface_is_no_surface_in_one_lossless_medium) {
  const auto refusal = [](const auto& change) {
    Trial trial(box_with_core(2, 4), "TM", 2);
    trial.options.waveforms["pulse"] = Expression::parse("sin(t)");
    trial.enter({1, 0, 0}, {0, 0, 1}, "pulse");
    change(trial.options);
    return trial.refusal();
  };
  const auto expect_refused = [&](const char* why, const auto& change) {
    EXPECT_NE(refusal(change).find(why), std::string::npos) << refusal(change);
  };
  EXPECT_EQ(refusal([](WaveSystem&) {}), "");
  expect_refused("is lossy", [](WaveSystem& o) { o.regions["total"]["sigma"] = Expression(1.0); });
  expect_refused("different media", [](WaveSystem& o) { o.regions["total"]["epsilon_r"] = Expression(2.0); });
  expect_refused("perpendicular", [](WaveSystem& o) { o.sources[0].polarisation = {1, 0, 1}; });
  expect_refused("encloses no part", [](WaveSystem& o) { o.sources[0].into = {"xmin"}; });
  expect_refused("expected some of the mesh's regions",
                 [](WaveSystem& o) { o.sources[0].into = {"nobody"}; });
  expect_refused("no face", [](WaveSystem& o) { o.sources[0].into = {"total", "scattered"}; });
  expect_refused("is not closed", [](WaveSystem& o) { o.sources[0].into = {"scattered"}; });
}

}  // namespace
}  // namespace dgsolve::test
