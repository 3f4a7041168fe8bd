/// Two parallel plates with magnetic walls at their sides, a circuit between them, and TEM waves along them.
#pragma once

#include <complex>
#include <numbers>
#include <vector>

#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test::plates {

inline constexpr double light = 299792458, ohm = 376.730313412;
inline const Units si{8.8541878188e-12, 1.25663706127e-6};
inline constexpr double gap = 1e-3, width = 10e-3, length = 12e-3;  ///< m
inline constexpr double line = ohm * gap / width;                   ///< its impedance, Ω

inline LumpedElement series(std::optional<double> R, std::optional<double> L = {},
                            std::optional<double> C = {}) {
  LumpedElement element;
  element.connection = LumpedElement::Connection::series;
  element.R = R;
  element.L = L;
  element.C = C;
  element.unit_field = [](const Point&) { return std::array{0.0, 0.0, 1 / gap}; };
  element.squares = gap / width;
  return element;
}
inline LumpedElement parallel(std::optional<double> R, std::optional<double> L = {},
                              std::optional<double> C = {}) {
  LumpedElement element = series(R, L, C);
  element.connection = LumpedElement::Connection::parallel;
  return element;
}

/// Along x from 0 to `length`, the gap along z. "border" is the plane in the middle.
inline Mesh mesh_of(const std::array<int, 3>& cells = {6, 1, 1}, bool curved = false) {
  Mesh mesh = make_box(
      {.dim = 3, .cells = cells, .upper = {length, width, gap}, .geometry_order = curved ? 3 : 1}, true);
  if (curved)
    bend(mesh, [](Point x) {  // within planes of x, and at the walls along them
      const double y = x[1] / width, z = x[2] / gap;
      x[1] += 0.04 * width * std::sin(std::numbers::pi * y) * std::cos(std::numbers::pi * z);
      x[2] += 0.04 * gap * std::sin(std::numbers::pi * z) * std::cos(2 * std::numbers::pi * y);
      return x;
    });
  name_border(mesh, "border");
  return mesh;
}

inline constexpr double pulse_middle = 1.2e-10;
inline const char* const pulse = "exp(-((t - 1.2e-10)/4e-11)^2)*cos(2*pi*8e9*(t - 1.2e-10))";

/// A pulse enters at xmin; at xmax waves leave, or the circuit is there.
inline WaveSystem options_of(const LumpedElement& element, bool at_end, const char* wave = pulse) {
  WaveSystem options;
  options.equation = "maxwell";
  options.order = 3;
  options.units = si;
  for (const char* const region : {"box", "box2"}) options.regions[region] = parse({{"epsilon_r", "1"}});
  for (const char* const wall : {"zmin", "zmax"}) options.boundaries[wall].type = "pec";
  for (const char* const wall : {"ymin", "ymax"}) options.boundaries[wall].type = "pmc";
  options.boundaries["xmin"].type = "incoming";
  options.boundaries["xmin"].data =
      parse({{"Ez", wave}, {"Hy", "-(" + std::string(wave) + ")/376.730313412"}});
  options.boundaries["xmax"].type = "absorbing";
  BoundaryOptions& with_circuit = options.boundaries[at_end ? "xmax" : "border"];
  with_circuit = {};
  with_circuit.type = lumped_boundary;
  with_circuit.lumped = element;
  return options;
}

/// Records of a run after each step: the fields' waves at two places, and the circuit's voltage and current.
struct Record {
  double dt;
  std::vector<double> right[2], left[2];  ///< E of the waves along x and against it
  std::vector<double> voltage, current, energy;

  std::complex<double> transform(const std::vector<double>& values, double f) const {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      sum += values[i] * std::polar(dt, -2 * std::numbers::pi * f * dt * static_cast<double>(i + 1));
    return sum;
  }
};

/// Probes at the cells' first nodes nearest to x = length/4 and 3 length/4.
struct Probes {
  explicit Probes(const Wave& wave) {
    const Discretization& d = wave.discretization;
    samples = {.kind = SampleKind::rows};
    for (const double wanted : {0.25 * length, 0.75 * length}) {
      double best = length;
      int element = 0, node = 0;
      for (int e = 0; e < d.K(); ++e) {
        const std::vector<double> nodes = d.nodes_of(e);
        for (int i = 0; i < d.element.Np; ++i)
          if (std::abs(nodes[i * 3] - wanted) < best - 1e-9) {
            best = std::abs(nodes[i * 3] - wanted);
            element = e;
            node = i;
            x[samples.elements.size()] = nodes[i * 3];
          }
      }
      samples.elements.push_back(element);
      std::vector<double> weights(d.element.Np);
      weights[node] = 1;
      samples.weights.insert(samples.weights.end(), weights.begin(), weights.end());
    }
  }
  SamplePoints samples;
  double x[2];
};

inline Record run(Wave& wave, const Probes& probes, double final) {
  const Steps steps = divide_interval(final, choose_time_step(wave.op, {}).dt);
  SamplePoints points = probes.samples;
  points.capacity = steps.n;
  const auto fields = wave.op.wave->sampler(points);
  const auto circuit = wave.op.wave->sampler(
      {.kind = SampleKind::circuits, .elements = {0}, .capacity = static_cast<std::size_t>(steps.n)});
  RungeKutta integrator(wave.op, std::vector<double>(wave.discretization.n_dofs(6)));
  integrator.after_each_step([&](const WaveState& u, long step) {
    fields->take(u, step);
    circuit->take(u, step);
  });
  integrator.advance(0, steps.dt, steps.n);
  Record record{steps.dt, {}, {}, {}, {}, {}};
  const std::vector<double> rows = fields->read().values, of_circuit = circuit->read().values;
  for (long i = 0; i < steps.n; ++i) {
    for (int place = 0; place < 2; ++place) {
      const double* const u = &rows[(i * 2 + place) * 6];
      record.right[place].push_back((u[2] - ohm * u[4]) / 2);
      record.left[place].push_back((u[2] + ohm * u[4]) / 2);
    }
    record.voltage.push_back(of_circuit[i * 3]);
    record.current.push_back(of_circuit[i * 3 + 1]);
    record.energy.push_back(of_circuit[i * 3 + 2]);
  }
  return record;
}

struct Scattered {
  std::complex<double> reflected, transmitted;
};
/// S11 and S21 of a circuit in the plane x = at.
inline Scattered scattered(const Record& record, const Probes& probes, double at, double f) {
  const auto wave_number = std::complex<double>(0, 2 * std::numbers::pi * f / light);
  const auto incident = record.transform(record.right[0], f) * std::exp(-wave_number * (at - probes.x[0]));
  return {record.transform(record.left[0], f) * std::exp(wave_number * (at - probes.x[0])) / incident,
          record.transform(record.right[1], f) * std::exp(wave_number * (probes.x[1] - at)) / incident};
}

}  // namespace dgsolve::test::plates
