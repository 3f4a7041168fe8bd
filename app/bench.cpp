#include "app/bench.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "app/console/order_range.hpp"
#include "app/elliptic/bench_elliptic.hpp"
#include "io/base/files.hpp"
#include "kernels/devices.hpp"
#include "solver/waves/lsrk45.hpp"
#include "solver/waves/stage_bound.hpp"
#include "solver/waves/time_step.hpp"

namespace dgsolve {
namespace {

constexpr const char* elliptic_physics = "poisson";

Precision parse_precision(const std::string& text) {
  if (text == "double") return Precision::double_;
  if (text == "single") return Precision::single;
  throw std::invalid_argument("--precision: got \"" + text + "\"; expected double or single");
}

/// The equation's system in the highest dimension.
const Physics& parse_physics(const std::string& name) {
  const Physics* found = nullptr;
  std::string valid;
  for (const Physics& p : physics_registry()) {
    if (p.info.equation == name && (found == nullptr || p.info.dim > found->info.dim)) found = &p;
    if (valid.find(p.info.equation) == std::string::npos)
      valid += (valid.empty() ? "" : ", ") + p.info.equation;
  }
  if (found == nullptr)
    throw std::invalid_argument("--physics: got \"" + name + "\"; expected one of " + valid + ", " +
                                elliptic_physics);
  return *found;
}

/// Two media, and the equation's boundary types that need no data in turn.
WaveOptions bench_options(const Physics& physics, const Mesh& mesh, int order) {
  WaveOptions options;
  options.equation = physics.info.equation;
  options.formulation = physics.info.formulation;
  options.order = order;
  double value = 1;
  for (const std::string& region : mesh.region_names) {
    for (const ParameterInfo& p : physics.info.parameters)
      if (p.range != ParameterRange::non_negative) options.regions[region][p.name] = Expression(value);
    value *= 2;
  }
  std::vector<std::string> types;
  for (const BoundaryTypeInfo& type : physics.info.boundary_types)
    if (!type.needs_data) types.push_back(type.name);
  for (std::size_t i = 0; i < mesh.boundary_names.size(); ++i)
    options.boundaries[mesh.boundary_names[i]] = {types[i % types.size()], "", {}};
  return options;
}

/// Time of a stage in a time loop, s: that of the fastest batch of steps, since other programs only add to
/// it. Batches grow until they take long enough to be timed.
double time_stage(SpatialOperator& op) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> state(op.discretization.n_dofs(op.physics.n_fields));
  for (double& value : state) value = uniform(generator);
  Lsrk45 integrator(op, state);
  const double dt = choose_time_step(op, {}).dt;
  double shortest = std::numeric_limits<double>::infinity(), total = 0;
  integrator.advance(0, dt, 1);  // the first is not yet warm
  op.device.synchronise();
  for (long done = 0, n = 1; done < 5 || total < 1; done += n) {
    const auto start = std::chrono::steady_clock::now();
    integrator.advance(n);
    op.device.synchronise();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    total += seconds;
    shortest = std::min(shortest, seconds / static_cast<double>(n));
    if (seconds < 0.02) n *= 2;
  }
  return shortest / Lsrk45::n_stages;
}

/// Field values at nodes a second, 1e9.
double gdof_per_s(const SpatialOperator& op, double seconds) {
  return static_cast<double>(op.discretization.n_dofs(op.physics.n_fields)) / seconds / 1e9;
}

void print_tuning(const SpatialOperator& op, const std::vector<TuningRow>& rows) {
  if (rows.empty()) {
    std::printf("there is only one way to compute this stage\n");
    return;
  }
  std::printf("%-36s %9s %11s %9s %10s  %s\n", "variant", "registers", "local bytes", "us/stage", "G fDOF/s",
              "verdict");
  for (const TuningRow& row : rows) {
    std::printf("%-36s %9d %11d ", row.variant.c_str(), row.registers, row.local_bytes);
    if (row.seconds > 0)
      std::printf("%9.2f %10.3f", 1e6 * row.seconds, gdof_per_s(op, row.seconds));
    else
      std::printf("%9s %10s", "-", "-");
    std::printf("  %s\n", row.verdict.c_str());
  }
}

Measurement measure_stage(const BenchArguments& arguments, const Physics& physics, int order, Device& device,
                          const DeviceLimits& limits) {
  const int Np = n_polynomials(physics.info.dim, order);
  constexpr int large_state = 6'000'000;  // values: with its residual more than a large cache holds
  Mesh mesh =
      bench_mesh(physics.info.dim, arguments.elements.value_or(large_state / (Np * physics.n_fields)));
  const WaveOptions options = bench_options(physics, mesh, order);
  const Discretization discretization(mesh, order, apply_boundaries(mesh, options));
  SpatialOperator op(discretization, physics, options, device);
  if (arguments.tune) print_tuning(op, op.wave->tune());

  const StageWork work = stage_work(physics, order, parse_precision(arguments.precision));
  const StageBound bound = stage_bound(work, limits);
  Measurement m;
  m.order = order;
  m.elements = discretization.K();
  m.seconds = time_stage(op);
  const double rate = m.elements / m.seconds / 1e9;  // G cells a second
  m.gdof_per_s = gdof_per_s(op, m.seconds);
  m.variant = op.wave->variant();
  m.gflop_per_s = rate * work.flops;
  m.gbyte_per_s = rate * work.bytes;
  m.fraction_of_bound = rate * 1e9 * bound.seconds;
  m.bound = bound.limit;
  std::printf("%2d %9d %10.3f %9.1f %9.1f %8.2f (%s)\n", m.order, m.elements, m.gdof_per_s, m.gflop_per_s,
              m.gbyte_per_s, m.fraction_of_bound, m.bound.c_str());
  return m;
}

/// Cells, of which a matrix is several times what caches hold.
int elements_of_elliptic(const BenchArguments& arguments, int order) {
  constexpr int numbers = 125'000'000;
  const int Np = n_polynomials(3, order);
  return arguments.elements.value_or(numbers / (5 * Np * Np));
}

/// Opened before anything is measured, for nothing should be measured in vain.
std::ofstream open_json(const std::filesystem::path& file) {
  std::ofstream out(file);
  if (!out) throw std::runtime_error(cannot_write(file, std::strerror(errno)));
  return out;
}

void write_json(std::ofstream& out, const BenchArguments& arguments, int dim, const std::string& device,
                const std::vector<Measurement>& measurements) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Measurement& m : measurements)
    list.push_back({{"physics", arguments.physics},
                    {"dimension", dim},
                    {"order", m.order},
                    {"precision", arguments.precision},
                    {"device", device},
                    {"elements", m.elements},
                    {"variant", m.variant},
                    {"gdof_per_s", m.gdof_per_s},
                    {"gflop_per_s", m.gflop_per_s},
                    {"gbyte_per_s", m.gbyte_per_s},
                    {"fraction_of_bound", m.fraction_of_bound},
                    {"bound", m.bound}});
  out << list.dump(2) << '\n';
  out.close();  // a full disk may show only here
  if (!out) throw std::runtime_error(cannot_write(*arguments.json, std::strerror(errno)));
}

}  // namespace

void run_bench(const BenchArguments& arguments) {
  const auto [first, last] = parse_orders("--order", arguments.orders);
  const bool elliptic = arguments.physics == elliptic_physics;
  const Physics* physics = elliptic ? nullptr : &parse_physics(arguments.physics);
  const int dim = elliptic ? 3 : physics->info.dim;
  if (arguments.elements && *arguments.elements < 1)
    throw std::invalid_argument("--elements: got " + std::to_string(*arguments.elements) +
                                "; expected a number > 0");
  const auto device = make_device(arguments.device, parse_precision(arguments.precision));
  std::ofstream json;
  if (arguments.json) json = open_json(*arguments.json);
  const DeviceLimits limits = device->measure_limits();
  std::printf("%s in %dD, %s precision, on %s\n", arguments.physics.c_str(), dim, arguments.precision.c_str(),
              device->description().c_str());
  std::printf("measured limits: %.1f GFLOP/s, %.1f GB/s copying\n", limits.flop_per_s / 1e9,
              limits.byte_per_s / 1e9);
  std::vector<Measurement> measurements;
  if (!elliptic)
    std::printf("\n%2s %9s %10s %9s %9s %18s\n", "N", "elements", "G fDOF/s", "GFLOP/s", "GB/s",
                "fraction of bound");
  for (int order = first; order <= last; ++order) {
    if (elliptic) {
      const std::vector<Measurement> products =
          measure_elliptic(bench_mesh(dim, elements_of_elliptic(arguments, order)), order,
                           parse_precision(arguments.precision), *device, limits);
      measurements.insert(measurements.end(), products.begin(), products.end());
    } else {
      measurements.push_back(measure_stage(arguments, *physics, order, *device, limits));
    }
    std::fflush(stdout);
  }
  if (arguments.json) write_json(json, arguments, dim, device->description(), measurements);
}

}  // namespace dgsolve
