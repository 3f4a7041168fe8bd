#include "solver/preconditioners.hpp"

#include <algorithm>

namespace dgsolve {
namespace {

class Identity : public Preconditioner {
 public:
  explicit Identity(LinearAlgebra& algebra) : algebra_(algebra) {}
  void apply(const DeviceVector& r, DeviceVector& z) override { algebra_.copy(r, z); }

 private:
  LinearAlgebra& algebra_;
};

class MapPreconditioner : public Preconditioner {
 public:
  explicit MapPreconditioner(std::unique_ptr<LinearMap> map) : map_(std::move(map)) {}
  void apply(const DeviceVector& r, DeviceVector& z) override { map_->apply(r, z); }

 private:
  std::unique_ptr<LinearMap> map_;
};

}  // namespace

std::unique_ptr<Preconditioner> make_no_preconditioner(LinearAlgebra& algebra) {
  return std::make_unique<Identity>(algebra);
}

std::unique_ptr<Preconditioner> make_jacobi(const InteriorPenalty& form, LinearAlgebra& algebra) {
  const Discretization& d = form.discretization;
  const int Np = d.element.Np;
  std::vector<double> inverse_diagonal(d.n_dofs(1));
  for (int e = 0; e < d.K(); ++e) {
    const Matrix block = form.diagonal_block(e);
    for (int i = 0; i < Np; ++i) inverse_diagonal[static_cast<std::size_t>(e) * Np + i] = 1 / block(i, i);
  }
  const ElementBlocks diagonal{
      static_cast<int>(inverse_diagonal.size()), 1, inverse_diagonal.size(), {}, [&](int i, double* value) {
        *value = inverse_diagonal[i];
      }};
  return std::make_unique<MapPreconditioner>(algebra.element_blocks(diagonal, Precision::double_));
}

std::unique_ptr<LinearMap> block_jacobi_map(const InteriorPenalty& form, LinearAlgebra& algebra,
                                            Precision precision) {
  const Discretization& d = form.discretization;
  const int Np = d.element.Np;
  const auto fill = [&](int e, double* to) {
    const Matrix L = cholesky(form.diagonal_block(e));
    Matrix block(Np, Np);
    for (int i = 0; i < Np; ++i) block(i, i) = 1;
    solve_lower(L, block);
    solve_lower_transposed(L, block);
    std::copy(block.a.begin(), block.a.end(), to);
  };
  return algebra.element_blocks({d.K(), Np, d.n_dofs(1), {}, fill}, precision);
}

std::unique_ptr<Preconditioner> make_block_jacobi(const InteriorPenalty& form, LinearAlgebra& algebra) {
  return std::make_unique<MapPreconditioner>(block_jacobi_map(form, algebra, Precision::double_));
}

}  // namespace dgsolve
