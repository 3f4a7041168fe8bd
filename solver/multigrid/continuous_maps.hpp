/// The operator of a continuous level and its smoother, made by the host or on the device.
#pragma once

#include "solver/multigrid/continuous_form.hpp"

namespace dgsolve {

/// sums: of the nodes of the form's space (LinearAlgebra::scatter_add). A form that is on a device must be on
/// the algebra's, in this precision. Throws std::domain_error where the form is not positive definite.
ContinuousMaps continuous_maps(LinearAlgebra& algebra, const ContinuousForm& form,
                               const std::shared_ptr<LinearMap>& sums, Precision precision);

}  // namespace dgsolve
