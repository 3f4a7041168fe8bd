/// How well a mesh and an order resolve the waves that a case's formulas excite, estimated before the run.
#pragma once

#include <optional>
#include <vector>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// The highest angular frequency of the case's sources and incoming states in (0, final), rad/s; 0: nothing
/// oscillates. Each formula g is sampled at the point where it is largest. Its frequency is the eighth root
/// of the mean of ω⁸ over the power spectrum, by Parseval (∫(d⁴g/dt⁴)²/∫g²)^(1/8): for a sine its own
/// frequency, for a Gaussian pulse a frequency with 93 % of the energy below it. Of tables, which have no
/// fourth derivative, it is the fourth root of the mean of ω⁴.
double highest_frequency(const Discretization& discretization, const WaveOptions& options, double final);

/// The same in space for the formulas of the initial fields: a wave number for each region, rad/m; 0: none.
std::vector<double> highest_wave_numbers(const Discretization& discretization, const WaveOptions& options);

/// The highest angular frequency of waves with these wave numbers [region], rad/s. A wave keeps its frequency
/// when it enters another medium. 0 for a flow: what it carries stays on its streamlines.
double frequency_of_waves(const SpatialOperator& op, const WaveOptions& options,
                          const std::vector<double>& wave_numbers);

/// Share of the amplitude that a wave of wave number k loses per wavelength on cells of size h with the
/// upwind flux: π (N!/(2N+1)!)² (kh)^(2N+1) (Ainsworth, J. Comput. Phys. 198 (2004) 106). The phase error is
/// smaller.
double loss_per_wavelength(int N, double kh);
/// The kh at which this share is lost.
double resolved_kh(int N, double loss);

/// The cell of a region that resolves its waves worst.
struct RegionResolution {
  int cell;
  double wavelength;  ///< 2π/Re k, m
  double skin_depth;  ///< 1/|Im k|, m: fields decay over it by 1/e; infinite without loss
  double kh;          ///< |k| · longest edge
};

/// [region]; empty for a region without a wave of known length. frequency: rad/s; wave_numbers: [region].
/// Where fields relax at a rate r (in a conductor r = σ/ε), a wave of frequency ω has k = ω/c √(1 − ir/ω).
/// Where ε has poles it is the shortest wave of all frequencies up to that one.
std::vector<std::optional<RegionResolution>> region_resolution(const SpatialOperator& op,
                                                               const WaveOptions& options, double frequency,
                                                               const std::vector<double>& wave_numbers);

}  // namespace dgsolve
