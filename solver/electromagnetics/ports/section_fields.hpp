/// Profiles of modes from fields in a port's section.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solver/electromagnetics/ports/port_mode.hpp"
#include "solver/electromagnetics/ports/section_space.hpp"

namespace dgsolve {

/// A port's faces with functions on them.
struct PortSpace {
  PortSpace(std::shared_ptr<const PortFaces> of, int q) : faces(std::move(of)), space(faces->section, q) {}

  const std::shared_ptr<const PortFaces> faces;
  const SectionSpace space;
};

/// Components along t1 and t2.
struct SectionFields {
  std::array<double, 2> e, h;
};

/// A profile that is known in the section.
class SectionProfile : public ModeProfile {
 public:
  explicit SectionProfile(std::shared_ptr<const PortSpace> space) : port(std::move(space)) {}

  TransverseFields at(int face, std::span<const double> x) const override;
  /// At reference points [n][2] of a cell of the section: without the sign, of a strip's whole power.
  virtual std::vector<SectionFields> in_section(int cell, const std::vector<double>& points) const = 0;

  const std::shared_ptr<const PortSpace> port;
  double sign = 1;  ///< of e and h
};

}  // namespace dgsolve
