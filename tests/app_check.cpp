/// --check: mistakes that a case can make though nothing in it is wrong are plain before it runs.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/run_case.hpp"

namespace dgsolve::test {
namespace {

std::string check(const std::filesystem::path& file, const std::vector<std::string>& settings,
                  int status = 0) {
  const CaseRun run(file, settings, {"--check"});
  EXPECT_EQ(run.program.status, status) << run.program.errors;
  EXPECT_FALSE(std::filesystem::exists(run.results));
  return run.program.errors;
}

/// The text behind `label`, up to the next comma or line.
std::string behind(const std::string& said, const std::string& label) {
  const std::size_t at = said.find(label);
  if (at == std::string::npos) ADD_FAILURE() << label << " is not in\n" << said;
  return at == std::string::npos ? "" : said.substr(at + label.size());
}

/// Of "4.2 MB".
double bytes(const std::string& text) {
  std::size_t end = 0;
  const double number = std::stod(text, &end);
  const std::string unit = text.substr(end + 1, 2);
  return number * (unit == "kB" ? 1e3 : unit == "MB" ? 1e6 : unit == "GB" ? 1e9 : unit == "TB" ? 1e12 : 1);
}

/// The unit square of n × n squares in two triangles each, [−1, 1]², a vertex of which stands almost on the
/// edge behind it.
void write_square_with_sliver(const std::filesystem::path& file, int n) {
  std::ofstream out(file);
  out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 \"walls\"\n2 2 \"vacuum\"\n"
         "$EndPhysicalNames\n$Nodes\n"
      << (n + 1) * (n + 1) << '\n';
  const auto node = [n](int i, int j) { return j * (n + 1) + i + 1; };
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double near = i == n / 2 && j == n / 2 ? 0.99 : 0;
      out << node(i, j) << ' ' << 2 * (i + near) / n - 1 << ' ' << 2. * j / n - 1 << " 0\n";
    }
  out << "$EndNodes\n$Elements\n" << 4 * n + 2 * n * n << '\n';
  int number = 0;
  for (int i = 0; i < n; ++i)
    for (const auto& [a, b] : {std::pair{node(i, 0), node(i + 1, 0)},
                               {node(i, n), node(i + 1, n)},
                               {node(0, i), node(0, i + 1)},
                               {node(n, i), node(n, i + 1)}})
      out << ++number << " 1 2 1 1 " << a << ' ' << b << '\n';
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      out << ++number << " 2 2 2 2 " << node(i, j) << ' ' << node(i + 1, j) << ' ' << node(i + 1, j + 1)
          << '\n';
      out << ++number << " 2 2 2 2 " << node(i, j) << ' ' << node(i + 1, j + 1) << ' ' << node(i, j + 1)
          << '\n';
    }
  out << "$EndElements\n";
}

TEST(Check, finds_nothing_to_warn_of_in_a_sound_case) {
  const std::string said = check(cavity, {});
  EXPECT_EQ(said.find("warning"), std::string::npos) << said;
  EXPECT_NE(said.find("per wavelength of 1.414"), std::string::npos) << said;
}

TEST(Check, names_the_region_that_is_too_coarse_and_the_cells_it_needs) {
  const std::string said = check(cavity, {"initial={Ez: sin(20*x)}", "order=3"});
  EXPECT_NE(said.find("warning: resolution: region vacuum is too coarse"), std::string::npos) << said;
  const double needed = std::stod(behind(said, "edges should not be longer than "));
  const std::string finer = check(
      cavity, {"initial={Ez: sin(20*x)}", "order=3", "mesh.parameters.h=" + std::to_string(0.7 * needed)});
  EXPECT_EQ(finer.find("too coarse"), std::string::npos) << finer;
}

TEST(Check, finds_a_mesh_in_millimetres_that_nobody_scaled_by_its_resolution) {
  const std::vector<std::string> settings = {"units=si",           "source={Ez: sin(2*pi*3e9*t)}",
                                             "time={final: 1 ns}", "initial={}",
                                             "exact={}",           "output={}"};
  const std::string said = check(cavity, settings);
  EXPECT_NE(said.find("reach frequency 3e+09 Hz"), std::string::npos) << said;
  EXPECT_NE(said.find("too coarse"), std::string::npos) << said;
  std::vector<std::string> scaled = settings;
  scaled.emplace_back("mesh.scale=10 mm");
  EXPECT_EQ(check(cavity, scaled).find("too coarse"), std::string::npos);
}

TEST(Check, names_the_sliver_that_sets_the_time_step) {
  const TemporaryFolder folder;
  write_square_with_sliver(folder.path() / "sliver.msh", 20);
  const std::string said =
      check(cavity, {"mesh={file: " + (folder.path() / "sliver.msh").string() + "}", "order=2"});
  EXPECT_NE(said.find("warning: time step: 4 of 800 cells hold it down"), std::string::npos) << said;
  EXPECT_GT(std::stod(behind(said, "without them it could be ")), 10) << said;
  EXPECT_NE(said.find("warning: mesh: "), std::string::npos) << said;
  EXPECT_NE(said.find("nearly flat"), std::string::npos) << said;
}

TEST(Check, tells_that_a_disk_is_too_small) {
  const std::string said =
      check(cavity, {"mesh.parameters.h=0.1", "order=10", "output.fields={every: 1e-6, precision: double}"});
  const double needed = bytes(behind(behind(said, "output: fields: "), "B, "));
  if (static_cast<double>(std::filesystem::space(std::filesystem::temp_directory_path()).available) > needed)
    GTEST_SKIP() << "this disk has room for all";
  EXPECT_NE(said.find("warning: output: "), std::string::npos) << said;
  EXPECT_NE(said.find(" left"), std::string::npos) << said;
}

TEST(Check, tells_that_the_wall_clock_will_stop_the_run) {
  const std::string said = check(cavity, {coarse, "time={final: 1e5, wall_limit: 2}"});
  EXPECT_NE(said.find("warning: time.wall_limit: 2.0 s will stop the run"), std::string::npos) << said;
}

TEST(Check, tells_that_the_time_step_is_beyond_the_limit) {
  const std::string said = check(cavity, {coarse, "time={final: 1, cfl: 2}"});
  EXPECT_NE(said.find("beyond the stability limit"), std::string::npos) << said;
}

TEST(Check, predicts_the_memory_and_the_sizes_of_all_outputs) {
  const std::vector<std::string> settings = {"order=5", "output.checkpoint={every: 0.1, keep: 2}",
                                             "time={final: 0.5}", "output.fields.precision=double"};
  const std::filesystem::path file = shipped_cases / "maxwell_cavity_3d/case.yaml";
  const std::string said = check(file, settings);
  const CaseRun run(file, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto memory = run.summary()["memory_bytes"];
  const auto expect_near = [](double predicted, double found, double tolerance, const char* what) {
    EXPECT_NEAR(predicted / found, 1, tolerance) << what << ": " << predicted << ", found " << found;
  };
  expect_near(bytes(behind(said, "memory: ")), memory["device"], 0.05, "device memory");
#ifndef __SANITIZE_ADDRESS__  // which keeps what is freed
  expect_near(bytes(behind(said, "on the device, ")), memory["host"], 0.05, "host memory");
#endif
  const auto size_of = [&](const char* folder) {
    double sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator(run.results / folder))
      sum += static_cast<double>(entry.file_size());
    return sum;
  };
  // The fields that were tried compress a little less than real ones do.
  const std::string fields = behind(said, "output: fields: ");
  expect_near(bytes(behind(fields, "B, ")), size_of("fields"), 0.15, "fields");
  const std::string checkpoints = behind(said, "output: checkpoints: ");
  expect_near(bytes(behind(checkpoints, "B, ")), size_of("checkpoints"), 0.01, "checkpoints");
  const std::string probes = behind(said, "output: probes: ");
  expect_near(bytes(behind(probes, "B, ")), size_of("probes"), 0.15, "probes");
}

TEST(Check, refuses_an_output_folder_in_which_nothing_can_be_written) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({cavity.string(), "--check", "--output", "/proc/results"}, folder.path());
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.errors.find("/proc: no files can be written there"), std::string::npos) << result.errors;
}

}  // namespace
}  // namespace dgsolve::test
