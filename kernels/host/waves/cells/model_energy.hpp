/// What a group's local model adds to the energies (energy.hpp) and powers (powers.hpp) of a block's cells.
/// Those of the fields are the equation's, compiled once for all its models.
#pragma once

#include "kernels/host/waves/cells/energy.hpp"
#include "kernels/host/waves/cells/group_model.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T, class M>
struct ModelEnergy {
  static_assert(!P::nodal_coefficients, "a model takes the coefficients of a region");
  using B = Block<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Auxiliaries = Vec<Number, M::n_aux>;
  static constexpr int W = B::W, n_fields = P::n_fields, n_aux = M::n_aux;
  static constexpr int R = rows_per_panel(n_fields);

  /// Own nodal values; ẑ of fields and of auxiliaries; three sets of values at points; what CellMass takes.
  static std::size_t scratch(const host::Tables<T>& tables) {
    return W * (tables.Np * (2 * n_fields + n_aux) + tables.points.Nq * (2 * n_fields + n_aux)) +
           CellMass<P, T>::scratch(tables, n_fields > n_aux ? n_fields : n_aux);
  }

  /// Adds the auxiliaries' energy; to: [lane].
  static void energy(const host::Tables<T>& tables, const T* u, int index, T* scratch, double* to) {
    host::Step<T> step{};
    step.u = u;
    const B block{tables, step, index};
    const GroupModel<P, T, M> model(block);
    const CellMass<P, T> mass(tables, index);
    const auto c = block.own_region_coefficients();
    double sum[W] = {};
    for_rows<R, n_aux>(
        tables.points.values, tables.points.Nq, tables.Np,
        mass.template weighted<n_aux>(model.auxiliaries(u), scratch, scratch + tables.Np * n_aux * W),
        [&](int q, const Auxiliaries& at_point) {
          const Number factor = Number::broadcast(tables.points.weights + q) * mass.weight(q);
          for (int l = 0; l < W; ++l)
            sum[l] += factor.v[l] * M::energy(lane_in_double<T>(at_point, l), lane_in_double<T>(model.k(), l),
                                              lane_in_double<T>(c, l));
        });
    for (int l = 0; l < W; ++l) to[l] += mass.scale[l] * sum[l];
  }

  static void integrals(const host::Tables<T>&, const T*, int, T*, double*) {}
  static void squares(const host::Tables<T>&, const T*, int, T*, double*) {}

  /// Adds what the model loses; to: [lane].
  static void powers(const host::Tables<T>& tables, const host::Step<T>& step, int index, T* scratch,
                     Powers* to) {
    const B block{tables, step, index};
    const GroupModel<P, T, M> model(block);
    const CellMass<P, T> mass(tables, index);
    const Nodes<P, T> nodes(block, scratch);
    const int Np = tables.Np, Nq = tables.points.Nq;
    T *z_fields = scratch + Np * n_fields * W, *z_auxiliaries = z_fields + Np * n_fields * W;
    T *z_points = z_auxiliaries + Np * n_aux * W, *u_points = z_points + Nq * n_fields * W;
    T *auxiliaries = u_points + Nq * n_fields * W, *rest = auxiliaries + Nq * n_aux * W;
    const T* own = model.auxiliaries(step.u);
    to_points<n_fields>(tables, mass.template weighted<n_fields>(nodes.state, z_fields, rest), z_points);
    to_points<n_fields>(tables, nodes.state, u_points);
    to_points<n_aux>(tables, own, auxiliaries);
    Number sum(0), loss;
    for_rows<R, n_aux>(tables.points.values, Nq, Np, mass.template weighted<n_aux>(own, z_auxiliaries, rest),
                       [&](int q, const Auxiliaries& weighted_auxiliaries) {
                         sum += Number::broadcast(tables.points.weights + q) *
                                loss_between<M>(
                                    load<n_fields>(z_points + q * n_fields * W), weighted_auxiliaries,
                                    load<n_fields>(u_points + q * n_fields * W),
                                    load<n_aux>(auxiliaries + q * n_aux * W), model.k(), nodes.region);
                       });
    for (int l = 0; l < W; ++l) loss.v[l] = static_cast<T>(to[l].loss);
    loss += Number::load(mass.scale) * sum;
    for (int l = 0; l < W; ++l) to[l].loss = loss.v[l];
  }

  /// Nodal values [Np][n][lane] at quadrature points, [Nq][n][lane].
  template <int n>
  __attribute__((noinline)) static void to_points(const host::Tables<T>& tables, const T* values, T* to) {
    for_rows<R, n>(tables.points.values, tables.points.Nq, tables.Np, values,
                   [&](int q, const Vec<Number, n>& f) { store(f, to + q * n * W); });
  }
};

}  // namespace DGSOLVE_NAMESPACE
