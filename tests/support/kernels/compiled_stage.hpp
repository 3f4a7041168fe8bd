/// Compiles the stage kernels of a problem that has everything: straight and curved cells, every boundary
/// type, data, sources that separate and that do not.
#pragma once

#include <cstdio>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/cuda/runtime/compiler.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/physics/advection.hpp"
#include "kernels/physics/maxwell.hpp"
#include "tests/simt/penalty_shapes.hpp"
#include "tests/support/kernels/random_problem.hpp"

namespace dgsolve::test {

/// What the compiler says of one kernel.
struct CompiledKernel {
  std::string name;
  int registers, spilled_bytes;
};

/// Four values may be spilled around the call of a formula, and fetched again; in loops it would show as
/// far more.
constexpr int tolerable_spill = 32;

/// A variant's kernels, and how many registers it leaves a thread.
struct StageText {
  cuda::KernelText text;
  std::vector<cuda::KernelText> of_measures;  ///< that have texts of their own
  int most_registers;
};

/// What a kernel of a variant may spill. Those that no stage goes through serve output, and may spill
/// anything; so may one that was given fewer registers than it would take, so that another block fits.
inline int tolerable_spill_of(const CompiledKernel& kernel, const StageText& stage) {
  const bool is_crowded = kernel.name == "straight_stage" && kernel.registers + 8 > stage.most_registers;
  return kernel.name.ends_with("_stage") && !is_crowded ? tolerable_spill : std::numeric_limits<int>::max();
}

/// The text of every variant that the architecture has the units for, by name.
template <class P, StageForm form = StageForm::low_storage>
std::map<std::string, StageText> stage_texts(int N, Precision precision, const std::string& architecture) {
  RandomProblem<P> random({N, 24, 8}, true);
  random.problem.curl_pair_weights = curl_pair_weights_of<P>();
  random.problem.steps.form = form;
  const cuda::StagePlan plan(random.problem, precision);
  std::map<std::string, StageText> texts;
  cuda::GpuProperties gpu;
  gpu.architecture = architecture;
  for (const cuda::Variant& variant : plan.variants()) {
    if (variant.tensor && !gpu.has_tensor_products(precision)) continue;
    StageText& stage = texts[variant.name()] = {plan.kernel_text(variant), {}, variant.most_registers()};
    for (std::size_t i = 0; i < state_measures.size(); ++i)
      if (state_measures[i].has_own_text)
        stage.of_measures.push_back(plan.measure_text(static_cast<StateMeasure>(i), variant));
  }
  return texts;
}

/// The interior penalty kernels for an order, with tensor cores where they can.
inline cuda::KernelText penalty_text(int dim, int N, Precision precision, bool tensor) {
  return {"kernels/cuda/elliptic/interior_penalty.cu",
          penalty_prefix(PenaltyShape{dim, N, precision, tensor})};
}

/// Throws DeviceError where the text does not compile.
inline std::vector<CompiledKernel> compile_kernels(const cuda::KernelText& text,
                                                   const std::string& architecture) {
  std::istringstream log(cuda::compile(text, architecture, cuda::KernelCache("")).log);
  std::vector<CompiledKernel> kernels;
  for (std::string line; std::getline(log, line);) {
    const std::string entry = "entry function '";
    if (const auto at = line.find(entry); at != std::string::npos) {
      const std::size_t first = at + entry.size();
      kernels.push_back({line.substr(first, line.find('\'', first) - first), 0, 0});
    }
    if (kernels.empty()) continue;
    CompiledKernel& kernel = kernels.back();
    int stores = 0, loads = 0;
    if (std::sscanf(line.c_str(), "ptxas . %*d bytes stack frame, %d bytes spill stores, %d", &stores,
                    &loads) == 2)
      kernel.spilled_bytes += stores + loads;
    std::sscanf(line.c_str(), "ptxas info : Used %d registers", &kernel.registers);
  }
  return kernels;
}

}  // namespace dgsolve::test
