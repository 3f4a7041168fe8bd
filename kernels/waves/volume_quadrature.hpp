/// How the weak form of a flux that is not linear is integrated.
#pragma once

namespace dgsolve {

enum class VolumeQuadrature : unsigned char {
  over_integrated,  ///< cells to degree 2N, faces to degree 2N + 1, from N = 4 on 2N
  cell,             ///< cells to degree 2N, fluxes through faces at their nodes
  nodal             ///< at nodes
};

}  // namespace dgsolve
