#include "solver/multigrid/continuous_maps.hpp"

#include "solver/multigrid/schwarz.hpp"

namespace dgsolve {
namespace {

/// A + B.
class SumMap : public LinearMap {
 public:
  SumMap(std::unique_ptr<LinearMap> a, std::unique_ptr<LinearMap> b)
      : LinearMap(a->rows, a->cols, a->precision), a_(std::move(a)), b_(std::move(b)) {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    b_->multiply(alpha, x, beta, b, y, nullptr);
    a_->multiply(alpha, x, 1, y, y, sum);
  }

 private:
  std::unique_ptr<LinearMap> a_, b_;
};

}  // namespace

ContinuousMaps continuous_maps(LinearAlgebra& algebra, const ContinuousForm& form,
                               const std::shared_ptr<LinearMap>& sums, Precision precision) {
  if (form.is_on_device()) return form.device_maps(sums, root_weights(form.space));
  const SchwarzBlocks schwarz(form);
  ElementBlocks cells = form.blocks(), overlapping = schwarz.blocks();
  cells.sums = overlapping.sums = sums;
  std::unique_ptr<LinearMap> a = form.matrix_free(sums);
  if (a == nullptr) a = algebra.element_blocks(cells, precision);
  if (!form.remainder().value.empty())
    a = std::make_unique<SumMap>(std::move(a), algebra.csr(form.remainder(), precision));
  return {std::move(a), algebra.element_blocks(overlapping, precision)};
}

}  // namespace dgsolve
