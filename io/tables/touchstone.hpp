/// S-parameters in Touchstone files (Touchstone File Format Specification, version 2.0, IBIS Open Forum,
/// 2009).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solver/electromagnetics/s_parameters/scattering.hpp"

namespace dgsolve {

struct TouchstoneOptions {
  int version = 1;
  std::vector<std::string> labels;    ///< [port]
  std::vector<double> references;     ///< [port], Ω; 1: the mode's own
  std::vector<std::string> comments;  ///< lines
};

/// ".s2p"
std::string touchstone_ending(std::size_t n_ports);

/// All columns must be driven. Frequencies at which nothing is known are left out. With version 1, which has
/// one reference, ports of different ones are refused: std::invalid_argument. Throws std::runtime_error that
/// names the file.
void write_touchstone(const std::filesystem::path& file, const Scattering& scattering,
                      const TouchstoneOptions& options);

}  // namespace dgsolve
