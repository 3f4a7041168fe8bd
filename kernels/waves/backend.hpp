/// The vocabulary between the solver and a device: coarse operations on arrays that live there. What crosses
/// this seam is double, in canonical order [element][field][node]; how a backend stores it is its own affair,
/// and shows only in raw copies that go back to where they came from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/device_error.hpp"
#include "kernels/base/device_limits.hpp"
#include "kernels/base/mesh_views.hpp"
#include "kernels/base/precision.hpp"
#include "kernels/base/recording.hpp"
#include "kernels/elliptic/penalty_maps.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/waves/equation.hpp"
#include "kernels/waves/powers.hpp"

namespace dgsolve {

/// One boundary group as the physics sees it.
struct BoundaryCondition {
  int type;                      ///< index into EquationInfo::boundary_types
  std::vector<Expression> data;  ///< [n_fields] in x, y, z, t; empty where the type needs none

  /// Whether the case gives a state there that is not zero.
  bool has_data() const {
    return std::any_of(data.begin(), data.end(), [](const Expression& field) { return !field.is_zero(); });
  }
};

/// Everything a backend needs for Q ∂u/∂t = −∇·F + S on one mesh at one order. The views must outlive the
/// backend's `prepare` only.
struct WaveProblem {
  std::string equation;  ///< EquationInfo::equation, and
  std::string type;      ///< EquationInfo::type: which system to run
  int K;
  int n_fields;
  int n_coefficients;
  CurlPairWeights curl_pair_weights =
      nullptr;  ///< null: the equation lacks that trait (kernels/waves/equation.hpp)
  ReferenceView reference;
  QuadratureView quadrature;
  GeometryView geometry;
  TraceView trace;
  std::span<const double> node_coordinates;        ///< [K][Np][dim]
  std::span<const double> face_point_coordinates;  ///< [Kc][n_faces][Nfq][dim], curved cells
  /// Coefficient rows: of a region [n_rows][n_coefficients] with `coefficient_row` [K], or, for equations
  /// with nodal coefficients, [K·Np][n_coefficients].
  std::span<const double> coefficients;
  std::span<const int> coefficient_row;
  double alpha;  ///< numerical flux: 1 upwind … 0 central
  std::vector<BoundaryCondition> boundaries;
  /// Volume source, [n_fields] expressions in x, y, z, t, or empty; L2-projected with the rule below.
  std::vector<Expression> source;
  int source_points = 0;                       ///< Ns
  std::span<const double> source_coordinates;  ///< [K][Ns][dim]
  std::span<const double> source_project;      ///< [Np][Ns]: reference L2 projection
  /// Backend::variant() to compute stages by, where the device has it; empty: the fastest.
  std::string variant;
};

/// One stage of a 2N-storage Runge–Kutta step: residual ← a·residual + dt·L(u, t); u_next ← u + b·residual,
/// with the clock's dt, at t = (start of the clock) + (its steps + step + c)·dt.
struct Stage {
  double a, b, c;
  long step = 0;
};

/// One way to compute a stage, as it was tried on the device.
struct TuningRow {
  std::string variant;                 ///< its name
  std::string verdict;                 ///< for people: chosen, or why not
  int registers = 0, local_bytes = 0;  ///< a thread of its kernel takes; 0: unknown
  double seconds = 0;                  ///< a stage; 0: not measured
};

/// An array of K × n_fields × Np values on the device, in the backend's own layout and precision.
class DeviceArray {
 public:
  virtual ~DeviceArray() = default;
};

/// A copy of a state, on the device, which stays as it is while the device goes on: another thread reads it
/// meanwhile.
class StateCopy {
 public:
  virtual ~StateCopy() = default;
  /// Becomes the state as it is once the device has done what it was asked for so far; does not wait for
  /// that. Nobody may be reading the copy.
  virtual void take(const DeviceArray& state) = 0;
  // As Backend's, on any one thread.
  virtual void download(std::span<double> canonical) const = 0;
  virtual std::vector<std::byte> save() const = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// For people: device, instruction set, threads.
  virtual std::string description() const = 0;
  virtual Precision precision() const = 0;
  /// For people: driver, free memory, clock, load at this moment; empty where there is nothing to add.
  virtual std::string status() const { return {}; }
  /// Sets up operators, maps and kernels. Throws BackendError.
  virtual void prepare(const WaveProblem& problem) = 0;
  /// The way in which stages of the problem are computed.
  virtual std::string variant() const = 0;
  /// Tries all ways afresh and keeps the fastest, which `prepare` chooses by itself as well; empty where
  /// there is only one. No array may be allocated.
  virtual std::vector<TuningRow> tune() = 0;
  virtual std::unique_ptr<DeviceArray> allocate() = 0;
  /// canonical: [K][n_fields][Np].
  virtual void upload(std::span<const double> canonical, DeviceArray& to) = 0;
  virtual void download(const DeviceArray& from, std::span<double> canonical) = 0;
  /// Name of the form in which states of the problem stand in memory: raw states may be exchanged between
  /// backends that agree on it, and on the mesh.
  virtual std::string layout() const = 0;
  /// A state's bytes as they stand in memory.
  virtual std::vector<std::byte> save(const DeviceArray& from) = 0;
  /// Throws std::invalid_argument where the number of bytes is not a state's.
  virtual void restore(std::span<const std::byte> raw, DeviceArray& to) = 0;
  virtual void copy(const DeviceArray& from, DeviceArray& to) = 0;
  /// A place for a copy, which must not outlive the backend and must not be used after the next `prepare`.
  virtual std::unique_ptr<StateCopy> allocate_copy() = 0;
  /// Fields at points: values[p][field] = Σ_i weights[p][i] · u[elements[p]][field][i]. weights: [n][Np],
  /// values: [n][n_fields].
  virtual void sample(const DeviceArray& u, std::span<const int> elements, std::span<const double> weights,
                      std::span<double> values) = 0;
  /// The discrete energy, J (J/m in 2D): uᵀ M_J u in straight cells; in curved ones in the weight-adjusted
  /// inner product uᵀ M M_{1/J}⁻¹ M u, the one the scheme conserves (Chan, Hewett & Warburton, SIAM J. Sci.
  /// Comput. 39 (2017) A2395). Not finite where a value of u is not.
  virtual double energy(const DeviceArray& u) = 0;
  /// The powers in a state at a time, which are the rate at which stages change its energy. Not finite where
  /// a value of u is not.
  virtual Powers powers(const DeviceArray& u, double t) = 0;
  /// Starts the clock at a time, with no step taken yet; stages follow it.
  virtual void set_clock(double start, double dt) = 0;
  virtual void advance_clock(long steps) = 0;
  /// u and u_next must differ. Where a is 0, residual's old values are not read.
  virtual void stage(const Stage& stage, const DeviceArray& u, DeviceArray& residual,
                     DeviceArray& u_next) = 0;
  /// Records the calls of stage and advance_clock that `work` makes, on these very arrays; does nothing yet.
  /// The arrays, and what `work` refers to, must outlive the recording.
  virtual std::unique_ptr<Recording> record(std::function<void()> work) = 0;
  virtual void synchronise() = 0;
  /// Threads of the host that are busy while the device computes.
  virtual int host_threads() const = 0;
  /// For elliptic problems, in either precision; needs no `prepare`.
  virtual LinearAlgebra& linear_algebra() = 0;
  /// Interior penalty operators on vectors of the linear algebra; needs no `prepare` either.
  virtual PenaltyMaps& penalty_maps() = 0;
  /// Bytes held on the device.
  virtual std::size_t memory() const = 0;
  /// Measures the device's ceilings; takes a fraction of a second.
  virtual DeviceLimits measure_limits() const = 0;
};

/// The devices of this machine: "cuda:0", "cuda:1", …, "cpu"; or "cuda", which make_backend refuses with the
/// reason, where no GPU can be used.
std::vector<std::string> backend_names();
/// The backend for `device`: one of backend_names(); "cuda" for the GPU with the most free memory; or "auto"
/// for the first that can be used and may be taken unasked: `passed_over` then says why others were not.
/// Throws BackendError.
std::unique_ptr<Backend> make_backend(const std::string& device, Precision precision,
                                      std::string* passed_over = nullptr);

}  // namespace dgsolve
