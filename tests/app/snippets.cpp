/// The Python of io/README.md reads what the program writes, also after the folder has moved.

#include <gtest/gtest.h>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

void expect_to_end(const std::filesystem::path& case_file, const std::vector<std::string>& options,
                   const std::filesystem::path& results, const std::filesystem::path& scratch) {
  std::vector<std::string> arguments = {case_file.string(), "--quiet", "--output", results.string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramResult program = run_program(arguments, scratch);
  EXPECT_EQ(program.status, 0) << program.errors;
}

TEST(Manual, says_how_python_reads_every_file_and_all_formats_have_the_same_values) {
  const TemporaryFolder folder;
  const std::filesystem::path written = folder.path() / "written", moved = folder.path() / "moved";
  // At order 2 the solver's nodes are the points of the Lagrange cells.
  for (const std::string format : {"vtu", "vtkhdf", "vtkhdf_series", "hdf5"})
    expect_to_end(cavity,
                  {"--set", "order=2", "--set",
                   "output={ledger: true, fields: {format: " + format +
                       ", precision: double, every: 0.1}, probes: [{name: axis, from: [-0.5, 0.1], "
                       "to: [0.5, 0.1], count: 5, fields: [Ez]}]}"},
                  written / format / "results", folder.path());
  expect_to_end(shipped_cases / "poisson_lshape/case.yaml",
                {"--set", "order=1", "--set", "output={matrix: [matrix_market, hdf5]}"},
                written / "matrix/results", folder.path());
  expect_to_end(shipped_cases / "microstrip_2d/case.yaml",
                {"--sweep", "mesh.parameters.w=1,2", "--sweep", "order=1,2"}, written / "sweep/build/widths",
                folder.path());
  std::filesystem::rename(written, moved);
  const ProgramResult read =
      run_script("run_snippets.py", {source_folder() / "io/README.md", moved}, folder.path());
  EXPECT_TRUE(read.status == 0 || lacks_modules(read)) << read.output << read.errors;
  EXPECT_EQ(read.errors.find("Error"), std::string::npos) << read.errors;
  if (lacks_modules(read)) GTEST_SKIP() << "Python modules are missing:\n" << read.output << read.errors;
}

}  // namespace
}  // namespace dgsolve::test
