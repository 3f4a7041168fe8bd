/// Linear algebra on a device: vectors, linear maps, and the coarse operations that conjugate gradients and
/// multigrid are made of. Vectors are plain arrays of numbers in canonical order ([element][node] for
/// discontinuous functions). Operations run in the order they were asked for; only `download`, `value` and
/// `cg_read` wait for them. Sums are added up in a fixed order: the same bits at every run, for any number of
/// threads or GPUs. All operations throw std::invalid_argument where sizes or precisions do not fit together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/algebra/cg_status.hpp"
#include "kernels/base/part_report.hpp"
#include "kernels/base/precision.hpp"
#include "kernels/base/recording.hpp"
#include "kernels/base/unset_vector.hpp"

namespace dgsolve {

/// n numbers on the device, zero at first.
class DeviceVector {
 public:
  DeviceVector(std::size_t size, Precision precision) : size(size), precision(precision) {}
  DeviceVector(const DeviceVector&) = delete;
  DeviceVector& operator=(const DeviceVector&) = delete;
  virtual ~DeviceVector() = default;

  const std::size_t size;
  const Precision precision;
};

/// One double on the device.
class DeviceScalar {
 public:
  virtual ~DeviceScalar() = default;
};

/// A linear map A on the device.
class LinearMap {
 public:
  LinearMap(std::size_t rows, std::size_t cols, Precision precision)
      : rows(rows), cols(cols), precision(precision) {}
  LinearMap(const LinearMap&) = delete;
  LinearMap& operator=(const LinearMap&) = delete;
  virtual ~LinearMap() = default;

  const std::size_t rows, cols;
  const Precision precision;

  /// y ← α A x + β b; then sum ← sum + y where it is not null. b may be y or sum, x neither; with β = 0, b's
  /// values are not read.
  virtual void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                        DeviceVector& y, DeviceVector* sum) = 0;

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y) {
    multiply(alpha, x, beta, b, y, nullptr);
  }
  void apply(const DeviceVector& x, DeviceVector& y) { multiply(1, x, 0, y, y); }  ///< y ← A x
  void residual(const DeviceVector& b, const DeviceVector& x, DeviceVector& r) {   ///< r ← b − A x
    multiply(-1, x, 1, b, r);
  }
  void add(const DeviceVector& x, DeviceVector& y) { multiply(1, x, 1, y, y); }  ///< y ← y + A x
};

/// Compressed sparse rows. Columns of a row ascend.
struct CsrMatrix {
  int rows = 0, cols = 0;
  UnsetVector<std::int64_t> row_begin;  ///< [rows + 1]
  UnsetVector<int> column;              ///< [entries]
  UnsetVector<double> value;            ///< [entries]
};

/// For each of `size` targets the places in `indices` that name it, ascending (−1 names none): what turns a
/// scattered sum into one that each target gathers in a fixed order. Throws std::invalid_argument where an
/// index is not below `size`.
struct InverseIndex {
  InverseIndex() : begin{0} {}
  InverseIndex(std::span<const int> indices, std::size_t size);
  UnsetVector<int> begin;  ///< [size + 1]
  UnsetVector<int> place;  ///< [begin[size]]

  std::size_t size() const { return begin.size() - 1; }
  std::span<const int> operator[](std::size_t target) const {
    return std::span(place).subspan(begin[target], begin[target + 1] - begin[target]);
  }
};

/// Compressed sparse rows of dense square blocks.
struct BlockCsrMatrix {
  int block_rows = 0, block_cols = 0, block_size = 0;
  std::vector<std::int64_t> row_begin;  ///< [block_rows + 1]
  std::vector<int> column;              ///< [blocks]
  std::vector<double> value;            ///< [blocks][block_size][block_size], row-major
};

/// Σ_e R_eᵀ B_e R_e: a dense block an element, between overlapping sets of unknowns (additive Schwarz, or an
/// operator that is not assembled); without indices, a block-diagonal matrix (block size 1: a diagonal).
struct ElementBlocks {
  int n_blocks = 0, block_size = 0;
  std::size_t size = 0;  ///< length of the vectors
  /// [n_blocks][block_size]: R_e takes these unknowns; −1 takes nothing. Empty: block e takes e·block_size…,
  /// and size is n_blocks·block_size.
  std::span<const int> indices;
  /// Writes the lower triangles (kernels/base/triangle.hpp) of the symmetric B_e of the blocks first …
  /// first + count − 1: [count][block_size (block_size + 1)/2]. Called once for each block, from several
  /// threads, before element_blocks returns, which throws on what it throws.
  std::function<void(int first, int count, double* triangles)> fill;
  /// In single precision the device may round (B_e)_ij to multiples of √(B_ii B_jj) / 2¹⁵, as smoothers can
  /// bear. Then diagonals are not negative, and where one is 0 so are its row and column.
  bool may_be_rounded = false;
  /// Where the device has it already: scatter_add of the indices, in the same precision.
  std::shared_ptr<LinearMap> sums = nullptr;
};

/// The scalars of one run of conjugate gradients, on the device.
class CgState {
 public:
  virtual ~CgState() = default;
};

struct CgProgress {
  CgStatus status = CgStatus::running;
  std::vector<double> history;  ///< ‖r‖₂ after each iteration done
};

/// A vector that is multiplied on its way to another, by a scalar or its inverse.
enum class Scaling { multiply, divide };

class LinearAlgebra {
 public:
  virtual ~LinearAlgebra() = default;

  virtual std::unique_ptr<DeviceVector> vector(std::size_t size, Precision precision) = 0;
  virtual std::unique_ptr<DeviceScalar> scalar() = 0;
  virtual void upload(std::span<const double> from, DeviceVector& to) = 0;
  virtual void download(const DeviceVector& from, std::span<double> to) = 0;
  virtual double value(const DeviceScalar& s) = 0;

  // Linear maps. The arguments may go once these return.
  virtual std::unique_ptr<LinearMap> csr(const CsrMatrix& matrix, Precision precision) = 0;
  /// The same, held in slices of rows of one width where the device is faster with those.
  virtual std::unique_ptr<LinearMap> sliced_ell(const CsrMatrix& matrix, Precision precision) = 0;
  virtual std::unique_ptr<LinearMap> block_csr(const BlockCsrMatrix& matrix, Precision precision) = 0;
  virtual std::unique_ptr<LinearMap> element_blocks(const ElementBlocks& blocks, Precision precision) = 0;
  /// y_i = x[indices[i]], or 0 where that is −1: rows = indices.size(). From a continuous function to its
  /// values at the nodes of every element.
  virtual std::unique_ptr<LinearMap> gather(std::span<const int> indices, std::size_t cols,
                                            Precision precision) = 0;
  /// Its transpose, y[indices[i]] += x_i: rows = places.size(), cols = indices.size().
  virtual std::unique_ptr<LinearMap> scatter_add(const InverseIndex& places, std::size_t cols,
                                                 Precision precision) = 0;

  virtual void set_zero(DeviceVector& x) = 0;
  /// to ← from, between precisions.
  virtual void copy(const DeviceVector& from, DeviceVector& to) = 0;
  /// to ← s · from or from / s (0 where s is 0), between precisions; multiplied before it is rounded to the
  /// precision of `to`.
  virtual void copy_scaled(const DeviceVector& from, Scaling scaling, const DeviceScalar& s,
                           DeviceVector& to) = 0;
  /// y ← a x + b y; with b = 0, y's old values are not read.
  virtual void combine(double a, const DeviceVector& x, double b, DeviceVector& y) = 0;
  /// result ← x·y, summed in double.
  virtual void dot(const DeviceVector& x, const DeviceVector& y, DeviceScalar& result) = 0;
  /// result ← ‖x‖₂, summed in double.
  virtual void norm(const DeviceVector& x, DeviceScalar& result) = 0;

  // Preconditioned conjugate gradients (Hestenes & Stiefel 1952; Saad, Iterative Methods for Sparse Linear
  // Systems, 2003, algorithm 9.1) in two passes an iteration besides A and the preconditioner. Once the
  // status is no longer `running`, both leave every vector as it is.
  /// For one run after another, of at most max_iterations steps.
  virtual std::unique_ptr<CgState> cg_state(int max_iterations) = 0;
  /// A run begins, until ‖r‖₂ ≤ target.
  virtual void cg_start(CgState& state, double target) = 0;
  /// β ← r·z / (r·z of the call before), 0 in the first call; p ← z + β p.
  virtual void cg_direction(CgState& state, const DeviceVector& r, const DeviceVector& z,
                            DeviceVector& p) = 0;
  /// α ← r·z / p·Ap; x ← x + α p; r ← r − α Ap; notes ‖r‖₂ and whether to go on.
  virtual void cg_step(CgState& state, const DeviceVector& p, const DeviceVector& Ap, DeviceVector& x,
                       DeviceVector& r) = 0;
  virtual CgProgress cg_read(const CgState& state) = 0;

  /// Records the operations that `work` asks for, so many times over, on these very vectors. A device may do
  /// them once on the way, so that nothing is left to set up. `work` must not wait for results. What it
  /// refers to must outlive the recording.
  virtual std::unique_ptr<Recording> record(std::function<void()> work, int times) = 0;

  /// A measurement by which all processes that share vectors decide: the first one's. They call it together,
  /// as all else here.
  virtual double agreed(double measured) const { return measured; }

  /// Bytes held on the device.
  virtual std::size_t memory() const = 0;
  /// What each of several devices has, and of vectors [K][Np]; empty where there is one device.
  virtual std::vector<PartReport> parts(int K, int Np) const {
    static_cast<void>(K), static_cast<void>(Np);
    return {};
  }
};

}  // namespace dgsolve
