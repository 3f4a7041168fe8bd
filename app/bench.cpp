#include "app/bench.hpp"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/problems.hpp"
#include "io/base/files.hpp"
#include "io/case/problem_kinds.hpp"
#include "kernels/base/names.hpp"
#include "kernels/devices.hpp"
#include "solver/waves/forms/weak_quadrature.hpp"

namespace dgsolve {
namespace {

Precision parse_precision(const std::string& text) {
  if (text == "double") return Precision::double_;
  if (text == "single") return Precision::single;
  throw std::invalid_argument("--precision: got \"" + text + "\"; expected double or single");
}

const ProblemKind& parse_physics(const std::string& name) {
  if (const ProblemKind* kind = find_kind(name)) return *kind;
  std::vector<std::string> valid;
  for (const EquationInfo& system : all_systems())
    if (index_of(valid, system.equation) < 0) valid.push_back(system.equation);
  throw std::invalid_argument("--physics: got \"" + name + "\"; expected one of " + listed(valid));
}

/// The equation's system in the highest dimension, with the numerical flux of a name or the first one.
EquationInfo highest_system(const ProblemKind& kind, const BenchArguments& arguments) {
  EquationInfo highest{};
  std::vector<std::string> valid;
  for (const EquationInfo& system : kind.systems()) {
    if (system.equation != arguments.physics) continue;
    if (!system.riemann.empty() && index_of(valid, system.riemann) < 0) valid.push_back(system.riemann);
    if ((arguments.riemann.empty() || system.riemann == arguments.riemann) && system.dim > highest.dim)
      highest = system;
  }
  if (highest.dim == 0)
    throw std::invalid_argument(
        "--riemann: got \"" + arguments.riemann + "\"; " +
        (valid.empty() ? arguments.physics + " has one numerical flux" : "expected one of " + listed(valid)));
  return highest;
}

VolumeQuadrature parse_quadrature(const BenchArguments& arguments, const EquationInfo& system) {
  if (arguments.quadrature.empty()) return {};
  std::vector<std::string> valid;
  for (const auto& [name, quadrature] : volume_quadratures) {
    if (arguments.quadrature == name && !system.linear) return quadrature;
    valid.emplace_back(name);
  }
  throw std::invalid_argument("--quadrature: got \"" + arguments.quadrature + "\"; " +
                              (system.linear ? "the flux of " + arguments.physics + " is linear"
                                             : "expected one of " + listed(valid)));
}

void check_geometry_order(const BenchArguments& arguments, const EquationInfo& system) {
  const int order = arguments.geometry_order;
  if (order < 1 || order > 4)
    throw std::invalid_argument("--geometry-order: got " + std::to_string(order) + "; expected 1 to 4");
  if (order > 1 && !(system.dim == 3 && (system.electromagnetic || !system.linear)))
    throw std::invalid_argument("--geometry-order: got " + std::to_string(order) + "; for " +
                                arguments.physics +
                                " expected 1: curved cells are measured of Maxwell's equations and of flows");
}

/// Before anything is measured: a file that cannot be written shows at once. It keeps what is in it.
void check_json(const std::filesystem::path& file) {
  if (!std::ofstream(file, std::ios::app)) cannot_write(file);
}

void write_json(const BenchArguments& arguments, const EquationInfo& system, const std::string& device,
                const std::vector<Measurement>& measurements) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Measurement& m : measurements) {
    list.push_back({{"physics", arguments.physics},
                    {"dimension", system.dim},
                    {"order", m.order},
                    {"precision", arguments.precision},
                    {"device", device},
                    {"elements", m.elements},
                    {"geometry_order", arguments.geometry_order},
                    {"variant", m.variant},
                    {"gdof_per_s", m.gdof_per_s},
                    {"gflop_per_s", m.gflop_per_s},
                    {"gbyte_per_s", m.gbyte_per_s},
                    {"fraction_of_bound", m.fraction_of_bound},
                    {"bound", m.bound}});
    if (!system.linear) {
      list.back()["riemann"] = system.riemann;
      list.back()["quadrature"] =
          arguments.quadrature.empty() ? volume_quadratures[0].first : arguments.quadrature;
    }
    if (m.sustained_gdof_per_s) list.back()["sustained_gdof_per_s"] = *m.sustained_gdof_per_s;
  }
  std::ofstream out(*arguments.json);
  out << list.dump(2) << '\n';
  out.close();  // a full disk may show only here
  if (!out) cannot_write(*arguments.json);
}

}  // namespace

void run_bench(const BenchArguments& arguments) {
  const OrderRange orders = parse_orders("--order", arguments.orders);
  const ProblemKind& kind = parse_physics(arguments.physics);
  const EquationInfo system = highest_system(kind, arguments);
  const VolumeQuadrature quadrature = parse_quadrature(arguments, system);
  if (arguments.elements && *arguments.elements < 1)
    throw std::invalid_argument("--elements: got " + std::to_string(*arguments.elements) +
                                "; expected a number > 0");
  check_geometry_order(arguments, system);
  const Precision precision = parse_precision(arguments.precision);
  const auto device = make_device(arguments.device, precision);
  if (arguments.json) check_json(*arguments.json);
  const DeviceLimits limits = device->measure_limits();
  fmt::print("{} in {}D, {} precision, on {}\n", arguments.physics, system.dim, arguments.precision,
             device->description());
  fmt::print("measured limits: {:.1f} GFLOP/s, {:.1f} GB/s copying\n", limits.flop_per_s / 1e9,
             limits.byte_per_s / 1e9);
  const std::vector<Measurement> measurements =
      problem_of(kind.empty())
          .bench({system, orders, arguments.elements, arguments.geometry_order, quadrature, precision,
                  arguments.tune, *device, limits});
  if (arguments.json) write_json(arguments, system, device->description(), measurements);
}

}  // namespace dgsolve
