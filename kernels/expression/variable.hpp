/// The variables of formulas: where, and when.
#pragma once

namespace dgsolve {

enum class Variable { x, y, z, t };

}  // namespace dgsolve
