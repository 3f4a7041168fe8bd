/// Monitors of a case file, on the scattering of a pulse by a conducting cylinder, whose series is known.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>

#include "io/hdf5/hdf5_file.hpp"
#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;
constexpr double radius = 0.5;

/// The pulse has no static part, which would leave the plane slowly.
const char* const scattering = R"yaml(
physics: maxwell
formulation: TM
units: natural
order: 4
mesh: {file: cylinder_in_open_space.geo, geometry_order: 3, parameters: {outer: 8, h: 0.4}}
regions: {total: {}, scattered: {}}
boundaries:
  body: pec
  outer: absorbing
  surface:
    type: incident
    into: total
    plane_wave: {direction: [1, 0, 0], polarisation: [0, 0, 1], waveform: "exp(-((t - 3)/0.6)^2)*sin(3.5*(t - 3))"}
monitors:
  - {name: width, type: far_field, surface: total, frequencies: [0.4, 0.55], angles: {phi: {from: 0, to: 180, step: 15}}}
  - {name: through, type: flux, surface: surface, frequencies: [0.4, 0.55]}
  - {name: points, type: fields, at: [[0.7, 0.1], [-0.2, 0.7]], frequencies: [0.4]}
  - {name: near, type: fields, at: {surface: total}, frequencies: [0.4]}
  - {name: cells, type: fields, at: {region: total}, frequencies: [0.4]}
time: {final: 17}
)yaml";

/// The cylinder's case in a folder of its own.
struct Scattering {
  Scattering() {
    const std::string mesh = "cylinder_in_open_space.geo";
    std::filesystem::copy_file(source_folder() / "tests/meshes" / mesh, folder.path() / mesh);
    std::ofstream(file) << scattering;
  }
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
};

/// −Jₙ(ka)/Hₙ⁽²⁾(ka)
Complex coefficient(int n, double ka) {
  const double J = std::cyl_bessel_j(std::abs(n), ka);
  return -J / Complex(J, -std::cyl_neumann(std::abs(n), ka));
}

/// 4/k |Σ cₙ exp(inφ)|²
double exact_width(double k, double phi) {
  Complex sum = 0;
  for (int n = -20; n <= 20; ++n)
    sum += coefficient(n, k * radius) * std::polar(1.0, n * phi * std::numbers::pi / 180);
  return 4 / k * std::norm(sum);
}

double exact_total(double k) {
  double sum = 0;
  for (int n = -20; n <= 20; ++n) sum += 4 / k * std::norm(coefficient(n, k * radius));
  return sum;
}

void expect_exact_widths(const std::filesystem::path& results) {
  for (const auto& row : numbers_in(results / "monitors/width.csv")) {  // frequency, phi, E_z, width, dBm
    const double k = 2 * std::numbers::pi * row[0];
    EXPECT_NEAR(row[5], 10 * std::log10(exact_width(k, row[1])), 0.1) << row[0] << ' ' << row[1];
  }
  for (const auto& row : numbers_in(results / "monitors/width_power.csv")) {
    const double exact = exact_total(2 * std::numbers::pi * row[0]);
    EXPECT_NEAR(row[1], exact, 0.02 * exact);  // scattering
    EXPECT_NEAR(row[2], exact, 0.02 * exact);  // extinction
    EXPECT_NEAR(row[3], 0, 0.02 * exact);      // absorption
  }
}

TEST(Monitors, of_a_pulse_on_a_cylinder_give_its_exact_widths_and_no_absorption) {
  const Scattering of_cylinder;
  const CaseRun run(of_cylinder.file);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  expect_exact_widths(run.results);
  const auto through = numbers_in(run.results / "monitors/through.csv"),
             power = numbers_in(run.results / "monitors/width_power.csv");
  for (std::size_t i = 0; i < through.size(); ++i) EXPECT_NEAR(through[i][2], -power[i][3], 1e-12);
  EXPECT_EQ(numbers_in(run.results / "monitors/points.csv").size(), 2u);
  for (const char* file : {"monitors/near/fields.pvd", "monitors/near/fields/fields_000000.vtu",
                           "monitors/cells/fields/fields_000000.vtu"})
    EXPECT_TRUE(std::filesystem::exists(run.results / file)) << file;
  EXPECT_EQ(run.summary()["tables"].size(), 4u);
  const hdf5::Group tables = hdf5::open_file(run.results / "monitors/width.h5");
  const auto rows = numbers_in(run.results / "monitors/width.csv");
  const std::vector<double> widths = tables.read<double>("width/width_dBm");
  ASSERT_EQ(widths.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(widths[i], rows[i].back());
  const std::string report = read_text(run.results / "report.html");
  for (const char* picture : {">width</figcaption>", "width over the band", "through: power", "Monitors"})
    EXPECT_NE(report.find(picture), std::string::npos) << picture;
}

TEST(Monitors, of_cells_have_amplitudes_whose_phases_make_a_period_of_the_fields) {
  const Scattering of_cylinder;
  const CaseRun run(of_cylinder.file, {"order=1", "time.final=6",
                                       "monitors=[{name: m, type: fields, at: {region: total}, frequencies: "
                                       "[0.3, 0.5], format: hdf5, phases: 4}]"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto values = [&](const std::string& folder, int snapshot, const std::string& field) {
    const std::filesystem::path file =
        run.results / "monitors/m" / folder / ("fields_00000" + std::to_string(snapshot) + ".h5");
    return hdf5::open_file(file).read<double>(field, hdf5::doubles_as(Precision::single));
  };
  const std::vector<double> real = values("fields", 1, "Ez_real"), imaginary = values("fields", 1, "Ez_imag"),
                            phase = values("fields", 1, "Ez_phase"),
                            at_0 = values("phases_000001/fields", 0, "Ez"),
                            at_90 = values("phases_000001/fields", 1, "Ez");
  ASSERT_EQ(at_0.size(), real.size());
  for (std::size_t i = 0; i < real.size(); ++i) {
    ASSERT_NEAR(at_0[i], real[i], 1e-6);
    ASSERT_NEAR(at_90[i], -imaginary[i], 1e-6);
    ASSERT_NEAR(std::hypot(real[i], imaginary[i]) * std::sin(phase[i] * std::numbers::pi / 180), imaginary[i],
                1e-5);
  }
}

TEST(Monitors, of_half_a_cylinder_on_a_symmetry_plane_are_those_of_the_whole_one) {
  const Scattering of_cylinder;
  const CaseRun run(of_cylinder.file, {"mesh.parameters.half=1", "boundaries.symmetry=pmc"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  expect_exact_widths(run.results);
}

TEST(Monitors, of_a_restarted_run_have_the_bits_of_the_whole_one) {
  const Scattering of_cylinder;
  for (const std::string every : {"3", "0.7"}) {  // intervals of one step, and a last one of another
    const std::vector<std::string> settings = {"order=2", "time.final=3",
                                               "output.fields={every: " + every + "}",
                                               "output.checkpoint={every: 0.4, keep: 1000}"};
    const CaseRun run(of_cylinder.file, settings);
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    const auto expected = results_of(run.results);
    ASSERT_TRUE(expected.contains("monitors/width.csv"));
    const auto checkpoints = checkpoints_in(run.results);
    ASSERT_GE(checkpoints.size(), 4u);
    for (const std::size_t i : {checkpoints.size() - 1, std::size_t{0}}) {
      const ProgramResult result =
          go_on(run, of_cylinder.file, settings, {"--restart", checkpoints[i].string()});
      ASSERT_EQ(result.status, 0) << result.errors;
      EXPECT_TRUE(results_of(run.results) == expected) << checkpoints[i];
    }
  }
}

TEST(Monitors, that_do_not_fit_the_mesh_or_the_step_are_refused) {
  const Scattering of_cylinder;
  const auto message = [&](const std::string& monitor) {
    const CaseRun run(of_cylinder.file, {"monitors=[" + monitor + "]"});
    EXPECT_EQ(run.program.status, 2) << monitor;
    EXPECT_FALSE(std::filesystem::exists(run.results));
    return run.program.errors;
  };
  for (const auto& [monitor, said] : std::vector<std::pair<std::string, std::string>>{
           {"{name: m, type: far_field, surface: outer, frequencies: [0.4]}", "has no cell outside"},
           {"{name: m, type: fields, at: [9, 0], frequencies: [0.4]}", "(9, 0)"},
           {"{name: m, type: fields, at: [0.7, 0], frequencies: [40]}",
            "steps a period; expected at least 8"}})
    EXPECT_NE(message(monitor).find(said), std::string::npos) << message(monitor);
}

}  // namespace
}  // namespace dgsolve::test
