#include "solver/flow/enstrophy.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "solver/flow/momentum.hpp"

namespace dgsolve {
namespace {

/// The enstrophy of one cell after the other.
class CellEnstrophy {
 public:
  CellEnstrophy(const Discretization& d, const CellMap& map, int first_momentum)
      : d_(d),
        map_(map),
        first_(first_momentum),
        dim_(d.mesh.dim),
        Np_(d.element.Np),
        Nq_(d.element.data_rule.size()),
        velocity_(static_cast<std::size_t>(Np_) * dim_),
        slopes_(static_cast<std::size_t>(Np_) * dim_ * dim_),
        dxdr_(static_cast<std::size_t>(Nq_) * dim_ * dim_) {}

  /// u: [n_fields][Np]
  double of(int e, const double* u) {
    find_slopes(u);
    map_.derivatives(e, dxdr_.data());
    double sum = 0;
    for (int q = 0; q < Nq_; ++q) {
      std::array<double, 9> metric{}, of_reference{}, gradient{};  // [axis][component] the latter two
      const double J = jacobian_and_metric(dim_, &dxdr_[q * dim_ * dim_], metric.data());
      double rho = 0;
      for (int k = 0; k < Np_; ++k) {
        const double basis = d_.element.data_V(q, k);
        rho += basis * u[k];
        for (int i = 0; i < dim_ * dim_; ++i) of_reference[i] += basis * slopes_[k * dim_ * dim_ + i];
      }
      for (int d = 0; d < dim_; ++d)
        for (int axis = 0; axis < dim_; ++axis)
          for (int i = 0; i < dim_; ++i)
            gradient[axis * dim_ + i] += metric[d * dim_ + axis] / J * of_reference[d * dim_ + i];
      sum += d_.element.data_rule.weights[q] * J * 0.5 * rho * curl_squared(gradient);
    }
    return sum;
  }

 private:
  /// [node][d][component]: ∂v/∂r_d.
  void find_slopes(const double* u) {
    for (int k = 0; k < Np_; ++k)
      for (int i = 0; i < dim_; ++i) velocity_[k * dim_ + i] = u[(first_ + i) * Np_ + k] / u[k];
    std::fill(slopes_.begin(), slopes_.end(), 0.0);
    for (int d = 0; d < dim_; ++d)
      for (int node = 0; node < Np_; ++node)
        for (int k = 0; k < Np_; ++k)
          for (int i = 0; i < dim_; ++i)
            slopes_[(node * dim_ + d) * dim_ + i] +=
                d_.element.D[(d * Np_ + node) * Np_ + k] * velocity_[k * dim_ + i];
  }
  /// gradient: [axis][component]
  double curl_squared(const std::array<double, 9>& gradient) const {
    const auto difference = [&](int a, int b) { return gradient[a * dim_ + b] - gradient[b * dim_ + a]; };
    double sum = difference(0, 1) * difference(0, 1);
    if (dim_ == 3) sum += difference(1, 2) * difference(1, 2) + difference(2, 0) * difference(2, 0);
    return sum;
  }

  const Discretization& d_;
  const CellMap& map_;
  const int first_, dim_, Np_, Nq_;
  std::vector<double> velocity_, slopes_, dxdr_;
};

}  // namespace

double enstrophy(const SpatialOperator& op, const WaveState& state) {
  const Discretization& d = op.discretization;
  const int first = first_momentum(op.physics.info);
  const CellMap map(d.mesh, d.element.data_rule.points);
  const std::size_t of_state = static_cast<std::size_t>(op.physics.n_fields) * d.element.Np;
  std::vector<double> of_cell(d.K());
  state.visit(d.data_runs(), [&](int begin, int end, std::span<const double> values) {
    CellEnstrophy cell(d, map, first);
    for (int e = begin; e < end; ++e) of_cell[e] = cell.of(e, &values[(e - begin) * of_state]);
  });
  return std::accumulate(of_cell.begin(), of_cell.end(), 0.0);  // in the cells' order
}

std::vector<IntegralInfo> integral_infos(const EquationInfo& equation) {
  std::vector<IntegralInfo> infos = equation.integrals;
  if (has_momentum(equation)) infos.push_back({"enstrophy", equation.dim == 3 ? "kg/s^2" : "kg/(m s^2)"});
  return infos;
}

std::vector<double> integrals_of(const SpatialOperator& op, const WaveState& state) {
  std::vector<double> values = op.wave->integrals(state);
  values.resize(op.physics.info.integrals.size());
  if (has_momentum(op.physics.info)) values.push_back(enstrophy(op, state));
  return values;
}

}  // namespace dgsolve
