#include "kernels/cuda/waves/parts/part_layout.hpp"

#include <algorithm>

#include "kernels/waves/cells/circuit_places.hpp"

namespace dgsolve::cuda {

PartLayout::PartLayout(const WaveProblem& problem, const std::vector<std::unique_ptr<WavePart>>& all,
                       Precision precision)
    : K(problem.K), of_cell(static_cast<std::size_t>(problem.n_fields) * problem.reference.Np) {
  const std::vector<Numbering::Group> whole = problem.all_groups();
  const int Np = problem.reference.Np;
  std::vector<std::size_t> first_state{0};  // [circuit + 1], of circuits
  for (const FaceCircuit& circuit : problem.circuits.all)
    first_state.push_back(first_state.back() + circuit.points.size() * CircuitPoint::n_states);
  const StateLayout in_whole(whole, problem.K, problem.n_fields, Np, precision,
                             first_state.back() / CircuitPoint::n_states);
  const std::size_t bytes = bytes_of(precision), slot_bytes = in_whole.stride * bytes;
  raw_bytes = in_whole.n_values * bytes;
  std::vector<std::size_t> first_auxiliary;  // [group], canonical
  for (const Numbering::Group& group : whole) {
    kinds.push_back(group.kind);
    first_auxiliary.push_back(n_auxiliaries);
    n_auxiliaries += static_cast<std::size_t>(group.n_cells) * group.n_aux * Np;
  }
  const std::size_t before_circuits = n_auxiliaries;
  n_auxiliaries += first_state.back();
  for (const auto& op : all) {
    const Numbering& numbering = op->numbering();
    circuits.push_back(circuits_in(problem, numbering.cells));
    std::size_t n_states = 0;
    for (const int circuit : circuits.back()) n_states += first_state[circuit + 1] - first_state[circuit];
    const StateLayout layout(numbering.groups, numbering.n_blocks, problem.n_fields, Np, precision,
                             n_states / CircuitPoint::n_states);
    StatePart part{numbering.cells, {}, {}, 0, layout.n_values * bytes};
    for (std::size_t g = 0; g < numbering.groups.size(); ++g) {
      const Numbering::Group& group = numbering.groups[g];
      if (group.kind.ghost) continue;
      const std::size_t w = std::ranges::find(kinds, group.kind) - kinds.begin();
      const std::size_t n_cells = group.n_cells, n_before = group.n_before,
                        of_cell_aux = static_cast<std::size_t>(group.n_aux) * Np;
      part.raw.push_back({group.first_block * slot_bytes, (whole[w].first_block + n_before) * slot_bytes,
                          n_cells * slot_bytes});
      if (group.n_aux == 0) continue;
      part.raw.push_back({layout.auxiliaries[g] * bytes,
                          (in_whole.auxiliaries[w] + n_before * of_cell_aux) * bytes,
                          n_cells * of_cell_aux * bytes});
      part.auxiliaries.push_back(
          {part.n_auxiliaries, first_auxiliary[w] + n_before * of_cell_aux, n_cells * of_cell_aux});
      part.n_auxiliaries += n_cells * of_cell_aux;
    }
    std::size_t in_part = 0;
    for (const int circuit : circuits.back()) {
      const std::size_t n = first_state[circuit + 1] - first_state[circuit];
      part.raw.push_back({(layout.circuits + in_part) * bytes,
                          (in_whole.circuits + first_state[circuit]) * bytes, n * bytes});
      part.auxiliaries.push_back({part.n_auxiliaries, before_circuits + first_state[circuit], n});
      part.n_auxiliaries += n;
      in_part += n;
    }
    parts.push_back(std::move(part));
  }
}

int PartLayout::part_of_circuit(int circuit) const {
  const auto has_it = [&](const std::vector<int>& of_part) {
    return std::ranges::binary_search(of_part, circuit);
  };
  return static_cast<int>(std::ranges::find_if(circuits, has_it) - circuits.begin());
}

int PartLayout::circuit_in_part(int circuit) const {
  const std::vector<int>& of_part = circuits[part_of_circuit(circuit)];
  return static_cast<int>(std::ranges::lower_bound(of_part, circuit) - of_part.begin());
}

int PartLayout::part_of(int e) const {
  const auto after =
      std::ranges::upper_bound(parts, e, {}, [](const StatePart& part) { return part.cells.last; });
  return static_cast<int>(after - parts.begin());
}

}  // namespace dgsolve::cuda
