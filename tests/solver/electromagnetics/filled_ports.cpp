/// Ports that several media fill, and what is refused at ports.

#include <gtest/gtest.h>

#include "solver/electromagnetics/s_parameters/guided_waves.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/waves/guides.hpp"

namespace dgsolve::test {
namespace {

using namespace guides;

// --- Several media

TEST(PortModes, a_half_filled_guide_has_its_effective_indices) {
  const Mesh mesh = wr90(6, 3, true);
  const auto faces = port(mesh, "zmin", all_pec, {{"box", medium(1)}, {"box2", medium(2.56)}});
  const PortMode mode = modes_of(faces, {{"1"}}, {8e9, 10e9})[0];
  const auto index = [&](int i) { return mode.at[i].gamma.imag() * light / mode.at[i].omega; };
  EXPECT_NEAR(index(0), 1.147196025, 1e-6);
  EXPECT_NEAR(index(1), 1.282825415, 1e-6);
  for (const ModeAtFrequency& at : mode.at)
    EXPECT_NEAR(power(mesh, *faces, *at.profile, *at.profile), 1, 1e-9);
}

TEST(PortModes, the_vector_problem_agrees_with_the_scalar_ones) {  // a guide whose halves differ by 1e-9 in ε
  const Mesh mesh = wr90(6, 3, true);
  const auto faces = port(mesh, "zmin", all_pec, {{"box", medium(2)}, {"box2", medium(2 + 1e-9)}});
  const auto exact = modes_of(port(mesh, "zmin", all_pec, {{"box", medium(2)}, {"box2", medium(2)}}),
                              {{"TE10"}, {"TE20"}, {"TE01"}}, {9e9, 10e9, 12e9});
  const auto modes = modes_of(faces, {{"1"}, {"2"}, {"3"}}, {9e9, 10e9, 12e9});
  for (int m = 0; m < 3; ++m)
    for (int i = 0; i < 3; ++i) {
      const ModeAtFrequency &a = modes[m].at[i], &b = exact[m].at[i];
      EXPECT_NEAR(std::abs(a.gamma - b.gamma), 0, 1e-5 * std::abs(b.gamma)) << m << ' ' << i;
      EXPECT_NEAR(std::abs(a.e_factor * a.h_factor) * std::abs(power(mesh, *faces, *a.profile, *a.profile)),
                  1, 1e-9);
      // Reaction with the exact mode: 1, where both have one sign.
      EXPECT_NEAR(std::abs(a.e_factor * b.h_factor * power(mesh, *faces, *a.profile, *b.profile) - 1.0), 0,
                  1e-4)
          << m << ' ' << i;
    }
}

TEST(PortModes, losses_of_several_media_are_those_of_the_complex_permittivity) {
  const Mesh mesh = wr90(6, 3, true);
  const double sigma = 0.002 * 2 * si.epsilon_0 * 2 * std::numbers::pi * 10e9;  // tan δ = 0.002
  const auto exact = modes_of(
      port(mesh, "zmin", all_pec, {{"box", medium(2, 1, sigma)}, {"box2", medium(2, 1, sigma)}}), {{"TE10"}});
  const auto modes = modes_of(
      port(mesh, "zmin", all_pec, {{"box", medium(2, 1, sigma)}, {"box2", medium(2 + 1e-9, 1, sigma)}}),
      {{"1"}});
  EXPECT_NEAR(modes[0].at[0].gamma.real() / exact[0].at[0].gamma.real(), 1, 1e-4);
}

TEST(PortModes, a_microstrip_line_has_its_effective_permittivity) {
  const Mesh mesh = guide("microstrip.geo", 1);
  const auto faces = port(mesh, "feed", all_pec, {{"substrate", medium(9.8)}, {"air", medium(1)}});
  ASSERT_EQ(faces->n_conductors(), 2);
  const WantedMode wanted{"TEM", {}, {{Point{0, 0, 0}, Point{0, 0.000635, 0}}}};
  const PortMode mode = modes_of(faces, {wanted}, {1e9, 10e9}, 3)[0];
  const auto epsilon = [&](int i) { return std::pow(mode.at[i].gamma.imag() * light / mode.at[i].omega, 2); };
  EXPECT_NEAR(epsilon(0) / 6.442, 1, 0.002);
  EXPECT_NEAR(epsilon(1) / 6.821, 1, 0.002);
  EXPECT_EQ(mode.cut_off, 0);
  EXPECT_NEAR(mode.at[0].line_impedance.value(), 50, 2);
}

TEST(PortModes, voltages_outside_the_plane_of_the_port_are_refused) {
  const Mesh mesh = wr90();
  const WantedMode wanted{"TE10", {}, {{Point{0.01, 0, 0.001}, Point{0.01, 0.01, 0.001}}}};
  const std::string error = error_of([&] { modes_of(port(mesh, "zmin"), {wanted}); });
  EXPECT_NE(error.find("lies 0.001 outside the port's plane"), std::string::npos) << error;
}

TEST(PortModes, frequencies_that_rounding_spoils_are_refused) {
  const Mesh mesh = guide("microstrip.geo", 1);
  const auto faces = port(mesh, "feed", all_pec, {{"substrate", medium(9.8)}, {"air", medium(1)}});
  const auto epsilon = [&](double f) {
    const ModeAtFrequency at = modes_of(faces, {{"TEM"}}, {f}, 1)[0].at[0];
    return std::pow(at.gamma.imag() * light / at.omega, 2);
  };
  EXPECT_NEAR(epsilon(1e8), epsilon(5e8), 2e-3);
  const std::string error = error_of([&] { epsilon(1e6); });
  EXPECT_NE(error.find("too small for the wavelength at 1e+06 Hz"), std::string::npos) << error;
}

/// WR-90 half filled with ε 2.56: modes with one half-wave along x and y (LSE11) and with two along x (LSE20)
/// cross at 12.4 GHz. At β = 0 Σ k cot(k a/2) = 0 over both halves, k² = ε k₀² − (nπ/b)².
struct CrossingModes {
  static constexpr double LSE11 = 11.087266e9, LSE20 = 10.460928e9;  ///< cut-offs, Hz
  const Mesh mesh = wr90(4, 2, true);
  const std::shared_ptr<const PortFaces> faces =
      port(mesh, "zmin", all_pec, {{"box", medium(1)}, {"box2", medium(2.56)}});
  static double cut_off(const PortMode& mode) { return hertz(mode.cut_off); }
};

TEST(PortModes, have_their_own_cut_offs_where_they_cross_above_these) {
  const CrossingModes crossing;
  const auto above = modes_of(crossing.faces, {{"3"}, {"4"}}, {13.8e9}, 2);
  EXPECT_NEAR(CrossingModes::cut_off(above[0]) / CrossingModes::LSE11, 1, 1e-4);
  EXPECT_NEAR(CrossingModes::cut_off(above[1]) / CrossingModes::LSE20, 1, 1e-4);
  const auto below = modes_of(crossing.faces, {{"3"}, {"4"}}, {11.7e9}, 2);
  EXPECT_NEAR(CrossingModes::cut_off(below[0]) / CrossingModes::LSE20, 1, 1e-4);
  EXPECT_NEAR(CrossingModes::cut_off(below[1]) / CrossingModes::LSE11, 1, 1e-4);
}

TEST(PortModes, keep_the_number_of_one_frequency_whichever_are_asked_for) {
  const CrossingModes crossing;
  const auto space = port_space(crossing.faces, 2);
  const double turn = 2 * std::numbers::pi;
  const auto found = [&](double f) {
    return find_port_modes(space, {{"3"}}, std::vector{turn * f}, turn * 13.8e9, si)[0];
  };
  for (const double f : {11.7e9, 12.4e9, 13e9})
    EXPECT_NEAR(CrossingModes::cut_off(found(f)) / CrossingModes::LSE11, 1, 1e-4) << f;
}

TEST(PortModes, are_found_without_cut_offs_where_those_are_not_asked_for) {
  const CrossingModes crossing;
  const auto space = port_space(crossing.faces, 2);
  const std::vector<double> omega = {2 * std::numbers::pi * 13.8e9};
  const PortMode with = find_port_modes(space, {{"3"}}, omega, omega[0], si)[0],
                 without = find_port_modes(space, {{"3"}}, omega, omega[0], si, false)[0];
  EXPECT_EQ(without.at[0].gamma, with.at[0].gamma);
  EXPECT_TRUE(std::isnan(without.cut_off));
}

TEST(PortModes, are_launched_with_the_profile_that_is_measured_or_refused) {
  const CrossingModes crossing;
  const Discretization discretization(crossing.mesh, 2,
                                      std::vector<bool>(crossing.mesh.boundary_names.size(), true));
  WaveOptions options;
  options.units = si;
  std::vector<double> omega;
  for (const double f : {12.9e9, 13.4e9, 13.8e9}) omega.push_back(2 * std::numbers::pi * f);
  GuidedPort guided{"feed", {{{"3"}}, 0, {}, {}}, crossing.faces, port_space(crossing.faces, 2), omega[1],
                    {}};
  guided.modes = find_port_modes(guided.space, guided.options.modes, omega, guided.numbered_at, si);
  const PortPulse pulse = port_pulse({12.9e9, 13.8e9}, std::vector{11.1e9});
  const ModeDrive drive = drives_of(guided, pulse, discretization, options)[0];
  EXPECT_GT(drive.terms.size(), 0);
  EXPECT_LT(drive.leak, 1e-4);
  guided.numbered_at = 2 * std::numbers::pi * 11.7e9;  // where LSE20 has the number
  const std::string error = error_of([&] { drives_of(guided, pulse, discretization, options); });
  EXPECT_NE(error.find("boundaries.feed.modes: at 1.29e+10 Hz the profile that launches mode 3 has"),
            std::string::npos)
      << error;
}

// --- 2D

TEST(PortModes, a_line_between_plates_has_sines_and_cosines) {
  const Mesh mesh = make_box({.dim = 2, .cells = {3, 4, 1}, .upper = {0.01, 0.02, 0}, .jitter = 0.1});
  const double a = 0.02;
  const auto tm = port(mesh, "xmin", all_pec);
  const PortMode sine = modes_of(tm, {{"TE2"}})[0];
  EXPECT_NEAR(sine.cut_off * a / (2 * std::numbers::pi), 1, 1e-6);
  double power_of = 0;
  for_points(mesh, *tm, *sine.profile, [&](double weight, const double* x, const double* e, const double* h) {
    EXPECT_NEAR(std::abs(e[2]), std::sqrt(4 / a) * std::abs(std::sin(2 * std::numbers::pi * x[1] / a)),
                1e-3 * std::sqrt(4 / a));
    EXPECT_NEAR(e[1], 0, 1e-4 * std::sqrt(4 / a));
    power_of += weight / 2 * (e[1] * h[2] - e[2] * h[1]);
  });
  EXPECT_NEAR(power_of, 1, 1e-9);
  const auto te = port(mesh, "xmin", all_pec, {{"box", medium(1)}}, RimKind::pmc);
  const auto modes = modes_of(te, {{"TEM"}, {"TM1"}});
  EXPECT_NEAR(modes[1].cut_off * a / std::numbers::pi, 1, 1e-6);
  for_points(mesh, *te, *modes[0].profile, [&](double, const double*, const double* e, const double* h) {
    EXPECT_NEAR(std::abs(e[1]), std::sqrt(2 / a), 1e-9);
    EXPECT_NEAR(std::abs(h[2]), std::sqrt(2 / a), 1e-9);
  });
}

// --- Mistakes

TEST(PortModes, a_round_port_is_refused) {
  const Mesh mesh = guide("circle.geo", 2);
  const std::string error = error_of([&] {
    port(mesh, "wall", {{"feed", RimKind::pec}, {"end", RimKind::pec}});
  });
  EXPECT_NE(error.find("port feed is not plane"), std::string::npos) << error;
}

TEST(PortModes, a_port_without_walls_is_refused) {
  const Mesh mesh = wr90();
  const std::string error = error_of([&] { port(mesh, "zmin", {{"xmin", RimKind::pec}}); });
  EXPECT_NE(error.find("where no wall meets it"), std::string::npos) << error;
}

TEST(PortModes, modes_of_one_cut_off_need_a_polarisation) {
  const Mesh circle = guide("circle.geo", 3);
  const auto faces = port(circle, "feed");
  EXPECT_NE(error_of([&] { modes_of(faces, {{"TE11"}}); }).find("`polarisation: [x, y, z]` chooses"),
            std::string::npos);
  EXPECT_NE(error_of([&] { modes_of(faces, {{"1"}}); }).find("is one of 2"), std::string::npos);
  const Mesh square = make_box({.dim = 3, .cells = {3, 3, 1}});
  EXPECT_NE(error_of([&] { modes_of(port(square, "zmin"), {{"TE10"}}); }).find("is one of 2"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              modes_of(faces, {{"TE11", Point{0, 0, 1}}});
            }).find("along the port's normal"),
            std::string::npos);
}

TEST(PortModes, a_mode_that_is_not_there_is_refused_with_those_that_are) {
  const Mesh mesh = wr90();
  const std::string error = error_of([&] { modes_of(port(mesh, "zmin"), {{"TEM"}}); });
  EXPECT_NE(error.find("port feed has no mode TEM; it has TE10"), std::string::npos) << error;
}

TEST(PortModes, formulas_of_media_are_refused_at_a_port) {
  const Mesh mesh = wr90();
  WaveOptions options;
  options.units = si;
  const std::vector<Side> sides = sides_of_group(mesh, "zmin");
  options.regions["box"].emplace("epsilon_r", Expression::parse("2.5"));
  EXPECT_EQ(port_media(mesh, sides, options).at("box").epsilon.epsilon_infinity, 2.5);
  options.regions["box"].emplace("mu_r", Expression::parse("1 + x"));
  const std::string error = error_of([&] { port_media(mesh, sides, options); });
  EXPECT_EQ(error.find("regions.box.mu_r: got the formula"), 0u) << error;
}

TEST(PortModes, names_in_ports_with_several_media_are_refused) {
  const Mesh mesh = wr90(2, 2, true);
  const auto faces = port(mesh, "zmin", all_pec, {{"box", medium(1)}, {"box2", medium(2)}});
  const std::string error = error_of([&] { modes_of(faces, {{"TE10"}}); });
  EXPECT_NE(error.find("its modes are numbered"), std::string::npos) << error;
}

TEST(PortModes, lossy_media_are_refused) {
  const Mesh mesh = wr90();
  const auto faces = port(mesh, "zmin", all_pec,
                          {{"box", medium(2, 1, 0.1 * 2 * si.epsilon_0 * 2 * std::numbers::pi * 10e9)}});
  const std::string error = error_of([&] { modes_of(faces, {{"TE10"}}); });
  EXPECT_NE(error.find("a loss tangent of 0.1"), std::string::npos) << error;
}

TEST(PortModes, ports_that_share_a_face_are_refused) {
  const Mesh mesh = wr90();
  std::vector<PortFaces> ports = {*port(mesh, "zmin"), *port(mesh, "zmax")};
  check_apart(mesh, ports);
  ports.push_back(*port(mesh, "zmin"));
  EXPECT_NE(error_of([&] { check_apart(mesh, ports); }).find("a face belongs to one port"),
            std::string::npos);
}

TEST(PortModes, a_mode_that_reaches_an_open_rim_is_refused) {
  const Mesh mesh = wr90();
  RimKinds walls = all_pec;
  walls["xmax"] = RimKind::open;
  const std::string error = error_of([&] { modes_of(port(mesh, "zmin", walls), {{"1"}}); });
  EXPECT_NE(error.find("has not faded at the port's open rim"), std::string::npos) << error;
}

}  // namespace
}  // namespace dgsolve::test
