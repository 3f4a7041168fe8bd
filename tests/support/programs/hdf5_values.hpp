/// Values in HDF5 files, as any program would read them.
#pragma once

#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve::test {

/// A dataset with its shape, as any HDF5 program would read it.
struct Dataset {
  std::vector<hsize_t> shape;
  std::vector<double> values;
  std::size_t bytes_per_value = 0;
};

inline Dataset read_dataset(const std::filesystem::path& file, const std::string& name) {
  const hid_t f = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t d = H5Dopen2(f, name.c_str(), H5P_DEFAULT);
  const hid_t space = H5Dget_space(d), type = H5Dget_type(d);
  Dataset set;
  set.shape.resize(H5Sget_simple_extent_ndims(space));
  H5Sget_simple_extent_dims(space, set.shape.data(), nullptr);
  set.values.resize(H5Sget_simple_extent_npoints(space));
  set.bytes_per_value = H5Tget_size(type);
  EXPECT_GE(H5Dread(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, set.values.data()), 0) << name;
  H5Tclose(type);
  H5Sclose(space);
  H5Dclose(d);
  H5Fclose(f);
  return set;
}

}  // namespace dgsolve::test
