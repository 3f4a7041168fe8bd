#include "solver/electromagnetics/ports/port_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>

#include "mesh/box.hpp"
#include "mesh/read_mesh.hpp"
#include "mesh/topology/surfaces.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/geometric_factors.hpp"
#include "solver/electromagnetics/ports/port_media.hpp"
#include "solver/reference/reference_element.hpp"
#include "solver/waves/wave_options.hpp"
#include "tests/support/error_of.hpp"

namespace dgsolve::test {
namespace {

constexpr double light = 299792458, ohm = 376.730313412;
const Units si{8.8541878188e-12, 1.25663706127e-6};

double hertz(double cut_off) { return cut_off * light / (2 * std::numbers::pi); }

PortMedium medium(double epsilon, double mu = 1, double sigma = 0) {
  PortMedium made;
  made.epsilon.epsilon_infinity = epsilon;
  made.epsilon.conductivity_rate = sigma / si.epsilon_0;
  made.mu_r = mu;
  return made;
}

using Media = std::map<std::string, PortMedium>;

Mesh guide(const std::string& file, int geometry_order, std::map<std::string, double> parameters = {}) {
  MeshOptions options;
  options.file = std::string(DGSOLVE_SOURCE_DIR) + "/tests/meshes/ports/" + file;
  options.geometry_order = geometry_order;
  options.parameters = std::move(parameters);
  return read_mesh(options);
}

/// WR-90, 22.86 × 10.16 mm, along z.
Mesh wr90(int nx = 6, int ny = 3, bool two_regions = false, double jitter = 0.1) {
  return make_box({.dim = 3,
                   .cells = {nx, ny, 1},
                   .upper = {0.02286, 0.01016, 0.005},
                   .jitter = two_regions ? 0 : jitter},
                  two_regions);
}
const RimKinds all_pec = {{"xmin", RimKind::pec}, {"xmax", RimKind::pec}, {"ymin", RimKind::pec},
                          {"ymax", RimKind::pec}, {"wall", RimKind::pec}, {"strip", RimKind::pec}};

std::shared_ptr<const PortFaces> port(const Mesh& mesh, const std::string& group,
                                      const RimKinds& walls = all_pec,
                                      const Media& media = {{"box", medium(1)}, {"air", medium(1)}},
                                      RimKind strip_walls = RimKind::pec) {
  return std::make_shared<PortFaces>(
      make_port_faces(mesh, "feed", sides_of_group(mesh, group), walls, media, strip_walls));
}

std::vector<PortMode> modes_of(const std::shared_ptr<const PortFaces>& faces,
                               const std::vector<WantedMode>& wanted, std::vector<double> f = {10e9},
                               int order = 4) {
  for (double& omega : f) omega *= 2 * std::numbers::pi;
  return find_port_modes(faces, wanted, f, si, order);
}

/// Calls visit(weight, x, fields along the mesh's axes) at points of the faces of a rule of degree 10.
void for_points(const Mesh& mesh, const PortFaces& faces, const ModeProfile& profile,
                const std::function<void(double, const double*, const double*, const double*)>& visit) {
  const int dim = mesh.dim;
  const Quadrature rule = data_quadrature(dim - 1, 10);
  for (std::size_t face = 0; face < faces.sides.size(); ++face) {
    const auto [e, f] = faces.sides[face];
    const CellMap map(mesh, points_on_face(dim, f, rule.points));
    std::vector<double> x(rule.size() * dim), dxdr(rule.size() * dim * dim);
    map.coordinates(e, x.data());
    map.derivatives(e, dxdr.data());
    const TransverseFields fields = profile.at(static_cast<int>(face), x);
    for (int n = 0; n < rule.size(); ++n) {
      double metric[9], normal[3];
      jacobian_and_metric(dim, &dxdr[n * dim * dim], metric);
      scaled_normal(dim, f, metric, normal);
      const double area =
          dim == 3 ? std::hypot(normal[0], normal[1], normal[2]) : std::hypot(normal[0], normal[1]);
      visit(rule.weights[n] * area, &x[n * dim], &fields.e[3 * n], &fields.h[3 * n]);
    }
  }
}

/// ½∫(e×h)·n of the profiles of two modes.
double power(const Mesh& mesh, const PortFaces& faces, const ModeProfile& a, const ModeProfile& b) {
  std::vector<Point> h;
  for_points(mesh, faces, b, [&](double, const double*, const double*, const double* field) {
    h.push_back({field[0], field[1], field[2]});
  });
  double sum = 0;
  std::size_t n = 0;
  for_points(mesh, faces, a, [&](double weight, const double*, const double* e, const double*) {
    const Point flow = dgsolve::cross(Point{e[0], e[1], e[2]}, h[n++]);
    for (int i = 0; i < 3; ++i) sum += weight / 2 * flow[i] * faces.frame.normal[i];
  });
  return sum;
}

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
    return propagating_modes(of, 2 * std::numbers::pi * f, si, 4);
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
