#include "solver/electromagnetics/monitors/absorbed_power.hpp"

#include "kernels/base/names.hpp"
#include "solver/discretization/square_integrals.hpp"
#include "solver/electromagnetics/impedance.hpp"

namespace dgsolve {
namespace {

/// −ω Im ε, S/m, and −ω Im μ, Ω/m, of a cell's medium.
struct Losses {
  double electric, magnetic;
};

Losses losses_at(const SpatialOperator& op, const WaveOptions& options, int element, double omega) {
  const Mesh& mesh = op.discretization.mesh;
  const auto poles = options.dispersion.find(mesh.region_names[mesh.region[element]]);
  if (poles != options.dispersion.end())
    return {-omega * options.units.epsilon_0 * permittivity(poles->second, omega).imag(),
            -omega * options.units.mu_0 * permeability(poles->second, omega).imag()};
  const double* const c = op.coefficients.cell(element, op.discretization.element.Np);
  // (σ/ε) ε
  return {op.physics.relaxation_rate(c) / (impedance_at(op, element) * op.physics.wave_speed(c)), 0};
}

/// ∫|u|² dx of a vector over the monitor's cell of that number, [frequency]. fields: its components, −1:
/// none.
std::vector<double> square_of(const std::array<int, 3>& fields, const MonitorAmplitudes& g, std::size_t cell,
                              const SquareIntegrals& integrals) {
  const std::size_t Np = g.op.discretization.element.Np, F = g.monitor.frequencies.size();
  std::vector<int> components;
  for (const int field : fields)
    if (field >= 0) components.push_back(field);
  std::vector<double> values(2 * F * components.size() * Np);  // [frequency][part][component][Np]
  for (std::size_t f = 0; f < F; ++f)
    for (std::size_t i = 0; i < components.size(); ++i)
      for (std::size_t node = 0; node < Np; ++node) {
        const std::complex<double> u_i = g.value(cell * Np + node, components[i], f);
        values[(2 * f * components.size() + i) * Np + node] = u_i.real();
        values[((2 * f + 1) * components.size() + i) * Np + node] = u_i.imag();
      }
  const std::vector<double> squares =
      integrals.of_cell(g.sampling.points.elements[cell], values, !g.op.physics.curl_pair.empty());
  std::vector<double> sums(F);
  for (std::size_t i = 0; i < squares.size(); ++i) sums[i / (2 * components.size())] += squares[i];
  return sums;
}

}  // namespace

std::vector<std::vector<double>> absorbed_powers(const MonitorAmplitudes& g, const WaveOptions& options) {
  const Mesh& mesh = g.op.discretization.mesh;
  const std::vector<int>& cells = g.sampling.points.elements;
  const SquareIntegrals integrals(g.op.discretization);
  std::vector<std::vector<double>> of_cells(cells.size());
#pragma omp parallel for
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const ElectromagneticFields& fields = *g.op.physics.info.electromagnetic;
    of_cells[cell] = square_of(fields.electric, g, cell, integrals);
    const std::vector<double> magnetic = square_of(fields.magnetic, g, cell, integrals);
    for (std::size_t f = 0; f < of_cells[cell].size(); ++f) {
      const Losses losses = losses_at(g.op, options, cells[cell], g.sampling.points.omega[f]);
      of_cells[cell][f] = 0.5 * (losses.electric * of_cells[cell][f] + losses.magnetic * magnetic[f]);
    }
  }
  std::vector<std::vector<double>> powers(g.monitor.regions.size(),
                                          std::vector<double>(g.monitor.frequencies.size()));
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    std::vector<double>& of_region =
        powers[index_of(g.monitor.regions, mesh.region_names[mesh.region[cells[cell]]])];
    for (std::size_t f = 0; f < of_region.size(); ++f) of_region[f] += of_cells[cell][f];
  }
  return powers;
}

}  // namespace dgsolve
