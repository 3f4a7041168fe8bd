#include "tests/simt/emulated_launcher.hpp"

#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "tests/simt/penalty_shapes.hpp"

namespace dgsolve::simt {
namespace {

using Run = void (*)(const cuda::StagePlan::Launch& launch, void* argument, Order);

template <int... shape>
constexpr std::array<Run, sizeof...(shape)> all_penalties(std::integer_sequence<int, shape...>) {
  return {run_interior_penalty<shape>...};
}
constexpr auto penalties = all_penalties(std::make_integer_sequence<int, std::size(test::penalty_shapes)>());

Run find(const cuda::KernelText& text) {
  if (text.file == "kernels/cuda/algebra/linear_algebra.cu") return run_linear_algebra;
  for (std::size_t i = 0; i < penalties.size(); ++i)
    if (text.file == "kernels/cuda/elliptic/interior_penalty.cu" &&
        text.prefix == test::penalty_prefix(test::penalty_shapes[i]))
      return penalties[i];
  throw std::logic_error("no such text was compiled with the tests: " + text.file + "\n" + text.prefix);
}

class EmulatedModule : public cuda::KernelModule {
 public:
  EmulatedModule(Run run, Order order) : run_(run), order_(order) {}
  void launch(const std::string& kernel, std::size_t blocks, unsigned threads, void* arguments,
              unsigned shared_bytes) override {
    run_({kernel, static_cast<unsigned>(blocks), threads, shared_bytes}, arguments, order_);
  }
  void reserve_shared_memory(const std::string&, unsigned, unsigned) override {}

 private:
  const Run run_;
  const Order order_;
};

/// Stands in for cuSPARSE.
template <class T>
class SlicedProduct : public cuda::LibraryProduct {
 public:
  explicit SlicedProduct(const cuda::SlicedRows& matrix) : m_(matrix) {}
  void multiply(double alpha, const void* x, double beta, void* y) override {
    const T *value = static_cast<const T*>(m_.value), *from = static_cast<const T*>(x);
    T* to = static_cast<T*>(y);
    for (std::int64_t row = 0; row < m_.rows; ++row) {
      const auto slice = row / m_.slice;
      T sum = 0;
      for (auto k = m_.slice_begin[slice] + row % m_.slice; k < m_.slice_begin[slice + 1]; k += m_.slice)
        if (m_.column[k] >= 0) sum += value[k] * from[m_.column[k]];
      to[row] = static_cast<T>(alpha) * sum + (beta == 0 ? T(0) : static_cast<T>(beta) * to[row]);
    }
  }

 private:
  const cuda::SlicedRows m_;
};

}  // namespace

std::unique_ptr<cuda::LibraryProduct> EmulatedLauncher::sliced_product(const cuda::SlicedRows& matrix) {
  return with_type(matrix.precision, [&]<class T>(T) -> std::unique_ptr<cuda::LibraryProduct> {
    return std::make_unique<SlicedProduct<T>>(matrix);
  });
}

std::unique_ptr<cuda::KernelModule> EmulatedLauncher::load(const cuda::KernelText& text) {
  return std::make_unique<EmulatedModule>(find(text), order_);
}

std::shared_ptr<void> EmulatedLauncher::allocate(std::size_t bytes, const std::string&) {
  *bytes_ += bytes;
  void* const uninitialised = std::memset(::operator new(bytes), 0xff, bytes);
  return {uninitialised, [bytes, total = bytes_](void* memory) {
            *total -= bytes;
            ::operator delete(memory);
          }};
}

void EmulatedLauncher::copy_in(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
void EmulatedLauncher::copy_out(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
void EmulatedLauncher::set_zero(void* memory, std::size_t bytes) { std::memset(memory, 0, bytes); }

}  // namespace dgsolve::simt
