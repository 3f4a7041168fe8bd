#include "io/lagrange_cells.hpp"

#include <vtkCellType.h>
#include <vtkHigherOrderTetra.h>
#include <vtkHigherOrderTriangle.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "solver/physics.hpp"

namespace dgsolve {
namespace {

/// VTK's equispaced points of order N, in its order, on our bi-unit simplex: [Np][dim].
std::vector<double> vtk_points(int dim, int N) {
  const int Np = n_polynomials(dim, N);
  std::vector<double> points;
  points.reserve(static_cast<std::size_t>(Np) * dim);
  for (int i = 0; i < Np; ++i) {
    vtkIdType barycentric[4];
    if (dim == 2)
      vtkHigherOrderTriangle::BarycentricIndex(i, barycentric, N);
    else
      vtkHigherOrderTetra::BarycentricIndex(i, barycentric, N);
    for (int d = 0; d < dim; ++d) points.push_back(2.0 * static_cast<double>(barycentric[d]) / N - 1);
  }
  return points;
}

/// Vector name → its fields, by component (−1: the physics has none), for names such as Hx, Hy, Hz of which
/// there are at least two, unless a field has the vector's name.
std::map<std::string, std::array<int, 3>> vectors_among(const std::vector<std::string>& field_names) {
  std::map<std::string, std::array<int, 3>> vectors;
  for (std::size_t field = 0; field < field_names.size(); ++field) {
    const std::string& name = field_names[field];
    const std::size_t component = name.size() > 1 ? std::string("xyz").find(name.back()) : std::string::npos;
    if (component == std::string::npos) continue;
    auto& fields = vectors.try_emplace(name.substr(0, name.size() - 1), std::array{-1, -1, -1}).first->second;
    fields[component] = static_cast<int>(field);
  }
  std::erase_if(vectors, [&](const auto& vector) {
    const auto& [name, fields] = vector;
    return std::count(fields.begin(), fields.end(), -1) > 1 || index_of(field_names, name) >= 0;
  });
  return vectors;
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

/// to = Σ_j u[j] · columns[j], each of n numbers: most of what a snapshot costs. The points stand innermost
/// and fill vector registers; every instruction set gives the same bits.
[[gnu::target_clones("avx512f", "avx2", "default")]] void combine(const double* columns, const double* u,
                                                                  std::size_t n, double* to) {
  std::fill_n(to, n, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) to[i] += columns[j * n + i] * u[j];
}

}  // namespace

LagrangeCells::LagrangeCells(const WriterSetup& setup)
    : mesh_(setup.discretization.mesh),
      n_fields_(setup.field_names.size()),
      Np_(setup.discretization.element.Np),
      elements_(setup.discretization.K()),
      arrays_(arrays_of(select_fields(setup.options.names, setup.field_names), setup.field_names)) {
  const ReferenceElement& element = setup.discretization.element;
  reference_points_ = vtk_points(element.dim, element.N);
  from_nodes_ = transpose(interpolation(element.dim, element.N, element.nodes, reference_points_));
  std::iota(elements_.begin(), elements_.end(), 0);
}

int LagrangeCells::vtk_type() const {
  return mesh_.dim == 2 ? VTK_LAGRANGE_TRIANGLE : VTK_LAGRANGE_TETRAHEDRON;
}

std::vector<double> LagrangeCells::points() const {
  const std::vector<double> x = map_points(mesh_, reference_points_);
  const std::size_t dim = mesh_.dim;
  std::vector<double> points(3 * n_points());
  for (std::size_t c = 0; c < n_cells(); ++c)
    for (std::size_t i = 0; i < Np_; ++i)
      std::copy_n(&x[(elements_[c] * Np_ + i) * dim], dim, &points[3 * (c * Np_ + i)]);
  return points;
}

std::vector<int> LagrangeCells::region() const {
  std::vector<int> region;
  for (const int e : elements_) region.push_back(mesh_.region[e]);
  return region;
}

template <class T>
void LagrangeCells::evaluate(const PointArray& array, std::span<const double> state,
                             std::vector<T>& values) const {
  const std::size_t n_components = array.fields.size();
  values.resize(n_points() * n_components);
  std::vector<double> at_points(Np_);
  for (std::size_t c = 0; c < n_cells(); ++c)
    for (std::size_t component = 0; component < n_components; ++component) {
      if (const int field = array.fields[component]; field >= 0)
        combine(from_nodes_.a.data(), &state[(elements_[c] * n_fields_ + field) * Np_], Np_,
                at_points.data());
      else
        std::fill(at_points.begin(), at_points.end(), 0.0);
      T* const to = &values[c * Np_ * n_components + component];
      for (std::size_t i = 0; i < Np_; ++i) to[i * n_components] = static_cast<T>(at_points[i]);
    }
}

template void LagrangeCells::evaluate(const PointArray&, std::span<const double>, std::vector<float>&) const;
template void LagrangeCells::evaluate(const PointArray&, std::span<const double>, std::vector<double>&) const;

}  // namespace dgsolve
