/// The problems on which emulated kernels are compared with the host backend. Their kernels are compiled with
/// the tests: kernel text depends on the problem.
#pragma once

#include <string>

#include "kernels/physics/advection.hpp"
#include "kernels/physics/maxwell.hpp"
#include "tests/kernels_host_reference.hpp"

namespace dgsolve::test {

enum class System { maxwell, maxwell_tm, maxwell_te, advection_2d, advection_3d };

struct Configuration {
  System system;
  Shape shape;
  bool with_source;
  bool use_traits;
  Precision precision;
};

/// Every system with straight, curved and both kinds of cells; numbers of cells that fill no block.
inline constexpr Configuration configurations[] = {
    {System::maxwell, {2, 21, 6}, true, true, Precision::double_},
    {System::maxwell, {3, 11, 0}, false, true, Precision::double_},
    {System::maxwell, {3, 7, 7}, true, true, Precision::double_},
    {System::maxwell, {2, 21, 0}, false, false, Precision::double_},
    {System::maxwell, {1, 67, 9}, true, true, Precision::single},
    {System::maxwell, {4, 9, 2}, false, true, Precision::single},
    {System::maxwell, {10, 3, 1}, false, true, Precision::double_},
    {System::maxwell_tm, {3, 45, 9}, true, true, Precision::double_},
    {System::maxwell_tm, {5, 11, 3}, false, true, Precision::single},
    {System::maxwell_te, {2, 70, 20}, false, true, Precision::double_},
    {System::advection_2d, {4, 37, 11}, true, true, Precision::double_},
    {System::advection_2d, {1, 150, 4}, false, true, Precision::single},
    {System::advection_3d, {3, 23, 8}, true, true, Precision::double_},
};

/// Calls body(random problem) for a configuration.
template <class Body>
auto with_problem(const Configuration& c, Body body) {
  const auto run = [&]<class P>(P*) {
    RandomProblem<P> random(c.shape, c.with_source);
    random.problem.has_curl_pair = c.use_traits && has_curl_pair<P>;
    return body(random);
  };
  switch (c.system) {
    case System::maxwell:
      return run(static_cast<Maxwell<Formulation::full>*>(nullptr));
    case System::maxwell_tm:
      return run(static_cast<Maxwell<Formulation::tm>*>(nullptr));
    case System::maxwell_te:
      return run(static_cast<Maxwell<Formulation::te>*>(nullptr));
    case System::advection_2d:
      return run(static_cast<Advection<2>*>(nullptr));
    case System::advection_3d:
      return run(static_cast<Advection<3>*>(nullptr));
  }
  throw std::logic_error("no such system");
}

}  // namespace dgsolve::test
