/// A wave problem made ready for the GPU: generated kernel text, tables in the device's layout, launches.
/// Nothing here needs a GPU or CUDA, so that tests run the kernels without one.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/cuda/waves/stage_arguments.hpp"
#include "kernels/cuda/waves/variant.hpp"
#include "kernels/waves/numbering.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::cuda {

class StagePlan {
 public:
  /// One array in device memory: allocate it, copy the bytes, and write its address into the arguments.
  struct Table {
    std::string name;    ///< for messages about memory
    std::size_t offset;  ///< of its pointer in StageArguments
    std::vector<std::byte> bytes;
  };

  /// Throws DeviceError where the problem is outside what the kernels can do.
  StagePlan(const WaveProblem& problem, Precision precision);

  /// Ways to compute a stage, all with the same tables; the first is the reference.
  const std::vector<Variant>& variants() const { return variants_; }
  /// What shapes the kernels of all variants: sizes, the features that occur, formulas.
  const std::string& shape_text() const { return shape_text_; }
  /// kernels/cuda/waves/stage.cu below what shapes it: constants, and the formulas as functions.
  KernelText kernel_text(const Variant& variant) const;
  /// kernels/cuda/waves/powers.cu below the same.
  KernelText powers_text(const Variant& variant) const;
  /// The kernels of a stage, in order.
  std::vector<KernelLaunch> launches(const Variant& variant) const;
  /// Those of them that get the source's terms ready.
  std::vector<KernelLaunch> source_launches() const;
  /// "export_state" or "import_state" for n elements, whose second parameter is a Transfer; "randomise_state"
  /// for all elements, whose second parameter is a seed (unsigned long long).
  KernelLaunch transfer_launch(const char* kernel, int n_elements) const;
  /// The kernels of the energy, over all cells of a kind; their second parameter: EnergySums.
  const std::vector<KernelLaunch>& energy_launches() const { return energy_launches_; }
  /// The kernels of the powers, of powers_text, behind source_launches; their second parameter: PowerSums.
  const std::vector<KernelLaunch>& power_launches() const { return power_launches_; }
  /// "sample_state" for n points; its second parameter: a Sample.
  KernelLaunch sample_launch(int n_points) const;
  /// Scalars set but for the stage's, pointers null.
  const StageArguments<void>& arguments() const { return arguments_; }
  std::size_t table_bytes() const;  ///< before they are taken
  /// Hands the tables over, once.
  std::vector<Table> take_tables() { return std::move(tables_); }

  std::size_t n_dofs() const;       ///< K · n_fields · Np
  std::size_t state_bytes() const;  ///< of one state on the device

  const Precision precision;
  const StageForm stage_form;
  const Numbering numbering;  ///< of blocks of one element: a slot is an element's place on the device
  const int n_fields, Np;

 private:
  const StageShape shape_;
  std::string shape_text_;
  std::vector<Variant> variants_;
  std::vector<KernelLaunch> energy_launches_, power_launches_;
  StageArguments<void> arguments_{};
  std::vector<Table> tables_;
};

}  // namespace dgsolve::cuda
