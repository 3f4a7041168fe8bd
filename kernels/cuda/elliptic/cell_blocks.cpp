#include "kernels/cuda/elliptic/cell_blocks.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/triangle.hpp"
#include "kernels/cuda/algebra/row_map.hpp"
#include "kernels/cuda/elliptic/cell_block_arguments.hpp"
#include "kernels/cuda/elliptic/penalty_tables.hpp"
#include "kernels/cuda/gpu/block_size.hpp"
#include "kernels/elliptic/table_matrix.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;

/// Blocks of threads that make blocks in memory, a multiprocessor: its threads are then in use.
constexpr int blocks_with_workspace = 8;

TableMatrix identity(int n) {
  return {n, n, [](int i, int j) { return i == j ? 1 : 0; }};
}

/// The terms of cells' blocks (BlockTerms) on functions that have values at n nodes. The solver has such
/// matrices of its own degree; coarser ones need them by their values at their own nodes (to_form).
class ReferenceBlocks {
 public:
  /// to_form: [Np][n]
  ReferenceBlocks(const InteriorPenaltyView& v, const TableMatrix& to_form)
      : v_(v), r_(v.reference), I_(to_form) {
    for (int i = 0; i < r_.dim; ++i) d_.push_back(matrix(v.gradients.gradient, i, v.gradients.n, r_.Np) * I_);
    append(transposed(I_) * (matrix(r_.Np, v.mass) * I_));
    append_penalties();
    for (int i = 0; i < r_.dim; ++i)
      for (int j = 0; j <= i; ++j) {
        const TableMatrix half = transposed(d_[i]) * d_[j];
        append(
            {I_.columns, I_.columns, [&](int a, int b) { return half(a, b) + (i == j ? 0 : half(b, a)); }});
      }
  }

  /// With those that continuous functions do not feel; n is Np then.
  void append_jumps() {
    append_penalties();
    const std::vector<short> place = face_indices_of_nodes(r_.Np, r_.n_faces, r_.face_nodes);
    for (int face = 0; face < r_.n_faces; ++face)
      for (int j = 0; j < r_.dim; ++j) {
        const TableMatrix moments = face_mass() * on_face(face, matrix(r_.D, j, r_.Np, r_.Np));
        const auto half = [&](int a, int b) {
          const int m = place[a * r_.n_faces + face];
          return m < 0 ? 0.0 : moments(m, b);
        };
        append({r_.Np, r_.Np, [&](int a, int b) { return half(a, b) + half(b, a); }});
      }
  }

  const std::vector<double>& terms() const { return terms_; }
  /// [dim][n_gradient][n]: d_j
  std::vector<double> gradient() const {
    std::vector<double> all;
    for (const TableMatrix& d : d_) all.insert(all.end(), d.values.begin(), d.values.end());
    return all;
  }
  /// [n_faces][dim][n_face_gradient][n]: T_f d_j
  std::vector<double> face_gradient() const {
    std::vector<double> all;
    for (int face = 0; face < r_.n_faces; ++face)
      for (const TableMatrix& d : d_) {
        const TableMatrix trace =
            matrix(v_.gradients.face_trace, face, v_.gradients.n_on_face, v_.gradients.n) * d;
        all.insert(all.end(), trace.values.begin(), trace.values.end());
      }
    return all;
  }

 private:
  TableMatrix face_mass() const { return matrix(r_.Nfp, v_.face_mass); }
  /// R_f a
  TableMatrix on_face(int face, const TableMatrix& a) const {
    return {r_.Nfp, a.columns, [&](int m, int j) { return a(r_.face_nodes[face * r_.Nfp + m], j); }};
  }
  void append_penalties() {
    for (int face = 0; face < r_.n_faces; ++face) {
      const TableMatrix R = on_face(face, I_);
      append(transposed(R) * (face_mass() * R));
    }
  }
  void append(const TableMatrix& a) {
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j <= i; ++j) terms_.push_back(a(i, j));
  }

  const InteriorPenaltyView& v_;
  const ReferenceView& r_;
  const TableMatrix I_;
  std::vector<TableMatrix> d_;
  std::vector<double> terms_;
};

/// From a block on, of blocks of n rows.
template <class T>
StoredBlocks<T> from_block(const StoredBlocks<T>& blocks, long long first, int n) {
  return {from_number(blocks.triangles, first * blocks.stride),
          from_number(blocks.rounded, first * blocks.stride), from_number(blocks.scale, first * n),
          blocks.stride};
}

/// The blocks of the cells that a GPU computes. What is started is done when `finish` returns, and not
/// before.
template <class T>
class BlocksOfPart {
 public:
  BlocksOfPart(GpuLinearAlgebra& algebra, std::size_t gpu, const InteriorPenaltyView& view,
               const PartOfOperator<T>& part)
      : launcher_(algebra.team().launcher(gpu)),
        kernels_(launcher_.load(cell_block_kernels())),
        v_(view),
        cells_(part.cells),
        op_(part.arguments),
        tables_(algebra, gpu),
        more_tables_(algebra, gpu),
        failed_(launcher_.gpu, 1, "blocks of cells") {
    set_kinds();
    set_factors();
  }

  // Where these write are the arrays of the whole mesh.
  void start_inverses(const StoredBlocks<T>& out) {
    const int Np = v_.reference.Np;
    ReferenceBlocks reference(v_, identity(Np));
    reference.append_jumps();
    CellBlockArguments<T> a = arguments_for(Np, reference);
    a.squares = op_.general.own_block;
    if (op_.varying.n > 0) {
      a.varying.n_trace = v_.gradients.n_on_face;
      a.varying.Nfp = v_.reference.Nfp;
      a.varying.kappa_on_face = op_.varying.kappa_on_face;
      more_tables_.keep(a.varying.face_gradient, reference.face_gradient());
      more_tables_.keep(a.varying.face_mass, v_.face_mass);
    }
    a.room.face_index_of_node = op_.traces.face_index_of_node;
    a.out = from_block(out, first(), Np);
    start("invert_cell_blocks", a);
  }
  /// diagonal: what cells add to it at their nodes.
  void start_matrices(const CellFunctions& functions, const int* unknown, T* diagonal,
                      const StoredBlocks<T>& out) {
    CellBlockArguments<T> a = continuous_arguments(functions);
    a.unknown = unknown + first() * functions.Np;
    a.diagonal = diagonal + first() * functions.Np;
    a.out = from_block(out, first(), functions.Np);
    start("make_cell_matrices", a);
  }
  /// all: the matrices of the whole mesh, as FormBlocks::cell_triangles has them.
  void start_triangles(const CellFunctions& functions, double* all) {
    CellBlockArguments<T> a = continuous_arguments(functions);
    a.out_in_double = all + first() * a.room.n_entries;
    start("make_cell_matrices", a);
  }
  /// known: of the whole mesh, what there is of the arguments.
  void start_patches(const ContinuousView& space, PatchArguments<T> known) {
    PatchArguments<T> a = known;
    const int n_faces = v_.reference.n_faces;
    const FaceMatches places(v_.reference);
    UnsetVector<PatchFace> faces(size() * n_faces);
#pragma omp parallel for
    for (Index i = 0; i < faces.size(); ++i) {
      const Index side = first() * n_faces + i;
      faces[i] = {v_.trace.boundary[side] >= 0 ? -1 : v_.trace.neighbor[side], places.row(v_.trace, side)};
    }
    a.room = room_for(space.functions.Np);
    a.first_cell = static_cast<int>(first());
    a.n_faces = n_faces;
    a.Nfp = space.Nfp;
    more_tables_.keep(a.faces, std::span<const PatchFace>(faces));
    more_tables_.keep(a.nodes_across,
                      std::vector<unsigned short>(space.nodes_across.begin(), space.nodes_across.end()));
    more_tables_.keep(a.room.face_index_of_node, face_indices_of_nodes(a.room.n, n_faces, space.face_nodes));
    a.unknown += first() * a.room.n;
    a.out = from_block(known.out, first(), a.room.n);
    start("invert_patches", a);
  }
  /// Waits; false where a block is not positive definite.
  bool finish() {
    int failed = 0;
    launcher_.copy(&failed, failed_.data(), sizeof failed, "blocks of cells");
    more_tables_.clear();
    return failed == 0;
  }

  Index first() const { return cells_.range.first; }
  Index size() const { return cells_.size(); }

 private:
  void set_kinds() {
    std::vector<int> kinds;
    kinds.reserve(size());
    int varying = 0, general = 0;
    for (const PenaltyCell kind : v_.kind.subspan(first(), size()))
      kinds.push_back(kind == PenaltyCell::constant  ? constant_cell
                      : kind == PenaltyCell::varying ? varying++
                                                     : first_general_cell - general++);
    tables_.keep(kind_, kinds);
  }

  /// As BlockTerms says.
  void set_factors() {
    const int dim = v_.reference.dim, n_faces = v_.reference.n_faces;
    const BlockTerms terms{dim};
    UnsetVector<T> factors(size() * terms.n_all());
#pragma omp parallel for
    for (Index i = 0; i < size(); ++i) {
      const Index e = first() + i;
      T* next = &factors[i * terms.n_all()];
      const auto put = [&](double value) { *next++ = static_cast<T>(value); };
      put(v_.reaction[e]);
      const auto is_free = [&](Index side) { return v_.trace.boundary[side] >= 0 && v_.weight[side] == 0; };
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
        put(is_free(side) ? v_.penalty[side] : 0);
      for (int row = 0; row < dim; ++row)
        for (int j = 0; j <= row; ++j) put(v_.stiffness[(e * dim + row) * dim + j]);
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
        put(is_free(side) ? 0 : v_.penalty[side]);
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
        for (int j = 0; j < dim; ++j) put(-v_.weight[side] * v_.flux[side * dim + j]);
    }
    tables_.keep(factors_, std::span<const T>(factors));
  }

  CellBlockArguments<T> arguments_for(int n, const ReferenceBlocks& reference) {
    CellBlockArguments<T> a{};
    a.room = room_for(n);
    a.dim = v_.reference.dim;
    a.kind = kind_;
    a.factors = factors_;
    a.n_terms = static_cast<int>(reference.terms().size()) / a.room.n_entries;
    more_tables_.keep(a.terms, reference.terms());
    if (op_.varying.n == 0) return a;
    a.varying.n_gradient = v_.gradients.n;
    a.varying.kappa_moments = op_.varying.kappa_moments;
    more_tables_.keep(a.varying.gradient, reference.gradient());
    return a;
  }

  CellBlockArguments<T> continuous_arguments(const CellFunctions& functions) {
    const ReferenceBlocks reference(v_, matrix(v_.reference.Np, functions.to_form));
    CellBlockArguments<T> a = arguments_for(functions.Np, reference);
    more_tables_.keep(a.triangles, cells_.of_general(functions.given, a.room.n_entries));
    return a;
  }

  BlockRoom room_for(int n) {
    std::vector<BlockEntry> entries;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        entries.push_back({static_cast<unsigned short>(i), static_cast<unsigned short>(j)});
    BlockRoom room{};
    room.n_cells = static_cast<int>(size());
    room.n = n;
    room.n_entries = static_cast<int>(entries.size());
    constexpr int entries_a_thread = 8, warp = 32;
    room.threads = std::clamp(room.n_entries / entries_a_thread / warp * warp, warp, most_block_threads);
    more_tables_.keep(room.entries, entries);
    room.failed = failed_.data();
    return room;
  }

  template <class Arguments>
  void start(const char* kernel, Arguments a) {
    a.room.numbers = a.n_numbers();
    a.room.n_blocks = a.room.n_cells;
    int shared_bytes = a.room.numbers * static_cast<int>(sizeof(double));
    if (shared_bytes > static_shared_bytes) {
      shared_bytes = 0;
      const int most = blocks_with_workspace * static_cast<int>(launcher_.gpu.properties().multiprocessors);
      a.room.n_blocks = std::min(a.room.n_cells, most);
      a.room.workspace = more_tables_.template allocate<double>(
          static_cast<Index>(a.room.n_blocks) * a.room.numbers, "blocks of cells that are made");
    }
    launcher_.set_zero(failed_.data(), failed_.bytes());
    kernels_->launch(name_for<T>(kernel), a.room.n_blocks, a.room.threads, a, shared_bytes);
  }

  Launcher& launcher_;
  const std::unique_ptr<KernelModule> kernels_;
  const InteriorPenaltyView v_;
  const PenaltyCells& cells_;
  const PenaltyArguments<T>& op_;
  DeviceTables tables_;
  DeviceTables more_tables_;  ///< of what is started
  const int* kind_ = nullptr;
  const T* factors_ = nullptr;
  const Array<int> failed_;
};

template <class T>
class CellBlocks : public FormBlocks {
 public:
  CellBlocks(GpuLinearAlgebra& algebra, const InteriorPenaltyView& view,
             const std::vector<PartOfOperator<T>>& parts)
      : algebra_(algebra),
        v_(view),
        general_(view.cells(PenaltyCell::general)),
        made_{static_cast<Index>(v_.K), v_.n_unknowns(), 1, static_cast<Index>(v_.reference.Np)} {
    for (const PartOfOperator<T>& part : parts)
      parts_.push_back(std::make_unique<BlocksOfPart<T>>(algebra, parts_.size(), view, part));
  }

  std::unique_ptr<LinearMap> inverses() override {
    BlocksToWrite<T> blocks = algebra_.blocks_to_write<T>(
        {v_.K, v_.reference.Np, v_.n_unknowns(), {}, nullptr, v_.blocks_may_be_rounded()}, {});
    on_parts([&](BlocksOfPart<T>& part) { part.start_inverses(blocks.stored); });
    return std::move(blocks.map);
  }

  std::span<const int> given_cells() const override { return general_; }

  ContinuousMaps continuous_maps(const ContinuousView& space) override {
    Team& team = algebra_.team();
    const Array<int> indices = shared_array(team, space.nodes.unknown, space.nodes.n_unknowns, "indices");
    ElementBlocks shape{v_.K, space.functions.Np, space.nodes.n_unknowns, space.nodes.unknown, nullptr};
    shape.sums = space.nodes.sums;
    BlocksToWrite<T> form = algebra_.blocks_to_write<T>(shape, indices);
    shape.may_be_rounded = true;
    BlocksToWrite<T> smoother = algebra_.blocks_to_write<T>(shape, indices);

    GpuVector<T> of_nodes(team, indices.size()), diagonal(team, space.nodes.n_unknowns),
        root_weight(team, space.nodes.n_unknowns);
    on_parts([&](BlocksOfPart<T>& part) {
      part.start_matrices(space.functions, indices.data(), of_nodes.values.data(), form.stored);
    });
    hand_over_made(of_nodes.values.data(), space.functions.Np, of_nodes.size, space.functions.Np);
    space.nodes.sums->apply(of_nodes, diagonal);
    // Of a patch: what neighbours have too.
    team.hand_round(diagonal.values.data(), sizeof(T), {diagonal.size, diagonal.size});
    team.hand_round(form.stored.triangles, form.stored.stride * sizeof(T), made_);
    algebra_.upload(space.root_weight, root_weight);
    PatchArguments<T> patches{};
    patches.triangles = form.stored.triangles;
    patches.stride = form.stored.stride;
    patches.unknown = indices.data();
    patches.diagonal = diagonal.values.data();
    patches.root_weight = root_weight.values.data();
    patches.out = smoother.stored;
    on_parts([&](BlocksOfPart<T>& part) { part.start_patches(space, patches); });
    const Index length = deciding_length(team, space.nodes.n_unknowns, indices.size());
    hand_over_made(smoother.stored.triangles, smoother.stored.stride, length, space.functions.Np);
    hand_over_made(smoother.stored.rounded, smoother.stored.stride, length, space.functions.Np);
    hand_over_made(smoother.stored.scale, space.functions.Np, length, space.functions.Np);
    return {std::move(form.map), std::move(smoother.map)};
  }

  UnsetVector<double> cell_triangles(const CellFunctions& functions) override {
    const Index n_entries = triangle_size(functions.Np);
    Team& team = algebra_.team();
    const auto all = shared_array<double>(team, v_.K * n_entries, v_.n_unknowns(), "matrices of cells");
    on_parts([&](BlocksOfPart<T>& part) { part.start_triangles(functions, all.data()); });
    team.hand_round(all.data(), n_entries * sizeof(double), made_);
    UnsetVector<double> triangles(all.size());
    team.copy(triangles.data(), all.data(), all.bytes(), "matrices of cells");
    return triangles;
  }

 private:
  /// Waits.
  template <class Start>
  void on_parts(const Start& start) {
    algebra_.team().begin(parts_.size() > 1);
    for (const auto& part : parts_)
      if (part->size() > 0) start(*part);
    bool good = true;
    for (const auto& part : parts_) good = (part->size() == 0 || part->finish()) && good;
    if (!algebra_.team().is_true_of_all(good)) throw std::domain_error("a matrix is not positive definite");
  }

  /// What cells have of an array, `numbers` each, goes to those processes whose maps on Np values a cell read
  /// it there. length: of the vector that decides whether the map is shared.
  template <class Number>
  void hand_over_made(const Number* array, Index numbers, Index length, int Np) const {
    const Team& team = algebra_.team();
    if (array != nullptr)
      team.hand_over(array, numbers * sizeof(Number), team.ranges(made_),
                     team.ranges({made_.units, length, 1, static_cast<Index>(Np)}));
  }

  GpuLinearAlgebra& algebra_;
  const InteriorPenaltyView v_;
  const std::vector<int> general_;
  const Team::Results made_;                             ///< cells, of which each GPU makes a range's blocks
  std::vector<std::unique_ptr<BlocksOfPart<T>>> parts_;  ///< [GPU of this process]
};

}  // namespace

KernelText cell_block_kernels() { return {.file = "kernels/cuda/elliptic/cell_blocks.cu", .prefix = ""}; }

template <class T>
std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra& algebra, const InteriorPenaltyView& view,
                                             const std::vector<PartOfOperator<T>>& parts) {
  return std::make_unique<CellBlocks<T>>(algebra, view, parts);
}
template std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra&, const InteriorPenaltyView&,
                                                      const std::vector<PartOfOperator<double>>&);
template std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra&, const InteriorPenaltyView&,
                                                      const std::vector<PartOfOperator<float>>&);

}  // namespace dgsolve::cuda
