#include "kernels/cuda/waves/ranks/rim_faces.hpp"

#include <algorithm>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/face_matches.hpp"

namespace dgsolve::cuda {
namespace {

int rank_of(const std::vector<CellRange>& cells, int e) {
  return static_cast<int>(std::ranges::upper_bound(cells, e, {}, &CellRange::last) - cells.begin());
}

/// Sides of cells whose neighbour another process has, ascending.
std::vector<std::size_t> sides_at_rims(const WaveProblem& problem, const std::vector<CellRange>& cells) {
  const TraceView& trace = problem.trace;
  const std::size_t n_faces = problem.reference.n_faces;
  const RunsOfCells runs(problem.K, 1);
  std::vector<std::vector<std::size_t>> of_run(runs.n);
  for_each_run(runs, [&](int run, int first, int last) {
    for (std::size_t side = first * n_faces; side < last * n_faces; ++side) {
      const CellRange& own = cells[rank_of(cells, static_cast<int>(side / n_faces))];
      if (trace.boundary[side] < 0 && !own.contains(trace.neighbor[side])) of_run[run].push_back(side);
    }
  });
  std::vector<std::size_t> sides;
  for (const auto& found : of_run) sides.insert(sides.end(), found.begin(), found.end());
  return sides;
}

}  // namespace

std::size_t RimFaces::n_sent() const {
  std::size_t n = 0;
  for (const auto& of_rank : sent) n += of_rank.size();
  return n;
}

std::vector<RimFaces> find_rim_faces(const WaveProblem& problem, const std::vector<CellRange>& cells,
                                     const std::vector<const Numbering*>& numberings) {
  const FaceMatches places(problem.reference);
  const std::size_t n_faces = problem.reference.n_faces, n = cells.size();
  const std::vector<std::vector<PackedFace>> none(n);
  std::vector<RimFaces> faces(n, {problem.reference.Nfp, none, none});
  for (const std::size_t side : sides_at_rims(problem, cells)) {
    const int across = problem.trace.neighbor[side], row = places.row(problem.trace, side);
    const int reader = rank_of(cells, static_cast<int>(side / n_faces)), owner = rank_of(cells, across);
    faces[reader].received[owner].push_back({numberings[reader]->slot_of(across), row});
    faces[owner].sent[reader].push_back({numberings[owner]->slot_of(across), row});
  }
  return faces;
}

}  // namespace dgsolve::cuda
