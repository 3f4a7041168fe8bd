// Writes kernel text for the emulation to compile: write_kernels stage|penalty NUMBER FILE, the number of one
// of simt/configurations.hpp or simt/penalty_shapes.hpp.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/simt/configurations.hpp"
#include "tests/simt/penalty_shapes.hpp"
#include "tests/simt/text_of_parts.hpp"
#include "tests/support/kernels/conducting_cells.hpp"
#include "tests/support/kernels/layered_cells.hpp"
#include "tests/support/kernels/layered_conductor.hpp"
#include "tests/support/kernels/poled_cells.hpp"

namespace {

using namespace dgsolve;

cuda::KernelText stage_text(std::size_t number) {
  const test::Configuration& configuration = test::configurations[number];
  cuda::KernelText text;
  test::with_problem(configuration, [&](const auto& random) {
    const auto write = [&](const WaveProblem& problem) {
      const cuda::StagePlan plan(problem, configuration.precision);
      text = plan.kernel_text(test::variant_of(configuration, plan), configuration.module);
    };
    switch (configuration.model) {
      case test::CellModel::none:
        return write(random.problem);
      case test::CellModel::conducting:
        return write(test::ConductingCells(random.problem).by_model);
      case test::CellModel::layered:
        return write(test::LayeredCells(random.problem).by_model);
      case test::CellModel::layer_over:
        return write(test::LayeredConductor(random.problem).by_model);
      case test::CellModel::poled:
        return write(test::PoledCells<false>(random.problem).by_model);
      case test::CellModel::layer_over_poles:
        return write(test::PoledCells<true>(random.problem).by_model);
    }
  });
  return text;
}

cuda::KernelText penalty_text(std::size_t number) {
  return {"kernels/cuda/elliptic/interior_penalty.cu",
          "#include \"kernels/base/prelude.hpp\"\n" + test::penalty_prefix(test::penalty_shapes[number])};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return EXIT_FAILURE;
  const bool penalty = argv[1] == std::string("penalty");
  const std::size_t number = std::strtoul(argv[2], nullptr, 10),
                    end = penalty ? std::size(test::penalty_shapes) : std::size(test::configurations);
  if (number >= end) return EXIT_FAILURE;
  const cuda::KernelText text = penalty ? penalty_text(number) : stage_text(number);
  std::ofstream file(argv[3]);
  file << "#define " << (penalty ? "DGSOLVE_SHAPE " : "DGSOLVE_CONFIGURATION ") << number
       << "\n#include \"tests/simt/simt.hpp\"\n"
       << simt::text_of_parts(text.prefix) << "#include \"" << text.file
       << "\"\n#include \"tests/simt/emulated_" << (penalty ? "penalty" : "stage") << ".hpp\"\n";
  return file.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
