#include "solver/waves/schemes/step_limits.hpp"

namespace dgsolve {
namespace {

// Step limit in units of smallest altitude / wave speed, N = 1…10: the smallest limit found on a box of
// right-angled triangles or Kuhn tetrahedra, and on that box compressed to a tenth along one or two axes,
// with pec walls and random data. Other shapes allow up to twice as much.
constexpr double upwind_limit[2][10] = {
    {0.477, 0.269, 0.184, 0.128, 0.0984, 0.0753, 0.0609, 0.0492, 0.0414, 0.0347},
    {0.300, 0.183, 0.131, 0.0933, 0.0718, 0.0557, 0.0444, 0.0361, 0.0299, 0.0251}};
constexpr double central_limit[2][10] = {
    {0.580, 0.316, 0.204, 0.142, 0.104, 0.0798, 0.0626, 0.0506, 0.0417, 0.0349},
    {0.427, 0.254, 0.170, 0.122, 0.0916, 0.0711, 0.0562, 0.0459, 0.0380, 0.0320}};

/// Spectral radius of the viscous operator of diffusivity 1 (kernels/waves/traits/equation.hpp) times
/// altitude², N = 1…10: the largest one found on the same boxes and shapes, periodic.
constexpr double viscous_radius[2][10] = {{100, 333, 836, 1811, 3453, 6060, 9915, 15404, 22898, 32845},
                                          {213, 605, 1368, 2757, 4990, 8410, 13370, 20240, 29515, 41662}};

}  // namespace

double viscous_spectral_radius(int dim, int N) { return viscous_radius[dim - 2][N - 1]; }

double stability_limit(int dim, int N, double upwind_share) {
  // Between the two fluxes 1/limit, which measures the operator's norm, is interpolated.
  return 1 /
         (upwind_share / upwind_limit[dim - 2][N - 1] + (1 - upwind_share) / central_limit[dim - 2][N - 1]);
}

StepLimits step_limits(int dim, int N, double upwind_share, const Scheme& scheme) {
  return {0.8 * stability_limit(dim, N, upwind_share) * scheme.share_of_step,
          0.8 * scheme.real_axis_limit / viscous_spectral_radius(dim, N), 0.8 * scheme.real_axis_limit};
}

}  // namespace dgsolve
