/// Circuits on faces, on the CPU: before a stage they find the data of their faces, and their own rates.
#pragma once

#include <vector>

#include "kernels/host/waves/problem/boundary_data.hpp"
#include "kernels/waves/cells/circuit_places.hpp"

namespace dgsolve::host {

template <class T>
class Circuits {
 public:
  /// first_state: from a state's first value to the circuits' states, [point][CircuitPoint::n_states].
  Circuits(const WaveProblem& problem, const Numbering& numbering, const BoundaryData& data,
           std::size_t first_state);

  /// Values of a state.
  std::size_t n_values() const { return points_.size() * CircuitPoint::n_states; }
  std::size_t first_state() const { return first_state_; }

  /// Finds what circuits do in a state at a time, and sets their data.
  void evaluate(const T* u, double t, BoundaryData& data);
  /// A stage of their states, at the time of the last `evaluate` of the step's state.
  void advance(const Step<T>& step) const;
  /// One circuit in a state at a time: adds to [n_circuit_samples].
  void sample(int circuit, const T* u, double t, double* to) const;

  std::size_t bytes() const;

 private:
  /// Σ weight · record: of a node, or of all of a face's at one of its points.
  struct Trace {
    std::size_t record;  ///< from a state's first value
    double weight;
  };
  struct Side {
    int first_trace = 0, n_traces = 0;
    int data = -1;  ///< point of BoundaryData; −1: there is no such side
  };
  struct Point {
    CircuitPoint of;
    int circuit;
    Side sides[2];
  };

  Side side_of(const WaveProblem& problem, const Numbering& numbering, const BoundaryData& data,
               const CircuitPlace& place, int side);
  CircuitTrace trace(const Point& point, int side, const T* u) const;
  CircuitAnswer answer(std::size_t i, const CircuitTrace* traces, const T* u, double source) const;
  std::vector<double> sources_at(double t) const;

  const int n_fields_;
  const std::size_t first_state_;
  const std::array<int, 3> electric_, magnetic_;
  std::vector<Expression> sources_;  ///< [circuit]
  std::vector<int> begin_;           ///< [circuit + 1] into points_
  std::vector<Point> points_;
  std::vector<Trace> traces_;
  std::vector<double> rates_;  ///< [point][n_states], of the last `evaluate`
};

}  // namespace dgsolve::host
