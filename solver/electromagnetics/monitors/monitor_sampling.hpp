/// Where and how often a monitor takes the fields, found on the mesh.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "solver/electromagnetics/monitors/monitor_options.hpp"
#include "solver/electromagnetics/monitors/surface_points.hpp"
#include "solver/electromagnetics/monitors/symmetry_planes.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

struct MonitorSampling {
  SamplePoints points{SampleKind::transforms};  ///< on the device; of a surface its nodes
  std::vector<Side> sides;                      ///< of the surface; empty: there is none
  bool at_nodes = false;                        ///< the points are all nodes of their elements
  /// A flux or far field has traces on one side; then, of a far field on the surface of the total field,
  /// those on its inner side; then, of one without a plane wave, those around lossy media inside the surface.
  SurfacePoints surface;
  std::size_t n_first = 0;            ///< points of the first side
  std::size_t n_on_surface = 0;       ///< and of the inner side
  bool knows_losses = true;           ///< far_field: no source stands in lossy media
  std::vector<SymmetryPlane> planes;  ///< far_field
  std::vector<double> coefficients;   ///< far_field: of the medium outside

  bool has_total_field() const { return n_first < n_on_surface; }
  /// Where there is a surface, at its points, else as they are. Samples::values.
  std::vector<double> at_points(std::vector<double> sums) const {
    return surface.x.empty() ? std::move(sums) : surface.at_points(sums);
  }
};

/// The sides of the surface that a monitor names. Normals of a plane of faces inside the mesh point to where
/// the case's plane waves travel, or into the region that a wave enters there, or else to the positive axis
/// (named_surface); those of an open boundary point out of the mesh, as it was before layers.
std::vector<Side> monitored_sides(const MonitorOptions& monitor, const Mesh& mesh,
                                  const WaveOptions& options);

/// dt: the largest time step, s. Throws std::invalid_argument, MeshError.
MonitorSampling monitor_sampling(const MonitorOptions& monitor, const SpatialOperator& op,
                                 const WaveOptions& options, double dt);

/// Steps between samples: eight of them in the shortest period, or every step.
long sampling_stride(const std::vector<double>& frequencies, double dt);

}  // namespace dgsolve
