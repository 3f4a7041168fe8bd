/// What a case says of a monitor: what a run gathers at chosen frequencies.
#pragma once

#include <array>
#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solver/electromagnetics/monitors/port_powers.hpp"

namespace dgsolve {

enum class MonitorType {
  fields,      ///< complex amplitudes at points, on a surface or in regions
  flux,        ///< the power through a surface
  far_field,   ///< what a closed surface radiates
  absorption,  ///< the power that regions turn into heat
  port         ///< both traces on a port's faces, from which waves of its modes follow
};

enum class MonitorSide { inside, outside };

/// Nodes that are sampled.
struct SampledNodes {
  std::vector<int> elements;    ///< of each node
  std::vector<double> weights;  ///< [node][Np]: 1 of itself
};

struct MonitorOptions {
  std::string name;
  MonitorType type = MonitorType::fields;
  std::vector<std::string> surface;           ///< regions whose union has it, or one boundary group
  std::vector<std::string> regions;           ///< fields, absorption: in all cells of these
  std::vector<std::array<double, 3>> points;  ///< fields: m
  int n_coordinates = 0;                      ///< numbers given of each point
  std::string format = "vtu";                 ///< fields on a surface or in regions: of their files
  int phases = 0;                             ///< likewise: instants of a period that are written; 0: none
  MonitorSide side = MonitorSide::inside;     ///< flux: whose traces
  std::vector<double> frequencies;            ///< Hz, > 0
  std::vector<double> theta, phi;             ///< far_field: degrees; every theta with every phi
  std::shared_ptr<const SampledNodes> nodes = {};  ///< port
  /// port: the waves [frequency][wave] in what the nodes gathered (Samples::values).
  std::function<std::vector<std::complex<double>>(const std::vector<double>&)> waves = {};
  FindPortPowers port_powers = {};  ///< far_field, where a port drives the run
  std::size_t number = 0;           ///< in the case's list
  std::string place;                ///< for messages: "case.yaml:14:5"
};

}  // namespace dgsolve
