#include "solver/discretization/covariant_cells.hpp"

namespace dgsolve {
namespace {

/// V LIFT
Matrix lift_to_points(const ReferenceElement& element) {
  Matrix lift(element.Np, element.n_faces * element.Nfp);
  lift.a = element.lift;
  return element.Vq * lift;
}

/// [point][axis][i] to [point][i][axis]
void transpose_all(std::vector<double>& dxdr, double* to) {
  for (std::size_t point = 0; point < dxdr.size(); point += 9)
    for (int i = 0; i < 3; ++i)
      for (int axis = 0; axis < 3; ++axis) *to++ = dxdr[point + axis * 3 + i];
}

}  // namespace

CovariantCells::CovariantCells(const Discretization& discretization)
    : element(3, discretization.element.N, discretization.mesh.geometry_order, 2 * discretization.element.N),
      d_(discretization),
      lift_(lift_to_points(element)),
      face_project_(element.project_to_face()),
      to_points_(d_.mesh, element.cell_rule.points),
      to_face_points_(d_.mesh, element.face_points) {}

CovariantView::Tangents CovariantCells::tangents_of(const CellMap& map) const {
  return [&map](int e, double* to) {
    std::vector<double> dxdr(static_cast<std::size_t>(map.size()) * 9);
    map.derivatives(e, dxdr.data());
    transpose_all(dxdr, to);
  };
}

CovariantView CovariantCells::view() const {
  const auto of_chords = [this](int e, double* to) {
    const std::array<double, 9> dxdr = straight_derivatives(d_.mesh, e);
    std::vector<double> values(dxdr.begin(), dxdr.end());
    transpose_all(values, to);
  };
  return {lift_.a,
          face_project_.a,
          tangents_of(to_points_),
          tangents_of(d_.node_map),
          tangents_of(to_face_points_),
          of_chords};
}

}  // namespace dgsolve
