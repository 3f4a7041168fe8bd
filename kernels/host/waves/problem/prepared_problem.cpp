#include "kernels/host/waves/problem/prepared_problem.hpp"

#include <algorithm>

#include "kernels/base/face_matches.hpp"
#include "kernels/waves/cells/cell_geometry.hpp"
#include "kernels/waves/cells/covariant_geometry.hpp"
#include "kernels/waves/cells/mass_matrix.hpp"

namespace dgsolve::host {
namespace {

bool is_identity(std::span<const double> matrix, int n) {
  if (matrix.size() != static_cast<std::size_t>(n) * n) return false;
  for (std::size_t i = 0; i < matrix.size(); ++i)
    if (matrix[i] != (i % (n + 1) == 0 ? 1 : 0)) return false;
  return true;
}

}  // namespace

template <class T>
PreparedProblem<T>::PreparedProblem(const WaveProblem& problem, int W, int R)
    : n_fields(problem.n_fields),
      Np(problem.reference.Np),
      numbering(problem.groups(), W),
      source(problem, numbering),
      R_(R),
      boundaries_(problem, numbering),
      circuits_(problem, numbering, boundaries_, auxiliaries(static_cast<int>(numbering.groups.size()))),
      tables_{Np,
              problem.reference.Nfp,
              numbering.n_blocks,
              memory_.keep(copy_of<T, double>(problem.flux_parameters)),
              faces(problem),
              coefficients(problem.coefficients),
              straight_cells(problem),
              points(problem.quadrature),
              has_covariant_cells(problem) ? curved_cells_in_covariant_form(problem) : curved_cells(problem),
              weak_form(problem),
              covariant_cells(problem),
              viscous(problem),
              limiter(problem),
              {}} {
  for (const ModelView& model : problem.models) models_.push_back(coefficients(model.coefficients));
}

/// Who meets whom.
template <class T>
FaceTables PreparedProblem<T>::faces(const WaveProblem& problem) {
  const FaceMatches places(problem.reference);
  const int n_faces = problem.reference.n_faces, W = numbering.W;
  AlignedArray<int> neighbor(static_cast<std::size_t>(numbering.n_slots()) * n_faces);
  AlignedArray<std::uint8_t> permutation(neighbor.size());
#pragma omp parallel for
  for (int slot = 0; slot < numbering.n_slots(); ++slot) {
    const int e = numbering.element[slot];
    for (int face = 0; face < n_faces; ++face) {
      const std::size_t to = (static_cast<std::size_t>(slot / W) * n_faces + face) * W + slot % W;
      const std::size_t from = static_cast<std::size_t>(e) * n_faces + face;
      const bool meets_itself = e < 0 || problem.trace.boundary[from] >= 0;
      neighbor[to] = meets_itself ? slot : numbering.slot[problem.trace.neighbor[from]];
      permutation[to] = static_cast<std::uint8_t>(meets_itself ? places.row_at_boundary(face)
                                                               : places.row(problem.trace, from));
    }
  }
  return {memory_.keep(copy_of<int>(problem.reference.face_nodes)),
          memory_.keep(copy_of<int, int>(places.node)),
          memory_.keep(std::move(neighbor)),
          memory_.keep(std::move(permutation)),
          boundaries_.begin().data(),
          boundaries_.faces().data(),
          boundaries_.points()};
}

/// Coefficients of the equation, or of a local model.
template <class T>
CoefficientTables<T> PreparedProblem<T>::coefficients(const CoefficientView& view) {
  const int n_slots = numbering.n_slots(), n = view.n, W = numbering.W;
  if (!view.row.empty()) {
    AlignedArray<int> row(n_slots);
#pragma omp parallel for
    for (int slot = 0; slot < n_slots; ++slot) row[slot] = view.row[numbering.source_element(slot)];
    return {memory_.keep(copy_of<T>(view.values)), memory_.keep(std::move(row))};
  }
  AlignedArray<T> values(static_cast<std::size_t>(n_slots) * Np * n);
#pragma omp parallel for
  for (int slot = 0; slot < n_slots; ++slot) {
    const double* from = &view.values[static_cast<std::size_t>(numbering.source_element(slot)) * Np * n];
    T* to = values.data() + layout::block(slot / W, Np * n, W);
    for (int node = 0; node < Np; ++node)
      for (int i = 0; i < n; ++i)
        to[layout::record(n, node, slot % W, W) + i] = static_cast<T>(from[node * n + i]);
  }
  return {memory_.keep(std::move(values)), nullptr};
}

template <class T>
StraightTables<T> PreparedProblem<T>::straight_cells(const WaveProblem& problem) {
  const ReferenceView& reference = problem.reference;
  const int dim = reference.dim, n_faces = reference.n_faces, W = numbering.W;
  const int n = dim * dim + n_faces * (dim + 1), n_slots = numbering.first_curved_block * W;
  AlignedArray<T> factors(static_cast<std::size_t>(n_slots) * n), jacobian(n_slots);
#pragma omp parallel for
  for (int slot = 0; slot < n_slots; ++slot) {
    const StraightCell cell = problem.geometry.straight(numbering.source_element(slot));
    jacobian[slot] = static_cast<T>(cell.jacobian);
    T* to = factors.data() + layout::block(slot / W, n, W) + slot % W;
    const auto put = [&](double value) {
      *to = static_cast<T>(value);
      to += W;
    };
    for (int i = 0; i < dim * dim; ++i) put(cell.metric[i]);
    for (int face = 0; face < n_faces; ++face) {
      for (int d = 0; d < dim; ++d) put(cell.normals[face * dim + d]);
      put(cell.f_scale[face]);
    }
  }
  const int volume_depth = Np * dim, face_depth = n_faces * reference.Nfp;
  const auto rhs = [&](int row, int k) {
    return k < volume_depth ? reference.D[(k % dim * Np + row) * Np + k / dim]
                            : reference.lift[row * face_depth + k - volume_depth];
  };
  return {memory_.keep(std::move(jacobian)), memory_.keep(std::move(factors)),
          memory_.keep(normal_directions(problem)),
          problem.linear ? keep_panels(Np, volume_depth + face_depth, R_, rhs) : nullptr};
}

template <class T>
AlignedArray<int> PreparedProblem<T>::normal_directions(const WaveProblem& problem) const {
  const GeometryView& geometry = problem.geometry;
  const int dim = problem.reference.dim, n_faces = problem.reference.n_faces;
  const auto is_along = [&](const StraightCell& cell, int face, int i) {
    const double *gradient = &cell.metric[i * dim], *n = &cell.normals[face * dim];
    double along = 0, across2 = 0, length2 = 0;
    for (int d = 0; d < dim; ++d) along += gradient[d] * n[d];
    for (int d = 0; d < dim; ++d) {
      across2 += (gradient[d] - along * n[d]) * (gradient[d] - along * n[d]);
      length2 += gradient[d] * gradient[d];
    }
    return across2 < 1e-24 * length2;
  };
  bool fits[12];  // [n_faces][dim]: whether it is so in all cells
  std::fill_n(fits, 12, true);
#pragma omp parallel for reduction(&& : fits)
  for (int e = 0; e < problem.K; ++e) {
    if (geometry.curved_index[e] >= 0) continue;
    const StraightCell cell = geometry.straight(e);
    for (int face = 0; face < n_faces; ++face)
      for (int i = 0; i < dim; ++i) fits[face * dim + i] = fits[face * dim + i] && is_along(cell, face, i);
  }
  AlignedArray<int> directions(n_faces);
  for (int face = 0; face < n_faces; ++face) {
    directions[face] = -1;
    for (int i = 0; i < dim; ++i)
      if (fits[face * dim + i]) directions[face] = i;
  }
  return directions;
}

template <class T>
PointTables<T> PreparedProblem<T>::points(const QuadratureView& q) {
  return {q.Nq,
          q.Nfq,
          memory_.keep(copy_of<T>(q.weights)),
          keep_panels(q.Nq, Np, R_, [&](int point, int k) { return q.V[point * Np + k]; }),
          memory_.keep(copy_of<T>(q.face_weights)),
          memory_.keep(copy_of<T, double>(mass_matrix(q.face_weights, q.face_V)))};
}

template <class T>
template <class Values>
const T* PreparedProblem<T>::keep_packs(int n, Values values) {
  const int W = numbering.W, first_slot = numbering.first_curved_block * W;
  const int n_slots = numbering.n_slots() - first_slot;
  AlignedArray<T> packs(static_cast<std::size_t>(n_slots) * n);
#pragma omp parallel for
  for (int slot = 0; slot < n_slots; ++slot) {
    std::vector<double> of_cell(n);
    values(numbering.source_element(first_slot + slot), of_cell.data());
    T* to = packs.data() + layout::block(slot / W, n, W) + slot % W;
    for (int i = 0; i < n; ++i) to[i * W] = static_cast<T>(of_cell[i]);
  }
  return memory_.keep(std::move(packs));
}

template <class T>
CurvedTables<T> PreparedProblem<T>::curved_cells(const WaveProblem& problem) {
  const int first_block = numbering.first_curved_block;
  if (first_block == numbering.n_blocks) {
    CurvedTables<T> none{};
    none.first_block = first_block;
    return none;
  }
  const QuadratureView& q = problem.quadrature;
  const CurvedGeometry geometry(problem);
  const int dim = problem.reference.dim, Nq = q.Nq, per_point = 1 + dim;
  const int volume_depth = Nq * per_point, face_depth = problem.reference.n_faces * q.Nfq;
  const auto to_points = [&](int row, int k) {
    const int point = row / per_point, j = row % per_point;
    return j == 0 ? q.V[point * Np + k] : q.D[((j - 1) * Nq + point) * Np + k];
  };
  const auto rhs = [&](int row, int k) {
    if (k >= volume_depth) return q.face_project[row * face_depth + k - volume_depth];
    const int point = k / per_point, j = k % per_point;
    return j == 0 ? q.project[row * Nq + point] : q.project_D[((j - 1) * Np + row) * Nq + point];
  };
  return {first_block,
          keep_packs(geometry.cell_values(), [&](int e, double* to) { geometry.cell(e, to); }),
          keep_packs(CurvedGeometry::jacobian_values, [&](int e, double* to) { geometry.jacobian(e, to); }),
          keep_packs(geometry.face_values(), [&](int e, double* to) { geometry.faces(e, to); }),
          problem.linear ? keep_panels(Nq * per_point, Np, per_point, to_points) : nullptr,
          memory_.keep(copy_of<T>(q.face_V)),
          problem.linear ? keep_panels(Np, volume_depth + face_depth, R_, rhs) : nullptr,
          keep_panels(Np, Nq, R_, [&](int row, int point) { return q.project[row * Nq + point]; })};
}

template <class T>
WeakTables<T> PreparedProblem<T>::weak_form(const WaveProblem& problem) {
  if (problem.linear) return {};
  const QuadratureView& q = problem.quadrature;
  const int dim = problem.reference.dim, Nfp = problem.reference.Nfp, Nq = q.Nq;
  const int volume_depth = Nq * dim, face_depth = problem.reference.n_faces * q.Nfq;
  const auto rhs = [&](int row, int k) {
    return k < volume_depth ? q.project_D[(k % dim * Np + row) * Nq + k / dim]
                            : q.face_project[row * face_depth + k - volume_depth];
  };
  return {is_identity(q.V, Np)
              ? nullptr
              : keep_panels(Nq, Np, R_, [&](int point, int k) { return q.V[point * Np + k]; }),
          is_identity(q.face_V, Nfp)
              ? nullptr
              : keep_panels(q.Nfq, Nfp, R_, [&](int point, int k) { return q.face_V[point * Nfp + k]; }),
          keep_panels(Np, volume_depth + face_depth, R_, rhs)};
}

template <class T>
CurvedTables<T> PreparedProblem<T>::curved_cells_in_covariant_form(const WaveProblem& problem) {
  const QuadratureView& q = problem.quadrature;
  const CovariantGeometry geometry(problem);
  CurvedTables<T> tables{};
  tables.first_block = numbering.first_curved_block;
  tables.jacobian =
      keep_packs(CovariantGeometry::jacobian_values, [&](int e, double* to) { geometry.jacobian(e, to); });
  tables.face_values = memory_.keep(copy_of<T>(q.face_V));
  tables.project =
      keep_panels(Np, q.Nq, R_, [&](int row, int point) { return q.project[row * q.Nq + point]; });
  return tables;
}

template <class T>
CovariantTables<T> PreparedProblem<T>::covariant_cells(const WaveProblem& problem) {
  if (!has_covariant_cells(problem)) return {};
  const ReferenceView& reference = problem.reference;
  const QuadratureView& q = problem.quadrature;
  const CovariantGeometry geometry(problem);
  const int volume_depth = Np * 3, face_depth = reference.n_faces * reference.Nfp;
  const auto rhs = [&](int row, int k) {
    return k < volume_depth ? q.D[(k % 3 * q.Nq + row) * Np + k / 3]
                            : problem.geometry.covariant.lift[row * face_depth + k - volume_depth];
  };
  CovariantTables<T> tables{
      keep_packs(Np * CovariantGeometry::map_values, [&](int e, double* to) { geometry.maps(e, to); }),
      keep_packs(q.Nq * CovariantGeometry::weight_values,
                 [&](int e, double* to) { geometry.weights(e, to); }),
      keep_packs(CovariantGeometry::mean_values, [&](int e, double* to) { geometry.mean(e, to); }),
      keep_packs(CovariantGeometry::edge_values, [&](int e, double* to) { geometry.edges(e, to); }),
      keep_panels(q.Nq, volume_depth + face_depth, R_, rhs),
      memory_.keep(copy_of<T>(problem.geometry.covariant.face_project)),
      {},
      {}};
  for (int face = 0; face < reference.n_faces; ++face) {
    std::copy_n(&reference.face_vertices[face * 3], 3, tables.vertices[face]);
    tables.outward[face] = geometry.points_outward(face) ? T(1) : T(-1);
  }
  return tables;
}

template <class T>
ViscousTables<T> PreparedProblem<T>::viscous(const WaveProblem& problem) {
  const ViscousView& view = problem.viscous;
  if (view.n_gradients == 0) return {};
  const ReferenceView& r = problem.reference;
  const int n_faces = r.n_faces, dim = r.dim, W = numbering.W;
  ViscousTables<T> tables{};
  for (int d = 0; d < dim; ++d) {
    int* const lifted = tables.lifted_faces[d];
    for (int face = 0, n = 0; face < n_faces; ++face)
      if (view.directions[face * dim + d] != 0) lifted[n++] = face;
    tables.gradients[d] = keep_panels(Np, Np + 2 * r.Nfp, R_, [&](int node, int k) {
      if (k < Np) return r.D[(d * Np + node) * Np + k];
      const int face = lifted[(k - Np) / r.Nfp];
      return view.directions[face * dim + d] * r.lift[(node * n_faces + face) * r.Nfp + (k - Np) % r.Nfp];
    });
  }
  AlignedArray<T> faces(static_cast<std::size_t>(numbering.n_slots()) * n_faces * 2);
#pragma omp parallel for
  for (int slot = 0; slot < numbering.n_slots(); ++slot)
    for (int face = 0; face < n_faces; ++face) {
      const std::size_t from = static_cast<std::size_t>(numbering.source_element(slot)) * n_faces + face;
      T* const to = faces.data() + (static_cast<std::size_t>(slot / W) * n_faces + face) * 2 * W + slot % W;
      const bool takes = problem.trace.boundary[from] < 0 && view.gives[from] == 0;
      to[0] = takes ? T(1) : T(0);
      to[W] = static_cast<T>(view.per_length[from]);
    }
  tables.faces = memory_.keep(std::move(faces));
  tables.metric = keep_packs(Np * dim * dim, [&](int e, double* to) { view.metric_at_nodes(e, to); });
  tables.face_values = memory_.keep(copy_of<T>(problem.quadrature.face_V));
  tables.face_project = memory_.keep(copy_of<T>(view.face_project));
  return tables;
}

template <class T>
LimiterTables<T> PreparedProblem<T>::limiter(const WaveProblem& problem) {
  const LimiterView& view = problem.steps.limiter;
  if (!view.acts) return {};
  AlignedArray<T> lengths(view.lengths.empty() ? 0 : numbering.n_slots());
  for (std::size_t slot = 0; slot < lengths.size(); ++slot)
    lengths[slot] = static_cast<T>(view.lengths[numbering.source_element(static_cast<int>(slot))]);
  return {true,
          view.rough,
          static_cast<T>(view.gate),
          memory_.keep(copy_of<T>(view.modes)),
          memory_.keep(copy_of<T>(view.values)),
          memory_.keep(copy_of<T>(view.exponents)),
          memory_.keep(copy_of<T>(view.is_highest)),
          memory_.keep(copy_of<T>(view.mean)),
          keep_packs(Np, [&](int e, double* to) { view.mean_of_curved(e, to); }),
          memory_.keep(std::move(lengths))};
}

template <class T>
Tables<T> PreparedProblem<T>::tables(int g) const {
  Tables<T> tables = tables_;
  const Numbering::Group& group = numbering.groups[g];
  if (group.kind.model >= 0) tables.model = {group.first_block, auxiliaries(g), models_[group.kind.model]};
  return tables;
}

template <class T>
void PreparedProblem<T>::evaluate(double t, const T* u) {
  boundaries_.evaluate(t);
  circuits_.evaluate(u, t, boundaries_);
  source.evaluate(t);
}

template <class T>
std::size_t PreparedProblem<T>::auxiliaries(int g) const {
  std::size_t first = static_cast<std::size_t>(numbering.n_slots()) * n_fields * Np;
  for (int i = 0; i < g; ++i) {
    const Numbering::Group& group = numbering.groups[i];
    first += static_cast<std::size_t>(group.n_blocks) * numbering.W * Np * group.n_aux;
  }
  return first;
}

template class PreparedProblem<double>;
template class PreparedProblem<float>;

}  // namespace dgsolve::host
