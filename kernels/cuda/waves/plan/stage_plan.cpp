#include "kernels/cuda/waves/plan/stage_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/base/device_error.hpp"
#include "kernels/waves/cells/circuit_places.hpp"

namespace dgsolve::cuda {
namespace {

/// Curved cells whose measures are found by a block each: about as many blocks as a GPU takes at once. Their
/// iterations take long, and a chunk takes the cells in turns.
constexpr int most_alone = 1024;

/// `per_block` of n things a block.
KernelLaunch launch(const std::string& kernel, std::int64_t n, int per_block, int threads) {
  return {kernel, static_cast<std::size_t>((n + per_block - 1) / per_block), static_cast<unsigned>(threads)};
}

std::vector<int> find_rim(const WaveProblem& problem, const Numbering& numbering) {
  std::vector<int> slots;
  const CellRange cells = numbering.cells;
  for (int e = cells.first; e < cells.last; ++e)
    if (problem.meets_ghosts(e)) slots.push_back(numbering.slot_of(e));
  std::ranges::sort(slots);
  return slots;
}

/// The rim's slots, and all others of the limiter's blocks that hold one: a limiter changes whole blocks, and
/// follows a stage that has computed these.
std::vector<int> with_blocks_of_limiter(const std::vector<int>& rim, const Numbering& numbering,
                                        int elements) {
  std::vector<int> slots;
  for (const Numbering::Group& group : numbering.groups) {
    const int begin = group.first_block, end = group.first_block + group.n_blocks;
    int next = begin;
    for (auto slot = std::ranges::lower_bound(rim, begin); slot != rim.end() && *slot < end; ++slot) {
      const int first = begin + (*slot - begin) / elements * elements;
      for (next = std::max(next, first); next < std::min(first + elements, end); ++next)
        slots.push_back(next);
    }
  }
  return slots;
}

StageKernels kernels_of(const WaveProblem& problem, const StageShape& shape, Precision precision) {
  StageKernels kernels{{},
                       stage_variants(problem, shape, precision),
                       shape.blocks,
                       shape.rim_first,
                       shape.has_projected_source,
                       shape.has_limiter};
  for (std::size_t module = 0; module < shape.modules.size(); ++module)
    kernels.shape_texts.push_back(shape_text(shape, problem, precision, static_cast<int>(module)));
  return kernels;
}

/// But for the tables.
StagePlan::Pieces pieces_of(const WaveProblem& problem, const StageShape& shape, Precision precision) {
  if (problem.boundaries.size() > std::numeric_limits<unsigned short>::max())
    throw DeviceError("the GPU backend takes at most 65535 boundary conditions; got " +
                      std::to_string(problem.boundaries.size()));
  const std::vector<CellGroup> groups = problem.groups();
  std::vector<int> rim;
  if (shape.rim_first) {
    const Numbering numbering(groups, 1);
    rim = find_rim(problem, numbering);
    if (shape.has_limiter) rim = with_blocks_of_limiter(rim, numbering, shape.blocks.limiter);
  }
  return {precision,
          problem.steps.form,
          !problem.steps.cell_rates.empty(),
          groups,
          problem.n_fields,
          problem.viscous.n_gradients,
          problem.reference.Np,
          problem.flux_parameters,
          kernels_of(problem, shape, precision),
          n_circuit_points(problem),
          std::move(rim),
          {}};
}

}  // namespace

StageArguments<void> with_stage(StageArguments<void> arguments, const Stage& stage) {
  arguments.stage = {stage.a, stage.b, stage.c, stage.p, stage.q, stage.e, stage.keeps_residual, stage.step};
  return arguments;
}

void StagePlan::Table::link(const void* address, StageArguments<void>& arguments,
                            std::vector<GroupArguments<void>>& groups) const {
  auto* const to =
      group < 0 ? reinterpret_cast<std::byte*>(&arguments) : reinterpret_cast<std::byte*>(&groups[group]);
  std::memcpy(to + offset, &address, sizeof address);
}

StagePlan::StagePlan(const WaveProblem& problem, const StageShape& shape, Precision precision,
                     const std::function<void(const StagePlan&)>& kernels_known)
    : StagePlan(pieces_of(problem, shape, precision)) {
  if (kernels_known) kernels_known(*this);
  tables_ = with_type(precision, [&]<class T>(T) { return pack_tables<T>(problem, shape); });
}

StagePlan::StagePlan(Pieces pieces)
    : precision(pieces.precision),
      stage_form(pieces.stage_form),
      follows_state(pieces.follows_state),
      numbering(pieces.groups, 1),
      n_fields(pieces.n_fields),
      n_gradients(pieces.n_gradients),
      Np(pieces.Np),
      layout(numbering.groups, numbering.n_blocks, n_fields, Np, precision, pieces.n_circuit_points),
      kernels_(std::move(pieces.kernels)),
      rim_slots_(std::move(pieces.rim_slots)),
      tables_(std::move(pieces.tables)) {
  arguments_.curved.first = numbering.first_curved_block;
  arguments_.cells.n = numbering.n_blocks;
  arguments_.circuits.n = static_cast<int>(pieces.n_circuit_points);
  arguments_.circuits.first_state = static_cast<long long>(layout.circuits);
  std::ranges::copy(pieces.flux_parameters, arguments_.flux_parameters);
  set_groups();
}

StagePlan::Pieces StagePlan::take_pieces() {
  return {precision,
          stage_form,
          follows_state,
          numbering.cell_groups(),
          n_fields,
          n_gradients,
          Np,
          std::to_array(arguments_.flux_parameters),
          kernels_,
          static_cast<std::size_t>(arguments_.circuits.n),
          rim_slots_,
          take_tables()};
}

void StagePlan::set_groups() {
  for (int g = 0; g < static_cast<int>(numbering.groups.size()); ++g) {
    const Numbering::Group& group = numbering.groups[g];
    groups_.push_back({group.first_block,
                       group.first_block + group.n_blocks,
                       nullptr,
                       static_cast<long long>(layout.auxiliaries[g]),
                       {}});
    if (group.kind.ghost) continue;
    const int threads = (group.kind.curved ? kernels_.blocks.points : 1) * Np;
    const int begun = (chunk_cells - group.n_before % chunk_cells) % chunk_cells;
    const int n_single =
        std::min(group.kind.curved && group.n_cells <= most_alone ? group.n_cells : begun, group.n_cells);
    const auto reduction = [&](const std::string& of) {
      KernelLaunch of_chunks = launch((group.kind.curved ? "curved" : "straight") + of,
                                      group.n_cells - n_single, chunk_cells, threads);
      of_chunks.blocks += n_single;
      return Reduction{{g, group.kind.model + 1, of_chunks}, group.kind, group.n_cells, {n_single}};
    };
    for (std::size_t sum = 0; sum < state_measures.size(); ++sum)
      measure_launches_[sum].push_back(reduction(std::string("_") + state_measures[sum].name));
  }
}

KernelText StagePlan::kernel_text(const Variant& variant, int module) const {
  return {"kernels/cuda/waves/stage.cu", prefix(variant, module)};
}

KernelText StagePlan::measure_text(StateMeasure measure, const Variant& variant, int module) const {
  return {std::string("kernels/cuda/waves/") + info(measure).name + ".cu", prefix(variant, module)};
}

std::string StagePlan::prefix(const Variant& variant, int module) const {
  return kernels_.shape_texts[module] +
         config_text(module == 0 ? variant : with_model(variant, precision), variant);
}

std::vector<StagePlan::GroupLaunch> StagePlan::gradient_launches(const Variant& variant) const {
  std::vector<GroupLaunch> launches;
  if (n_gradients == 0) return launches;
  const int elements = variant.chained ? variant.elements : kernels_.blocks.gradients;
  for (int g = 0; g < static_cast<int>(numbering.groups.size()); ++g) {
    const Numbering::Group& group = numbering.groups[g];
    if (group.kind.ghost) continue;
    KernelLaunch kernel = launch("find_gradients", group.n_cells, elements,
                                 variant.chained ? variant.gradients.threads : elements * Np);
    kernel.shared_bytes = variant.gradients.shared_bytes;
    kernel.resident_blocks = variant.gradients.blocks;
    launches.push_back({g, 0, kernel});
  }
  return launches;
}

std::size_t StagePlan::gradient_bytes() const {
  if (n_gradients == 0) return 0;
  const int size = bytes_of(precision);
  return static_cast<std::size_t>(numbering.n_slots() + spare_slots) *
         gradient_stride(n_gradients, Np, size) * size;
}

std::vector<StagePlan::StageLaunch> StagePlan::limiter_launches() const {
  constexpr std::size_t blocks_at_once = 1024;  // about, on a large GPU
  std::vector<StageLaunch> launches, others;
  if (!has_limiter()) return launches;
  const int elements = kernels_.blocks.limiter;
  for (int g = 0; g < static_cast<int>(numbering.groups.size()); ++g) {
    const Numbering::Group& group = numbering.groups[g];
    if (group.kind.ghost) continue;
    KernelLaunch kernel =
        launch(group.kind.curved ? "limit_curved" : "limit_straight", group.n_cells, elements, elements * Np);
    if (!kernels_.rim_first)  // up to Np rounds each (limiter.cuh)
      kernel.blocks = std::max((kernel.blocks + Np - 1) / Np, std::min(kernel.blocks, blocks_at_once));
    split({g, 0, kernel}, group.first_block, elements, launches, others);
  }
  launches.insert(launches.end(), others.begin(), others.end());
  return launches;
}

std::vector<KernelLaunch> StagePlan::first_launches() const {
  std::vector<KernelLaunch> launches;
  const int elements = kernels_.blocks.source, n = arguments_.circuits.n;
  if (kernels_.has_projected_source)
    launches.push_back(launch("project_source", numbering.n_blocks, elements, elements * Np));
  if (n > 0) launches.push_back(launch("advance_circuits", n, circuit_threads, circuit_threads));
  return launches;
}

std::vector<StagePlan::StageLaunch> StagePlan::stage_launches(const Variant& variant) const {
  std::vector<StageLaunch> launches, others;
  for (int g = 0; g < static_cast<int>(numbering.groups.size()); ++g) {
    const Numbering::Group& group = numbering.groups[g];
    if (group.kind.ghost) continue;
    const int module = group.kind.model + 1;
    const Variant of_module = module == 0 ? variant : with_model(variant, precision);
    const CurvedVariant& curved = of_module.curved;
    if (variant.is_dense()) {
      split({g, module, {"update_nodes", static_cast<std::size_t>(group.n_cells), dense_threads}},
            group.first_block, 1, launches, others);
      continue;
    }
    if (group.kind.curved && !curved.tensor && !variant.chained) {
      const int elements = kernels_.blocks.points;
      split({g, module, launch("curved_stage", group.n_cells, elements, elements * Np)}, group.first_block,
            elements, launches, others);
      continue;
    }
    const int elements = of_module.elements;
    // Blocks of tensor cores begin at multiples of their elements.
    const int before = of_module.tensor ? group.first_block % elements : 0;
    const bool by_curved_tensor = group.kind.curved && curved.tensor;
    GroupLaunch all{g, module,
                    launch(group.kind.curved ? "curved_stage" : "straight_stage", before + group.n_cells,
                           elements, by_curved_tensor ? curved.threads : of_module.threads)};
    all.kernel.shared_bytes = by_curved_tensor ? curved.shared_bytes : of_module.shared_bytes;
    all.kernel.resident_blocks = by_curved_tensor ? curved.blocks : of_module.blocks;
    split(all, group.first_block - before, elements, launches, others);
  }
  launches.insert(launches.end(), others.begin(), others.end());
  for (std::size_t i = 1; i < launches.size(); ++i) launches[i].of_group.kernel.beside_last = true;
  return launches;
}

void StagePlan::split(const GroupLaunch& all, int first, int elements, std::vector<StageLaunch>& of_rim,
                      std::vector<StageLaunch>& others) const {
  if (!kernels_.rim_first) return of_rim.push_back({all, StageCells::rim, {}});
  const GroupArguments<void>& cells = groups_[all.group];
  StageLaunch rim{all, StageCells::rim, {}}, inner{all, StageCells::inner, {}};
  std::vector<char> meets(all.kernel.blocks, false);
  for (auto slot = std::ranges::lower_bound(rim_slots_, cells.begin);
       slot != rim_slots_.end() && *slot < cells.end; ++slot)
    meets[(*slot - first) / elements] = true;
  for (std::size_t block = 0; block < meets.size(); ++block)
    (meets[block] ? rim : inner).blocks.push_back(static_cast<int>(block));
  rim.of_group.kernel.blocks = rim.blocks.size();
  inner.of_group.kernel.blocks = inner.blocks.size();
  if (!rim.blocks.empty()) of_rim.push_back(rim);
  if (!inner.blocks.empty()) others.push_back(inner);
}

std::size_t StagePlan::n_dofs() const {
  return static_cast<std::size_t>(numbering.cells.size()) * n_fields * Np;
}

std::size_t StagePlan::state_bytes() const { return layout.n_values * bytes_of(precision); }

std::size_t StagePlan::table_bytes() const {
  std::size_t bytes = 0;
  for (const Table& table : tables_) bytes += table.bytes.size();
  return bytes;
}

KernelLaunch StagePlan::transfer_launch(const char* kernel, int n_elements) const {
  return launch(kernel, std::int64_t{n_elements} * Np, transfer_threads, transfer_threads);
}

Randomisation StagePlan::randomisation(unsigned long long seed) const {
  const long long first = groups_.empty() ? 0 : groups_.front().auxiliaries;
  return {seed, first, static_cast<long long>(layout.n_values) - first};
}

KernelLaunch StagePlan::sample_launch(int n_points) const { return launch("sample_state", n_points, 1, Np); }

KernelLaunch StagePlan::circuit_sample_launch(int n) const {
  return launch("sample_circuits", n, 1, circuit_threads);
}

KernelLaunch StagePlan::phases_launch() const { return {"find_phases", 1, phase_threads}; }

KernelLaunch StagePlan::frequencies_launch(std::int64_t n) const {
  constexpr int points = frequency_threads / 32;  // of a block: a warp each
  constexpr int most_blocks = 384;                // about what runs at once
  return launch("add_frequencies", std::min<std::int64_t>(n, most_blocks * points), points,
                frequency_threads);
}

}  // namespace dgsolve::cuda
