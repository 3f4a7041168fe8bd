/// Regions with poles: their local models.
#pragma once

#include <string>

namespace dgsolve {

struct Physics;
struct WaveOptions;

/// Gives regions that have poles (WaveOptions::dispersion) their local model. It takes the region's σ too,
/// which is then 0 for the equation: so a layer goes on from one current. Throws std::invalid_argument with
/// the key, what was found and what is valid.
void set_dispersive_media(WaveOptions& options, const Physics& physics);

/// Throws std::invalid_argument of the first region whose poles are too many for the CPU's kernels.
void refuse_many_poles_on_host(const WaveOptions& options);

/// Whether a region loses energy: by σ, given as its relaxation rate, or by poles. Layers do not count.
bool is_lossy_region(const WaveOptions& options, const std::string& region, double relaxation);

}  // namespace dgsolve
