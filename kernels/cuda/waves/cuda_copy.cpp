#include "kernels/cuda/waves/cuda_copy.hpp"

namespace dgsolve::cuda {

CudaCopy::CudaCopy(const DeviceStage& stage, Stream& solver, int device, std::shared_ptr<std::size_t> total)
    : solver_(solver),
      reader_(device),
      transfer_(stage, reader_),
      state_(stage.plan().state_bytes(), total),
      total_(std::move(total)) {
  *total_ += transfer_.device_bytes();
}

CudaCopy::~CudaCopy() { *total_ -= transfer_.device_bytes(); }

void CudaCopy::take(const DeviceArray& state) {
  solver_.start_copy(data_of(state_), data_of(state), state_.buffer.bytes(), "copying a state");
  solver_.record(taken_);
}

void CudaCopy::download(std::span<double> canonical) const {
  reader_.follow(taken_);
  transfer_.download(data_of(state_), canonical);
}

std::vector<std::byte> CudaCopy::save() const {
  std::vector<std::byte> raw(state_.buffer.bytes());
  reader_.follow(taken_);
  reader_.copy(raw.data(), data_of(state_), raw.size(), "saving a state");
  return raw;
}

}  // namespace dgsolve::cuda
