#include "kernels/waves/cells/cell_split.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "kernels/base/device_error.hpp"

namespace dgsolve {
namespace {

/// A stage's time in a cell, that of a straight cell without a local model being 1.
double cost_of(const WaveProblem& problem, int e) {
  // Measured on an H200 with Maxwell's equations in 3D (kernels/PERFORMANCE.md).
  constexpr double with_model = 1.7, curved_by_node = 1.2, covariant = 1.5;
  double cost = 1;
  if (problem.geometry.curved_index[e] >= 0)
    cost = problem.is_covariant() ? covariant : curved_by_node * problem.reference.Np;
  if (!problem.model.empty() && problem.model[e] >= 0) cost *= with_model;
  return cost;
}

/// [circuit]: the cells beside it, with all between them.
std::vector<CellRange> ranges_of_circuits(const WaveProblem& problem) {
  std::vector<CellRange> ranges;
  for (const FaceCircuit& circuit : problem.circuits.all) {
    CellRange& range = ranges.emplace_back(CellRange{problem.K, 0});
    for (const int side : circuit.sides)
      for (const int cell : {side / problem.reference.n_faces, problem.trace.neighbor[side]}) {
        range.first = std::min(range.first, cell);
        range.last = std::max(range.last, cell + 1);
      }
  }
  return ranges;
}

/// The first cell from e on at which a cut leaves all circuits whole.
int behind_circuits(const std::vector<CellRange>& circuits, int e) {
  const auto cut = [&](const CellRange& range) { return range.first < e && e < range.last; };
  for (auto range = circuits.begin(); (range = std::ranges::find_if(circuits, cut)) != circuits.end();)
    e = range->last;
  return e;
}

}  // namespace

std::vector<CellRange> split_cells(const WaveProblem& problem, const std::vector<double>& speeds) {
  const int n = static_cast<int>(speeds.size());
  if (n > problem.K)
    throw DeviceError("the mesh has fewer cells than there are GPUs: got " + std::to_string(problem.K) +
                      " cells for " + std::to_string(n) + " GPUs; expected at least a cell for each");
  double all = 0, all_speeds = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  for (int e = 0; e < problem.K; ++e) all += cost_of(problem, e);
  const std::vector<CellRange> circuits = ranges_of_circuits(problem);
  std::vector<CellRange> parts;
  double done = 0, wanted = 0;
  int e = 0;
  for (int part = 0; part < n; ++part) {
    const int first = e, last = problem.K - (n - 1 - part);  // the others have a cell each
    wanted += all * speeds[part] / all_speeds;
    while (e < last && (e == first || part + 1 == n || done + 0.5 * cost_of(problem, e) < wanted))
      done += cost_of(problem, e++);
    for (const int end = behind_circuits(circuits, e); e < end;) done += cost_of(problem, e++);
    if (e > last)
      throw DeviceError("circuits on faces keep the cells beside them on one GPU, and leave too few for " +
                        std::to_string(n) + "; expected fewer GPUs");
    parts.push_back({first, e});
  }
  return parts;
}

}  // namespace dgsolve
