/// Compiles the stage kernels of a problem that has everything: straight and curved cells, every boundary
/// type, data, sources that separate and that do not.
#pragma once

#include <cstdio>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/cuda/runtime/compiler.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/physics/advection.hpp"
#include "kernels/physics/euler.hpp"
#include "kernels/physics/maxwell.hpp"
#include "kernels/physics/navier_stokes.hpp"
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
/// … and sixteen where a thread a node sums fluxes over a curved face's points, each with a formula's call.
constexpr int tolerable_spill_of_sums = 128;

/// A variant's kernels.
struct StageText {
  cuda::KernelText text;
  std::vector<cuda::KernelText> of_measures;  ///< that have texts of their own; of the first stored so
  cuda::Variant variant;
};

/// Bytes that a kernel of a variant may spill. Kernels that no stage goes through serve output, and may spill
/// anything; so may one that was given fewer registers than it would take, so that another block fits.
inline int tolerable_spill_of(const CompiledKernel& kernel, const StageText& stage) {
  const bool is_curved = kernel.name == "curved_stage";
  const int most = is_curved ? stage.variant.curved.most_registers() : stage.variant.most_registers();
  if (!kernel.name.ends_with("_stage") || kernel.registers + 8 > most) return std::numeric_limits<int>::max();
  return is_curved && !stage.variant.curved.tensor ? tolerable_spill_of_sums : tolerable_spill;
}

/// The text of every variant that the architecture has the units for, by name. Curved cells and measures are
/// in the first of those that store states alike: their kernels are the same in all. Those of dense products
/// are not.
template <class P, StageForm form = StageForm::low_storage>
std::map<std::string, StageText> stage_texts(int N, Precision precision, const std::string& architecture) {
  cuda::GpuProperties gpu;
  gpu.architecture = architecture;
  std::map<std::string, StageText> texts;
  const auto add = [&](int n_curved, const auto& takes) {
    RandomProblem<P> random({N, 24, n_curved}, true);
    random.problem.curl_pair_weights = curl_pair_weights_of<P>();
    random.problem.steps.form = form;
    const cuda::StagePlan plan(random.problem, precision);
    for (const cuda::Variant& variant : plan.variants()) {
      if ((variant.takes_tensor_cores() && !gpu.has_tensor_products(precision)) || !takes(variant)) continue;
      StageText& stage = texts[variant.name()] = {plan.kernel_text(variant), {}, variant};
      for (std::size_t i = 0; n_curved > 0 && !variant.is_dense() && i < state_measures.size(); ++i)
        if (state_measures[i].has_own_text)
          stage.of_measures.push_back(plan.measure_text(static_cast<StateMeasure>(i), variant));
    }
  };
  std::set<bool> stored;
  add(8, [&](const cuda::Variant& variant) {
    return variant.is_dense() || stored.insert(variant.tensor).second;
  });
  add(0, [&](const cuda::Variant& variant) { return !texts.contains(variant.name()); });
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
