/// Circuits on faces: the GPU against the CPU.
#include <gtest/gtest.h>

#include "tests/support/kernels/gpu_tolerance.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/waves/plates.hpp"

namespace dgsolve::test {
namespace {

using namespace plates;

TEST(GpuCircuits, voltages_currents_energies_and_states_agree_with_the_cpus) {
  LumpedElement element = parallel(30, 0.4e-9, 0.6e-12);
  element.source = Expression::parse("0.3*sin(5e10*t)");
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const bool curved : {false, true})
      for (const bool at_end : {false, true}) {
        const WaveSystem options = options_of(element, at_end);
        Wave cpu(mesh_of({6, 1, 1}, curved), options),
            gpu(mesh_of({6, 1, 1}, curved), options, precision, "cuda");
        const Probes probes(cpu);
        const Record expected = run(cpu, probes, 5e-11), found = run(gpu, probes, 5e-11);
        const double bound = 10 * tolerance(precision);
        EXPECT_LT(test::relative_difference(found.voltage, expected.voltage), bound) << curved << at_end;
        EXPECT_LT(test::relative_difference(found.current, expected.current), bound) << curved << at_end;
        EXPECT_LT(test::relative_difference(found.energy, expected.energy), bound) << curved << at_end;
        EXPECT_LT(test::relative_difference(found.left[0], expected.left[0]), bound) << curved << at_end;
      }
}

}  // namespace
}  // namespace dgsolve::test
