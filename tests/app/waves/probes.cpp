/// Probes of the program's runs.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

TEST(ProbesOfARun, have_a_line_a_step_and_the_same_bits_whether_the_run_looks_at_each_step_or_now_and_then) {
  const std::vector<std::string> settings = {coarse, "order=2", "time.final=2.5",
                                             "output.fields.every=0.7"};  // which ends batches of steps early
  std::vector<std::string> with_ledger = settings;
  with_ledger.push_back("output.ledger=true");  // looks at each step
  const CaseRun plain(cavity, settings), run(cavity, with_ledger);
  ASSERT_EQ(plain.program.status, 0) << plain.program.errors;
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::filesystem::path file = "probes/antinode.csv";
  EXPECT_EQ(read_text(plain.results / file), read_text(run.results / file));
  const auto lines = read_csv(plain.results / file), balance = read_csv(run.results / "ledger.csv");
  ASSERT_EQ(lines.size(), 2 + plain.summary()["steps"].get<std::size_t>()) << "names, and the initial state";
  ASSERT_EQ(lines.size(), balance.size());
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_EQ(lines[i][0], balance[i][0]) << i;
}

/// The case's probe, and whatever else is recorded at its place or near it.
struct ProbedCavity {
  explicit ProbedCavity(const std::string& probes)
      : run(cavity, {coarse, "order=3", "time.final=1", "output.probes=[" + probes + "]"}) {
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
  }
  std::vector<std::vector<std::string>> table(const std::string& name) const {
    return read_csv(run.results / "probes" / (name + ".csv"));
  }
  const CaseRun run;
};

TEST(ProbesOfARun, of_several_points_have_a_column_for_each_with_what_a_probe_there_has) {
  const ProbedCavity probed(
      "{name: both, at: [[0.5, 0.5], [0.1, -0.3]]}, {name: one, at: [0.5, 0.5]}, {name: two, at: [0.1, "
      "-0.3]}, "
      "{name: line, from: [-0.5, -0.3], to: [0.1, -0.3], count: 4, fields: [Ez]}");
  const auto both = probed.table("both"), one = probed.table("one"), two = probed.table("two"),
             line = probed.table("line");
  EXPECT_EQ(both.at(0),
            (std::vector<std::string>{"time", "Hx at (0.5 0.5)", "Hx at (0.1 -0.3)", "Hy at (0.5 0.5)",
                                      "Hy at (0.1 -0.3)", "Ez at (0.5 0.5)", "Ez at (0.1 -0.3)"}));
  EXPECT_EQ(line.at(0), (std::vector<std::string>{"time", "Ez at (-0.5 -0.3)", "Ez at (-0.3 -0.3)",
                                                  "Ez at (-0.1 -0.3)", "Ez at (0.1 -0.3)"}));
  ASSERT_EQ(both.size(), one.size());
  for (std::size_t i = 1; i < both.size(); ++i) {
    for (std::size_t field = 1; field <= 3; ++field) {
      EXPECT_EQ(both[i].at(2 * field - 1), one[i].at(field));
      EXPECT_EQ(both[i].at(2 * field), two[i].at(field));
    }
    EXPECT_NEAR(std::stod(line[i].at(4)), std::stod(two[i].at(3)), 1e-12);
  }
}

TEST(ProbesOfARun, with_an_interval_have_the_first_step_at_or_behind_every_multiple_of_it) {
  const ProbedCavity probed("{name: all, at: [0.5, 0.5]}, {name: some, at: [0.5, 0.5], every: 0.25}");
  const auto all = probed.table("all"), some = probed.table("some");
  std::vector<std::vector<std::string>> wanted = {all.at(0)};
  int next = 0;
  for (std::size_t i = 1; i < all.size(); ++i)
    if (std::stod(all[i][0]) >= 0.25 * next - 1e-9) {
      wanted.push_back(all[i]);
      ++next;
    }
  EXPECT_EQ(some, wanted);
  EXPECT_EQ(some.size(), 6u) << "names, 0, 0.25, 0.5, 0.75, 1";
}

TEST(ProbesOfARun, record_vectors_and_what_follows_from_the_fields_at_their_point) {
  const ProbedCavity probed(
      "{name: p, at: [0.1, -0.3], fields: [Ez, H, E_magnitude, H_magnitude, energy_density, S]}");
  const auto rows = probed.table("p");
  ASSERT_EQ(rows.at(0).size(), 9u);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::vector<double> v;
    for (const std::string& text : rows[i]) v.push_back(std::stod(text));
    const double Ez = v[1], Hx = v[2], Hy = v[3];
    EXPECT_NEAR(v[4], std::abs(Ez), 1e-15);
    EXPECT_NEAR(v[5], std::hypot(Hx, Hy), 1e-15);
    EXPECT_NEAR(v[6], (Ez * Ez + Hx * Hx + Hy * Hy) / 2, 1e-15);
    EXPECT_NEAR(v[7], -Ez * Hy, 1e-15) << "E × H";
    EXPECT_NEAR(v[8], Ez * Hx, 1e-15);
  }
}

TEST(ProbesOfARun, name_units_in_si) {
  const CaseRun run(shipped_cases / "waveguide_wr90/case.yaml",
                    {"order=1", "time.final=1e-11", "output={probes: [{name: p, at: [5 mm, 5 mm, 5 mm]}]}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto header = read_csv(run.results / "probes/p.csv").at(0);
  EXPECT_EQ(header.at(0), "time (s)");
  EXPECT_EQ(header.at(1), "Ex (V/m) at (0.005 0.005 0.005)");
  EXPECT_EQ(header.at(6), "Hz (A/m) at (0.005 0.005 0.005)");
}

TEST(ProbesOfARun, errors_of_several_points_are_over_time_and_points) {
  const ProbedCavity probed(
      "{name: both, at: [[0.5, 0.5], [0.1, -0.3]]}, {name: one, at: [0.5, 0.5]}, "
      "{name: two, at: [0.1, -0.3]}");
  const nlohmann::json errors = probed.run.summary()["probe_errors"];
  const auto value = [&](const char* probe, const char* norm) {
    return errors[probe]["Ez"][norm].get<double>();
  };
  EXPECT_NEAR(value("both", "l2"), std::hypot(value("one", "l2"), value("two", "l2")) / std::sqrt(2.0),
              1e-14);
  EXPECT_EQ(value("both", "linf"), std::max(value("one", "linf"), value("two", "linf")));
}

/// Ez = … cos √2πt, of frequency 1/√2.
TEST(SpectraOfProbes, are_a_table_and_have_their_peaks_in_the_summary_and_in_a_sweep) {
  const CaseRun run(cavity,
                    {coarse, "order=4", "time.final=20",
                     "output.probes=[{name: p, at: [[0.5, 0.5], [0.1, -0.3]], fields: [Ez]}]"},
                    {"--sweep", "time.cfl=0.5,1"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::filesystem::path folder = run.results / "cfl=0.5";
  const nlohmann::json summary = read_json(folder / "summary.json");
  for (const char* name : {"Ez at (0.5 0.5)", "Ez at (0.1 -0.3)"}) {
    const nlohmann::json peaks = summary["spectra"]["p"][name];
    ASSERT_EQ(peaks.size(), 1u) << peaks;
    EXPECT_NEAR(peaks[0]["frequency"].get<double>(), std::sqrt(0.5), 1e-4);
  }
  EXPECT_NEAR(summary["spectra"]["p"]["Ez at (0.5 0.5)"][0]["amplitude"].get<double>(), 1, 2e-3);
  const auto table = read_csv(folder / "spectra/p.csv"), sweep = read_csv(run.results / "sweep.csv");
  EXPECT_EQ(table.at(0), (std::vector<std::string>{"frequency", "Ez at (0.5 0.5)", "Ez at (0.1 -0.3)"}));
  std::size_t highest = 1;
  for (std::size_t i = 1; i < table.size(); ++i)
    if (std::stod(table[i].at(1)) > std::stod(table[highest].at(1))) highest = i;
  EXPECT_NEAR(std::stod(table[highest].at(0)), std::sqrt(0.5), 0.02);
  EXPECT_NE(std::find(sweep.at(0).begin(), sweep[0].end(), "spectra.p.Ez at (0.5 0.5)[0].frequency"),
            sweep[0].end());
}

TEST(SpectraOfProbes, of_an_earlier_run_do_not_outlive_the_start_of_another) {
  const CaseRun run(cavity, {coarse, "order=1"});
  ASSERT_TRUE(std::filesystem::exists(run.results / "spectra/antinode.csv")) << run.program.errors;
  const ProgramResult result =
      run_program(arguments_of(cavity, run.results, {coarse, "time.final=0.01"}, {}), run.folder.path());
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_FALSE(std::filesystem::exists(run.results / "spectra/antinode.csv")) << "too short a record";
}

TEST(ProbesOfARun, of_wrong_places_are_refused) {
  struct Wrong {
    std::string probe, message;
  };
  for (const auto& [probe, message] :
       {Wrong{"{name: p, from: [0, 0], to: [0.5, 0.5]}", "count: missing"},
        Wrong{"{name: p, from: [0, 0], to: [0.5, 0.5], count: 1}", "expected a whole number from 2"},
        Wrong{"{name: p, from: [0, 0], to: [0.5, 0.5, 0], count: 3}", "got 3 coordinates; from has 2"},
        Wrong{"{name: p, from: [0, 0, 0], to: [1, 1, 0], count: 3}", "the mesh has 2"},
        Wrong{"{name: p, at: [0, 0], from: [0, 0], to: [0.5, 0.5], count: 3}",
              "expected one of at, from and to"},
        Wrong{"{name: p, at: [[0, 0], [0.5]]}", "expected two or three numbers"},
        Wrong{"{name: p, at: [[0, 0], [0.5, 0, 0]]}", "the points before it have 2"},
        Wrong{"{name: p, at: [0, 0], every: 0}", "expected a number > 0"},
        Wrong{"{name: p, from: [0, 0], to: [5, 0], count: 3}", "point (2.5, 0)"}}) {
    const CaseRun run(cavity, {coarse, "order=1", "output.probes=[" + probe + "]"});
    EXPECT_EQ(run.program.status, 2) << probe;
    EXPECT_NE(run.program.errors.find(message), std::string::npos) << run.program.errors;
  }
}

TEST(ProbesOfAPotential, have_a_line_for_each_point_with_its_place) {
  const CaseRun run(shipped_cases / "poisson_lshape/case.yaml",
                    {"order=2",
                     "output.probes=[{name: line, from: [-0.9, 0.1], to: [-0.1, 0.9], count: 5}, "
                     "{name: points, at: [[-0.5, 0.5], [0.5, 0.5]], fields: [u]}]"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto line = read_csv(run.results / "probes/line.csv"),
             points = read_csv(run.results / "probes/points.csv");
  EXPECT_EQ(line.at(0), (std::vector<std::string>{"x", "y", "u", "Ex", "Ey"}));
  ASSERT_EQ(line.size(), 6u);
  EXPECT_NEAR(std::stod(line[3].at(0)), -0.5, 1e-15);
  EXPECT_EQ(points.at(0), (std::vector<std::string>{"x", "y", "u"}));
  EXPECT_NEAR(std::stod(points.at(1).at(2)), std::stod(line[3].at(2)), 1e-12);
  EXPECT_LT(run.summary()["probe_errors"]["line"]["u"]["linf"].get<double>(), 0.01);
  const std::string html = read_text(run.results / "report.html");
  EXPECT_NE(html.find("line: 5 points from (-0.9 0.1) to (-0.1 0.9)"), std::string::npos);
  EXPECT_NE(html.find("distance from the first point"), std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
