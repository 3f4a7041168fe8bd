#include "kernels/cuda/waves/parts/part_layout.hpp"

#include <algorithm>

namespace dgsolve::cuda {

PartLayout::PartLayout(const WaveProblem& problem, const std::vector<GpuWaveOperator*>& operators)
    : K(problem.K), of_cell(static_cast<std::size_t>(problem.n_fields) * problem.reference.Np) {
  const Numbering whole(problem.all_groups(), 1);
  const StagePlan& any = operators[0]->device_stage().plan();
  const StateLayout in_whole(whole.groups, whole.n_blocks, any.n_fields, any.Np, any.precision);
  const std::size_t bytes = bytes_of(any.precision), slot_bytes = in_whole.stride * bytes;
  raw_bytes = in_whole.n_values * bytes;
  std::vector<std::size_t> first_auxiliary;  // [group], canonical
  for (const Numbering::Group& group : whole.groups) {
    kinds.push_back(group.kind);
    first_auxiliary.push_back(n_auxiliaries);
    n_auxiliaries += static_cast<std::size_t>(group.n_cells) * group.n_aux * any.Np;
  }
  for (const GpuWaveOperator* op : operators) {
    const StagePlan& plan = op->device_stage().plan();
    Part part{plan.numbering.cells, {}, {}, 0, plan.state_bytes()};
    for (std::size_t g = 0; g < plan.numbering.groups.size(); ++g) {
      const Numbering::Group& group = plan.numbering.groups[g];
      if (group.kind.ghost) continue;
      const std::size_t w = std::ranges::find(kinds, group.kind) - kinds.begin();
      const std::size_t n_cells = group.n_cells, n_before = group.n_before,
                        of_cell_aux = static_cast<std::size_t>(group.n_aux) * plan.Np;
      part.raw.push_back({group.first_block * slot_bytes,
                          (whole.groups[w].first_block + n_before) * slot_bytes, n_cells * slot_bytes});
      if (group.n_aux == 0) continue;
      part.raw.push_back({plan.layout.auxiliaries[g] * bytes,
                          (in_whole.auxiliaries[w] + n_before * of_cell_aux) * bytes,
                          n_cells * of_cell_aux * bytes});
      part.auxiliaries.push_back(
          {part.n_auxiliaries, first_auxiliary[w] + n_before * of_cell_aux, n_cells * of_cell_aux});
      part.n_auxiliaries += n_cells * of_cell_aux;
    }
    parts.push_back(std::move(part));
  }
}

int PartLayout::part_of(int e) const {
  const auto after = std::ranges::upper_bound(parts, e, {}, [](const Part& part) { return part.cells.last; });
  return static_cast<int>(after - parts.begin());
}

}  // namespace dgsolve::cuda
