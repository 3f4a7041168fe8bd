#include "io/fields/lagrange_cells.hpp"

#include <vtkCellType.h>
#include <vtkHigherOrderTetra.h>
#include <vtkHigherOrderTriangle.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "io/fields/field_names.hpp"
#include "io/fields/selection.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/basis.hpp"

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
std::vector<PointArray> arrays_of(const std::vector<int>& selected, const FieldSet& fields) {
  std::map<int, PointArray> arrays;  // by the index among the selected
  std::vector<bool> in_vector(fields.names.size());
  const auto index_in = [&](int field) {
    return static_cast<int>(std::find(selected.begin(), selected.end(), field) - selected.begin());
  };
  const int n = static_cast<int>(selected.size());
  for (const auto& [name, components] : fields.vectors) {
    int first = n;
    bool complete = true;
    for (const int field : components)
      if (field >= 0) {
        first = std::min(first, index_in(field));
        complete = complete && index_in(field) < n;
      }
    if (!complete) continue;
    arrays[first] = {name, {components.begin(), components.end()}};
    for (const int field : components)
      if (field >= 0) in_vector[field] = true;
  }
  for (int i = 0; i < n; ++i)
    if (!in_vector[selected[i]]) arrays[i] = {fields.names[selected[i]], {selected[i]}};
  std::vector<PointArray> in_order;
  in_order.reserve(arrays.size());
  for (auto& [index, array] : arrays) in_order.push_back(std::move(array));
  return in_order;
}

/// Values at a cell's nodes [n_rows][Np] to its points, [point][n_rows].
void to_points(const Interpolation& from_nodes, std::size_t n_rows, std::size_t Np, const double* rows,
               double* values) {
  constexpr std::size_t most_at_once = 3;  // Interpolation::evaluate
  std::vector<double> some(from_nodes.n_points() * most_at_once);
  for (std::size_t first = 0; first < n_rows; first += most_at_once) {
    const std::size_t n = std::min(most_at_once, n_rows - first);
    std::array<const double*, most_at_once> fields{};
    for (std::size_t f = 0; f < n; ++f) fields[f] = rows + (first + f) * Np;
    from_nodes.evaluate({fields.data(), n}, some.data());
    for (std::size_t i = 0; i < from_nodes.n_points(); ++i)
      std::copy_n(&some[i * n], n, &values[i * n_rows + first]);
  }
}

}  // namespace

LagrangeCells::LagrangeCells(const WriterSetup& setup)
    : mesh_(setup.nodal.mesh),
      element_(setup.nodal.element),
      cell_dim_(setup.options.boundaries.empty() && setup.options.slices.empty() && setup.sides.empty()
                    ? mesh_.dim
                    : mesh_.dim - 1),
      n_state_(setup.n_state),
      n_fields_(setup.fields.names.size()),
      Np_(element_.Np),
      derive_(setup.derive),
      vtk_points_(vtk_points(cell_dim_, element_.N)),
      n_(vtk_points_.size() / (cell_dim_ + 1)),
      arrays_(arrays_of(select_fields(setup.options.names, setup.fields), setup.fields)) {
  if (!setup.options.slices.empty())
    put_sections(setup.options);
  else if (!setup.sides.empty())
    put_sides(setup.sides);
  else if (!setup.options.boundaries.empty())
    put_faces(setup.options);
  else
    put_elements(setup.options);
  const Matrix from_nodes = inverse(element_.V);  // to modes
#pragma omp parallel for
  for (Points& points : points_)
    points.from_nodes = Interpolation(basis(element_.dim, element_.N, points.reference) * from_nodes);
  if (std::ranges::none_of(
          arrays_, [&](const PointArray& array) { return derive_.take_gradients(array.fields, n_fields_); }))
    return;
  slopes_.emplace(element_);
  const Matrix modes = geometry_modes(mesh_);
  for (const Points& points : points_) maps_.emplace_back(mesh_, points.reference, modes);
}

void LagrangeCells::put_elements(const FieldOutput& options) {
  std::vector<int> vertices(mesh_.dim + 1);
  std::iota(vertices.begin(), vertices.end(), 0);
  points_.push_back({on_simplex(vtk_points_, element_.N, vertices, mesh_.dim), {}});
  for (const int e : written_elements(options, mesh_)) cells_.push_back({e, 0, 0});
}

void LagrangeCells::put_sides(const std::vector<Side>& sides) {
  put_points_of_faces();
  for (const Side& side : sides) cells_.push_back({side.element, side.face, -1});
}

void LagrangeCells::put_points_of_faces() {
  for (int f = 0; f < mesh_.n_faces(); ++f) {
    std::vector<int> vertices(mesh_.dim);
    for (int j = 0; j < mesh_.dim; ++j) vertices[j] = mesh_.shape().face_vertex[f][j];
    points_.push_back({on_simplex(vtk_points_, element_.N, vertices, mesh_.dim), {}});
  }
}

void LagrangeCells::put_faces(const FieldOutput& options) {
  group_ = "boundary";
  group_names_ = mesh_.boundary_names;
  put_points_of_faces();
  for (const Side& side : written_sides(options, mesh_))
    cells_.push_back({side.element, side.face, mesh_.boundary[side_index(mesh_, side)]});
}

/// On a flat piece of a straight cell polynomials of order N are polynomials of order N. Every piece has
/// points of its own, and their matrix is larger than all else: pieces that are not kept get none.
void LagrangeCells::put_sections(const FieldOutput& options) {
  group_ = "slice";
  std::vector<double> nodes;
  for (const int share : vtk_points_) nodes.push_back(static_cast<double>(share) / element_.N);
  const std::vector<int> elements = select_elements(options.regions, mesh_);
  int n_pieces = 0;
  for (const SliceOutput& slice : options.slices) {
    const int number = static_cast<int>(group_names_.size());
    group_names_.push_back(slice.name);
    for (SectionPiece& piece : cut(mesh_, elements, slice.plane, nodes)) {
      if (n_pieces++ % options.stride != 0) continue;
      cells_.push_back({piece.element, static_cast<int>(points_.size()), number});
      points_.push_back({std::move(piece.points), {}});
    }
  }
}

int LagrangeCells::vtk_type() const {
  return cell_dim_ == 1   ? VTK_LAGRANGE_CURVE
         : cell_dim_ == 2 ? VTK_LAGRANGE_TRIANGLE
                          : VTK_LAGRANGE_TETRAHEDRON;
}

template <class T>
UnsetVector<T> LagrangeCells::points() const {
  const std::size_t dim = mesh_.dim;
  std::vector<CellMap> maps;
  for (const Points& points : points_) maps.emplace_back(mesh_, points.reference);
  UnsetVector<T> all(3 * n_points());
#pragma omp parallel
  {
    std::vector<double> x(n_ * dim);
#pragma omp for
    for (std::size_t c = 0; c < n_cells(); ++c) {
      maps[cells_[c].points].coordinates(cells_[c].element, x.data());
      for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t d = 0; d < 3; ++d)
          all[3 * (c * n_ + i) + d] = d < dim ? static_cast<T>(x[i * dim + d]) : T(0);
    }
  }
  return all;
}

std::vector<CellArray> LagrangeCells::cell_arrays() const {
  std::vector<CellArray> arrays = {{"region", {}, mesh_.region_names}};
  if (!group_.empty()) arrays.push_back({group_, {}, group_names_});
  return arrays;
}

std::vector<CellArray> LagrangeCells::cell_data() const {
  std::vector<CellArray> data = cell_arrays();
  for (const Cell& cell : cells_) data[0].values.push_back(mesh_.region[cell.element]);
  if (data.size() > 1)
    for (const Cell& cell : cells_) data[1].values.push_back(cell.group);
  return data;
}

template <class T>
void LagrangeCells::evaluate(const PointArray& array, std::span<const double> state,
                             UnsetVector<T>& values) const {
  const std::size_t n_components = array.fields.size();
  values.resize(n_points() * n_components);
  const auto follows = [&](int field) { return field >= static_cast<int>(n_state_); };
  if (std::ranges::any_of(array.fields, follows)) return derive(array, state, values);
  const std::vector<double> zeros(Np_);
#pragma omp parallel for
  for (std::size_t c = 0; c < n_cells(); ++c) {
    const auto [element, points, group] = cells_[c];
    std::array<const double*, 3> fields{};
    for (std::size_t component = 0; component < n_components; ++component) {
      const int field = array.fields[component];
      fields[component] = field < 0 ? zeros.data() : &state[(element * n_state_ + field) * Np_];
    }
    points_[points].from_nodes.evaluate({fields.data(), n_components}, &values[c * n_ * n_components]);
  }
}

std::vector<double> LagrangeCells::gradients(const Cell& cell, const double* u) const {
  const int dim = mesh_.dim;
  const std::size_t of_point = static_cast<std::size_t>(derive_.n_fields) * dim;
  Matrix nodal(derive_.n_fields, element_.Np);
  std::copy_n(u, nodal.a.size(), nodal.a.data());
  std::vector<double> slopes(n_ * of_point), gradients(slopes.size()), dxdr(n_ * dim * dim);
  to_points(points_[cell.points].from_nodes, of_point, Np_, slopes_->of(nodal).a.data(), slopes.data());
  maps_[cell.points].derivatives(cell.element, dxdr.data());
  for (std::size_t i = 0; i < n_; ++i)
    slopes_to_gradients(dim, &dxdr[i * dim * dim], derive_.n_fields, &slopes[i * of_point],
                        &gradients[i * of_point]);
  return gradients;
}

template <class T>
void LagrangeCells::derive(const PointArray& array, std::span<const double> state,
                           UnsetVector<T>& values) const {
  const std::size_t n_components = array.fields.size(), n = derive_.n_fields, dim = mesh_.dim;
  const bool takes_gradients = derive_.take_gradients(array.fields, n_fields_);
#pragma omp parallel
  {
    std::vector<double> u(n_ * n), g, following(n_fields_ - n_state_);  // u: at the points of a cell
#pragma omp for
    for (std::size_t c = 0; c < n_cells(); ++c) {
      const Cell& cell = cells_[c];
      const double* const of_cell = &state[cell.element * n_state_ * Np_];
      to_points(points_[cell.points].from_nodes, n, Np_, of_cell, u.data());
      if (takes_gradients) g = gradients(cell, of_cell);
      for (std::size_t i = 0; i < n_; ++i) {
        derive_.find(cell.element, &u[i * n], takes_gradients ? &g[i * n * dim] : nullptr, following.data());
        for (std::size_t component = 0; component < n_components; ++component) {
          const int field = array.fields[component];  // all of a vector follow where one does
          values[(c * n_ + i) * n_components + component] =
              field < 0 ? T(0) : static_cast<T>(following[field - n_state_]);
        }
      }
    }
  }
}

template UnsetVector<float> LagrangeCells::points() const;
template UnsetVector<double> LagrangeCells::points() const;
template void LagrangeCells::evaluate(const PointArray&, std::span<const double>, UnsetVector<float>&) const;
template void LagrangeCells::evaluate(const PointArray&, std::span<const double>, UnsetVector<double>&) const;

}  // namespace dgsolve
