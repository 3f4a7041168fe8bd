/// Materials by name and by table in whole runs: what the log and the report say, and that the medium they
/// become is the one that reflects.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <fstream>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/programs/well_formed.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path film = shipped_cases / "gold_film/case.yaml";

TEST(MaterialsOfRuns, are_said_with_their_poles_and_error) {
  const std::string said = check(film, {"device=cpu", "regions.film={material: gold}"});
  const std::string fit = behind(said, "regions.film: gold (Rakić");
  EXPECT_NE(fit.find("1 Drude pole, 3 pairs and sigma for 1.792e+14 to 8.75e+14 Hz; error 0.0"),
            std::string::npos)
      << said;
  EXPECT_EQ(said.find("warning"), std::string::npos) << said;
  EXPECT_NE(check(film, {"device=cpu", "regions.film={material: {name: gold, poles: all}}"})
                .find("the source's 1 Drude pole, 5 Lorentz poles"),
            std::string::npos);
}

TEST(MaterialsOfRuns, that_are_not_known_in_the_whole_band_are_warned_of) {
  EXPECT_NE(check(film, {"device=cpu", "regions.film={material: pmma}"})
                .find("regions.film: pmma is known from 2.85e+14 to 6.863e+14 Hz, and the run has waves from "
                      "1.792e+14 to 8.75e+14 Hz"),
            std::string::npos);
}

/// The column `share` of a monitor at one frequency.
double share_of(const CaseRun& run, const std::string& monitor) {
  std::istringstream lines(read_text(run.results / "monitors" / (monitor + ".csv")));
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  return std::stod(line.substr(line.rfind(',') + 1));
}

/// n and k of gold (Rakić et al., Appl. Opt. 37 (1998) 5271) from 0.34 to 1.84 µm, k times a factor.
void write_table(const std::filesystem::path& file, double factor) {
  std::ofstream table(file);
  table << "wl,n,k\n";
  for (int i = 0; i <= 60; ++i) {
    const double wavelength = 0.34 + 0.025 * i, energy = 1.23984198 / wavelength;
    std::complex<double> epsilon =
        1.0 - 0.760 * 9.03 * 9.03 / (energy * std::complex<double>(energy, -0.053));
    for (const auto& [strength, damping, own] : {std::array{0.024, 0.241, 0.415},
                                                 {0.010, 0.345, 0.830},
                                                 {0.071, 0.870, 2.969},
                                                 {0.601, 2.494, 4.304},
                                                 {4.384, 2.214, 13.32}})
      epsilon += strength * 9.03 * 9.03 / std::complex<double>(own * own - energy * energy, energy * damping);
    const std::complex<double> index = std::sqrt(epsilon);
    table << wavelength << ',' << index.real() << ',' << factor * std::abs(index.imag()) << '\n';
  }
}

std::string film_of(const std::filesystem::path& table) {
  return "regions.film={material: {table: " + table.string() + "}}";
}

// At 600 nm, within the error of its poles what theory has.
TEST(MaterialsOfRuns, by_table_reflect_as_the_table_says_and_are_drawn_over_it) {
  const TemporaryFolder folder;
  write_table(folder.path() / "nk.csv", 1);
  const CaseRun run(film, {"device=cpu", "order=3", film_of(folder.path() / "nk.csv"), "output.fields=null",
                           "time.final=40 fs"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NEAR(-share_of(run, "reflected_600nm"), 0.590508, 0.003);
  EXPECT_NEAR(share_of(run, "transmitted_600nm"), 0.217732, 0.003);
  const std::string html = read_text(run.results / "report.html");
  expect_stands_alone(html);
  expect_parts(html, {"<h2>Materials</h2>", "Re ε of the data", "Re ε of the poles", "−Im ε of film",
                      "root mean square of |Δε/ε|"});
}

// The name of a table does not tell that it has other rows.
TEST(MaterialsOfRuns, of_another_table_are_told_by_a_restart) {
  const TemporaryFolder folder;
  write_table(folder.path() / "nk.csv", 1);
  const std::vector<std::string> settings = {"device=cpu", "order=2", film_of(folder.path() / "nk.csv"),
                                             "output.fields=null", "time.final=2 fs"};
  std::vector<std::string> limited = settings;
  limited.push_back("time.wall_limit=1e-9");
  const CaseRun run(film, limited);
  ASSERT_EQ(run.program.status, 3) << run.program.errors;
  write_table(folder.path() / "nk.csv", 1.1);
  const ProgramResult rest = go_on(run, film, settings);
  EXPECT_EQ(rest.status, 0);
  EXPECT_NE(rest.errors.find("restart: other than in the checkpoint's case: # material film: {epsilon_r: "),
            std::string::npos)
      << rest.errors;
}

}  // namespace
}  // namespace dgsolve::test
