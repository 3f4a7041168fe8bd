/// Whether the numerical flux feeds what fades in a medium with poles in edges of absorbing layers.
///
/// A layer multiplies jωε by m(jω) (kernels/models/absorbing_layer.hpp). The upwind flux takes from E by its
/// jumps, which no layer multiplies: of what varies from node to node an equation jω ε m E = −p E is left,
/// with some rate p > 0 of a cell. Alone ε lets that decay. With m it decays for any p unless jωεm is real
/// and negative at some ω, arg ε + arg m = −3π/2: where two axes absorb, and Re ε < 0.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kernels/waves/traits/equation_info.hpp"
#include "solver/waves/physics/dispersion.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// An absorption σ along each axis, and the shift α; 1/s.
struct LayerAbsorption {
  std::array<double, 3> along{};
  double shift = 0;
};

/// The absorption of the layers that go on from a region.
std::vector<LayerAbsorption> layers_over(const std::string& region, const WaveOptions& options);

/// An angular frequency at which the flux may feed fields of an equation in the medium there: components of E
/// by ε, of H by μ.
std::optional<double> fed_frequency(const Dispersion& medium, const LayerAbsorption& absorption,
                                    const ElectromagneticFields& fields);

/// A factor of α ≥ 1, found in steps of a fifth, with which it feeds none; empty: it still does with 100.
std::optional<double> factor_against_growth(const Dispersion& medium, LayerAbsorption absorption,
                                            const ElectromagneticFields& fields);

}  // namespace dgsolve
