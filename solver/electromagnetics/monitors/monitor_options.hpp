/// What a case says of a monitor: what a run gathers at chosen frequencies.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace dgsolve {

enum class MonitorType {
  fields,     ///< complex amplitudes at points, on a surface or in regions
  flux,       ///< the power through a surface
  far_field,  ///< what a closed surface radiates
  modal       ///< integrals over a port's faces, which its modes are measured by
};

enum class MonitorSide { inside, outside };

/// Integrals over faces as sums of nodal values.
struct ModalWeights {
  std::vector<int> elements;    ///< of each integral over a face
  std::vector<double> weights;  ///< [integral][Np]
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
  std::shared_ptr<const ModalWeights> modal = {};  ///< modal
  std::size_t number = 0;                          ///< in the case's list
  std::string place;                               ///< for messages: "case.yaml:14:5"
};

}  // namespace dgsolve
