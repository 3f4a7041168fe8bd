/// Lumped ports and elements in a case file: S-parameters and impedances against those of circuits, runs that
/// are stopped, and mistakes.

#include <gtest/gtest.h>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/plates_case.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;

class LumpedPorts : public testing::Test {
 protected:
  /// [frequency]: the frequency, then for each entry, column by column, its real and imaginary part, dB and
  /// degrees.
  static std::vector<std::vector<double>> s_of(const CaseRun& run) {
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    return numbers_in(run.results / "s_parameters/plates.csv");
  }
  static Complex entry(const std::vector<double>& row, int number) {
    return {row[1 + 4 * number], row[2 + 4 * number]};
  }

  const PlatesCase plates;
  const std::filesystem::path& file = plates.file;
  static constexpr double Z0 = PlatesCase::impedance;
};

TEST_F(LumpedPorts, that_match_a_line_reflect_nothing_and_transmit_all_with_its_phase) {
  const CaseRun run(file);
  for (const std::vector<double>& row : s_of(run)) {
    for (const int reflection : {0, 3}) EXPECT_LT(std::abs(entry(row, reflection)), 1e-4) << row[0];
    for (const int transmission : {1, 2})
      EXPECT_LT(std::abs(entry(row, transmission) - PlatesCase::way(row[0], PlatesCase::length)), 1e-4)
          << row[0];
  }
  const nlohmann::json found = run.summary()["s_parameters"];
  EXPECT_LT(found["asymmetry"].get<double>(), 1e-6);
  EXPECT_EQ(found["ports"][0]["mode"], "lumped");
  EXPECT_EQ(found["ports"][0]["name"], "back");
  EXPECT_TRUE(contains(run.program.errors,
                       "lumped port front: R 37.673 ohm, from lower at (0, 0, 0) to upper at (0, 0, 0.001), "
                       "0.001 m long and 0.01 m wide"))
      << run.program.errors;
  EXPECT_TRUE(contains(read_text(run.results / "s_parameters/plates.s2p"), "R 37.673"));
  EXPECT_TRUE(contains(read_text(run.results / "report.html"), "Input impedance of front"));
}

TEST_F(LumpedPorts, see_resistors_through_a_line_as_circuits_do) {
  for (const double R : {10, 50, 200}) {
    const CaseRun run(
        file, {"boundaries.back={type: lumped, series: {R: " + std::to_string(R) + " ohm}, direction: z}"});
    const double reflection = (R - Z0) / (R + Z0);
    const auto rows = s_of(run), impedances = numbers_in(run.results / "s_parameters/impedance.csv");
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const Complex there_and_back = PlatesCase::way(rows[f][0], 2 * PlatesCase::length);
      EXPECT_LT(std::abs(entry(rows[f], 0) - reflection * there_and_back), 1e-4) << R << ' ' << rows[f][0];
      const Complex Z = Z0 * (1.0 + reflection * there_and_back) / (1.0 - reflection * there_and_back);
      EXPECT_LT(std::abs(Complex(impedances[f][1], impedances[f][2]) / Z - 1.0), 1e-3) << R;
    }
  }
}

/// Beside the line its admittance is Y Z0 = y: S11 = −y/(2 + y), S21 = 2/(2 + y).
TEST_F(LumpedPorts, see_elements_beside_a_line_as_circuits_do) {
  const auto expect = [&](const std::string& parts, double frequency, const Complex& y) {
    const CaseRun run(
        file, {"boundaries.gap={type: lumped, " + parts + ", direction: z}", "s_parameters.drive=front",
               "s_parameters.frequencies=" + std::to_string(frequency)});
    const std::vector<double> row = s_of(run).at(0);  // of back and of front
    const Complex line = PlatesCase::way(frequency, PlatesCase::length);
    EXPECT_LT(std::abs(entry(row, 0) / line - 2.0 / (2.0 + y)), 1e-4) << parts;
    EXPECT_LT(std::abs(entry(row, 1) / line + y / (2.0 + y)), 1e-4) << parts;
  };
  const double omega = 2 * std::numbers::pi * 10e9, resonance = 2 * std::numbers::pi * 5.033e9;
  const Complex i(0, 1);
  expect("parallel: {C: 1 pF}", 10e9, i * omega * 1e-12 * Z0);
  expect("series: {R: 5 ohm, L: 1 nH, C: 1 pF}", 5.033e9,
         Z0 / (5.0 + i * resonance * 1e-9 + 1.0 / (i * resonance * 1e-12)));
  expect("parallel: {R: 80 ohm, L: 0.5 nH, C: 0.2 pF}", 10e9,
         Z0 * (1 / 80.0 + 1.0 / (i * omega * 0.5e-9) + i * omega * 0.2e-12));
}

TEST_F(LumpedPorts, and_ports_of_guides_are_reciprocal) {
  const CaseRun run(file, {"boundaries.back={type: port, modes: [TEM]}",
                           "s_parameters.frequencies=[5 GHz, 9 GHz]", "boundaries.front.resistance=20 ohm"});
  const double reflection = (20 - Z0) / (20 + Z0);
  for (const std::vector<double>& row : s_of(run)) {  // back is the first
    EXPECT_LT(std::abs(entry(row, 1) - entry(row, 2)), 1e-3) << row[0];
    EXPECT_NEAR(std::norm(entry(row, 1)), 1 - reflection * reflection, 1e-3);
    EXPECT_LT(std::abs(entry(row, 0) - reflection * PlatesCase::way(row[0], 2 * PlatesCase::length)), 1e-3);
  }
}

TEST_F(LumpedPorts, of_coaxial_rings_match_the_line) {
  const double a = 0.001, b = 0.0023024, length = 0.0012,
               Z = 376.730313412 / (2 * std::numbers::pi) * std::log(b / a);
  std::filesystem::copy_file(source_folder() / "tests/meshes/ports/coax.geo",
                             plates.folder.path() / "coax.geo");
  std::ofstream(file) << R"yaml(
physics: maxwell
order: 2
mesh: {file: coax.geo, geometry_order: 2, parameters: {h: 0.0012}}
regions: {air: {}}
boundaries:
  feed: {type: lumped_port, resistance: 50.0025 ohm, direction: radial}
  end: {type: lumped, series: {R: 20 ohm}, direction: radial}
  wall: pec
s_parameters: {frequencies: [20 GHz], name: plates}
time: {final: 1.5 ns, stop: {decay: 1e-7}}
)yaml";
  const CaseRun run(file);
  const std::vector<double> row = s_of(run).at(0);
  const double reflection = (20 - Z) / (20 + Z);
  EXPECT_LT(std::abs(entry(row, 0) - reflection * PlatesCase::way(20e9, 2 * length)), 2e-3);
}

TEST_F(LumpedPorts, relate_to_other_references) {
  const CaseRun run(file, {"s_parameters.reference=50 ohm", "s_parameters.frequencies=6 GHz"});
  const std::vector<double> row = s_of(run).at(0);
  const double gamma = (Z0 - 50) / (Z0 + 50);
  const Complex e = PlatesCase::way(6e9, PlatesCase::length), below = 1.0 - gamma * gamma * e * e;
  EXPECT_LT(std::abs(entry(row, 0) - gamma * (1.0 - e * e) / below), 1e-4);
  EXPECT_LT(std::abs(entry(row, 1) - e * (1 - gamma * gamma) / below), 1e-4);
  EXPECT_TRUE(contains(read_text(run.results / "s_parameters/plates.s2p"), "R 50"));
}

TEST_F(LumpedPorts, write_voltages_and_currents_over_time_as_large_as_the_check_says) {
  const std::vector<std::string> settings = {
      "boundaries.gap={type: lumped, series: {R: 20 ohm}, direction: z}", "s_parameters.drive=front",
      "s_parameters.frequencies=6 GHz", "time.stop=null"};
  const CaseRun run(file, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  double size = 0;
  for (const auto& table : std::filesystem::directory_iterator(run.results / "driven_front/lumped"))
    size += static_cast<double>(table.file_size());
  EXPECT_NEAR(bytes(behind(behind(check(file, settings), "output: lumped: "), "B, ")) / size, 1, 0.15);
  const auto back = numbers_in(run.results / "driven_front/lumped/back.csv"),
             gap = numbers_in(run.results / "driven_front/lumped/gap.csv");
  ASSERT_EQ(back.size(), gap.size());
  ASSERT_EQ(back.size(), run.summary()["steps"].get<std::size_t>() + 1);
  double largest = 0;
  for (std::size_t i = 0; i < gap.size(); ++i) {
    EXPECT_NEAR(gap[i][1], 20 * gap[i][2], 1e-9);     // through the element
    EXPECT_NEAR(back[i][1], -Z0 * back[i][2], 1e-9);  // into the fields
    largest = std::max(largest, gap[i][1]);
  }
  EXPECT_GT(largest, 1);
}

TEST_F(LumpedPorts, a_run_stopped_while_one_is_driven_goes_on_with_the_same_bits) {
  const std::vector<std::string> settings = {
      "boundaries.gap={type: lumped, series: {R: 5 ohm, L: 1 nH, C: 1 pF}, direction: z}", "time.stop=null",
      "time.final=2 ns", "s_parameters.drive=back"};
  const CaseRun whole(file, settings);
  ASSERT_EQ(whole.program.status, 0) << whole.program.errors;
  std::vector<std::string> limited = settings;
  limited.push_back("time.wall_limit=0.2");
  const CaseRun parts(file, limited);
  ASSERT_EQ(parts.program.status, 3) << parts.program.errors;
  const TemporaryFolder scratch;
  std::vector<std::string> arguments = {file.string(), "--output", parts.results.string(), "--restart"};
  for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
  std::vector<std::string> others = arguments;
  others.insert(others.end(), {"--set", "boundaries.front.resistance=75 ohm"});
  const ProgramResult other = run_program(others, scratch.path());
  EXPECT_EQ(other.status, 2);
  EXPECT_TRUE(contains(other.errors, "port back was driven in another case")) << other.errors;
  const ProgramResult rest = run_program(arguments, scratch.path());
  ASSERT_EQ(rest.status, 0) << rest.errors;
  for (const char* name : {"s_parameters/plates.csv", "s_parameters/impedance.csv",
                           "driven_back/lumped/gap.csv", "driven_back/lumped/front.csv"})
    EXPECT_EQ(read_text(parts.results / name), read_text(whole.results / name)) << name;
}

/// The medium's losses would set it, and are warned of where they do.
TEST_F(LumpedPorts, that_set_the_step_are_the_only_ones_named) {
  const auto said = [&](const std::string& C) {
    return check(file, {"boundaries.gap={type: lumped, parallel: {C: " + C + "}, direction: z}",
                        "regions.air={sigma: 300 S/m}"});
  };
  const std::string of_losses = said("0.02 pF"), of_element = said("0.0008 pF");
  EXPECT_TRUE(contains(of_losses, "sigma/epsilon holds it down")) << of_losses;
  EXPECT_TRUE(contains(of_element, "dt is set by the lumped element gap")) << of_element;
  EXPECT_FALSE(contains(of_element, "holds it down")) << of_element;
  EXPECT_FALSE(contains(of_element, "hold it down")) << of_element;
}

TEST_F(LumpedPorts, say_what_does_not_fit) {
  expect_refused(file, {"time.final=0.1 ns"}, "expected a longer run, or a band further above 0");
  expect_refused(file, {"s_parameters.reference=50 ohm", "s_parameters.drive=front"},
                 "some ports are not driven");
  expect_refused(file, {"boundaries.back.resistance=50 ohm", "s_parameters.touchstone=1"},
                 "expected touchstone: 2, or one reference");
  expect_refused(file, {"s_parameters.drive=[]"}, "s_parameters.drive: is empty");
  expect_refused(file, {"initial={Ez: 1}"}, "initial: makes fields beside those of the ports");
  expect_refused(file, {"current={Jz: \"sin(1e10*t)\"}"}, "current: makes fields beside those of the ports");
  expect_refused(file, {"boundaries.gap={type: lumped, parallel: {C: 1e-5 pF}, direction: z}"},
                 "boundaries.gap");
  expect_refused(file, {"boundaries.upper=absorbing"},
                 "case.yaml:7:3: boundaries.front: does not span two conductors: its rim meets 1 piece of "
                 "pec, lower at (0, 0, 0)");
  expect_refused(file, {"monitors=[{name: far, type: far_field, surface: front, frequencies: 5 GHz}]"},
                 "monitors[0].frequencies: got 5e+09, at which the ports' powers are not known");
}

}  // namespace
}  // namespace dgsolve::test
