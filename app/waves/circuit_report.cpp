#include "app/waves/circuit_report.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "app/console/log.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

/// "R 5 ohm, L 1e-09 H in series"
std::string parts_text(const LumpedElement& element, bool si) {
  std::vector<std::string> parts;
  const auto add = [&](const char* name, const std::optional<double>& value, const char* unit) {
    if (value) parts.push_back(fmt::format("{} {:.6g}{}", name, *value, si ? unit : ""));
  };
  add("R", element.R, " ohm");
  add("L", element.L, " H");
  add("C", element.C, " F");
  const char* const how = element.connection == LumpedElement::Connection::series ? "series" : "parallel";
  return listed(parts) + (parts.size() > 1 ? fmt::format(" in {}", how) : "");
}

}  // namespace

void report_circuits(const Case& input) {
  const char* const metres = input.si ? " m" : "";
  for (const auto& [name, boundary] : input.wave().boundaries) {
    if (!boundary.gap) continue;
    const LumpedGap::Found& found = *boundary.gap->found;
    say("lumped {} {}: {}, from {} to {}, {:.4g}{} long and {:.4g}{} wide",
        boundary.gap->is_port ? "port" : "element", name, parts_text(*boundary.lumped, input.si),
        found.conductors[0], found.conductors[1], found.length, metres, found.width, metres);
  }
}

}  // namespace dgsolve
