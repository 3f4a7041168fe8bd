#include "solver/electromagnetics/ports/port_modes.hpp"

#include <gtest/gtest.h>

#include "tests/support/error_of.hpp"
#include "tests/support/waves/guides.hpp"

namespace dgsolve::test {
namespace {

using namespace guides;

// --- Rectangles

TEST(PortModes, modes_of_wr90_have_exact_cut_offs_and_their_names) {
  const Mesh mesh = wr90();
  const auto faces = port(mesh, "zmin");
  const double a = 0.02286, b = 0.01016;
  const std::map<std::string, std::array<int, 2>> exact = {{"TE10", {1, 0}}, {"TE20", {2, 0}},
                                                           {"TE01", {0, 1}}, {"TE11", {1, 1}},
                                                           {"TM11", {1, 1}}, {"TM21", {2, 1}}};
  for (const auto& [name, mn] : exact) {
    const PortMode mode = modes_of(faces, {{name}})[0];
    EXPECT_EQ(mode.name, name);
    EXPECT_NEAR(mode.cut_off / std::hypot(mn[0] * std::numbers::pi / a, mn[1] * std::numbers::pi / b), 1,
                1e-6)
        << name;
  }
  EXPECT_NEAR(modes_of(faces, {{"TE10"}})[0].cut_off * a / std::numbers::pi, 1, 1e-10);
}

TEST(PortModes, numbers_count_modes_by_cut_off) {
  const Mesh mesh = wr90();
  const auto modes = modes_of(port(mesh, "zmin"), {{"1"}, {"2"}, {"3"}});
  EXPECT_EQ(modes[0].name, "TE10");
  EXPECT_EQ(modes[1].name, "TE20");
  EXPECT_EQ(modes[2].name, "TE01");
}

TEST(PortModes, modes_of_one_cut_off_have_the_profiles_of_their_names) {  // TE20 and TE01 where a = 2b
  const Mesh mesh = make_box({.dim = 3, .cells = {4, 3, 1}, .upper = {0.02, 0.01, 0.005}, .jitter = 0.1});
  const auto faces = port(mesh, "zmin");
  const auto modes = modes_of(faces, {{"TE20"}, {"TE01"}});
  for_points(mesh, *faces, *modes[0].profile,
             [](double, const double*, const double* e, const double*) { EXPECT_NEAR(e[0], 0, 1e-3 * 200); });
  for_points(mesh, *faces, *modes[1].profile,
             [](double, const double*, const double* e, const double*) { EXPECT_NEAR(e[1], 0, 1e-3 * 200); });
}

TEST(PortModes,
     halves_of_guides_have_the_names_of_whole_ones) {  // the symmetry plane x = a/2 is magnetic for TE10
  const double a = 0.02286, b = 0.01016;
  for (const bool is_left : {true, false}) {
    const Mesh mesh = make_box({.dim = 3,
                                .cells = {3, 3, 1},
                                .lower = {is_left ? 0 : a / 2, 0, 0},
                                .upper = {is_left ? a / 2 : a, b, 0.005},
                                .jitter = 0.1});
    RimKinds walls = all_pec;
    walls[is_left ? "xmax" : "xmin"] = RimKind::pmc;
    const auto faces = port(mesh, "zmin", walls);
    const auto modes = modes_of(faces, {{"TE10"}, {"TE30"}, {"TM11"}});
    EXPECT_NEAR(modes[0].cut_off * a / std::numbers::pi, 1, 1e-8);
    EXPECT_NEAR(modes[1].cut_off * a / std::numbers::pi, 3, 1e-5);
    EXPECT_NEAR(modes[2].cut_off / std::numbers::pi, std::hypot(1 / a, 1 / b), 1e-5 / b);
    EXPECT_NE(error_of([&] { modes_of(faces, {{"TE20"}}); }).find("has no mode TE20"), std::string::npos);
  }
}

TEST(PortModes, propagating_modes_are_those_below_the_frequency) {
  const Mesh mesh = wr90();
  const auto faces = port(mesh, "zmin");
  const auto names = [&](const std::shared_ptr<const PortFaces>& of, double f) {
    return propagating_modes(port_space(of, 4), 2 * std::numbers::pi * f, si);
  };
  EXPECT_EQ(names(faces, 6e9), std::vector<std::string>{});
  EXPECT_EQ(names(faces, 10e9), std::vector<std::string>{"TE10"});
  EXPECT_EQ(names(faces, 16.5e9), (std::vector<std::string>{"TE10", "TE20", "TE01", "TE11", "TM11"}));
  // By the vector problem, of two media that are nearly one: as many.
  const Mesh halves = wr90(6, 3, true);
  const auto two = port(halves, "zmin", all_pec, {{"box", medium(1)}, {"box2", medium(1 + 1e-9)}});
  EXPECT_EQ(names(two, 16.5e9).size(), 5u);
}

TEST(PortModes, fields_of_te10_are_those_of_the_sine) {
  const Mesh mesh = wr90();
  const auto faces = port(mesh, "zmin");
  const PortMode mode = modes_of(faces, {{"TE10"}})[0];
  const double a = 0.02286, b = 0.01016, amplitude = 2 / std::sqrt(a * b);  // ½∫(e×h)·n = 1, h = n×e
  for_points(mesh, *faces, *mode.profile, [&](double, const double* x, const double* e, const double* h) {
    EXPECT_NEAR(e[1], amplitude * std::sin(std::numbers::pi * x[0] / a), 1e-5 * amplitude);
    EXPECT_NEAR(e[0], 0, 1e-5 * amplitude);
    EXPECT_NEAR(h[0], -e[1], 1e-12 * amplitude);
    EXPECT_EQ(e[2], 0);
  });
  const ModeAtFrequency& at = mode.at[0];
  const double k = 2 * std::numbers::pi * 10e9 / light,
               beta = std::sqrt(k * k - std::numbers::pi * std::numbers::pi / a / a);
  EXPECT_NEAR(at.gamma.imag(), beta, 1e-8 * beta);
  EXPECT_EQ(at.gamma.real(), 0);
  EXPECT_NEAR(at.impedance.real(), ohm * k / beta, 1e-6 * ohm);
  EXPECT_NEAR(std::abs(at.e_factor * at.h_factor - 1.0), 0, 1e-14);
}

TEST(PortModes, errors_fall_with_the_order) {
  const Mesh mesh = wr90(3, 2);
  const auto faces = port(mesh, "zmin");
  double before = 1;
  for (int order = 1; order <= 4; ++order) {
    const double error =
        std::abs(modes_of(faces, {{"TE10"}}, {10e9}, order)[0].cut_off * 0.02286 / std::numbers::pi - 1);
    EXPECT_LT(error, before / 8) << order;
    before = std::max(error, 1e-11);
  }
}

TEST(PortModes, modes_are_orthogonal_and_have_power_one) {
  const Mesh mesh = wr90();
  const auto faces = port(mesh, "zmax");
  const auto modes = modes_of(faces, {{"TE10"}, {"TE20"}, {"TE11"}, {"TM11"}, {"TM21"}});
  for (const PortMode& a : modes)
    for (const PortMode& b : modes)
      EXPECT_NEAR(power(mesh, *faces, *a.profile, *b.profile), a.name == b.name ? 1 : 0, 1e-6)
          << a.name << b.name;
}

TEST(PortModes, below_cut_off_waves_decay) {
  const Mesh mesh = wr90();
  const ModeAtFrequency at = modes_of(port(mesh, "zmin"), {{"TE10"}}, {5e9})[0].at[0];
  const double k = 2 * std::numbers::pi * 5e9 / light,
               alpha = std::sqrt(std::numbers::pi * std::numbers::pi / 0.02286 / 0.02286 - k * k);
  EXPECT_NEAR(at.gamma.real(), alpha, 1e-8 * alpha);
  EXPECT_EQ(at.gamma.imag(), 0);
  EXPECT_NEAR(at.impedance.imag(), ohm * k / alpha, 1e-6 * ohm);  // inductive
  EXPECT_NEAR(std::abs(at.e_factor * at.h_factor - 1.0), 0, 1e-14);
}

TEST(PortModes, losses_make_gamma_that_of_the_complex_permittivity) {
  const Mesh mesh = wr90();
  const double omega = 2 * std::numbers::pi * 10e9, sigma = 0.01 * 2 * si.epsilon_0 * omega;  // tan δ = 0.01
  const PortMode mode =
      modes_of(port(mesh, "zmin", all_pec, {{"box", medium(2, 1.5, sigma)}}), {{"TE10"}})[0];
  const std::complex<double> k2 = omega * omega / light / light * 3.0 * std::complex<double>(1, -0.01);
  const std::complex<double> exact = std::sqrt(std::numbers::pi * std::numbers::pi / 0.02286 / 0.02286 - k2);
  EXPECT_GT(mode.at[0].gamma.real(), 0);
  EXPECT_NEAR(std::abs(mode.at[0].gamma - exact), 0, 1e-8 * std::abs(exact));
}

TEST(PortModes, equal_ports_have_equal_signs_on_any_mesh) {
  const std::vector<WantedMode> wanted = {{"TE10"}, {"TE20"}, {"TE11"}, {"TM21"}, {"TE30"}};
  std::vector<std::array<double, 2>> first;
  for (const auto& [nx, ny] : {std::pair{6, 3}, std::pair{7, 4}, std::pair{5, 5}})
    for (const char* group : {"zmin", "zmax"}) {
      const Mesh mesh = wr90(nx, ny);
      const auto faces = port(mesh, group);
      std::vector<std::array<double, 2>> sums;
      for (const PortMode& mode : modes_of(faces, wanted)) {
        sums.push_back({0, 0});
        for_points(mesh, *faces, *mode.profile,
                   [&](double weight, const double* x, const double* e, const double*) {
                     for (int i = 0; i < 2; ++i)
                       sums.back()[i] += weight * e[i] * std::cos(100 * x[0] + 150 * x[1]);
                   });
      }
      if (first.empty()) first = sums;
      for (std::size_t m = 0; m < wanted.size(); ++m)
        for (int i = 0; i < 2; ++i)
          EXPECT_NEAR(sums[m][i], first[m][i], 1e-4) << wanted[m].name << group << nx;
    }
}

// --- Circles and coaxial lines

TEST(PortModes, modes_of_a_circular_guide_have_their_cut_offs_and_names) {
  const Mesh mesh = guide("circle.geo", 4);
  const auto faces = port(mesh, "feed");
  const Point x = {1, 0, 0};
  const auto modes = modes_of(faces, {{"TE11", x}, {"TM01"}, {"TE21", x}, {"TE01"}, {"TM11", x}});
  EXPECT_NEAR(hertz(modes[0].cut_off) / 8.784923e9, 1, 1e-6);
  EXPECT_NEAR(hertz(modes[1].cut_off) / 11.474253e9, 1, 1e-6);
  EXPECT_NEAR(hertz(modes[2].cut_off) / 14.572819e9, 1, 1e-6);
  EXPECT_NEAR(modes[3].cut_off * 0.01 / 3.8317059702, 1, 1e-6);
  EXPECT_NEAR(modes[4].cut_off * 0.01 / 3.8317059702, 1, 1e-6);
}

TEST(PortModes, a_polarisation_turns_the_mode_and_sets_its_sign) {
  const Mesh mesh = guide("circle.geo", 3);
  const auto faces = port(mesh, "feed");
  for (const double angle : {0.0, 0.3, 1.9, 4.0}) {
    const Point p = {std::cos(angle), std::sin(angle), 0};
    const PortMode mode = modes_of(faces, {{"TE11", p}})[0];
    double along = 0, across = 0;
    for_points(mesh, *faces, *mode.profile,
               [&](double weight, const double*, const double* e, const double*) {
                 along += weight * (e[0] * p[0] + e[1] * p[1]);
                 across += weight * (e[1] * p[0] - e[0] * p[1]);
               });
    EXPECT_GT(along, 0);
    EXPECT_NEAR(across, 0, 1e-4 * along);
  }
}

TEST(PortModes, a_coaxial_line_has_the_impedance_of_its_logarithm) {
  const Mesh mesh = guide("coax.geo", 4);
  const auto faces = port(mesh, "feed");
  ASSERT_EQ(faces->n_conductors(), 2);
  const auto modes = modes_of(faces, {{"TEM"}, {"TE11", Point{0, 1, 0}}});
  EXPECT_NEAR(modes[0].at[0].line_impedance.value() / 50.0025074, 1, 1e-6);
  // By the line integral of E between the conductors.
  const WantedMode along{"TEM", {}, {{Point{0, 0.001, 0}, Point{0, 0.0023024, 0}}}};
  EXPECT_NEAR(modes_of(faces, {along})[0].at[0].line_impedance.value(), 50.0025074, 1e-3);
  EXPECT_NEAR(modes[0].at[0].gamma.imag(), 2 * std::numbers::pi * 10e9 / light, 1e-6);
  EXPECT_NEAR(modes[0].at[0].impedance.real(), ohm, 1e-6);
  EXPECT_NEAR(modes[1].cut_off * 0.001 / 0.618202803, 1, 1e-6);
}

TEST(PortModes, fields_of_a_coaxial_line_point_outwards) {
  const Mesh mesh = guide("coax.geo", 4);
  const auto faces = port(mesh, "feed");
  const PortMode mode = modes_of(faces, {{"TEM"}})[0];
  const double amplitude = std::sqrt(2 / (2 * std::numbers::pi * std::log(2.3024)));
  double largest = 0;
  for_points(mesh, *faces, *mode.profile, [&](double, const double* x, const double* e, const double*) {
    const double r2 = x[1] * x[1] + x[2] * x[2];
    largest =
        std::max({largest, std::abs(e[1] - amplitude * x[1] / r2), std::abs(e[2] - amplitude * x[2] / r2)});
  });
  EXPECT_LT(largest, 3e-4 * amplitude / 0.001);
}

// --- Other forms

TEST(PortModes, a_ridged_guide_has_its_cut_offs) {
  const Mesh mesh = guide("ridge.geo", 1, {{"fine", 0.03}});
  const auto modes = modes_of(port(mesh, "feed"), {{"1"}, {"2"}}, {10e9}, 3);
  EXPECT_NEAR(hertz(modes[0].cut_off) / 6.187045e9, 1, 1e-5);
  EXPECT_NEAR(hertz(modes[1].cut_off) / 18.447445e9, 1, 1e-5);
}

TEST(PortModes, plates_between_magnetic_walls_have_a_tem_wave) {
  const Mesh mesh = make_box({.dim = 3, .cells = {3, 2, 1}, .upper = {0.01, 0.001, 0.002}, .jitter = 0.1});
  RimKinds walls = all_pec;
  walls["xmin"] = walls["xmax"] = RimKind::pmc;
  const auto faces = port(mesh, "zmin", walls);
  const PortMode mode = modes_of(faces, {{"TEM"}})[0];
  EXPECT_NEAR(mode.at[0].line_impedance.value(), 37.6730313, 1e-6);
}

TEST(PortModes, a_pair_of_lines_has_an_odd_and_an_even_mode) {  // two sheets beside each other in a box
  const Mesh mesh = [] {
    Mesh box = make_box({.dim = 3, .cells = {5, 4, 1}, .upper = {5, 4, 1}});
    box.boundary_names.push_back("strip");
    for (int e = 0; e < box.n_elements(); ++e)
      for (int f = 0; f < 4; ++f) {
        const Point x = face_center(box, {e, f});
        const bool is_strip = (x[0] > 1 && x[0] < 2) || (x[0] > 3 && x[0] < 4);
        if (std::abs(x[1] - 2) < 1e-9 && is_strip && box.neighbor[4 * e + f] >= 0) {
          const FaceVertices v = face_vertices(box, {e, f});
          if (box.nodes[v[0]][1] == 2 && box.nodes[v[1]][1] == 2 && box.nodes[v[2]][1] == 2)
            box.boundary[4 * e + f] = static_cast<int>(box.boundary_names.size()) - 1;
        }
      }
    return box;
  }();
  const auto faces = port(mesh, "zmin");
  ASSERT_EQ(faces->n_conductors(), 3);
  EXPECT_FALSE(faces->conductors[0].is_sheet);
  EXPECT_TRUE(faces->conductors[1].is_sheet && faces->conductors[2].is_sheet);
  EXPECT_NEAR(faces->conductors[1].length, 1, 1e-12);
  const auto modes = modes_of(faces, {{"TEM1"}, {"TEM2"}, {"3"}});
  EXPECT_NEAR(power(mesh, *faces, *modes[0].profile, *modes[1].profile), 0, 1e-6);
  EXPECT_EQ(modes[2].kind, ModeKind::TE);
  std::vector<double> voltages;  // from the wall below to the strips
  for (int m = 0; m < 2; ++m)
    for (const double x : {1.5, 3.5}) {
      const WantedMode wanted{m == 0 ? "TEM1" : "TEM2", {}, {{Point{x, 0, 0}, Point{x, 2, 0}}}};
      voltages.push_back(std::sqrt(2 * modes_of(faces, {wanted})[0].at[0].line_impedance.value()));
    }
  EXPECT_GT(voltages[0], 1);
  EXPECT_GT(voltages[2], 1);
  EXPECT_NEAR(voltages[0], voltages[1], 1e-6 * voltages[0]);
  EXPECT_NEAR(voltages[2], voltages[3], 1e-6 * voltages[2]);
}

TEST(PortModes, a_turned_port_has_the_modes_of_a_straight_one) {
  const double angle = 0.4, c = std::cos(angle), s = std::sin(angle);
  Mesh mesh = wr90(4, 3);
  for (Point& x : mesh.nodes) x = {c * x[0] + s * x[2], x[1], -s * x[0] + c * x[2]};
  const auto faces = port(mesh, "zmin");
  const PortMode mode = modes_of(faces, {{"TE10", Point{0, 1, 0}}})[0];
  EXPECT_NEAR(mode.cut_off * 0.02286 / std::numbers::pi, 1, 1e-10);
  for_points(mesh, *faces, *mode.profile, [&](double, const double*, const double* e, const double* h) {
    EXPECT_GE(e[1], -1e-2);
    EXPECT_NEAR(h[0] * s + h[2] * c, 0, 1e-9);  // none along the normal
  });
}

TEST(PortModes, a_port_inside_the_mesh_looks_into_the_cells_of_its_sides) {
  const Mesh mesh = [] {
    Mesh box = make_box({.dim = 3, .cells = {4, 3, 2}, .upper = {0.02286, 0.01016, 0.01}});
    box.boundary_names.push_back("feed");
    for (int side = 0; side < std::ssize(box.boundary); ++side) {
      const FaceVertices v = face_vertices(box, {side / 4, side % 4});
      if (std::abs(box.nodes[v[0]][2] - 0.005) + std::abs(box.nodes[v[1]][2] - 0.005) +
              std::abs(box.nodes[v[2]][2] - 0.005) <
          1e-12)
        box.boundary[side] = static_cast<int>(box.boundary_names.size()) - 1;
    }
    return box;
  }();
  std::vector<Side> below = all_sides_of_group(mesh, "feed");
  EXPECT_NE(error_of([&] {
              make_port_faces(mesh, "feed", below, all_pec, {{"box", medium(1)}});
            }).find("not plane"),
            std::string::npos);  // both sides of each face
  std::erase_if(below, [&](Side side) { return cell_center(mesh, side.element)[2] > 0.005; });
  const auto faces =
      std::make_shared<PortFaces>(make_port_faces(mesh, "feed", below, all_pec, {{"box", medium(1)}}));
  EXPECT_EQ(faces->frame.normal, (Point{0, 0, -1}));
  EXPECT_NEAR(modes_of(faces, {{"TE10"}})[0].cut_off * 0.02286 / std::numbers::pi, 1, 1e-9);
}

}  // namespace
}  // namespace dgsolve::test
