#include "app/waves/check_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/console/log.hpp"
#include "app/waves/cell_text.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/faces.hpp"
#include "solver/discretization/formula_points.hpp"

namespace dgsolve {
namespace {

/// A box around points.
class Extent {
 public:
  void add(const std::array<double, 3>& x) {
    for (int i = 0; i < 3; ++i) {
      lower_[i] = std::min(lower_[i], x[i]);
      upper_[i] = std::max(upper_[i], x[i]);
    }
  }
  double diagonal() const {
    return std::hypot(upper_[0] - lower_[0], upper_[1] - lower_[1], upper_[2] - lower_[2]);
  }
  /// "from (0, 0) to (1, 2)"
  std::string text(int dim) const { return "from " + corner(lower_, dim) + " to " + corner(upper_, dim); }

 private:
  std::string corner(const std::array<double, 3>& x, int dim) const {
    const double rounding = 1e-12 * diagonal();
    std::string text = "(";
    for (int i = 0; i < dim; ++i) {
      char number[24];
      std::snprintf(number, sizeof number, "%s%.4g", i > 0 ? ", " : "", std::abs(x[i]) < rounding ? 0 : x[i]);
      text += number;
    }
    return text + ")";
  }

  static constexpr double none = std::numeric_limits<double>::infinity();
  std::array<double, 3> lower_ = {none, none, none}, upper_ = {-none, -none, -none};
};

Extent extent_of(const Mesh& mesh) {
  Extent extent;
  for (const std::array<double, 3>& x : mesh.nodes) extent.add(x);
  return extent;
}

/// What the case says a boundary group is.
std::string type_of(const Case& input, const std::string& group) {
  const YamlNode* boundaries = input.resolved.find("boundaries");
  const YamlNode* entry = boundaries ? boundaries->find(group) : nullptr;
  const YamlNode* type = entry && entry->kind == YamlNode::Kind::map ? entry->find("type") : entry;
  return type ? type->text : "no condition";
}

void report_boundary(const Case& input, const Mesh& mesh, int group) {
  Extent extent;
  int n = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      if (mesh.boundary[side_index(mesh, {e, f})] != group) continue;
      ++n;
      for (const int vertex : face_vertices(mesh, {e, f}))
        if (vertex >= 0) extent.add(mesh.nodes[vertex]);
    }
  const std::string& name = mesh.boundary_names[group];
  say("boundary %s: %s, %d faces, %s", name.c_str(), type_of(input, name).c_str(), n,
      extent.text(mesh.dim).c_str());
}

/// Formulas of a key that should not vanish; false where all of them do, or there are none.
bool puts_something_in(const std::string& key, const FormulaPoints& points,
                       const std::map<std::string, Expression>& formulas, double final, const Mesh& mesh) {
  constexpr double nothing = 1e-30;
  bool found = false;
  for (const auto& [field, f] : formulas) {
    const double largest = largest_value(points, f, final).value;
    found = found || largest > nothing;
    if (largest <= nothing && !f.is_constant())
      warn(
          "%s.%s: no value larger than %.3g was found at the mesh's nodes (%s) until the final time; "
          "expected a formula whose place and time are in the case's units",
          key.c_str(), field.c_str(), largest, extent_of(mesh).text(mesh.dim).c_str());
  }
  return found;
}

}  // namespace

void report_places(const Case& input, const Mesh& mesh, const Discretization& discretization) {
  say("mesh: %s", extent_of(mesh).text(mesh.dim).c_str());
  for (std::size_t group = 0; group < mesh.boundary_names.size(); ++group)
    report_boundary(input, mesh, static_cast<int>(group));
  const std::vector<Location> locations = locate(input.output.probes, discretization);
  for (std::size_t i = 0; i < locations.size(); ++i)
    say("probe %s: %s", input.output.probes[i].name.c_str(), place_text(mesh, locations[i].element).c_str());
}

void check_data(const Case& input, const Discretization& d) {
  const WaveOptions& wave = input.wave;
  const double final = input.time.final;
  const FormulaPoints nodes = all_nodes(d);
  bool found = input.initial_case.has_value();
  found = puts_something_in("initial", nodes, wave.initial, final, d.mesh) || found;
  found = puts_something_in("source", nodes, wave.source, final, d.mesh) || found;
  for (const auto& [name, boundary] : wave.boundaries)
    if (!boundary.data.empty())
      found = puts_something_in("boundaries." + name + ".data",
                                nodes_of_group(d, index_of(d.mesh.boundary_names, name)), boundary.data,
                                final, d.mesh) ||
              found;
  if (!found) warn_of_nothing();
}

void warn_of_nothing() {
  warn("nothing is put in: neither initial fields nor sources nor incoming ones; all stays 0");
}

void check_times(const Case& input, const SpatialOperator& op, const TimeStep& step, long n_steps) {
  constexpr double many_crossings = 1e5;
  const TimeOptions& time = input.time;
  const Mesh& mesh = op.discretization.mesh;
  double speed = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) speed = std::max(speed, step_in_cell(op, e, 1).speed);
  const double way = speed * time.final, size = extent_of(mesh).diagonal();
  const char *unit = input.si ? " s" : "", *length = input.si ? " m" : "";
  say("time: waves travel %.4g%s until t = %.6g%s; the mesh is %.4g%s across", way, length, time.final, unit,
      size, length);
  if (time.final < step.dt)
    warn(
        "time.final: %.4g%s is shorter than a time step (%.4g%s): hardly anything can happen; expected a "
        "time in the case's units%s",
        time.final, unit, step.dt, unit, input.si ? ", seconds" : "");
  if (way > many_crossings * size)
    warn(
        "time.final: until %.4g%s waves can cross the mesh %.2g times, in %ld steps; expected a time in the "
        "case's units%s",
        time.final, unit, way / size, n_steps, input.si ? ", seconds" : "");
  if (input.output.fields && input.output.fields->every < step.dt && input.output.fields->every < time.final)
    warn(
        "output.fields.every: %.4g%s is shorter than a time step (%.4g%s): %ld steps instead of %.0f, each "
        "written",
        input.output.fields->every, unit, step.dt, unit, n_steps, std::ceil(time.final / step.dt));
  const auto warn_if_never = [&](const char* output, double every, const char* consequence) {
    if (every > time.final)
      warn("output.%s.every: %.4g%s is longer than the run (%.4g%s): %s", output, every, unit, time.final,
           unit, consequence);
  };
  if (input.output.fields)
    warn_if_never("fields", input.output.fields->every, "only the first and the last state are written");
  if (input.output.ledger)
    warn_if_never("ledger", input.output.ledger->every, "it is sampled at the start and at the end only");
  if (input.output.checkpoint)
    warn_if_never("checkpoint", input.output.checkpoint->every, "a run that is killed is lost");
}

}  // namespace dgsolve
