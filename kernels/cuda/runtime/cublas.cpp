/// Implements kernels/cuda/runtime/cuda_launcher.hpp.
/// Products by NVIDIA's cuBLAS.
#include <cuda_runtime_api.h>

#include "kernels/cuda/runtime/cuda_launcher.hpp"
#include "kernels/cuda/runtime/library.hpp"

namespace dgsolve::cuda {
namespace {

// The few declarations needed here (cuBLAS' reference), since its header is not in every toolkit.
constexpr int as_it_is = 0;  ///< an operand that is not transposed
/// Recommended for compute capability 9.0 (cuBLAS' reference, cublasSetWorkspace).
constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

const Library& cublas() {
  static const Library loaded("libcublas.so." + std::to_string(CUDART_VERSION / 1000),
                              "the variant \"dense products\" needs NVIDIA's cuBLAS");
  return loaded;
}

/// In single precision without TF32, as cuBLAS does unless it is told otherwise.
class CublasProducts : public DenseProducts {
 public:
  CublasProducts(Precision precision, CudaLauncher& launcher) : precision_(precision), launcher_(launcher) {
    launcher.use_device();
    cublas().call("cublasCreate_v2", context_.put());
    cublas().call("cublasSetStream_v2", context_.get(), launcher.stream());
    // Behind the stream, which takes a workspace away: cuBLAS would allocate one of its own in recordings.
    workspace_ = launcher.gpu.allocate(workspace_bytes, "cuBLAS");
    cublas().call("cublasSetWorkspace_v2", context_.get(), workspace_.get(), workspace_bytes);
  }

  void multiply(const DenseMatrix& a, const void* b, int n, void* c) override {
    launcher_.use_device();
    if (precision_ == Precision::single)
      multiply("cublasSgemm_v2", 1.0F, a, b, n, 0.0F, c);
    else
      multiply("cublasDgemm_v2", 1.0, a, b, n, 0.0, c);
  }

 private:
  /// C ← α A B + β C
  template <class T>
  void multiply(const char* gemm, T alpha, const DenseMatrix& a, const void* b, int n, T beta, void* c) {
    cublas().call(gemm, context_.get(), as_it_is, as_it_is, a.rows, n, a.columns,
                  static_cast<const T*>(&alpha), a.values, a.stride, b, a.columns,
                  static_cast<const T*>(&beta), c, a.rows);
  }

  const Precision precision_;
  CudaLauncher& launcher_;
  std::shared_ptr<void> workspace_;
  LibraryHandle context_{cublas(), "cublasDestroy_v2"};
};

}  // namespace

std::unique_ptr<DenseProducts> CudaLauncher::dense_products(Precision precision) {
  return std::make_unique<CublasProducts>(precision, *this);
}

}  // namespace dgsolve::cuda
