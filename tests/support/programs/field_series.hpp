/// Series of snapshots, whatever files they consist of.
#pragma once

#include "tests/support/programs/vtk_contents.hpp"
#include "tests/support/programs/vtk_integrals.hpp"

namespace dgsolve::test {

/// Two output folders have the same times, and at each bit for bit the same cells and values.
inline void expect_same_series(const std::filesystem::path& found, const std::filesystem::path& expected) {
  const std::vector<VtkDataSet> a = read_pvd(found / "fields.pvd"), b = read_pvd(expected / "fields.pvd");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    EXPECT_EQ(a[i].time, b[i].time);
    expect_same_in_vtk(a[i].file, b[i].file);
  }
}

}  // namespace dgsolve::test
