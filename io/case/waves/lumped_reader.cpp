#include "io/case/waves/lumped_reader.hpp"

#include <stdexcept>

#include "io/case/waves/ports_reader.hpp"
#include "kernels/base/names.hpp"
#include "solver/electromagnetics/lumped/gap_faces.hpp"

namespace dgsolve {
namespace {

/// An axis, "radial", or {from: …, to: …}.
void read_gap_direction(CaseSection& section, std::optional<Point>& direction) {
  if (!section.require("direction",
                       "x, y, z, radial or {from: […], to: […]}: from one conductor to the other"))
    return;
  if (!section.is_map("direction")) {
    std::string name;
    if (!section.choice("direction", name, {"x", "y", "z", "radial"}) || name == "radial") return;
    direction.emplace();
    (*direction)[name.front() - 'x'] = 1;
    return;
  }
  CaseSection line = section.section("direction");
  Point from{}, to{};
  const bool is_there = line.require("from", "a point on one conductor, such as [0, 0, 0]") &&
                        line.require("to", "a point on the other conductor, such as [0, 0, 1 mm]");
  const int n = line.coordinates("from", from), n_to = line.coordinates("to", to);
  if (is_there && n > 0 && n_to > 0 && from == to)
    line.complain("to", "is the point that `from` is; expected one on the other conductor");
  line.finish("key of a direction");
  direction = difference(to, from);
}

void read_part(CaseSection& network, const std::string& name, const NumberRange& range,
               const std::string& unit, std::optional<double>& part) {
  if (network.has(name)) network.number(name, part.emplace(), range, unit);
}

void read_network(CaseSection& section, const std::string& key, LumpedElement& element) {
  CaseSection parts = section.section(key);
  const bool in_parallel = key == "parallel";
  element.connection = in_parallel ? LumpedElement::Connection::parallel : LumpedElement::Connection::series;
  read_part(parts, "R", in_parallel ? positive_number : non_negative_number, "ohm", element.R);
  read_part(parts, "L", positive_number, "H", element.L);
  read_part(parts, "C", positive_number, "F", element.C);
  if (!element.L && !element.C && element.R && *element.R == 0)
    parts.complain("R",
                   "got 0 and nothing beside it, which is a conductor; expected a resistance > 0, or a "
                   "boundary of type pec");
  if (section.is_map(key) && !element.R && !element.L && !element.C)
    section.complain(key, "names no part; expected some of R, L and C, such as {R: 50 ohm, C: 1 pF}");
  parts.finish("part of an element");
}

}  // namespace

void read_lumped_port(CaseSection& section, const std::string& name, BoundaryOptions& boundary) {
  refuse_name_of_no_file(section, name);
  LumpedElement& element = boundary.lumped.emplace();
  LumpedGap& gap = boundary.gap.emplace();
  gap.is_port = true;
  element.R = 1;
  if (section.require("resistance", "that of the source and of the load behind the port, such as 50 ohm"))
    section.number("resistance", *element.R, positive_number, "ohm");
  if (section.has("reference")) section.number("reference", gap.reference.emplace(1), positive_number, "ohm");
  read_gap_direction(section, gap.direction);
}

void read_lumped_element(CaseSection& section, const std::string& name, BoundaryOptions& boundary) {
  refuse_name_of_no_file(section, name);
  LumpedElement& element = boundary.lumped.emplace();
  const bool in_series = section.has("series"), in_parallel = section.has("parallel");
  if (in_series && in_parallel)
    section.complain("parallel", "series is given too; expected one of them, or an element each");
  else if (!in_series && !in_parallel)
    section.require("series", "series: {R: …, L: …, C: …} or parallel: {…}, with some of R, L and C");
  if (in_series) read_network(section, "series", element);
  if (in_parallel) read_network(section, "parallel", element);
  read_gap_direction(section, boundary.gap.emplace().direction);
}

void check_lumped(const std::string& name, const WaveOptions& wave, const EquationInfo& system,
                  MeshCheck& mesh) {
  if (system.dim != 3)
    return mesh.complain(
        "boundaries." + name,
        "got " + wave.boundaries.at(name).type + "; " + mesh.equation_in_dimension() +
            " has none: expected a mesh of volumes, with elements on faces between two conductors");
  if (index_of(mesh.mesh().boundary_names, name) < 0) return;
  try {
    static_cast<void>(gap_of(mesh.mesh(), wave, name));
  } catch (const std::invalid_argument& wrong) {
    mesh.complain("boundaries." + name, wrong.what());
  }
}

}  // namespace dgsolve
