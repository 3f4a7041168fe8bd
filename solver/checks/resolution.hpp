/// How well a mesh and an order resolve the waves that a case's formulas make, known before it runs.
#pragma once

#include <optional>
#include <vector>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// The highest angular frequency of the case's sources and incoming states in (0, final), rad/s; 0: none of
/// them oscillates. Taken from each formula g where it is largest, as the eighth root of the power spectrum's
/// mean of ω⁸, which by Parseval is (∫(d⁴g/dt⁴)²/∫g²)^(1/8): a sine's is its own frequency, and of a Gaussian
/// pulse's energy 93 % is below.
double highest_frequency(const Discretization& discretization, const WaveOptions& options, double final);

/// The same in space, of the initial fields' formulas: a wave number for each region, rad/m; 0: none.
std::vector<double> highest_wave_numbers(const Discretization& discretization, const WaveOptions& options);

/// The highest angular frequency with which waves of these numbers, [region], oscillate, rad/s. From one
/// medium they go on into the next with the same one; 0 for what a flow carries, which stays on its stream
/// lines.
double frequency_of_waves(const SpatialOperator& op, const std::vector<double>& wave_numbers);

/// Share of its amplitude that a wave of number k loses in one wavelength on cells of size h with the upwind
/// flux, π (N!/(2N+1)!)² (kh)^(2N+1) (Ainsworth, J. Comput. Phys. 198 (2004) 106). Its error in phase is
/// smaller still.
double loss_per_wavelength(int N, double kh);
/// The kh at which so much is lost.
double resolved_kh(int N, double loss);

/// The cell of a region that resolves its waves worst.
struct RegionResolution {
  int cell;
  double wavelength;  ///< 2π/Re k, m
  double skin_depth;  ///< 1/|Im k|, m: in which fields decay by e; infinite where nothing does
  double kh;          ///< |k| · longest edge
};

/// [region]: nothing where there is no wave whose length is known. frequency: rad/s; wave_numbers: [region].
/// Where fields relax at a rate r as in a conductor, r = σ/ε, a wave of frequency ω has k = ω/c √(1 − ir/ω).
std::vector<std::optional<RegionResolution>> region_resolution(const SpatialOperator& op, double frequency,
                                                               const std::vector<double>& wave_numbers);

}  // namespace dgsolve
