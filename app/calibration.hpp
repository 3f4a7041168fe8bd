/// What a run in time costs, measured with the parts it is made of before it begins.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/case.hpp"
#include "solver/spatial_operator.hpp"

namespace dgsolve {

/// An output of a kind, on average over its times.
struct OutputCost {
  std::string name;
  double times;    ///< in a whole run
  double bytes;    ///< each, on the disk
  double seconds;  ///< each
};

struct Calibration {
  double step_seconds;  ///< a step, with its share of the checks of the energy
  std::vector<OutputCost> outputs;
  std::size_t device_bytes, host_bytes;
};

/// Takes steps of no length from random fields, which compress like none that mean anything, and writes each
/// output once, in a folder of its own beside the output folder, which goes again. n_steps: of the whole run.
/// Throws MeshError where a probe is outside the mesh, and std::runtime_error where no file can be written.
Calibration calibrate(const Case& input, SpatialOperator& op, const Mesh& mesh, long n_steps);

/// The folder that the output folder would be made in: it, or the nearest above it that is there.
std::filesystem::path existing_folder(const std::filesystem::path& directory);

}  // namespace dgsolve
