/// The CPU's linear algebra: threaded loops over arrays in main memory.
#pragma once

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/base/pace.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

class HostLinearAlgebra : public LinearAlgebra {
 public:
  explicit HostLinearAlgebra(int threads) : threads_(threads) {}

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
  void cg_start(CgState& state, double target) override;
  void cg_direction(CgState& cg, const DeviceVector& r, const DeviceVector& z, DeviceVector& p) override;
  void cg_step(CgState& cg, const DeviceVector& p, const DeviceVector& Ap, DeviceVector& x,
               DeviceVector& r) override;
  CgProgress cg_read(const CgState& state) override;

  std::unique_ptr<Recording> record(std::function<void()> work, int times) override {
    return std::make_unique<PlainRecording>([work = std::move(work), times, pace = std::make_shared<Pace>()] {
      const Pace::Lap piece(*pace);
      for (int i = 0; i < times; ++i) work();
    });
  }
  std::size_t memory() const override { return *bytes_; }

  // For maps that are made elsewhere.
  int threads() const { return threads_; }
  const ByteCount& bytes() const { return bytes_; }

 private:
  double dot(const DeviceVector& x, const DeviceVector& y) const;
  void copy_times(double factor, const DeviceVector& from, DeviceVector& to) const;

  const int threads_;
  const ByteCount bytes_ = std::make_shared<std::size_t>(0);
};

}  // namespace dgsolve::host
