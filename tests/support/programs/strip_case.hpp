/// A strip with a slab of a dielectric, met by a plane wave along x, and monitors in front of it and behind.
#pragma once

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {

/// m = -1 mirrors the strip; the slab lies between x = 0 and 0.5, the total field between -1 and 1.
inline const char* const strip_script = R"(
SetFactory("OpenCASCADE");
DefineConstant[m = 1];
Rectangle(1) = {-2, 0, 0, 1, 0.25};
Rectangle(2) = {-1, 0, 0, 1, 0.25};
Rectangle(3) = {0, 0, 0, 0.5, 0.25};
Rectangle(4) = {0.5, 0, 0, 0.5, 0.25};
Rectangle(5) = {1, 0, 0, 1, 0.25};
BooleanFragments{ Surface{1:4}; Delete; }{ Surface{5}; Delete; }
If (m < 0)
  Symmetry{1, 0, 0, 0}{ Surface{:}; }
EndIf
Physical Surface("scattered") = {1, 5};
Physical Surface("total") = {2, 4};
Physical Surface("slab") = {3};
e = 1e-5;
Physical Curve("front_end") = Curve In BoundingBox{m * -2 - e, -e, -e, m * -2 + e, 1, e};
Physical Curve("front") = Curve In BoundingBox{m * -1 - e, -e, -e, m * -1 + e, 1, e};
Physical Curve("behind") = Curve In BoundingBox{m * 1 - e, -e, -e, m * 1 + e, 1, e};
Physical Curve("back_end") = Curve In BoundingBox{m * 2 - e, -e, -e, m * 2 + e, 1, e};
Physical Curve("sides") = {Curve In BoundingBox{-3, -e, -e, 3, e, e}, Curve In BoundingBox{-3, 0.25 - e, -e, 3, 0.25 + e, e}};
MeshSize{:} = 0.25;
)";
inline const char* const strip_case = R"yaml(
physics: maxwell
formulation: TM
units: natural
order: 3
mesh: {file: strip.geo}
regions: {scattered: {}, total: {}, slab: {epsilon_r: 4}}
boundaries: {sides: pmc, "*_end": {type: open, thickness: 1, frequency: 0.1}}
waveforms: {pulse: {type: modulated_gaussian, frequency: 0.35, bandwidth: 0.4}}
sources: [{type: plane_wave, into: [total, slab], direction: [1, 0, 0], polarisation: [0, 0, 1], waveform: pulse}]
monitors:
  - {name: reflected, type: flux, surface: front, frequencies: [0.3, 0.4]}
  - {name: transmitted, type: flux, surface: behind, frequencies: [0.3, 0.4]}
  - {name: open, type: flux, surface: front_end, frequencies: [0.3, 0.4]}
time: {final: 45}
)yaml";

struct StripCase {
  StripCase() {
    std::ofstream(folder.path() / "strip.geo") << strip_script;
    std::ofstream(file) << strip_case;
  }

  /// Row of a monitor's table at its first frequency.
  static double first_of(const CaseRun& run, const std::string& monitor, const std::string& column) {
    const auto cells = read_csv(run.results / "monitors" / (monitor + ".csv"));
    for (std::size_t i = 0; i < cells[0].size(); ++i)
      if (cells[0][i] == column) return std::stod(cells[1][i]);
    ADD_FAILURE() << "no column " << column << " in the table of " << monitor;
    return 0;
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
};

}  // namespace dgsolve::test
