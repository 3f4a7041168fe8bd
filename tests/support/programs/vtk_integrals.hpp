/// Integrals over what ParaView would show: .pvd and .vtu files read by VTK, their cells evaluated by VTK.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace dgsolve::test {

/// One line of a .pvd.
struct VtkDataSet {
  double time;
  std::filesystem::path file;  ///< absolute
};

/// The files that a .pvd lists, by VTK's XML parser. Throws std::runtime_error.
std::vector<VtkDataSet> read_pvd(const std::filesystem::path& pvd);

/// ∫ f(value, x) dx over the cells of a .vtu: value is the point array `array` (its components in a row), or
/// the component of that name ("Ex") of a vector, x
/// the position and dx the Jacobian, all by the shape functions of VTK's own cells, at the points of a rule
/// of degree `degree`. (VTK's integration filter would linearise such cells.) Throws std::runtime_error.
double integrate_vtu(const std::filesystem::path& vtu, const std::string& array, int degree,
                     const std::function<double(const double* value, const std::array<double, 3>& x)>& f);

}  // namespace dgsolve::test
