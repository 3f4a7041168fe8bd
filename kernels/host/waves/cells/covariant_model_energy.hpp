/// The share of a group's local model in the powers of a block's covariant cells. Its auxiliaries are
/// Cartesian, with energies as in other curved cells (model_energy.hpp): the fields' energy has another mass.
/// So the loss is not the model's own form, but the derivative of both energies along the rates that it adds.
#pragma once

#include "kernels/host/waves/cells/covariant_powers.hpp"
#include "kernels/host/waves/cells/model_energy.hpp"

namespace DGSOLVE_NAMESPACE {

/// Of a model whose rates g, and, where auxiliaries have an energy, h do not depend on du/dt.
template <class P, class T, class M>
struct CovariantModelEnergy : ModelEnergy<P, T, M> {
  using Base = ModelEnergy<P, T, M>;
  using typename Base::Auxiliaries, typename Base::B, typename Base::Fields, typename Base::Number;
  static constexpr int W = B::W, n_aux = M::n_aux, R = Base::R;

  /// Own nodal values, Cartesian and covariant; z; rates added to fields and auxiliaries; z, and that of the
  /// auxiliaries, at points; what the solutions take.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const std::size_t fields = CovariantMass<P, T>::scratch(tables),
                      auxiliaries = W * tables.Np * n_aux + CellMass<P, T>::scratch(tables, n_aux);
    return W * (tables.Np * (24 + n_aux) + tables.points.Nq * (6 + n_aux)) +
           (fields > auxiliaries ? fields : auxiliaries);
  }

  /// Adds what the model loses; to: [lane].
  static void powers(const host::Tables<T>& tables, const host::Step<T>& step, int index, T* scratch,
                     Powers* to) {
    const B block{tables, step, index};
    const int Np = tables.Np, Nq = tables.points.Nq, n = Np * 6 * W;
    const Nodes<P, T> nodes(block, scratch);
    const CovariantNodes<P, T> own(block, nodes, scratch + n);
    const GroupModel<P, T, M> model(block);
    T *z = scratch + 2 * n, *rates = z + n, *auxiliary_rates = rates + n;
    T *z_points = auxiliary_rates + Np * n_aux * W, *auxiliary_points = z_points + Nq * 6 * W;
    T* const rest = auxiliary_points + Nq * n_aux * W;

    CovariantMass<P, T>(tables, index).solve(own.values, z, rest);
    Base::template to_points<6>(tables, z, z_points);
    const Number time = set_rates(block, model, nodes, own, rates, auxiliary_rates);
    Number gain = BlockPowers<P, T>::work(tables, z_points, rates);

    const CellMass<P, T> mass(tables, index);
    Base::template to_points<n_aux>(
        tables, mass.template weighted<n_aux>(model.auxiliaries(step.u), rest, rest + Np * n_aux * W),
        auxiliary_points);
    const auto scale = Number::load(mass.scale) / time;
    for_rows<R, n_aux>(tables.points.values, Nq, Np, auxiliary_rates, [&](int q, const Auxiliaries& h) {
      Auxiliaries sum = load<n_aux>(auxiliary_points + q * n_aux * W), difference = sum;
      for (int i = 0; i < n_aux; ++i) {
        sum[i] += h[i];
        difference[i] -= h[i];
      }
      gain += scale * Number::broadcast(tables.points.weights + q) * Number(0.5) *
              (M::energy(sum, model.k(), nodes.region) - M::energy(difference, model.k(), nodes.region));
    });
    for (int l = 0; l < W; ++l) to[l].loss = static_cast<T>(to[l].loss) - gain.v[l];
  }

 private:
  /// Sets what the model adds to Q ∂û/∂t, and the auxiliaries' rates times a time of the model, by which
  /// they are of their size. Returns that time.
  static Number set_rates(const B& block, const GroupModel<P, T, M>& model, const Nodes<P, T>& nodes,
                          const CovariantNodes<P, T>& own, T* rates, T* auxiliary_rates) {
    const Number fastest = M::fastest(model.k()), one(1);
    const Number time = select(fastest > Number(0), one / fastest, one);
    const T* auxiliaries = model.auxiliaries(block.step.u);
    Fields ones;
    for (int f = 0; f < 6; ++f) ones[f] = one;
    const Fields inverse_storage = P::apply_inverse_storage(ones, nodes.region);
    for (int node = 0; node < block.tables.Np; ++node) {
      Fields rate;
      for (int f = 0; f < 6; ++f) rate[f] = Number(0);
      Auxiliaries h;
      M::add_rates(nodes.u(node), load<n_aux>(auxiliaries + node * n_aux * W), model.k(), rate, h);
      for (int f = 0; f < 6; ++f) rate[f] = rate[f] / inverse_storage[f];
      for (int i = 0; i < n_aux; ++i) h[i] = time * h[i];
      store(own.to_covariant(node, rate), rates + node * 6 * W);
      store(h, auxiliary_rates + node * n_aux * W);
    }
    return time;
  }
};

}  // namespace DGSOLVE_NAMESPACE
