#include "kernels/cuda/runtime/cuda_launcher.hpp"

#include "kernels/cuda/runtime/compiler.hpp"
#include "kernels/cuda/runtime/cusparse.hpp"
#include "kernels/cuda/waves/variant.hpp"

namespace dgsolve::cuda {
namespace {

class CudaModule : public KernelModule {
 public:
  CudaModule(const std::string& cubin, const std::string& name, Stream& stream)
      : library_(cubin, name), stream_(stream) {}

  void launch(const std::string& kernel, std::size_t blocks, unsigned threads, void* arguments,
              unsigned shared_bytes) override {
    if (blocks == 0) return;
    void* parameters[] = {arguments};
    stream_.launch(library_.kernel(kernel), kernel, static_cast<unsigned>(blocks), threads, shared_bytes,
                   parameters);
  }
  void reserve_shared_memory(const std::string& kernel, unsigned bytes, unsigned resident_blocks) override {
    library_.reserve_shared_memory(kernel, bytes, resident_blocks);
  }

 private:
  const KernelLibrary library_;
  Stream& stream_;
};

}  // namespace

CudaLauncher::CudaLauncher(int device, Stream& stream, const KernelCache& cache)
    : architecture_(architecture_of(device)), stream_(stream), cache_(cache) {}

std::unique_ptr<KernelModule> CudaLauncher::load(const KernelText& text) {
  stream_.use_device();
  return std::make_unique<CudaModule>(find_or_compile(text, architecture_, cache_), text.file, stream_);
}

std::shared_ptr<void> CudaLauncher::allocate(std::size_t bytes, const std::string& purpose) {
  stream_.use_device();
  const auto buffer = std::make_shared<DeviceBuffer>(bytes, purpose);
  *bytes_ += bytes;
  return {buffer->data(), [buffer, total = bytes_](void*) { *total -= buffer->bytes(); }};
}

void CudaLauncher::copy_in(void* to, const void* from, std::size_t bytes) {
  stream_.copy(to, from, bytes, "linear algebra");
}
void CudaLauncher::copy_out(void* to, const void* from, std::size_t bytes) {
  stream_.copy(to, from, bytes, "linear algebra");
}
void CudaLauncher::set_zero(void* memory, std::size_t bytes) { stream_.set_zero(memory, bytes); }

std::unique_ptr<Recording> CudaLauncher::record(std::function<void()> work) {
  return std::make_unique<CudaRecording>(stream_, work);
}

std::unique_ptr<LibraryProduct> CudaLauncher::sliced_product(const SlicedRows& matrix) {
  return make_sliced_product(matrix, stream_);
}

bool CudaLauncher::has_tensor_products(Precision precision, unsigned shared_bytes) const {
  Variant tensor{};
  tensor.tensor = true;
  return can_run(tensor, precision, architecture_) && shared_bytes <= stream_.most_shared_bytes();
}

}  // namespace dgsolve::cuda
