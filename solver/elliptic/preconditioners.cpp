#include "solver/elliptic/preconditioners.hpp"

#include <algorithm>
#include <stdexcept>

#include "solver/multigrid/multigrid.hpp"

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

std::unique_ptr<Preconditioner> make_preconditioner(const EllipticOperator& op) {
  switch (op.form.options.solver.preconditioner) {
    case PreconditionerKind::none:
      return make_no_preconditioner(op.algebra);
    case PreconditionerKind::jacobi:
      return make_jacobi(op.form, op.algebra);
    case PreconditionerKind::block_jacobi:
      return make_block_jacobi(op.form, op.algebra);
    case PreconditionerKind::multigrid:
      return std::make_unique<Multigrid>(op);
  }
  throw std::invalid_argument("preconditioner: no such kind");
}

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

const char* name_of(PreconditionerKind kind) {
  constexpr const char* names[] = {"none", "jacobi", "block_jacobi", "multigrid"};
  return names[static_cast<int>(kind)];
}

std::unique_ptr<LinearMap> block_jacobi_map(const InteriorPenalty& form, LinearAlgebra& algebra,
                                            Precision precision) {
  const Discretization& d = form.discretization;
  const int Np = d.element.Np;
  const auto fill = [&](int e, double* to) {
    const Matrix block = positive_inverse(form.diagonal_block(e));
    std::copy(block.a.begin(), block.a.end(), to);
  };
  return algebra.element_blocks({d.K(), Np, d.n_dofs(1), {}, fill}, precision);
}

std::unique_ptr<Preconditioner> make_block_jacobi(const InteriorPenalty& form, LinearAlgebra& algebra) {
  return std::make_unique<MapPreconditioner>(block_jacobi_map(form, algebra, Precision::double_));
}

}  // namespace dgsolve
