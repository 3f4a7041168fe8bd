/// Files of S-parameters, and of the waves that they follow from.
#pragma once

#include <filesystem>
#include <vector>

#include "io/case/case.hpp"
#include "io/report/results/summary.hpp"
#include "solver/electromagnetics/s_parameters/port_channels.hpp"

namespace dgsolve {

/// `output folder`/s_parameters/waves_feed.csv
std::filesystem::path waves_file(const Case& input, const PortChannel& driven);

/// The waves of all channels in the run that drives one, as they were measured on the ports' faces.
void write_waves(const Case& input, const DrivenWaves& waves, const std::vector<PortChannel>& channels);
/// Throws std::invalid_argument where they are of other frequencies or channels.
DrivenWaves read_waves(const Case& input, std::size_t driven, const std::vector<PortChannel>& channels);

/// Throws CaseError where a reference in Ω has no meaning, or the files cannot have all references.
void check_references(const Case& input, const CasePorts& ports);

/// Writes `output folder`/s_parameters/NAME.csv, .h5 and, where all channels were driven, .sNp; of guides
/// modes.csv, of lumped ports impedance.csv. Says what passive and reciprocal structures are judged by.
SParameterSummary write_s_parameters(const Case& input, const CasePorts& ports,
                                     const std::vector<DrivenWaves>& waves);

}  // namespace dgsolve
