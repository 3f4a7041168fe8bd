/// The choice of a preconditioner, and how each is made from an elliptic operator.
#pragma once

#include <memory>

#include "solver/elliptic/operator.hpp"
#include "solver/multigrid/multigrid.hpp"

namespace dgsolve {

/// The one that the case asks for; precision: of multigrid's cycles. Throws std::domain_error that names the
/// coefficients where a matrix in it is not positive definite.
std::unique_ptr<Preconditioner> make_preconditioner(const EllipticOperator& op,
                                                    Precision precision = Precision::single);

/// As case files call it.
const char* name_of(PreconditionerKind kind);

/// z = r.
std::unique_ptr<Preconditioner> make_no_preconditioner(LinearAlgebra& algebra);
/// The inverse of the diagonal.
std::unique_ptr<Preconditioner> make_jacobi(const InteriorPenalty& form, LinearAlgebra& algebra);
/// The inverses of the blocks on the diagonal, Np×Np a cell.
std::unique_ptr<Preconditioner> make_block_jacobi(const InteriorPenalty& form, LinearAlgebra& algebra);

/// What multigrid is made from. device, matrix_free: make_map_with_blocks's, or null. Keeps references to the
/// operator and the device's blocks.
DiscontinuousForm discontinuous_form(const EllipticOperator& op, FormBlocks* device,
                                     MakeContinuous matrix_free = {});

/// Multigrid cycles in a precision. Keeps references into the operator.
std::unique_ptr<Multigrid> make_multigrid(const EllipticOperator& op, Precision precision);

/// The inverses of the diagonal's blocks as a linear map, in either precision.
std::unique_ptr<LinearMap> block_jacobi_map(const InteriorPenalty& form, LinearAlgebra& algebra,
                                            Precision precision);

}  // namespace dgsolve
