/// Linear algebra of a GPU (or of its emulation), or of several with the same bits. Conjugate gradients are
/// of double precision.
#pragma once

#include "kernels/cuda/algebra/gpu_vector.hpp"

namespace dgsolve::cuda {

KernelText linear_algebra_kernels();

/// A map of dense blocks, and where kernels write them, before the first product.
template <class T>
struct BlocksToWrite {
  std::unique_ptr<LinearMap> map;
  StoredBlocks<T> stored;
};

class GpuLinearAlgebra : public LinearAlgebra {
 public:
  /// Keeps a reference to the team.
  explicit GpuLinearAlgebra(Team& team);

  std::unique_ptr<DeviceVector> vector(std::size_t size, Precision precision) override;
  std::unique_ptr<DeviceScalar> scalar() override;
  void upload(std::span<const double> from, DeviceVector& to) override;
  void download(const DeviceVector& from, std::span<double> to) override;
  double value(const DeviceScalar& s) override;

  std::unique_ptr<LinearMap> csr(const CsrMatrix& matrix, Precision precision) override;
  std::unique_ptr<LinearMap> sliced_ell(const CsrMatrix& matrix, Precision precision) override;
  std::unique_ptr<LinearMap> block_csr(const BlockCsrMatrix& matrix, Precision precision) override;
  std::unique_ptr<LinearMap> element_blocks(const ElementBlocks& blocks, Precision precision) override;
  std::unique_ptr<LinearMap> gather(std::span<const int> indices, std::size_t cols,
                                    Precision precision) override;
  std::unique_ptr<LinearMap> scatter_add(const InverseIndex& places, std::size_t cols,
                                         Precision precision) override;

  void set_zero(DeviceVector& x) override;
  void copy(const DeviceVector& from, DeviceVector& to) override;
  void copy_scaled(const DeviceVector& from, Scaling scaling, const DeviceScalar& s,
                   DeviceVector& to) override;
  void combine(double a, const DeviceVector& x, double b, DeviceVector& y) override;
  void dot(const DeviceVector& x, const DeviceVector& y, DeviceScalar& result) override;
  void norm(const DeviceVector& x, DeviceScalar& result) override;

  std::unique_ptr<CgState> cg_state(int max_iterations) override;
  void cg_start(CgState& cg, double target) override;
  void cg_direction(CgState& state, const DeviceVector& r, const DeviceVector& z, DeviceVector& p) override;
  void cg_step(CgState& state, const DeviceVector& p, const DeviceVector& Ap, DeviceVector& x,
               DeviceVector& r) override;
  CgProgress cg_read(const CgState& cg) override;

  std::unique_ptr<Recording> record(std::function<void()> work, int times) override {
    work();  // a recording cannot load kernels
    return team_.record([&] {
      for (int i = 0; i < times; ++i) work();
    });
  }
  double agreed(double measured) const override { return team_.agreed(measured); }
  std::size_t memory() const override { return team_.memory(); }
  std::vector<PartReport> parts(int K, int Np) const override;

  /// element_blocks; without `fill` the blocks are zero. indices: those of the blocks, on the device.
  template <class T>
  BlocksToWrite<T> blocks_to_write(const ElementBlocks& blocks, const Array<int>& indices);

  /// to ← from, both in a GPU's memory, in the order of its launcher.
  void round(std::size_t gpu, const double* from, float* to, std::size_t n);

  /// For maps that are made elsewhere.
  Team& team() const { return team_; }
  const VectorKernels& kernels() const { return on_; }

 private:
  void copy(const DeviceVector& from, const double* factor, Scaling scaling, DeviceVector& to);
  void dot(const DeviceVector& x, const DeviceVector& y, bool root, DeviceScalar& result);
  void launch_on_shares(const char* kernel, const CgArguments& arguments);

  Team& team_;
  std::vector<std::unique_ptr<KernelModule>> kernels_;  ///< [GPU]
  const VectorKernels on_;
  const Array<double> partial_;  ///< of the reduction that runs
};

}  // namespace dgsolve::cuda
