/// A GPU's interior penalty operators (or its emulation's), by kernels for their order and dimension.
#pragma once

#include <string>
#include <vector>

#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/elliptic/device_copies.hpp"
#include "kernels/elliptic/interior_penalty.hpp"

namespace dgsolve::cuda {

class GpuPenaltyMaps : public PenaltyMaps {
 public:
  /// Keeps a reference to the algebra.
  explicit GpuPenaltyMaps(GpuLinearAlgebra& algebra);

  std::unique_ptr<LinearMap> interior_penalty(const InteriorPenaltyView& view, Precision precision) override;
  std::unique_ptr<FormBlocks> blocks(const InteriorPenaltyView& view, const LinearMap& op) override;

 private:
  GpuLinearAlgebra& algebra_;
  std::vector<DeviceCopies> copies_;  ///< [GPU]
};

/// The texts that problems on this element load, one after the other.
std::vector<KernelText> elliptic_kernels(const GpuProperties& gpu, const ReferenceView& reference);

/// The C++ text above kernels/cuda/elliptic/interior_penalty.cu. tensor: whether there are tensor cores.
std::string penalty_prefix(const ReferenceView& reference, Precision precision, bool tensor);

}  // namespace dgsolve::cuda
