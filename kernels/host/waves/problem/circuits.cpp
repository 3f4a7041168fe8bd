#include "kernels/host/waves/problem/circuits.hpp"

#include <omp.h>

#include "kernels/base/loop_threads.hpp"
#include "kernels/host/simd/layout.hpp"

namespace dgsolve::host {

template <class T>
Circuits<T>::Circuits(const WaveProblem& problem, const Numbering& numbering, const BoundaryData& data,
                      std::size_t first_state)
    : n_fields_(problem.n_fields),
      first_state_(first_state),
      electric_(problem.circuits.electric),
      magnetic_(problem.circuits.magnetic),
      begin_{0} {
  const std::vector<CircuitPlace> places = circuit_places(problem);
  for (const FaceCircuit& circuit : problem.circuits.all) {
    sources_.push_back(circuit.source);
    for (const CircuitPoint& point : circuit.points) {
      const CircuitPlace& place = places[points_.size()];
      points_.push_back({point, place.circuit, {}});
      for (int side = 0; side < (place.element[1] < 0 ? 1 : 2); ++side)
        points_.back().sides[side] = side_of(problem, numbering, data, place, side);
    }
    begin_.push_back(static_cast<int>(points_.size()));
  }
  rates_.resize(n_values());
}

template <class T>
typename Circuits<T>::Side Circuits<T>::side_of(const WaveProblem& problem, const Numbering& numbering,
                                                const BoundaryData& data, const CircuitPlace& place,
                                                int side) {
  const ReferenceView& r = problem.reference;
  const int slot = numbering.slot_of(place.element[side]), face = place.face[side], W = numbering.W;
  const auto add = [&](int node, double weight) {
    traces_.push_back(
        {layout::block(slot / W, n_fields_ * r.Np, W) + layout::record(n_fields_, node, slot % W, W),
         weight});
  };
  Side found{static_cast<int>(traces_.size()), 0,
             data.first_point(slot / W, slot % W, face) + place.point[side]};
  if (place.node[side] >= 0)
    add(place.node[side], 1);
  else
    for (int m = 0; m < r.Nfp; ++m)
      add(r.face_nodes[face * r.Nfp + m], problem.quadrature.face_V[place.point[side] * r.Nfp + m]);
  found.n_traces = static_cast<int>(traces_.size()) - found.first_trace;
  return found;
}

template <class T>
CircuitTrace Circuits<T>::trace(const Point& point, int side, const T* u) const {
  double E[3]{}, H[3]{};
  const Side& of = point.sides[side];
  for (int i = of.first_trace; i < of.first_trace + of.n_traces; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const T* const record = u + traces_[i].record;
      if (electric_[axis] >= 0) E[axis] += traces_[i].weight * record[electric_[axis]];
      if (magnetic_[axis] >= 0) H[axis] += traces_[i].weight * record[magnetic_[axis]];
    }
  return circuit_trace(point.of, E, H);
}

template <class T>
CircuitAnswer Circuits<T>::answer(std::size_t i, const CircuitTrace* traces, const T* u,
                                  double source) const {
  double z[CircuitPoint::n_states];
  for (int k = 0; k < CircuitPoint::n_states; ++k) z[k] = u[first_state_ + i * CircuitPoint::n_states + k];
  return circuit_answer(points_[i].of, traces[0], traces[1], source, z);
}

template <class T>
std::vector<double> Circuits<T>::sources_at(double t) const {
  std::vector<double> values;
  for (const Expression& source : sources_) values.push_back(source(0, 0, 0, t));
  return values;
}

template <class T>
void Circuits<T>::evaluate(const T* u, double t, BoundaryData& data) {
  if (points_.empty()) return;
  constexpr std::size_t few = 128;  // points that are not worth several threads
  const std::vector<double> sources = sources_at(t);
  const int threads = points_.size() <= few ? 1 : loop_threads(omp_get_max_threads());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    const CircuitTrace traces[] = {trace(point, 0, u), trace(point, 1, u)};
    const CircuitAnswer found = answer(i, traces, u, sources[point.circuit]);
    for (int k = 0; k < CircuitPoint::n_states; ++k) rates_[i * CircuitPoint::n_states + k] = found.rates[k];
    for (int side = 0; side < 2 && point.sides[side].data >= 0; ++side) {
      double E[3], H[3];
      circuit_data(point.of, side, traces[side], traces[1 - side], found, E, H);
      for (int axis = 0; axis < 3; ++axis) {
        if (electric_[axis] >= 0) data.at(electric_[axis], point.sides[side].data) = E[axis];
        if (magnetic_[axis] >= 0) data.at(magnetic_[axis], point.sides[side].data) = H[axis];
      }
    }
  }
}

template <class T>
void Circuits<T>::advance(const Step<T>& step) const {
  for (std::size_t i = 0; i < rates_.size(); ++i) {
    const std::size_t at = first_state_ + i;
    const T change = step.dt * static_cast<T>(rates_[i]);
    T residual = change, value = step.u[at];
    if (step.a != 0) residual += step.a * step.residual[at];
    if (step.keeps_residual) step.residual[at] = residual;
    if (step.general) value = step.q * value + step.e * change;
    if (step.general && step.u0 != nullptr) value += step.p * step.u0[at];
    step.u_next[at] = value + step.b * residual;
  }
}

template <class T>
void Circuits<T>::sample(int circuit, const T* u, double t, double* to) const {
  const double source = sources_[circuit](0, 0, 0, t);
  for (int i = begin_[circuit]; i < begin_[circuit + 1]; ++i) {
    const CircuitTrace traces[] = {trace(points_[i], 0, u), trace(points_[i], 1, u)};
    const T* const z = u + first_state_ + i * CircuitPoint::n_states;
    double states[CircuitPoint::n_states];
    for (int k = 0; k < CircuitPoint::n_states; ++k) states[k] = z[k];
    add_to_circuit_sample(points_[i].of, answer(i, traces, u, source), states, to);
  }
}

template <class T>
std::size_t Circuits<T>::bytes() const {
  return points_.size() * sizeof(Point) + traces_.size() * sizeof(Trace) + rates_.size() * sizeof(double);
}

template class Circuits<double>;
template class Circuits<float>;

}  // namespace dgsolve::host
