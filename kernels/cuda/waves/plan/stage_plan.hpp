/// A wave problem made ready for the GPU: generated kernel text, tables in the device's layout, launches.
/// Nothing here needs a GPU or CUDA, so that tests run the kernels without one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/unset_vector.hpp"
#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/cuda/waves/cells/stage_arguments.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"
#include "kernels/cuda/waves/plan/state_layout.hpp"
#include "kernels/cuda/waves/plan/variant.hpp"
#include "kernels/waves/cell_groups.hpp"
#include "kernels/waves/state_measures.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve::cuda {

/// The arguments with a stage's numbers; the arrays stay as they are.
StageArguments<void> with_stage(StageArguments<void> arguments, const Stage& stage);

/// Of a problem whose rim is computed first: the cells that meet ghosts, with those that share a block with
/// them, and the others. Of another problem the rim is all.
enum class StageCells : unsigned char { rim, inner };

/// The kernels of a stage and what their launches depend on: alike for all parts of a problem.
struct StageKernels {
  std::vector<std::string> shape_texts;  ///< [module]
  std::vector<Variant> variants;
  BlockSizes blocks;
  bool rim_first, has_projected_source, has_limiter;  ///< as StageShape's
};

class StagePlan {
 public:
  /// One array in device memory: allocate it, copy the bytes, and write its address into the arguments.
  struct Table {
    std::string name;    ///< for messages about memory
    std::size_t offset;  ///< of its pointer in StageArguments, or in a group's GroupArguments
    UnsetVector<std::byte> bytes;
    int group = -1;  ///< −1: in StageArguments

    /// Writes the address of the array into the arguments.
    void link(const void* address, StageArguments<void>& arguments,
              std::vector<GroupArguments<void>>& groups) const;
  };
  /// A launch for the cells of a group.
  struct GroupLaunch {
    int group;
    int module;  ///< which text the kernel is of
    KernelLaunch kernel;
  };
  /// A launch of a stage, for some of a group's cells.
  struct StageLaunch {
    GroupLaunch of_group;
    StageCells cells;
    std::vector<int> blocks;  ///< which of the group's blocks; empty: all, in their order
  };

  /// A launch that reduces something over the cells of a group, chunk by chunk.
  struct Reduction {
    GroupLaunch launch;
    CellKind kind;
    int n_cells;
    Chunks chunks;
  };

  /// What a plan is made of. Another process makes the same plan of the same pieces.
  struct Pieces {
    Precision precision;
    StageForm stage_form;
    bool follows_state;  ///< steps may (StepView::cell_rates)
    std::vector<CellGroup> groups;
    int n_fields, n_gradients, Np;
    FluxValues flux_parameters;  ///< WaveProblem::flux_parameters
    StageKernels kernels;
    std::size_t n_circuit_points;  ///< of circuits whose cells the part has
    std::vector<int> rim_slots;    ///< of cells that meet ghosts, ascending; empty where no rim comes first
    std::vector<Table> tables;
  };

  /// shape: the whole problem's. Throws DeviceError where the problem is outside what the kernels can do.
  /// kernels_known: called once the variants and their texts are known, before tables are made, so that
  /// compilers may work meanwhile.
  StagePlan(const WaveProblem& problem, const StageShape& shape, Precision precision,
            const std::function<void(const StagePlan&)>& kernels_known = {});
  StagePlan(const WaveProblem& problem, Precision precision)
      : StagePlan(problem, StageShape(problem, precision), precision) {}
  explicit StagePlan(Pieces pieces);

  /// Ways to compute a stage, all with the same tables; the first is the reference.
  const std::vector<Variant>& variants() const { return kernels_.variants; }
  /// A variant's kernels are of so many texts, one for each local model behind that of all other cells.
  int n_modules() const { return static_cast<int>(kernels_.shape_texts.size()); }
  /// What shapes the kernels of all variants, module by module: sizes, the features that occur, formulas.
  const std::vector<std::string>& shape_texts() const { return kernels_.shape_texts; }
  /// kernels/cuda/waves/stage.cu below what shapes it: constants, and the formulas as functions.
  KernelText kernel_text(const Variant& variant, int module = 0) const;
  /// The text of a measure that has one of its own, below the same.
  KernelText measure_text(StateMeasure measure, const Variant& variant, int module = 0) const;
  /// The kernels that find the gradients for a stage with a viscous flux, group by group; else none.
  std::vector<GroupLaunch> gradient_launches(const Variant& variant) const;
  std::size_t gradient_bytes() const;  ///< of ViscousArguments::gradients
  bool has_limiter() const { return kernels_.has_limiter; }
  /// The kernels that limit a stage's new state, with a rim that of it first; else none.
  std::vector<StageLaunch> limiter_launches() const;
  /// The kernels that get the source's terms, and the data of circuits on faces, ready for a stage, and then
  /// its own.
  std::vector<KernelLaunch> first_launches() const;
  /// The rim comes first. Launches do not depend on each other. In a dense variant a block is a cell, and
  /// DenseStage makes the launch of its kernels and products.
  std::vector<StageLaunch> stage_launches(const Variant& variant) const;
  /// "export_state" or "import_state" for n elements, whose second parameter is a Transfer; "randomise_state"
  /// for all elements, whose second parameter is a Randomisation.
  KernelLaunch transfer_launch(const char* kernel, int n_elements) const;
  Randomisation randomisation(unsigned long long seed) const;
  /// The kernels of a measure; their second parameter: BlockSums. Where it reads surroundings, behind
  /// first_launches.
  const std::vector<Reduction>& measure_launches(StateMeasure measure) const {
    return measure_launches_[static_cast<std::size_t>(measure)];
  }
  /// "sample_state" for n points; its second parameter: a Sample.
  KernelLaunch sample_launch(int n_points) const;
  /// "sample_circuits" for n of them; its second parameter: a CircuitSample.
  KernelLaunch circuit_sample_launch(int n) const;
  /// "find_phases", whose second parameter is a FrequencyPhases, and "add_frequencies" for n points; its
  /// second parameter: a TransformPoints.
  KernelLaunch phases_launch() const;
  KernelLaunch frequencies_launch(std::int64_t n) const;
  /// Scalars set but for the stage's, pointers null.
  const StageArguments<void>& arguments() const { return arguments_; }
  /// [group]: pointers null.
  const std::vector<GroupArguments<void>>& groups() const { return groups_; }
  std::size_t table_bytes() const;  ///< before they are taken
  /// Hands the tables over, once.
  std::vector<Table> take_tables() { return std::move(tables_); }
  /// With the tables, once.
  Pieces take_pieces();

  std::size_t n_dofs() const;  ///< cells · n_fields · Np
  /// Values that local models and circuits add.
  std::size_t n_auxiliaries() const { return numbering.n_auxiliaries() * Np + n_circuit_states(); }
  std::size_t n_circuit_states() const { return layout.n_values - layout.circuits; }
  std::size_t state_bytes() const;  ///< of one state on the device

  const Precision precision;
  const StageForm stage_form;
  const bool follows_state;
  const Numbering numbering;  ///< of blocks of one element: a slot is an element's place on the device
  const int n_fields, n_gradients, Np;
  const StateLayout layout;

 private:
  void set_groups();
  /// The launch of a group in one of the rim and one of the other blocks. first: slot of the first block;
  /// elements: of a block.
  void split(const GroupLaunch& all, int first, int elements, std::vector<StageLaunch>& of_rim,
             std::vector<StageLaunch>& others) const;
  /// Operators, geometry and connections as StageArguments describes them; T: the number type of the kernels.
  template <class T>
  std::vector<Table> pack_tables(const WaveProblem& problem, const StageShape& shape) const;
  std::string prefix(const Variant& variant, int module) const;

  const StageKernels kernels_;
  const std::vector<int> rim_slots_;
  std::array<std::vector<Reduction>, state_measures.size()> measure_launches_;
  StageArguments<void> arguments_{};
  std::vector<GroupArguments<void>> groups_;
  std::vector<Table> tables_;
};

}  // namespace dgsolve::cuda
