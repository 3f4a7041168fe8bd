/// Cases on meshes by their names.
#pragma once

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {

/// A case on a mesh of a folder, or a script in it.
class NamedCase {
 public:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
    return folder_.path() / name;
  }
  std::filesystem::path mesh(const std::string& name) const {
    std::filesystem::copy_file(meshes / name, folder_.path() / name);
    return folder_.path() / name;
  }
  std::filesystem::path path() const { return folder_.path(); }

 private:
  const TemporaryFolder folder_;
};

inline const std::string linear = "exact=\"1 + 2*x - 3*y + 0.5*z\"", tight = "solver.tolerance=1e-10";

inline void expect_linear(const CaseRun& run) {
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_LT(run.summary()["errors"]["u"]["linf"].get<double>(), 1e-8) << run.program.errors;
}

}  // namespace dgsolve::test
