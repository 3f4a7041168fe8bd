/// Series of snapshots, whatever files they consist of.
#pragma once

#include <nlohmann/json.hpp>

#include "io/hdf5/hdf5_file.hpp"
#include "tests/support/programs/hdf5_values.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/programs/vtk_contents.hpp"
#include "tests/support/programs/vtk_integrals.hpp"

namespace dgsolve::test {

/// Two fields.pvd.
inline void expect_same_in_pvd(const std::filesystem::path& found, const std::filesystem::path& expected) {
  const std::vector<VtkDataSet> a = read_pvd(found), b = read_pvd(expected);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    EXPECT_EQ(a[i].time, b[i].time);
    expect_same_in_vtk(a[i].file, b[i].file);
  }
}

/// Two fields.hdf.series.
inline void expect_same_in_list(const std::filesystem::path& found, const std::filesystem::path& expected) {
  const nlohmann::json a = read_json(found).at("files"), b = read_json(expected).at("files");
  EXPECT_EQ(a, b);
  for (const nlohmann::json& file : b)
    expect_same_in_vtk(found.parent_path() / file.at("name"), expected.parent_path() / file.at("name"));
}

/// The datasets of a fields.h5, each with its time; 0: it has none.
inline std::map<std::string, double> times_in_hdf5(const std::filesystem::path& file) {
  const hdf5::Group root = hdf5::open_file(file);
  std::map<std::string, double> times;
  for (const std::string& name : root.datasets()) {
    const std::string group = name.substr(0, name.rfind('/'));
    times[name] = group == "mesh" ? 0 : root.open(group).read_attribute<double>("time");
  }
  return times;
}

/// Two fields.h5.
inline void expect_same_in_hdf5(const std::filesystem::path& found, const std::filesystem::path& expected) {
  const std::map<std::string, double> times = times_in_hdf5(expected);
  ASSERT_EQ(times_in_hdf5(found), times);
  for (const auto& [name, time] : times) {
    const Dataset a = read_dataset(found, name), b = read_dataset(expected, name);
    EXPECT_EQ(a.bytes_per_value, b.bytes_per_value) << name;
    EXPECT_EQ(a.shape, b.shape) << name;
    EXPECT_TRUE(a.values == b.values) << name;
  }
}

/// Two output folders have the same times, and at each bit for bit the same cells and values.
inline void expect_same_series(const std::filesystem::path& found, const std::filesystem::path& expected) {
  if (std::filesystem::exists(expected / "fields.pvd"))
    expect_same_in_pvd(found / "fields.pvd", expected / "fields.pvd");
  else if (std::filesystem::exists(expected / "fields.hdf.series"))
    expect_same_in_list(found / "fields.hdf.series", expected / "fields.hdf.series");
  else
    expect_same_in_hdf5(found / "fields.h5", expected / "fields.h5");
}

}  // namespace dgsolve::test
