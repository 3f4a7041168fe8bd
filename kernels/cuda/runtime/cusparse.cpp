/// Implements kernels/cuda/runtime/cuda_launcher.hpp.
/// Products by NVIDIA's cuSPARSE.
#include <library_types.h>

#include <cstdint>

#include "kernels/cuda/runtime/cuda_launcher.hpp"
#include "kernels/cuda/runtime/library.hpp"

namespace dgsolve::cuda {
namespace {

// The few declarations needed here (cuSPARSE's reference), since its header is not in every toolkit. 0:
// success, no transpose, indices from zero.
constexpr int index_32_bits = 2, sliced_ell_algorithm = 5;

const Library& cusparse() {
  static const Library loaded("libcusparse.so.12", "a matrix in slices needs NVIDIA's cuSPARSE");
  return loaded;
}

class SlicedProduct : public LibraryProduct {
 public:
  SlicedProduct(const SlicedRows& m, CudaLauncher& launcher)
      : type_(m.precision == Precision::single ? CUDA_R_32F : CUDA_R_64F) {
    launcher.use_device();
    cusparse().call("cusparseCreate", context_.put());
    cusparse().call("cusparseSetStream", context_.get(), launcher.stream());
    cusparse().call("cusparseCreateSlicedEll", matrix_.put(), m.rows, m.cols, m.entries, m.stored,
                    static_cast<std::int64_t>(m.slice), static_cast<void*>(m.slice_begin),
                    static_cast<void*>(m.column), m.value, index_32_bits, index_32_bits, 0, type_);
    // Placeholders: every product brings its own vectors.
    cusparse().call("cusparseCreateDnVec", x_.put(), m.cols, m.value, type_);
    cusparse().call("cusparseCreateDnVec", y_.put(), m.rows, m.value, type_);
    const double scalars[2] = {};
    std::size_t bytes = 0;
    cusparse().call("cusparseSpMV_bufferSize", context_.get(), 0, static_cast<const void*>(scalars),
                    matrix_.get(), x_.get(), static_cast<const void*>(scalars), y_.get(), type_,
                    sliced_ell_algorithm, &bytes);
    buffer_ = launcher.gpu.allocate(bytes, "cuSPARSE");
  }

  void multiply(double alpha, const void* x, double beta, void* y) override {
    const float single_alpha = static_cast<float>(alpha), single_beta = static_cast<float>(beta);
    const bool single = type_ == CUDA_R_32F;
    const auto scalar = [&](const double* d, const float* f) {
      return single ? static_cast<const void*>(f) : static_cast<const void*>(d);
    };
    cusparse().call("cusparseDnVecSetValues", x_.get(), const_cast<void*>(x));
    cusparse().call("cusparseDnVecSetValues", y_.get(), y);
    cusparse().call("cusparseSpMV", context_.get(), 0, scalar(&alpha, &single_alpha), matrix_.get(), x_.get(),
                    scalar(&beta, &single_beta), y_.get(), type_, sliced_ell_algorithm, buffer_.get());
  }

 private:
  const cudaDataType type_;
  LibraryHandle context_{cusparse(), "cusparseDestroy"}, matrix_{cusparse(), "cusparseDestroySpMat"},
      x_{cusparse(), "cusparseDestroyDnVec"}, y_{cusparse(), "cusparseDestroyDnVec"};
  std::shared_ptr<void> buffer_;
};

}  // namespace

std::unique_ptr<LibraryProduct> CudaLauncher::sliced_product(const SlicedRows& matrix) {
  return std::make_unique<SlicedProduct>(matrix, *this);
}

}  // namespace dgsolve::cuda
