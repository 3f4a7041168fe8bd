/// A case of a straight guide between two ports.
#pragma once

#include <filesystem>
#include <fstream>

#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

/// A guide of 2 by 1 along an axis, in natural units; the cut-off of TE10 is 1/4, of TE20 and TE01 1/2.
struct GuideCase {
  GuideCase() {
    std::ofstream(folder.path() / "guide.geo") << R"(
DefineConstant[length = 2];
DefineConstant[slant = 0];
DefineConstant[h = 1];
DefineConstant[layers = 2];
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 2, 1};
MeshSize{ PointsOf{ Surface{1}; } } = h;
guide() = Extrude{slant, 0, length}{ Surface{1}; Layers{layers}; };
Physical Volume("air") = {guide(1)};
Physical Surface("feed") = {1};
Physical Surface("load") = {guide(0)};
Physical Surface("walls") = {guide({2:5})};
)";
    std::ofstream(file) << R"yaml(
physics: maxwell
units: natural
order: 3
mesh: {file: guide.geo}
regions: {air: {}}
boundaries:
  feed: {type: port, modes: [TE10], reference_plane: 0.5}
  load: {type: port, modes: [TE10]}
  walls: pec
s_parameters: {frequencies: {from: 0.34, to: 0.4, count: 3}, name: guide}
time: {final: 80, stop: {decay: 1e-8}}
)yaml";
  }
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
};

}  // namespace dgsolve::test
