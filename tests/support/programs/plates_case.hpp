/// A case of two plates with a lumped port at each end.
#pragma once

#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "tests/support/meshes/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

/// Plates of 10 mm by 10 mm, 1 mm apart, between magnetic walls: a line of 37.67303 Ω along x. `front` and
/// `back` are lumped ports of that resistance; `gap`, faces in the middle, is not used.
struct PlatesCase {
  static constexpr double impedance = 37.6730313412, length = 0.01, light = 299792458;

  PlatesCase() {
    std::filesystem::copy_file(source_folder() / "tests/meshes/plates.geo", folder.path() / "plates.geo");
    std::ofstream(file) << R"yaml(
physics: maxwell
order: 3
mesh: {file: plates.geo}
regions: {air: {}}
boundaries:
  front: {type: lumped_port, resistance: 37.6730313412 ohm, direction: z}
  back: {type: lumped_port, resistance: 37.6730313412 ohm, direction: z}
  lower: pec
  upper: pec
  sides: pmc
s_parameters: {frequencies: {from: 4 GHz, to: 10 GHz, count: 4}, name: plates}
time: {final: 4 ns, stop: {decay: 1e-9}}
)yaml";
  }

  /// exp(−iβx)
  static std::complex<double> way(double f, double x) {
    return std::polar(1.0, -2 * std::numbers::pi * f / light * x);
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
};

}  // namespace dgsolve::test
