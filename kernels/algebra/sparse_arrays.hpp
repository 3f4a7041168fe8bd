/// What devices do to the arrays of sparse maps before they keep them.
#pragma once

#include "kernels/algebra/blend.hpp"
#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

// All throw std::invalid_argument.
void check_size(const DeviceVector& x, std::size_t expected);
void check_precision(const DeviceVector& x, Precision expected);
void check_arrays(const CsrMatrix& matrix);
void check_arrays(const BlockCsrMatrix& matrix);
void check_arrays(const ElementBlocks& blocks);
/// Places ascend to `cols`, the number of their indices.
void check_places(const InverseIndex& places, std::size_t cols);
/// Indices are −1 or below `size`.
void check_indices(std::span<const int> indices, std::size_t size);

/// The lower triangles of the blocks of `blocks`, made by several threads: keep(first, count, triangles
/// [count][n(n + 1)/2]) may be called by them at the same time, with `first` a multiple of 16, so that no
/// vector of blocks is cut. Throws what the lowest run that threw has thrown.
void make_blocks(const ElementBlocks& blocks, int threads,
                 const std::function<void(int first, int count, const double* triangles)>& keep);

/// The numbers of a device's vector, a Vector<T>. Throws std::invalid_argument where it has another
/// precision.
template <template <class> class Vector, class T>
auto* values_in(const DeviceVector& x) {
  check_precision(x, precision_of<T>);
  return dynamic_cast<const Vector<T>&>(x).values.data();
}

/// A map of a device's vectors Vector<T>, whose sizes and precisions are checked before each product.
template <template <class> class Vector, class T>
class CheckedMap : public LinearMap {
 public:
  CheckedMap(std::size_t rows, std::size_t cols) : LinearMap(rows, cols, precision_of<T>) {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) final {
    check_size(x, cols);
    check_size(b, rows);
    check_size(y, rows);
    if (sum != nullptr) check_size(*sum, rows);
    const auto changed = [](DeviceVector& vector) { return const_cast<T*>(values_in<Vector, T>(vector)); };
    multiply({static_cast<T>(alpha), static_cast<T>(beta), values_in<Vector, T>(x), values_in<Vector, T>(b),
              changed(y), sum == nullptr ? nullptr : changed(*sum)});
  }

  /// Unchecked, for maps of several passes, whose numbers between them are no vectors.
  virtual void multiply(const Blend<T>& blend) = 0;
};

/// A map of class Map<T> for a precision.
template <template <class> class Map, class... Arguments>
std::unique_ptr<LinearMap> make_map(Precision precision, Arguments&&... arguments) {
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the caller has it
  return with_type(precision, [&]<class T>(T) -> std::unique_ptr<LinearMap> {
    return std::make_unique<Map<T>>(arguments...);
  });
}

}  // namespace dgsolve
