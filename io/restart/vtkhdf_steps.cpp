#include "io/restart/vtkhdf_steps.hpp"

#include <algorithm>
#include <string>

#include "io/hdf5/hdf5_growing_file.hpp"

namespace dgsolve {

long keep_vtkhdf_steps(const std::filesystem::path& path, long n) {
  hdf5::GrowingFile file(path, hdf5::GrowingFile::Begin::there);
  long there = 0;
  file.change([&](const hdf5::Group& root) {
    const hdf5::Group grid = root.open("VTKHDF"), steps = grid.open("Steps"), data = grid.open("PointData");
    there = steps.read_attribute<long>("NSteps");
    if (there <= n) return;
    steps.attribute("NSteps", n);
    for (const std::string& name : steps.datasets()) steps.keep_rows(name, n);  // a row a step
    for (const std::string& name : data.datasets()) data.keep_rows(name, data.rows(name) / there * n);
  });
  return std::min(there, n);
}

}  // namespace dgsolve
