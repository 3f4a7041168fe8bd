#include "solver/elliptic/preconditioners.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/triangle.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/elliptic/input_range.hpp"
#include "solver/interior_penalty/cell_blocks.hpp"
#include "solver/linear/cell_batch.hpp"

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

/// The trace of κ in the middle of every cell: [K].
std::vector<double> cell_kappa(const InteriorPenalty& form) {
  const Mesh& mesh = form.discretization.mesh;
  const std::size_t dim = mesh.dim;
  const std::vector<double> middle = map_points(mesh, std::vector<double>(dim, dim == 2 ? -1.0 / 3 : -0.5));
  std::vector<double> trace(mesh.n_elements());
  for_each_cell(mesh.n_elements(), [&](int e) {
    const std::vector<double> kappa = form.medium.kappa(e, std::span(middle).subspan(e * dim, dim));
    for (std::size_t i = 0; i < dim; ++i) trace[e] += kappa[i * dim + i];
  });
  return trace;
}

/// The space of every boundary group.
std::vector<BoundarySpace> boundary_spaces(const InteriorPenalty& form) {
  std::vector<BoundarySpace> spaces;
  for (int group = 0; group < std::ssize(form.discretization.mesh.boundary_names); ++group) {
    const EllipticBoundary* b = form.condition(group);
    const EllipticCondition condition = b == nullptr ? EllipticCondition::neumann : b->condition;
    spaces.push_back(condition == EllipticCondition::dirichlet  ? BoundarySpace::zero
                     : condition == EllipticCondition::floating ? BoundarySpace::constant
                                                                : BoundarySpace::free);
  }
  return spaces;
}

/// 2, in straight cells whose κ is no tensor that varies. The form is a sum of forms that are not negative,
/// each of one or two cells: the penalty is such that a face's terms and its share of both cells' energies
/// are one (InteriorPenalty::set_weights). At u = u⁻ + u⁺ such a form is at most twice the sum of its values
/// at u⁻ and at u⁺, which the blocks add up. Floating conductors only subtract from the operator. In other
/// cells the penalty is an estimate. Rounded blocks are not quite inverses, but the smoother bears
/// eigenvalues up to 2.1.
std::optional<double> largest_with_blocks_inverted(const InteriorPenalty& form) {
  if (!form.view().cells(PenaltyCell::general).empty()) return {};
  return 2;
}

/// Whether a tenth of the cells are of low quality. Any mesh may have some of them.
bool is_stretched(const Mesh& mesh) { return mesh_quality(mesh).n_low > mesh.n_elements() / 10; }

}  // namespace

std::unique_ptr<Preconditioner> make_preconditioner(const EllipticOperator& op, Precision precision) {
  try {
    switch (op.options.solver.preconditioner) {
      case PreconditionerKind::none:
        return make_no_preconditioner(op.algebra);
      case PreconditionerKind::jacobi:
        return make_jacobi(op.form, op.algebra);
      case PreconditionerKind::block_jacobi:
        return make_block_jacobi(op.form, op.algebra);
      case PreconditionerKind::multigrid:
        return make_multigrid(op, precision);
    }
  } catch (const std::domain_error& error) {
    throw std::domain_error(fmt::format(
        "solver.preconditioner: {} cannot be made, because round-off hides what the matrix holds ({}): "
        "{}; "
        "expected coefficients that differ less, more that fixes the level of u, or solver.preconditioner: "
        "jacobi",
        name_of(op.options.solver.preconditioner), error.what(), coefficients_text(op.form)));
  }
  throw std::invalid_argument("preconditioner: no such kind");
}

std::unique_ptr<Preconditioner> make_no_preconditioner(LinearAlgebra& algebra) {
  return std::make_unique<Identity>(algebra);
}

std::unique_ptr<Preconditioner> make_jacobi(const InteriorPenalty& form, LinearAlgebra& algebra) {
  const int Np = form.discretization.element.Np;
  const std::size_t size = triangle_size(Np);
  std::vector<double> inverse_diagonal(form.discretization.n_dofs(1));
  const CellBlocks cells(form);
  for_each_run(RunsOfCells(form.discretization.K(), Np * Np), [&](int, int first, int last) {
    std::vector<double> triangles((last - first) * size);
    cells.diagonal_blocks(first, last - first, triangles.data());
    double* to = &inverse_diagonal[static_cast<std::size_t>(first) * Np];
    for (const double* triangle = triangles.data(); first < last; ++first, triangle += size)
      for (int i = 0; i < Np; ++i) *to++ = 1 / triangle[triangle_index(i, i)];
  });
  const auto fill = [&](int first, int count, double* values) {
    std::copy_n(&inverse_diagonal[first], count, values);
  };
  const int n = static_cast<int>(inverse_diagonal.size());
  return std::make_unique<MapPreconditioner>(
      algebra.element_blocks({n, 1, inverse_diagonal.size(), {}, fill}, Precision::double_));
}

const char* name_of(PreconditionerKind kind) {
  constexpr const char* names[] = {"none", "jacobi", "block_jacobi", "multigrid"};
  return names[static_cast<int>(kind)];
}

std::unique_ptr<LinearMap> block_jacobi_map(const InteriorPenalty& form, LinearAlgebra& algebra,
                                            Precision precision) {
  const Discretization& d = form.discretization;
  const CellBlocks cells(form);
  const auto fill = [&](int first, int count, double* triangles) {
    cells.diagonal_blocks(first, count, triangles);
    invert_positive(d.element.Np, count, triangles);
  };
  return algebra.element_blocks(
      {d.K(), d.element.Np, d.n_dofs(1), {}, fill, form.view().blocks_may_be_rounded()}, precision);
}

DiscontinuousForm discontinuous_form(const EllipticOperator& op, FormBlocks* device,
                                     MakeContinuous matrix_free) {
  const InteriorPenalty& form = op.form;
  const auto cells = std::make_shared<const CellBlocks>(form);
  return {
      form.discretization.trace,
      form.discretization.element,
      boundary_spaces(form),
      cell_kappa(form),
      op.mean_free,
      [cells](int first, int count, double* to) { cells->cell_matrices(first, count, to); },
      [&form](int e, int face) { return form.face_matrix(e, face); },
      device,
      std::move(matrix_free),
      largest_with_blocks_inverted(form),
      is_stretched(form.discretization.mesh),
  };
}

std::unique_ptr<Multigrid> make_multigrid(const EllipticOperator& op, Precision precision) {
  auto [a, blocks, matrix_free] = op.make_map_with_blocks(precision);
  auto s = blocks ? blocks->inverses() : block_jacobi_map(op.form, op.algebra, precision);
  return std::make_unique<Multigrid>(op.algebra, discontinuous_form(op, blocks.get(), std::move(matrix_free)),
                                     std::move(a), std::move(s));
}

std::unique_ptr<Preconditioner> make_block_jacobi(const InteriorPenalty& form, LinearAlgebra& algebra) {
  return std::make_unique<MapPreconditioner>(block_jacobi_map(form, algebra, Precision::double_));
}

}  // namespace dgsolve
