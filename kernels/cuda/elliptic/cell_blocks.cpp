#include "kernels/cuda/elliptic/cell_blocks.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/cuda/elliptic/cell_block_arguments.hpp"
#include "kernels/cuda/elliptic/penalty_tables.hpp"
#include "kernels/cuda/elliptic/table_matrix.hpp"
#include "kernels/cuda/gpu/block_size.hpp"

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
    for (int i = 0; i < r_.dim; ++i) d_.push_back(matrix(v.gradient, i, v.n_gradient, r_.Np) * I_);
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
    const std::vector<short> place = places_of_nodes(r_.Np, r_.n_faces, r_.face_nodes);
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
        const TableMatrix trace = matrix(v_.face_trace, face, v_.n_face_gradient, v_.n_gradient) * d;
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

template <class T>
class CellBlocks : public FormBlocks {
 public:
  CellBlocks(GpuLinearAlgebra& algebra, const InteriorPenaltyView& view, const PenaltyArguments<T>& op)
      : algebra_(algebra),
        launcher_(algebra.launcher()),
        kernels_(launcher_.load(cell_block_kernels())),
        v_(view),
        op_(op),
        general_(view.cells(PenaltyCell::general)),
        tables_(algebra),
        failed_(launcher_.gpu, 1, "blocks of cells") {
    set_kinds();
    set_factors();
  }

  std::unique_ptr<LinearMap> inverses() override {
    const int Np = v_.reference.Np;
    DeviceTables tables(algebra_);
    ReferenceBlocks reference(v_, identity(Np));
    reference.append_jumps();
    CellBlockArguments<T> a = arguments_for(Np, reference, tables);
    a.squares = op_.general.own_block;
    if (op_.varying.n > 0) {
      a.n_trace = v_.n_face_gradient;
      a.Nfp = v_.reference.Nfp;
      a.kappa_on_face = op_.varying.kappa_on_face;
      tables.keep(a.face_gradient, reference.face_gradient());
      tables.keep(a.face_mass, v_.face_mass);
    }
    a.room.place_of_node = op_.traces.place_of_node;
    BlocksToWrite<T> blocks = algebra_.blocks_to_write<T>({v_.K, Np, v_.n_unknowns(), {}, nullptr, true}, {});
    a.out = blocks.stored;
    run("invert_cell_blocks", a, tables);
    return std::move(blocks.map);
  }

  std::span<const int> given_cells() const override { return general_; }

  ContinuousMaps continuous_maps(const ContinuousView& space) override {
    const int Np = space.functions.Np;
    const Array<int> indices(launcher_, space.unknown, "indices");
    ElementBlocks shape{v_.K, Np, space.n_unknowns, space.unknown, nullptr};
    shape.sums = space.sums;
    BlocksToWrite<T> form = algebra_.blocks_to_write<T>(shape, indices);
    shape.may_be_rounded = true;
    BlocksToWrite<T> smoother = algebra_.blocks_to_write<T>(shape, indices);

    GpuVector<T> of_nodes(launcher_, indices.size()), diagonal(launcher_, space.n_unknowns);
    {
      DeviceTables tables(algebra_);
      CellBlockArguments<T> a = continuous_arguments(space.functions, tables);
      a.unknown = indices.data();
      a.diagonal = of_nodes.values.data();
      a.out = form.stored;
      run("make_cell_matrices", a, tables);
    }
    space.sums->apply(of_nodes, diagonal);
    DeviceTables tables(algebra_);
    PatchArguments<T> patches = patch_arguments(space, tables);
    patches.triangles = form.stored.triangles;
    patches.stride = form.stored.stride;
    patches.unknown = indices.data();
    patches.diagonal = diagonal.values.data();
    patches.out = smoother.stored;
    run("invert_patches", patches, tables);
    return {std::move(form.map), std::move(smoother.map)};
  }

  UnsetVector<double> cell_triangles(const CellFunctions& functions) override {
    DeviceTables tables(algebra_);
    CellBlockArguments<T> a = continuous_arguments(functions, tables);
    UnsetVector<double> triangles(static_cast<Index>(v_.K) * a.room.n_entries);
    a.out_in_double = tables.allocate<double>(triangles.size(), "matrices of cells");
    run("make_cell_matrices", a, tables);
    launcher_.copy(triangles.data(), a.out_in_double, triangles.size() * sizeof(double), "matrices of cells");
    return triangles;
  }

 private:
  void set_kinds() {
    std::vector<int> kinds;
    kinds.reserve(v_.kind.size());
    int varying = 0, general = 0;
    for (const PenaltyCell kind : v_.kind)
      kinds.push_back(kind == PenaltyCell::constant  ? constant_cell
                      : kind == PenaltyCell::varying ? varying++
                                                     : first_general_cell - general++);
    tables_.keep(kind_, kinds);
  }

  /// As BlockTerms says.
  void set_factors() {
    const int dim = v_.reference.dim, n_faces = v_.reference.n_faces;
    const BlockTerms terms{dim};
    UnsetVector<T> factors(static_cast<Index>(v_.K) * terms.n_all());
#pragma omp parallel for
    for (Index e = 0; e < static_cast<Index>(v_.K); ++e) {
      T* const of_cell = &factors[e * terms.n_all()];
      T* next = of_cell;
      const auto put = [&](double value) { *next++ = static_cast<T>(value); };
      put(v_.reaction[e]);
      const auto is_free = [&](Index side) { return v_.trace.boundary[side] >= 0 && v_.weight[side] == 0; };
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
        put(is_free(side) ? v_.penalty[side] : 0);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j <= i; ++j) put(v_.stiffness[(e * dim + i) * dim + j]);
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
        put(is_free(side) ? 0 : v_.penalty[side]);
      for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
        for (int j = 0; j < dim; ++j) put(-v_.weight[side] * v_.flux[side * dim + j]);
    }
    tables_.keep(factors_, std::span<const T>(factors));
  }

  CellBlockArguments<T> arguments_for(int n, const ReferenceBlocks& reference, DeviceTables& tables) {
    CellBlockArguments<T> a{};
    a.room = room_for(n, tables);
    a.dim = v_.reference.dim;
    a.kind = kind_;
    a.factors = factors_;
    a.n_terms = static_cast<int>(reference.terms().size()) / a.room.n_entries;
    tables.keep(a.terms, reference.terms());
    if (op_.varying.n == 0) return a;
    a.n_gradient = v_.n_gradient;
    a.kappa_moments = op_.varying.kappa_moments;
    tables.keep(a.gradient, reference.gradient());
    return a;
  }

  CellBlockArguments<T> continuous_arguments(const CellFunctions& functions, DeviceTables& tables) {
    const ReferenceBlocks reference(v_, matrix(v_.reference.Np, functions.to_form));
    CellBlockArguments<T> a = arguments_for(functions.Np, reference, tables);
    tables.keep(a.triangles, functions.given);
    return a;
  }

  PatchArguments<T> patch_arguments(const ContinuousView& space, DeviceTables& tables) {
    const int n_faces = v_.reference.n_faces;
    const FacePlaces places(v_.reference);
    UnsetVector<PatchFace> faces(static_cast<Index>(v_.K) * n_faces);
#pragma omp parallel for
    for (Index side = 0; side < faces.size(); ++side)
      faces[side] = {v_.trace.boundary[side] >= 0 ? -1 : v_.trace.neighbor[side], places.row(v_.trace, side)};
    PatchArguments<T> a{};
    a.room = room_for(space.functions.Np, tables);
    a.n_faces = n_faces;
    a.Nfp = space.Nfp;
    tables.keep(a.faces, std::span<const PatchFace>(faces));
    tables.keep(a.nodes_across,
                std::vector<unsigned short>(space.nodes_across.begin(), space.nodes_across.end()));
    tables.keep(a.room.place_of_node, places_of_nodes(a.room.n, n_faces, space.face_nodes));
    tables.keep_as(a.root_weight, space.root_weight);
    return a;
  }

  BlockRoom room_for(int n, DeviceTables& tables) const {
    std::vector<BlockEntry> entries;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        entries.push_back({static_cast<unsigned short>(i), static_cast<unsigned short>(j)});
    BlockRoom room{};
    room.n_cells = v_.K;
    room.n = n;
    room.n_entries = static_cast<int>(entries.size());
    constexpr int entries_a_thread = 8, warp = 32;
    room.threads = std::clamp(room.n_entries / entries_a_thread / warp * warp, warp, most_block_threads);
    tables.keep(room.entries, entries);
    room.failed = failed_.data();
    return room;
  }

  /// Waits.
  template <class Arguments>
  void run(const char* kernel, Arguments a, DeviceTables& tables) {
    a.room.numbers = a.n_numbers();
    a.room.n_blocks = a.room.n_cells;
    int shared_bytes = a.room.numbers * static_cast<int>(sizeof(double));
    if (shared_bytes > static_shared_bytes) {
      shared_bytes = 0;
      const int most = blocks_with_workspace * static_cast<int>(launcher_.gpu.properties().multiprocessors);
      a.room.n_blocks = std::min(a.room.n_cells, most);
      a.room.workspace = tables.allocate<double>(static_cast<Index>(a.room.n_blocks) * a.room.numbers,
                                                 "blocks of cells that are made");
    }
    launcher_.set_zero(failed_.data(), failed_.bytes());
    kernels_->launch(name_for<T>(kernel), a.room.n_blocks, a.room.threads, a, shared_bytes);
    int failed = 0;
    launcher_.copy(&failed, failed_.data(), sizeof failed, "blocks of cells");
    if (failed != 0) throw std::domain_error("a matrix is not positive definite");
  }

  GpuLinearAlgebra& algebra_;
  Launcher& launcher_;
  const std::unique_ptr<KernelModule> kernels_;
  const InteriorPenaltyView v_;
  const PenaltyArguments<T>& op_;
  const std::vector<int> general_;
  DeviceTables tables_;
  const int* kind_ = nullptr;
  const T* factors_ = nullptr;
  const Array<int> failed_;
};

}  // namespace

KernelText cell_block_kernels() { return {.file = "kernels/cuda/elliptic/cell_blocks.cu", .prefix = ""}; }

template <class T>
std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra& algebra, const InteriorPenaltyView& view,
                                             const PenaltyArguments<T>& op) {
  return std::make_unique<CellBlocks<T>>(algebra, view, op);
}
template std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra&, const InteriorPenaltyView&,
                                                      const PenaltyArguments<double>&);
template std::unique_ptr<FormBlocks> make_cell_blocks(GpuLinearAlgebra&, const InteriorPenaltyView&,
                                                      const PenaltyArguments<float>&);

}  // namespace dgsolve::cuda
