/// A copy of a state that is read while the solver's stream goes on, by a stream of its own.
#pragma once

#include "kernels/cuda/waves/device_array.hpp"
#include "kernels/cuda/waves/transfer.hpp"

namespace dgsolve::cuda {

class CudaCopy : public StateCopy {
 public:
  /// Keeps references to the stage and to the solver's stream. total: bytes of all living arrays.
  CudaCopy(const DeviceStage& stage, Stream& solver, int device, std::shared_ptr<std::size_t> total);
  CudaCopy(const CudaCopy&) = delete;
  CudaCopy& operator=(const CudaCopy&) = delete;
  ~CudaCopy() override;

  void take(const DeviceArray& state) override;
  void download(std::span<double> canonical) const override;
  std::vector<std::byte> save() const override;

 private:
  Stream& solver_;
  mutable Stream reader_;
  mutable StateTransfer transfer_;
  const CudaArray state_;
  Event taken_;
  const std::shared_ptr<std::size_t> total_;
};

}  // namespace dgsolve::cuda
