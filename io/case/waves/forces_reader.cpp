#include "io/case/waves/forces_reader.hpp"

#include <algorithm>
#include <cmath>

#include "io/case/problem_reading.hpp"

namespace dgsolve {
namespace {

void read_direction(CaseSection& section, ForceOptions& force) {
  std::array<double, 3> direction{};
  force.n_direction = section.coordinates("direction", direction);
  if (force.n_direction == 0) return;
  const double length = std::hypot(direction[0], direction[1], direction[2]);
  if (length == 0)
    section.complain("direction", "is of length 0; expected a direction, such as [1, 0]");
  else
    for (double& component : direction) component /= length;
  force.direction = direction;
}

void read_reference(CaseSection section, ForceOptions& force) {
  ForceReference& stream = force.reference.emplace();
  if (section.require("rho", "the density of the stream, a number > 0"))
    section.number("rho", stream.rho, positive_number, "kg/m^3");
  if (section.require("velocity", "the speed of the stream, a number > 0"))
    section.number("velocity", stream.velocity, positive_number, "m/s");
  section.number("p", force.pressure, any_number, "Pa");
  section.finish();
}

void read_force(CaseSection& section, double final, ForceOptions& force) {
  if (section.require("of", "a list of boundaries, such as [body]")) section.names("of", force.of);
  force.every = final / 1000;
  section.number("every", force.every, positive_number, "s");
  force.from = final / 2;
  section.number("from", force.from, non_negative_number, "s");
  if (section.has("about")) force.n_about = section.coordinates("about", force.about);
  if (section.has("direction")) read_direction(section, force);
  section.number("area", force.area, positive_number, "m^2");
  section.number("length", force.length, positive_number, "m");
  if (section.has("reference")) read_reference(section.section("reference"), force);
  for (const char* key : {"direction", "area", "length"})
    if (section.has(key) && !force.reference)
      section.complain(key, "is for coefficients, which need reference: {rho: …, velocity: …} too");
  section.finish();
}

}  // namespace

void read_forces(CaseSection& output, WaveCase& wave) {
  for (CaseSection& section : output.sections("forces")) {
    ForceOptions force;
    force.number = wave.forces.size();
    if (section.require("name", "a name for the table of forces")) read_file_name(section, force.name);
    if (std::ranges::any_of(wave.forces, [&](const ForceOptions& f) { return f.name == force.name; }))
      section.complain("name", "got " + quote(force.name) + " a second time; expected a name of its own");
    read_force(section, wave.time.final, force);
    wave.forces.push_back(std::move(force));
  }
}

void check_forces(const WaveCase& wave, MeshCheck& mesh) {
  for (const ForceOptions& force : wave.forces) {
    const std::string path = "output.forces[" + std::to_string(force.number) + "]";
    mesh.check_groups(path + ".of", force.of, "boundary", mesh.mesh().boundary_names);
    for (const std::string& name : force.of)
      if (const auto boundary = wave.boundaries.find(name);
          boundary != wave.boundaries.end() && boundary->second.type == "periodic")
        mesh.complain(path + ".of", "got " + quote(name) +
                                        ", a periodic boundary, at which nothing stands; "
                                        "expected walls");
    if (force.n_direction > 0) mesh.check_coordinates(path + ".direction", force.n_direction);
    if (force.n_about > 0) mesh.check_coordinates(path + ".about", force.n_about);
  }
}

}  // namespace dgsolve
