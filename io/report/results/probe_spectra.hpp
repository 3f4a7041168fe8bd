/// Spectra of what probes recorded over time, as CSV, and their peaks.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/report/results/spectrum.hpp"

namespace dgsolve {

/// Probe → field, of several points with its place → peaks.
using ProbePeaks = std::map<std::string, std::map<std::string, std::vector<SpectralPeak>>>;

/// Writes spectra/NAME.csv into the folder in which probes/NAME.csv is: frequencies up to the last one at
/// which a field has a ten-thousandth of the highest peak in its unit, and for each column of the probe that
/// has a spectrum its amplitude. Probes of more than 64 columns get none. Throws std::runtime_error that
/// names a file.
ProbePeaks write_spectra(const Case& input, int dim, const std::filesystem::path& directory);

/// Memory that this takes after so many steps, bytes at most.
std::size_t memory_of_spectra(const Case& input, int dim, long n_samples);

/// The file of a probe's spectra.
std::filesystem::path spectra_file(const std::filesystem::path& directory, const std::string& name);

}  // namespace dgsolve
