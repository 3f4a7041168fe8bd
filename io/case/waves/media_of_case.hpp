/// Media of regions, once the mesh has told which regions there are.
#pragma once

#include "io/case/case.hpp"
#include "kernels/waves/traits/equation.hpp"

namespace dgsolve {

/// The frequencies of its waveforms, monitors and S-parameters; none: it has none of these.
std::optional<Band> band_of_case(const WaveCase& wave);

/// Fits poles to materials (WaveCase::fits) and makes the local models of all regions with poles. Throws
/// CaseError.
void set_media_of_case(Case& c, const EquationInfo& system);

}  // namespace dgsolve
