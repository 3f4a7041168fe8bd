/// Implements kernels/cuda/waves/plan/stage_plan.hpp.

#include <algorithm>
#include <utility>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/face_matches.hpp"
#include "kernels/cuda/tensor/operator_blocks.hpp"
#include "kernels/cuda/waves/plan/face_term_rows.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/waves/cell_geometry.hpp"
#include "kernels/waves/mass_matrix.hpp"
#include "kernels/waves/source_terms.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;

template <class T>
class Packer {
 public:
  Packer(const WaveProblem& problem, const Numbering& numbering, const StageShape& shape)
      : problem_(problem),
        numbering_(numbering),
        shape_(shape),
        dim_(problem.reference.dim),
        Np_(problem.reference.Np),
        Nfp_(problem.reference.Nfp),
        n_faces_(problem.reference.n_faces),
        Nq_(problem.quadrature.Nq),
        Nfq_(problem.quadrature.Nfq),
        first_curved_(numbering.first_curved_block),
        K_(numbering.n_blocks) {}

  std::vector<StagePlan::Table> pack() {
    connections();
    coefficients();
    values_at_points();
    if (first_curved_ > 0) straight();
    if (first_curved_ > 0 && problem_.curl_pair_weights) covariant();
    if (first_curved_ < K_) {
      quadrature();
      curved_geometry();
    }
    if (!shape_.source.empty()) source();
    models();
    return std::move(tables_);
  }

 private:
  /// Adds a table of n values, to be written.
  template <class U>
  U* add(const char* name, Index offset, Index n) {
    tables_.push_back({name, offset, UnsetVector<std::byte>(n * sizeof(U))});
    return reinterpret_cast<U*>(tables_.back().bytes.data());
  }
  /// … given by entry(column, row), column by column.
  template <class U, class Entry>
  void matrix(const char* name, Index offset, int columns, int rows, Entry entry) {
    U* const to = add<U>(name, offset, static_cast<Index>(columns) * rows);
#pragma omp parallel for schedule(static) if (static_cast <Index>(columns) * rows > 100'000)
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < rows; ++row)
        to[static_cast<Index>(column) * rows + row] = static_cast<U>(entry(column, row));
  }

  void connections();
  Face face_at(const FaceMatches& places, int slot, int face) const;
  unsigned pairs_of(std::span<const int> lists, int i) const;
  int weights_row(int own, int across) const;
  void flux_weights();
  void coefficients();
  void values_at_points();
  void straight();
  void covariant();
  void neighbor_pairs();
  void edges();
  void quadrature();
  void curved_geometry();
  void source();
  void models();

  const WaveProblem& problem_;
  const Numbering& numbering_;
  const StageShape& shape_;
  const int dim_, Np_, Nfp_, n_faces_, Nq_, Nfq_, first_curved_, K_;
  std::vector<StagePlan::Table> tables_;
};

#define OFFSET(member) #member, offsetof(StageArguments <void>, member)

/// Where the pairs are of a face's vertices, row i of a list.
template <class T>
unsigned Packer<T>::pairs_of(std::span<const int> lists, int i) const {
  unsigned bytes = 0;
  for (int j = 0; j < dim_; ++j)
    bytes |= pair_offset(lists[static_cast<Index>(i) * dim_ + j], sizeof(T)) << 8 * j;
  return bytes;
}

/// A face as its cell sees it, but for the place of its data's points.
template <class T>
Face Packer<T>::face_at(const FaceMatches& places, int slot, int face) const {
  const ReferenceView& reference = problem_.reference;
  const TraceView& trace = problem_.trace;
  const int e = numbering_.element[slot];
  const Index at = static_cast<Index>(e) * n_faces_ + face;
  if (const int condition = trace.boundary[at]; condition >= 0)
    return {0,
            weights_row(e, e),
            static_cast<unsigned short>(shape_.data_number[condition]),
            0,
            static_cast<unsigned char>(1 + problem_.boundaries[condition].type),
            pairs_of(reference.face_vertices, face)};
  const int permutation = places.row(trace, at), across = trace.neighbor[at];
  const int neighbor = numbering_.slot_of(across);
  Face found = {neighbor,
                weights_row(e, across),
                0,
                static_cast<unsigned char>(permutation),
                0,
                neighbor < first_curved_ ? pairs_of(reference.neighbor_vertices, permutation)
                                         : pairs_of(reference.face_vertices, face)};
  if (const int condition = trace.condition(at); condition >= 0) {
    found.boundary = interface_face;
    found.condition = static_cast<unsigned short>(shape_.data_number[condition]);
  }
  return found;
}

template <class T>
void Packer<T>::connections() {
  const ReferenceView& reference = problem_.reference;
  const FaceMatches places(reference);
  Face* const faces = add<Face>(OFFSET(traces.faces), static_cast<Index>(K_) * n_faces_);
  for (const Numbering::Group& group : numbering_.groups) {
#pragma omp parallel for schedule(static)
    for (int slot = group.first_block; slot < group.first_block + group.n_blocks; ++slot)
      for (int face = 0; face < n_faces_; ++face)  // nobody asks for those of ghosts
        faces[static_cast<Index>(slot) * n_faces_ + face] =
            group.kind.ghost ? Face{} : face_at(places, slot, face);
  }
  *add<Clock>(OFFSET(clock), 1) = {};
  matrix<int>(OFFSET(slot_of), K_, 1, [&](int place, int) { return numbering_.slot[place]; });
  std::vector<double> points;
  for (Index i = 0; i < static_cast<Index>(K_) * n_faces_; ++i) {
    if (faces[i].boundary == 0) continue;
    const int first = static_cast<int>(points.size()) / dim_;  // the place of the face's data
    if (faces[i].boundary == interface_face)
      faces[i].pairs = static_cast<unsigned>(first);
    else
      faces[i].neighbor = first;
    const std::vector<double> x = problem_.face_points(numbering_.element[i / n_faces_], i % n_faces_);
    points.insert(points.end(), x.begin(), x.end());
  }
  flux_weights();
  matrix<double>(OFFSET(traces.boundary_points), static_cast<int>(points.size()), 1,
                 [&](int i, int) { return points[i]; });
  if (!shape_.first_face_term.empty()) {
    const FaceTermRows terms =
        face_term_rows(problem_, numbering_, {faces, static_cast<Index>(K_) * n_faces_});
    std::ranges::copy(terms.first, add<int>(OFFSET(traces.face_rows), terms.first.size()));
    std::ranges::copy(terms.values, add<double>(OFFSET(traces.face_values), terms.values.size()));
  }
  matrix<double>(OFFSET(constants), static_cast<int>(shape_.constants.size()), 1,
                 [&](int i, int) { return shape_.constants[i]; });
  matrix<unsigned short>(OFFSET(traces.face_nodes), n_faces_, Nfp_,
                         [&](int face, int m) { return reference.face_nodes[face * Nfp_ + m]; });
  matrix<unsigned short>(OFFSET(traces.neighbor_nodes), n_faces_ * reference.n_orientations, Nfp_,
                         [&](int row, int m) { return reference.neighbor_nodes[row * Nfp_ + m]; });
}

/// The row of the pair of media on the two sides of a face.
template <class T>
int Packer<T>::weights_row(int own, int across) const {
  const auto& media = shape_.media;
  if (media.empty()) return 0;
  const std::span<const int> row = problem_.coefficients.row;
  return static_cast<int>(std::ranges::lower_bound(media, std::pair{row[own], row[across]}) - media.begin());
}

template <class T>
void Packer<T>::flux_weights() {
  const auto& media = shape_.media;
  if (media.empty()) return;
  T* const to = add<T>(OFFSET(tensor.flux_weights), 4 * media.size());
  const auto coefficients = [&](int row) {
    return &problem_.coefficients.values[static_cast<Index>(row) * problem_.coefficients.n];
  };
  for (Index row = 0; row < media.size(); ++row) {
    double weights[4];
    problem_.curl_pair_weights(coefficients(media[row].first), coefficients(media[row].second),
                               problem_.flux_parameters, weights);
    std::copy_n(weights, 4, to + row * 4);
  }
}

template <class T>
void Packer<T>::coefficients() {
  const CoefficientView& c = problem_.coefficients;
  if (!problem_.steps.cell_rates.empty())
    matrix<CellRate>(OFFSET(cell_rates), K_, 1,
                     [&](int slot, int) { return problem_.steps.cell_rates[numbering_.element[slot]]; });
  if (!c.row.empty()) {
    matrix<T>(OFFSET(media.values), static_cast<int>(c.values.size()), 1,
              [&](int i, int) { return c.values[i]; });
    matrix<int>(OFFSET(media.row), K_, 1, [&](int slot, int) { return c.row[numbering_.element[slot]]; });
    return;
  }
  matrix<T>(OFFSET(media.values), K_, Np_ * c.n, [&](int slot, int i) {
    return c.values[static_cast<Index>(numbering_.element[slot]) * Np_ * c.n + i];
  });
}

/// Coefficients of local models, group by group.
template <class T>
void Packer<T>::models() {
  for (int g = 0; g < static_cast<int>(numbering_.groups.size()); ++g) {
    const Numbering::Group& group = numbering_.groups[g];
    if (group.kind.model < 0) continue;
    const CoefficientView& c = problem_.models[group.kind.model].coefficients;
    matrix<T>("model.values", offsetof(GroupArguments<void>, model.values), static_cast<int>(c.values.size()),
              1, [&](int i, int) { return c.values[i]; });
    tables_.back().group = g;
    matrix<int>("model.row", offsetof(GroupArguments<void>, model.row), group.n_cells, 1,
                [&](int i, int) { return c.row[numbering_.element[group.first_block + i]]; });
    tables_.back().group = g;
  }
}

template <class T>
void Packer<T>::straight() {
  const ReferenceView& reference = problem_.reference;
  const GeometryView& geometry = problem_.geometry;
  const int n_metric = dim_ * dim_, n_face_nodes = n_faces_ * Nfp_;
  const Index n = n_metric + 2 * n_faces_;
  T* const factors = add<T>(OFFSET(straight.geometry), first_curved_ * n);
  T* const jacobian = add<T>(OFFSET(straight.jacobian), first_curved_);
#pragma omp parallel for schedule(static)
  for (int slot = 0; slot < first_curved_; ++slot) {
    const StraightCell cell = geometry.straight(numbering_.element[slot]);
    const auto as_read = [](double value) { return static_cast<T>(value); };
    T* to = std::transform(&cell.metric[0], &cell.metric[0] + n_metric, factors + slot * n, as_read);
    to = std::transform(&cell.f_scale[0], &cell.f_scale[0] + n_faces_, to, as_read);
    std::transform(&cell.f_scale[0], &cell.f_scale[0] + n_faces_, to,
                   [](double f_scale) { return static_cast<T>(1 / f_scale); });
    jacobian[slot] = as_read(cell.jacobian);
  }
  matrix<T>(OFFSET(straight.D), Np_ * dim_, Np_, [&](int column, int row) {
    return reference.D[(column % dim_ * Np_ + row) * Np_ + column / dim_];
  });
  matrix<T>(OFFSET(straight.lift), n_face_nodes, Np_,
            [&](int column, int row) { return reference.lift[row * n_face_nodes + column]; });
}

template <class T>
void Packer<T>::covariant() {
  const ReferenceView& r = problem_.reference;
  const int n_face_nodes = n_faces_ * Nfp_;
  const auto put = [&](const char* name, Index offset, const std::vector<T>& values) {
    std::copy(values.begin(), values.end(), add<T>(name, offset, values.size()));
  };
  put(OFFSET(tensor.D_blocks), operator_blocks<T>(dim_, Np_, Np_, [&](int d, int row, int column) {
        return r.D[(static_cast<Index>(d) * Np_ + row) * Np_ + column];
      }));
  put(OFFSET(tensor.lift_blocks), operator_blocks<T>(1, Np_, n_face_nodes, [&](int, int row, int column) {
        return r.lift[static_cast<Index>(row) * n_face_nodes + column];
      }));
  neighbor_pairs();
  edges();
}

template <class T>
void Packer<T>::neighbor_pairs() {
  const ReferenceView& r = problem_.reference;
  const auto is_of_face = [&](int vertex, int face) {
    const std::span<const int> vertices = r.face_vertices.subspan(face * 3, 3);
    return std::find(vertices.begin(), vertices.end(), vertex) != vertices.end();
  };
  matrix<unsigned short>(
      OFFSET(tensor.neighbor_pairs), n_faces_ * r.n_orientations, Nfp_ * 3, [&](int row, int i) {
        const int pair = i % 3, face = row / r.n_orientations;
        return is_of_face(pair + 1, face) ? r.neighbor_nodes[row * Nfp_ + i / 3] * tensor_record + 2 * pair
                                          : no_pair;
      });
}

/// Squared length of a tetrahedron's edge, from the cell's metric.
double squared_edge(const StraightCell& cell, int edge) {
  constexpr int from[] = {0, 0, 0, 1, 1, 2}, to[] = {1, 2, 3, 2, 3, 3};
  // ∂x/∂r_v = J ∇r_{v+1} × ∇r_{v+2}, and zero at vertex 0.
  const auto vertex = [&](int v, int d) {
    if (v == 0) return 0.0;
    const double *a = &cell.metric[v % 3 * 3], *b = &cell.metric[(v + 1) % 3 * 3];
    return cell.jacobian * (a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3]);
  };
  double squared = 0;
  for (int d = 0; d < 3; ++d) {
    const double along = vertex(to[edge], d) - vertex(from[edge], d);
    squared += along * along;
  }
  return squared;
}

/// Squared lengths and not the metric tensor, whose differences would cancel in flat cells.
template <class T>
void Packer<T>::edges() {
  constexpr int n_edges = 6;
  const Index n = n_edges + n_faces_;
  T* const edges = add<T>(OFFSET(tensor.edges), (first_curved_ + spare_slots) * n);
  std::fill_n(edges + first_curved_ * n, spare_slots * n, T(0));
#pragma omp parallel for schedule(static)
  for (int slot = 0; slot < first_curved_; ++slot) {
    const StraightCell cell = problem_.geometry.straight(numbering_.element[slot]);
    T* const to = edges + slot * n;
    for (int i = 0; i < n_edges; ++i) to[i] = static_cast<T>(squared_edge(cell, i) / cell.jacobian);
    for (int face = 0; face < n_faces_; ++face) to[n_edges + face] = static_cast<T>(1 / cell.f_scale[face]);
  }
}

template <class T>
void Packer<T>::values_at_points() {
  const QuadratureView& q = problem_.quadrature;
  const int per_point = 1 + dim_;
  matrix<T>(OFFSET(points.weights), Nq_, 1, [&](int point, int) { return q.weights[point]; });
  matrix<T>(OFFSET(points.values), Np_ * per_point, Nq_, [&](int column, int point) {
    const int node = column / per_point, j = column % per_point;
    return j == 0 ? q.V[point * Np_ + node] : q.D[((j - 1) * Nq_ + point) * Np_ + node];
  });
  const std::vector<double> mass = mass_matrix(q.weights, q.V),
                            face_mass = mass_matrix(q.face_weights, q.face_V);
  matrix<T>(OFFSET(points.mass), Np_, Np_, [&](int column, int row) { return mass[column * Np_ + row]; });
  matrix<T>(OFFSET(points.face_weights), Nfq_, 1, [&](int point, int) { return q.face_weights[point]; });
  matrix<T>(OFFSET(points.face_mass), Nfp_, Nfp_,
            [&](int column, int row) { return face_mass[column * Nfp_ + row]; });
}

template <class T>
void Packer<T>::quadrature() {
  const QuadratureView& q = problem_.quadrature;
  const int per_point = 1 + dim_, n_face_points = n_faces_ * Nfq_;
  matrix<T>(OFFSET(curved.face_values), Nfp_, Nfq_,
            [&](int m, int point) { return q.face_V[point * Nfp_ + m]; });
  matrix<T>(OFFSET(curved.project), Nq_ * per_point, Np_, [&](int column, int row) {
    const int point = column / per_point, j = column % per_point;
    return j == 0 ? q.project[row * Nq_ + point] : q.project_D[((j - 1) * Np_ + row) * Nq_ + point];
  });
  matrix<T>(OFFSET(curved.face_project), n_face_points, Np_,
            [&](int point, int row) { return q.face_project[row * n_face_points + point]; });
}

template <class T>
void Packer<T>::curved_geometry() {
  const CurvedGeometry geometry(problem_);
  const int n_curved = K_ - first_curved_;
  // [slot][n] of values(element, to [n])
  const auto pack = [&](const char* name, Index offset, int n, auto values) {
    T* const to = add<T>(name, offset, static_cast<Index>(n_curved) * n);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n_curved; ++i) {
      std::vector<double> of_cell(n);
      values(numbering_.element[first_curved_ + i], of_cell.data());
      std::ranges::transform(of_cell, to + static_cast<Index>(i) * n,
                             [](double value) { return static_cast<T>(value); });
    }
  };
  pack(OFFSET(curved.cell), geometry.cell_values(), [&](int e, double* to) { geometry.cell(e, to); });
  pack(OFFSET(curved.jacobian), CurvedGeometry::jacobian_values,
       [&](int e, double* to) { geometry.jacobian(e, to); });
  pack(OFFSET(curved.face), geometry.face_values(), [&](int e, double* to) { geometry.faces(e, to); });
}

template <class T>
void Packer<T>::source() {
  const int Ns = problem_.source.n_points;
  T* terms = add<T>(OFFSET(source.terms), shape_.source.size() * K_ * Np_);
  std::fill_n(terms, shape_.source.size() * K_ * Np_, T(0));
  for (const SourceTerm& term : shape_.source) {
    const auto put = [&](int e, const double* values) {
      T* const to = terms + static_cast<Index>(numbering_.slot_of(e)) * Np_;
      for (int node = 0; node < Np_; ++node) to[node] = static_cast<T>(values[node]);
    };
    if (!term.projected) project_source(problem_.source, numbering_.cells, dim_, Np_, term, 0, put);
    terms += static_cast<Index>(K_) * Np_;
  }
  if (!shape_.has_projected_source) return;
  matrix<double>(OFFSET(source.points), K_, Ns * dim_, [&](int slot, int i) {
    return problem_.source.coordinates[static_cast<Index>(numbering_.element[slot]) * Ns * dim_ + i];
  });
  matrix<double>(OFFSET(source.project), Ns, Np_,
                 [&](int point, int row) { return problem_.source.project[row * Ns + point]; });
}

#undef OFFSET

}  // namespace

template <class T>
std::vector<StagePlan::Table> StagePlan::pack_tables(const WaveProblem& problem,
                                                     const StageShape& shape) const {
  return Packer<T>(problem, numbering, shape).pack();
}
template std::vector<StagePlan::Table> StagePlan::pack_tables<double>(const WaveProblem&,
                                                                      const StageShape&) const;
template std::vector<StagePlan::Table> StagePlan::pack_tables<float>(const WaveProblem&,
                                                                     const StageShape&) const;

}  // namespace dgsolve::cuda
