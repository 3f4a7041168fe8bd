/// Implements kernels/cuda/waves/plan/table_packer.hpp.

#include "kernels/base/cell_loop.hpp"
#include "kernels/cuda/waves/plan/face_term_rows.hpp"
#include "kernels/cuda/waves/plan/table_packer.hpp"
#include "kernels/waves/cells/mass_matrix.hpp"
#include "kernels/waves/cells/source_terms.hpp"

namespace dgsolve::cuda {

/// Where the pairs are of a face's vertices, row i of a list.
template <class T>
unsigned TablePacker<T>::pairs_of(std::span<const int> lists, int i) const {
  unsigned bytes = 0;
  for (int j = 0; j < dim_; ++j)
    bytes |= pair_offset(lists[static_cast<Index>(i) * dim_ + j], sizeof(T)) << 8 * j;
  return bytes;
}

/// A face as its cell sees it, but for the place of its data's points.
template <class T>
Face TablePacker<T>::face_at(const FaceMatches& places, int slot, int face) const {
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
  Face found = {neighbor, weights_row(e, across),
                0,        static_cast<unsigned char>(permutation),
                0,        pairs_of(reference.neighbor_vertices, permutation)};
  if (const int condition = trace.condition(at); condition >= 0) {
    found.boundary = interface_face;
    found.condition = static_cast<unsigned short>(shape_.data_number[condition]);
  }
  return found;
}

template <class T>
void TablePacker<T>::connections() {
  const ReferenceView& reference = problem_.reference;
  const FaceMatches places(reference);
  Face* const faces = add<Face>(DGSOLVE_TABLE(traces.faces), static_cast<Index>(K_) * n_faces_);
  for (const Numbering::Group& group : numbering_.groups) {
#pragma omp parallel for schedule(static)
    for (int slot = group.first_block; slot < group.first_block + group.n_blocks; ++slot)
      for (int face = 0; face < n_faces_; ++face)  // nobody asks for those of ghosts
        faces[static_cast<Index>(slot) * n_faces_ + face] =
            group.kind.ghost ? Face{} : face_at(places, slot, face);
  }
  *add<Clock>(DGSOLVE_TABLE(clock), 1) = {};
  matrix<int>(DGSOLVE_TABLE(cells.slot_of), K_, 1, [&](int place, int) { return numbering_.slot[place]; });
  std::vector<double> points;
  if (shape_.has_circuits) first_point_.resize(static_cast<Index>(K_) * n_faces_);
  for (Index i = 0; i < static_cast<Index>(K_) * n_faces_; ++i) {
    if (faces[i].boundary == 0) continue;
    const int first = static_cast<int>(points.size()) / dim_;  // the place of the face's data
    if (shape_.has_circuits) first_point_[i] = first;
    if (faces[i].boundary == interface_face)
      faces[i].pairs = static_cast<unsigned>(first);
    else
      faces[i].neighbor = first;
    const std::vector<double> x = problem_.face_points(numbering_.element[i / n_faces_], i % n_faces_);
    points.insert(points.end(), x.begin(), x.end());
  }
  flux_weights();
  matrix<double>(DGSOLVE_TABLE(traces.boundary_points), static_cast<int>(points.size()), 1,
                 [&](int i, int) { return points[i]; });
  if (!shape_.first_face_term.empty()) {
    const FaceTermRows terms =
        face_term_rows(problem_, numbering_, {faces, static_cast<Index>(K_) * n_faces_});
    std::ranges::copy(terms.first, add<int>(DGSOLVE_TABLE(traces.face_rows), terms.first.size()));
    face_rows_ = terms.first;
    std::ranges::copy(terms.values, add<double>(DGSOLVE_TABLE(traces.face_values), terms.values.size()));
  }
  matrix<double>(DGSOLVE_TABLE(constants), static_cast<int>(shape_.constants.size()), 1,
                 [&](int i, int) { return shape_.constants[i]; });
  matrix<unsigned short>(DGSOLVE_TABLE(traces.face_nodes), n_faces_, Nfp_,
                         [&](int face, int m) { return reference.face_nodes[face * Nfp_ + m]; });
  matrix<unsigned short>(DGSOLVE_TABLE(traces.neighbor_nodes), n_faces_ * reference.n_orientations, Nfp_,
                         [&](int row, int m) { return reference.neighbor_nodes[row * Nfp_ + m]; });
}

/// Tables of circuits whose cells are here.
template <class T>
void TablePacker<T>::circuits() {
  if (problem_.circuits.all.empty()) return;
  const std::vector<CircuitPlace> places = circuit_places(problem_);
  const std::vector<int> here = circuits_here(problem_);
  std::vector<CircuitPoint> points;
  std::vector<CircuitSides> sides;
  std::vector<int> begin{0};
  std::size_t place = 0;
  for (int circuit = 0; circuit < static_cast<int>(problem_.circuits.all.size()); ++circuit) {
    const std::vector<CircuitPoint>& of_circuit = problem_.circuits.all[circuit].points;
    if (!std::ranges::binary_search(here, circuit)) {
      place += of_circuit.size();
      continue;
    }
    points.insert(points.end(), of_circuit.begin(), of_circuit.end());
    for (std::size_t i = 0; i < of_circuit.size(); ++i) sides.push_back(circuit_sides(places[place++]));
    begin.push_back(static_cast<int>(points.size()));
  }
  std::ranges::copy(begin, add<int>(DGSOLVE_TABLE(circuits.begin), begin.size()));
  std::ranges::copy(points, add<CircuitPoint>(DGSOLVE_TABLE(circuits.points), points.size()));
  std::ranges::copy(sides, add<CircuitSides>(DGSOLVE_TABLE(circuits.sides), sides.size()));
}

template <class T>
CircuitSides TablePacker<T>::circuit_sides(const CircuitPlace& place) const {
  CircuitSides sides{{-1, -1},
                     {},
                     {static_cast<short>(place.node[0]), static_cast<short>(place.node[1])},
                     static_cast<short>(place.face[0]),
                     static_cast<short>(place.point[0]),
                     place.circuit};
  for (int side = 0; side < (place.element[1] < 0 ? 1 : 2); ++side) {
    sides.slot[side] = numbering_.slot_of(place.element[side]);
    sides.row[side] =
        face_rows_[first_point_[static_cast<Index>(sides.slot[side]) * n_faces_ + place.face[side]] +
                   place.point[side]];
  }
  return sides;
}

/// The row of the pair of media on the two sides of a face.
template <class T>
int TablePacker<T>::weights_row(int own, int across) const {
  const auto& media = shape_.media;
  if (media.empty()) return 0;
  const std::span<const int> row = problem_.coefficients.row;
  return static_cast<int>(std::ranges::lower_bound(media, std::pair{row[own], row[across]}) - media.begin());
}

template <class T>
void TablePacker<T>::flux_weights() {
  const auto& media = shape_.media;
  if (media.empty()) return;
  T* const to = add<T>(DGSOLVE_TABLE(tensor.flux_weights), 4 * media.size());
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
void TablePacker<T>::coefficients() {
  const CoefficientView& c = problem_.coefficients;
  if (!problem_.steps.cell_rates.empty())
    matrix<CellRate>(DGSOLVE_TABLE(cell_rates), K_, 1,
                     [&](int slot, int) { return problem_.steps.cell_rates[numbering_.element[slot]]; });
  if (!c.row.empty()) {
    matrix<T>(DGSOLVE_TABLE(media.values), static_cast<int>(c.values.size()), 1,
              [&](int i, int) { return c.values[i]; });
    matrix<int>(DGSOLVE_TABLE(media.row), K_, 1,
                [&](int slot, int) { return c.row[numbering_.element[slot]]; });
    return;
  }
  matrix<T>(DGSOLVE_TABLE(media.values), K_, Np_ * c.n, [&](int slot, int i) {
    return c.values[static_cast<Index>(numbering_.element[slot]) * Np_ * c.n + i];
  });
}

/// Coefficients of local models, group by group.
template <class T>
void TablePacker<T>::models() {
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
void TablePacker<T>::straight() {
  const GeometryView& geometry = problem_.geometry;
  const int n_metric = dim_ * dim_;
  const Index n = n_metric + 2 * n_faces_;
  T* const factors = add<T>(DGSOLVE_TABLE(straight.geometry), first_curved_ * n);
  T* const jacobian = add<T>(DGSOLVE_TABLE(straight.jacobian), first_curved_);
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
}

template <class T>
void TablePacker<T>::nodal_operators() {
  const ReferenceView& reference = problem_.reference;
  const int n_face_nodes = n_faces_ * Nfp_;
  matrix<T>(DGSOLVE_TABLE(straight.D), Np_ * dim_, Np_, [&](int column, int row) {
    return reference.D[(column % dim_ * Np_ + row) * Np_ + column / dim_];
  });
  matrix<T>(DGSOLVE_TABLE(straight.lift), n_face_nodes, Np_,
            [&](int column, int row) { return reference.lift[row * n_face_nodes + column]; });
}

template <class T>
void TablePacker<T>::values_at_points() {
  const QuadratureView& q = problem_.quadrature;
  const int per_point = 1 + dim_;
  matrix<T>(DGSOLVE_TABLE(points.weights), Nq_, 1, [&](int point, int) { return q.weights[point]; });
  matrix<T>(DGSOLVE_TABLE(points.values), Np_ * per_point, Nq_, [&](int column, int point) {
    const int node = column / per_point, j = column % per_point;
    return j == 0 ? q.V[point * Np_ + node] : q.D[((j - 1) * Nq_ + point) * Np_ + node];
  });
  const std::vector<double> mass = mass_matrix(q.weights, q.V),
                            face_mass = mass_matrix(q.face_weights, q.face_V);
  matrix<T>(DGSOLVE_TABLE(points.mass), Np_, Np_,
            [&](int column, int row) { return mass[column * Np_ + row]; });
  matrix<T>(DGSOLVE_TABLE(points.face_weights), Nfq_, 1,
            [&](int point, int) { return q.face_weights[point]; });
  matrix<T>(DGSOLVE_TABLE(points.face_mass), Nfp_, Nfp_,
            [&](int column, int row) { return face_mass[column * Nfp_ + row]; });
}

template <class T>
void TablePacker<T>::source() {
  const std::span<const double> damping = problem_.source.damping;
  if (!damping.empty())
    matrix<T>(DGSOLVE_TABLE(source.damping), K_, Np_, [&](int slot, int node) {
      return damping[static_cast<Index>(numbering_.element[slot]) * Np_ + node];
    });
  if (shape_.source.empty()) return;
  const int Ns = problem_.source.n_points;
  T* terms = add<T>(DGSOLVE_TABLE(source.terms), shape_.source.size() * K_ * Np_);
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
  matrix<double>(DGSOLVE_TABLE(source.points), K_, Ns * dim_, [&](int slot, int i) {
    return problem_.source.coordinates[static_cast<Index>(numbering_.element[slot]) * Ns * dim_ + i];
  });
  matrix<double>(DGSOLVE_TABLE(source.project), Ns, Np_,
                 [&](int point, int row) { return problem_.source.project[row * Ns + point]; });
}

template <class T>
std::vector<StagePlan::Table> StagePlan::pack_tables(const WaveProblem& problem,
                                                     const StageShape& shape) const {
  return TablePacker<T>(problem, numbering, shape).pack();
}
template std::vector<StagePlan::Table> StagePlan::pack_tables<double>(const WaveProblem&,
                                                                      const StageShape&) const;
template std::vector<StagePlan::Table> StagePlan::pack_tables<float>(const WaveProblem&,
                                                                     const StageShape&) const;

}  // namespace dgsolve::cuda
