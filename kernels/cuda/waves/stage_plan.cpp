#include "kernels/cuda/waves/stage_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/waves/stage_tables.hpp"
#include "kernels/cuda/waves/transfer_arguments.hpp"

namespace dgsolve::cuda {
namespace {

constexpr int most_sums = 2048;  ///< blocks of a kernel, more than run at once: they take cells in turn

/// `per_block` of n things a block.
KernelLaunch launch(const char* kernel, std::int64_t n, int per_block, int threads) {
  return {kernel, static_cast<std::size_t>((n + per_block - 1) / per_block), static_cast<unsigned>(threads)};
}

}  // namespace

StagePlan::StagePlan(const WaveProblem& problem, Precision precision)
    : precision(precision),
      stage_form(problem.stage_form),
      numbering(problem.geometry.curved_index, 1),
      n_fields(problem.n_fields),
      Np(problem.reference.Np),
      shape_(problem, precision, numbering),
      shape_text_(cuda::shape_text(shape_, problem, precision)),
      variants_(stage_variants(problem, shape_, precision)) {
  if (problem.boundaries.size() > std::numeric_limits<unsigned short>::max())
    throw DeviceError("the GPU backend takes at most 65535 boundary conditions; got " +
                      std::to_string(problem.boundaries.size()));
  arguments_.n_straight = numbering.n_straight_blocks;
  arguments_.n_elements = numbering.n_blocks;
  arguments_.alpha = problem.alpha;
  const int n_curved = numbering.n_blocks - numbering.n_straight_blocks;
  const int curved_elements = shape_.blocks.curved;
  if (shape_.has_straight) {
    const int n = std::min(numbering.n_straight_blocks, most_sums);
    energy_launches_.push_back(launch("straight_energy", n, 1, Np));
    power_launches_.push_back(launch("straight_powers", n, 1, Np));
  }
  if (shape_.has_curved) {
    const int n = std::min(n_curved, most_sums), threads = curved_elements * Np;
    energy_launches_.push_back(launch("curved_energy", n, curved_elements, threads));
    power_launches_.push_back(launch("curved_powers", n, curved_elements, threads));
  }
  tables_ = with_type(precision, [&]<class T>(T) { return pack_tables<T>(problem, numbering, shape_); });
}

KernelText StagePlan::kernel_text(const Variant& variant) const {
  return {"kernels/cuda/waves/stage.cu", shape_text_ + config_text(variant)};
}

KernelText StagePlan::powers_text(const Variant& variant) const {
  return {"kernels/cuda/waves/powers.cu", shape_text_ + config_text(variant)};
}

std::vector<KernelLaunch> StagePlan::source_launches() const {
  if (!shape_.has_projected_source) return {};
  const int elements = shape_.blocks.source;
  return {launch("project_source", numbering.n_blocks, elements, elements * Np)};
}

std::vector<KernelLaunch> StagePlan::launches(const Variant& variant) const {
  const BlockSizes& blocks = shape_.blocks;
  const int K = numbering.n_blocks, n_straight = numbering.n_straight_blocks;
  std::vector<KernelLaunch> launches = source_launches();
  if (shape_.has_straight) {
    launches.push_back(launch("straight_stage", n_straight, variant.elements, variant.threads));
    launches.back().shared_bytes = variant.shared_bytes;
    launches.back().resident_blocks = variant.blocks;
  }
  if (shape_.has_curved)
    launches.push_back(launch("curved_stage", K - n_straight, blocks.curved, blocks.curved * Np));
  return launches;
}

std::size_t StagePlan::n_dofs() const { return numbering.slot.size() * n_fields * Np; }

std::size_t StagePlan::state_bytes() const {
  const std::size_t n_slots = numbering.slot.size() + spare_slots;
  return n_slots * slot_stride(n_fields, Np, bytes_of(precision)) * bytes_of(precision);
}

std::size_t StagePlan::table_bytes() const {
  std::size_t bytes = 0;
  for (const Table& table : tables_) bytes += table.bytes.size();
  return bytes;
}

KernelLaunch StagePlan::transfer_launch(const char* kernel, int n_elements) const {
  return launch(kernel, std::int64_t{n_elements} * Np, transfer_threads, transfer_threads);
}

KernelLaunch StagePlan::sample_launch(int n_points) const { return launch("sample_state", n_points, 1, Np); }

}  // namespace dgsolve::cuda
