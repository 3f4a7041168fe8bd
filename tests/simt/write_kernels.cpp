// Writes the kernel text of one of the emulated configurations: write_kernels NUMBER FILE.
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "kernels/cuda/stage_plan.hpp"
#include "tests/simt/configurations.hpp"

int main(int argc, char** argv) {
  using namespace dgsolve;
  const std::size_t number = argc == 3 ? std::strtoul(argv[1], nullptr, 10) : std::size(test::configurations);
  if (number >= std::size(test::configurations)) return EXIT_FAILURE;
  const test::Configuration& configuration = test::configurations[number];
  cuda::KernelText text;
  test::with_problem(configuration, [&](const auto& random) {
    const cuda::StagePlan plan(random.problem, configuration.precision);
    text = plan.kernel_text(test::variant_of(configuration, plan));
  });
  std::ofstream file(argv[2]);
  file << "#define DGSOLVE_CONFIGURATION " << number << "\n#include \"tests/simt/simt.hpp\"\n"
       << text.prefix << "#include \"" << text.file << "\"\n#include \"tests/simt/emulated_stage.hpp\"\n";
  return file.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
