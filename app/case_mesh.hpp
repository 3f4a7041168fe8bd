/// The mesh that a case asks for.
#pragma once

#include <functional>
#include <optional>

#include "io/case/case.hpp"
#include "io/mesh/mesh_cache.hpp"
#include "kernels/base/phase_clock.hpp"

namespace dgsolve {

/// Where the case's mesh may be kept; none for a finished one, or where the case keeps none.
std::optional<MeshCache> cache_of(const Case& input);

/// Made now, or an earlier run's. before_gmsh: called before Gmsh makes one after all, where the kept one is
/// damaged. Throws MeshError.
Mesh mesh_of(const Case& input, const std::optional<MeshCache>& cache, MeshReport& report, PhaseClock& clock,
             const std::function<void()>& before_gmsh);

}  // namespace dgsolve
