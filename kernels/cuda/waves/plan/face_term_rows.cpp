#include "kernels/cuda/waves/plan/face_term_rows.hpp"

#include <algorithm>

#include "kernels/waves/cells/face_term_table.hpp"

namespace dgsolve::cuda {

FaceTermRows face_term_rows(const WaveProblem& problem, const Numbering& numbering,
                            std::span<const Face> faces) {
  std::vector<std::vector<FaceTermTable>> tables(problem.boundaries.size());
  for (std::size_t condition = 0; condition < tables.size(); ++condition)
    for (const FaceTerm& term : problem.boundaries[condition].terms)
      tables[condition].emplace_back(problem, term);
  const int n_faces = problem.reference.n_faces, n_fields = problem.n_fields;
  FaceTermRows rows;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (faces[i].boundary == 0) continue;
    const int side = numbering.element[i / n_faces] * n_faces + static_cast<int>(i % n_faces);
    for (int point = 0; point < n_face_points(problem, side); ++point) {
      rows.first.push_back(static_cast<int>(rows.values.size() / n_fields));
      for (const FaceTermTable& table : tables[problem.trace.condition(side)]) {
        rows.values.resize(rows.values.size() + n_fields);
        if (const std::span<const double> at = table.at(side); !at.empty())
          std::copy_n(&at[static_cast<std::size_t>(point) * n_fields], n_fields,
                      rows.values.end() - n_fields);
      }
    }
  }
  return rows;
}

}  // namespace dgsolve::cuda
