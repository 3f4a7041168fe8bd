#include "io/lagrange_cells.hpp"

#include <vtkCellType.h>
#include <vtkHigherOrderTetra.h>
#include <vtkHigherOrderTriangle.h>

#include <algorithm>
#include <map>

#include "io/field_names.hpp"
#include "solver/cell_map.hpp"
#include "solver/physics.hpp"

namespace dgsolve {
namespace {

/// VTK's equispaced points of order N on a simplex, in its order: barycentric coordinates [n][dim + 1] by the
/// vertices, times N.
std::vector<int> vtk_points(int dim, int N) {
  const int n = n_polynomials(dim, N);
  std::vector<int> points;
  points.reserve(static_cast<std::size_t>(n) * (dim + 1));
  for (int i = 0; i < n; ++i) {
    vtkIdType last_is_vertex_0[4] = {0, 0, 0, 0};
    if (dim == 1)  // both ends, then what is between them
      last_is_vertex_0[0] = i == 0 ? 0 : i == 1 ? N : i - 1;
    else if (dim == 2)
      vtkHigherOrderTriangle::BarycentricIndex(i, last_is_vertex_0, N);
    else
      vtkHigherOrderTetra::BarycentricIndex(i, last_is_vertex_0, N);
    int vertex_0 = N;
    for (int d = 0; d < dim; ++d) vertex_0 -= static_cast<int>(last_is_vertex_0[d]);
    points.push_back(vertex_0);
    for (int d = 0; d < dim; ++d) points.push_back(static_cast<int>(last_is_vertex_0[d]));
  }
  return points;
}

/// The same on the bi-unit simplex of dimension dim, of which some vertices are the cell's: [n][dim].
std::vector<double> on_simplex(const std::vector<int>& points, int N, const std::vector<int>& vertices,
                               int dim) {
  std::vector<double> x;
  for (std::size_t p = 0; p < points.size(); p += vertices.size())
    for (int d = 0; d < dim; ++d) {  // vertex d + 1 lies in direction d
      const auto v = std::find(vertices.begin(), vertices.end(), d + 1) - vertices.begin();
      const int share = v < std::ssize(vertices) ? points[p + v] : 0;
      x.push_back(2.0 * share / N - 1);
    }
  return x;
}

/// The selected fields, vectors among them where their first component stands.
std::vector<PointArray> arrays_of(const std::vector<int>& selected,
                                  const std::vector<std::string>& field_names) {
  std::map<int, PointArray> arrays;  // by the place among the selected
  std::vector<bool> in_vector(field_names.size());
  const auto place_of = [&](int field) {
    return static_cast<int>(std::find(selected.begin(), selected.end(), field) - selected.begin());
  };
  const int n = static_cast<int>(selected.size());
  for (const auto& [name, fields] : vectors_among(field_names)) {
    int first = n;
    bool complete = true;
    for (const int field : fields)
      if (field >= 0) {
        first = std::min(first, place_of(field));
        complete = complete && place_of(field) < n;
      }
    if (!complete) continue;
    arrays[first] = {name, {fields.begin(), fields.end()}};
    for (const int field : fields)
      if (field >= 0) in_vector[field] = true;
  }
  for (int i = 0; i < n; ++i)
    if (!in_vector[selected[i]]) arrays[i] = {field_names[selected[i]], {selected[i]}};
  std::vector<PointArray> in_order;
  for (auto& [place, array] : arrays) in_order.push_back(std::move(array));
  return in_order;
}

}  // namespace

LagrangeCells::LagrangeCells(const WriterSetup& setup)
    : mesh_(setup.discretization.mesh),
      are_faces_(!setup.options.boundaries.empty()),
      n_fields_(setup.field_names.size()),
      Np_(setup.discretization.element.Np),
      arrays_(arrays_of(select_fields(setup.options.names, setup.field_names), setup.field_names)) {
  const ReferenceElement& element = setup.discretization.element;
  const int dim = element.dim, N = element.N, cell_dim = are_faces_ ? dim - 1 : dim;
  const std::vector<int> points = vtk_points(cell_dim, N);
  n_ = points.size() / (cell_dim + 1);
  for (int f = 0; f < (are_faces_ ? mesh_.n_faces() : 1); ++f) {
    std::vector<int> vertices(cell_dim + 1);
    for (int j = 0; j <= cell_dim; ++j) vertices[j] = are_faces_ ? face_vertex(dim, f, j) : j;
    Points& here = points_.emplace_back();
    here.reference = on_simplex(points, N, vertices, dim);
    here.from_nodes = Interpolation(interpolation(dim, N, element.nodes, here.reference));
  }
  choose_cells(setup.options);
}

void LagrangeCells::choose_cells(const FieldOutput& options) {
  for (const int e : select_elements(options.regions, mesh_)) {
    if (!are_faces_) cells_.push_back({e, 0});
    for (int f = 0; are_faces_ && f < mesh_.n_faces(); ++f) {
      const int group = mesh_.boundary[e * mesh_.n_faces() + f];
      if (group >= 0 && index_of(options.boundaries, mesh_.boundary_names[group]) >= 0)
        cells_.push_back({e, f});
    }
  }
}

int LagrangeCells::vtk_type() const {
  const int dim = are_faces_ ? mesh_.dim - 1 : mesh_.dim;
  return dim == 1 ? VTK_LAGRANGE_CURVE : dim == 2 ? VTK_LAGRANGE_TRIANGLE : VTK_LAGRANGE_TETRAHEDRON;
}

std::vector<double> LagrangeCells::points() const {
  const std::size_t dim = mesh_.dim;
  std::vector<CellMap> maps;
  for (const Points& points : points_) maps.emplace_back(mesh_, points.reference);
  std::vector<double> all(3 * n_points()), x(n_ * dim);
  for (std::size_t c = 0; c < n_cells(); ++c) {
    maps[cells_[c].face].coordinates(cells_[c].element, x.data());
    for (std::size_t i = 0; i < n_; ++i) std::copy_n(&x[i * dim], dim, &all[3 * (c * n_ + i)]);
  }
  return all;
}

std::vector<CellArray> LagrangeCells::cell_data() const {
  std::vector<CellArray> data = {{"region", {}, mesh_.region_names}};
  for (const Cell& cell : cells_) data[0].values.push_back(mesh_.region[cell.element]);
  if (!are_faces_) return data;
  data.push_back({"boundary", {}, mesh_.boundary_names});
  for (const auto& [element, face] : cells_)
    data[1].values.push_back(mesh_.boundary[element * mesh_.n_faces() + face]);
  return data;
}

template <class T>
void LagrangeCells::evaluate(const PointArray& array, std::span<const double> state,
                             std::vector<T>& values) const {
  const std::size_t n_components = array.fields.size();
  values.resize(n_points() * n_components);
  const std::vector<double> zeros(Np_);
#pragma omp parallel for
  for (std::size_t c = 0; c < n_cells(); ++c) {
    const auto [element, face] = cells_[c];
    std::array<const double*, 3> fields{};
    for (std::size_t component = 0; component < n_components; ++component) {
      const int field = array.fields[component];
      fields[component] = field < 0 ? zeros.data() : &state[(element * n_fields_ + field) * Np_];
    }
    points_[face].from_nodes.evaluate({fields.data(), n_components}, &values[c * n_ * n_components]);
  }
}

template void LagrangeCells::evaluate(const PointArray&, std::span<const double>, std::vector<float>&) const;
template void LagrangeCells::evaluate(const PointArray&, std::span<const double>, std::vector<double>&) const;

}  // namespace dgsolve
