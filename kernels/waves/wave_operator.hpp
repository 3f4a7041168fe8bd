/// A wave problem on a device, ready to be advanced: states, stages, energies. What crosses is double, in
/// canonical order [element][field][node]; how states stand in memory is the device's own affair, and shows
/// only in raw copies that return to where they came from.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/base/cell_runs.hpp"
#include "kernels/base/part_report.hpp"
#include "kernels/base/phase_clock.hpp"
#include "kernels/waves/stage.hpp"
#include "kernels/waves/state_measures.hpp"
#include "kernels/waves/state_parts.hpp"
#include "kernels/waves/step_control.hpp"
#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

class Channel;

/// One way to compute a stage, as it was tried on the device.
struct TuningRow {
  std::string variant;                 ///< its name
  std::string verdict;                 ///< for people: chosen, or why not
  int registers = 0, local_bytes = 0;  ///< a thread of its kernel takes; 0: unknown
  double seconds = 0;                  ///< a stage; 0: not measured
};

/// A state, or a residual, on the device, in its own layout and precision: K × n_fields × Np values of
/// fields, then the auxiliaries of local models and of circuits. Canonical auxiliaries are
/// [cell][auxiliary][node], group after group, then [face][point][CircuitPoint::n_states], circuit after
/// circuit.
class WaveState {
 public:
  virtual ~WaveState() = default;
  /// All values, or the fields alone, which leaves auxiliaries zero. Throws std::invalid_argument where the
  /// number of values is neither, as `download`.
  virtual void upload(std::span<const double> canonical) = 0;
  virtual void download(std::span<double> canonical) const = 0;
  /// The fields run by run, so that all of them never stand in canonical order at once; `fill` leaves
  /// auxiliaries zero. Throws what `write` or `read` throws.
  virtual void fill(const RunsOfCells& runs, const CellWriter& write) = 0;
  virtual void visit(const RunsOfCells& runs, const CellReader& read) const = 0;
  /// The bytes as they stand in memory.
  virtual std::vector<std::byte> save() const = 0;
  /// Throws std::invalid_argument where the number of bytes is not a state's.
  virtual void restore(std::span<const std::byte> raw) = 0;
  /// Copies another state of the same operator.
  virtual void assign(const WaveState& other) = 0;

  // Where several processes have a part each (WaveOperator::parts_by_rank):

  /// This process's part.
  virtual WaveState& own_part() { throw std::logic_error("this process has the whole state"); }
  /// Has the program of another process called with its part, to set it; as StateCopy::hand_over.
  virtual Channel& hand_over(int /*rank*/) { throw std::logic_error("this process has the whole state"); }
  /// All parts were set so: now they are one state.
  virtual void join_parts() { throw std::logic_error("this process has the whole state"); }
};

/// A copy of a state, on the device, which stays as it is while the device goes on: another thread reads it
/// meanwhile.
class StateCopy {
 public:
  virtual ~StateCopy() = default;
  /// Becomes the state as it is once the device has done what it was asked for so far; does not wait for
  /// that. Nobody may be reading the copy.
  virtual void take(const WaveState& state) = 0;
  // As WaveState's, on any one thread.
  virtual void download(std::span<double> canonical) const = 0;
  virtual std::vector<std::byte> save() const = 0;

  // Where several processes have a part each (WaveOperator::parts_by_rank), on the same thread:

  /// This process's part.
  virtual const StateCopy& own_part() const { throw std::logic_error("this process has the whole state"); }
  /// Has the program of another process called with its part (Device::serve). The channel to it, for what it
  /// is to do; until it is done no other call may need that process.
  virtual Channel& hand_over(int /*rank*/) const {
    throw std::logic_error("this process has the whole state");
  }
};

/// What a program whose process rank 0 leads does with its part: as the program of rank 0 says by the
/// channel.
struct PartProgram {
  std::function<void(const StateCopy& part, Channel& rank_0)> read;  ///< called by another thread
  std::function<void(WaveState& part, Channel& rank_0)> set;
};

/// Kinds of samples that are made of the values taken.
enum class SampleKind : unsigned char {
  /// The values themselves, a row for each call of `take`: Σ_i weights[point][i] ·
  /// u[elements[point]][field][i].
  rows,
  /// The fields' Fourier transforms Σ_n w_n u(t_n) exp(−iω t_n) over every stride-th call of `take`, in
  /// double
  /// precision. t_n is the operator's clock, which counts steps; w_n is stride · dt, and half of it for the
  /// first sample.
  transforms,
  /// Voltage, current and energy of each circuit on faces, a row for each call of `take`: V = ∫E*·dl averaged
  /// over the width, V, and the current that flows from it into the fields, A, both of the numerical flux at
  /// the time of the state taken; V·I is the power that the fields get. The energy is what its states hold,
  /// J.
  circuits
};

/// Where fields are sampled, and what is made of them. Throughout, [point] is [point][node] without weights.
struct SamplePoints {
  SampleKind kind;
  /// Of each point; of transforms without weights all nodes are points; of `circuits` their numbers, as
  /// WaveProblem has them.
  std::vector<int> elements = {};
  std::vector<double> weights = {};  ///< [point][Np]
  std::size_t capacity = 0;          ///< of rows, until they are read
  std::vector<double> omega = {};    ///< of transforms: angular frequencies, rad/s
  long stride = 1;                   ///< of transforms: steps between samples
};

struct Samples {
  long taken = 0;  ///< calls of `take`; of rows since the last read
  /// Rows: [call][point][field], the oldest first; `circuits`: [call][circuit][V, A, J];
  /// transforms: [point][field][frequency][real, imaginary part].
  std::vector<double> values = {};
};

/// Values gathered at some points, step after step, on the device: the host fetches it now and then. Must
/// not outlive its operator.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// Takes the state after a step, counted from the clock's own: 0 after the first step behind it, −1 at the
  /// clock itself. Does not wait, and may be recorded.
  virtual void take(const WaveState& u, long step) = 0;
  /// Waits. Throws std::logic_error where rows were taken for which there was no room.
  virtual Samples read() = 0;

  // Of transforms; others throw std::logic_error.

  /// Goes on from there. Throws std::invalid_argument where the number of values is another one.
  virtual void write(const Samples& samples);
  /// Keeps a copy, on the device.
  virtual void keep();
  /// Returns to the copy, or to the beginning where none was kept.
  virtual void go_back();
};

/// Ends steps that are tried, on the device: measures what the rule goes by, accepts or rejects the step, and
/// sets the operator's clock for the next one (kernels/waves/step_control.hpp). Must not outlive its
/// operator.
class StepController {
 public:
  virtual ~StepController() = default;

  /// From there on, by the controller's rule; sets the clock for the first step.
  virtual void set(const StepControl& control) = 0;
  /// Waits.
  virtual StepControl control() const = 0;
  /// After a step's stages. first, before, u: the states before the step, before its last stage, and after
  /// it; where the step is rejected, or none was to be tried, u becomes the first again. estimate: is
  /// overwritten where errors are estimated. Does not wait where `may_be_recorded`.
  virtual void end_step(const WaveState& first, const WaveState& before, WaveState& u,
                        WaveState& estimate) = 0;
  /// False where the host takes part, which a recording cannot do again.
  virtual bool may_be_recorded() const { return true; }
};

/// Must not outlive its device; states and copies must not outlive their operator.
class WaveOperator {
 public:
  virtual ~WaveOperator() = default;

  /// Where the time went that making the operator took.
  const std::vector<TimePhase>& set_up_times() const { return set_up_.phases(); }
  /// The way in which stages are computed.
  virtual std::string variant() const = 0;
  /// Tries all ways afresh and keeps the fastest, which Device::wave chooses by itself as well; empty where
  /// there is only one. No state may be allocated.
  virtual std::vector<TuningRow> tune() = 0;
  /// Name of the form in which states stand in memory: raw states may be exchanged between operators that
  /// agree on it, and on the mesh.
  virtual std::string layout() const = 0;

  /// The shares of a problem that several devices share; empty where one has it all.
  virtual std::vector<PartReport> parts() const { return {}; }
  /// The part of a state that each process has, [rank]; none where this one has the whole.
  virtual StateParts parts_by_rank() const { return {}; }

  /// Auxiliaries of local models in a state.
  virtual std::size_t n_auxiliaries() const = 0;
  /// A state of zeros.
  virtual std::unique_ptr<WaveState> allocate() = 0;
  /// A place for a copy.
  virtual std::unique_ptr<StateCopy> allocate_copy() = 0;
  /// Throws std::invalid_argument where the number of weights does not fit.
  virtual std::unique_ptr<Sampler> sampler(const SamplePoints& points) = 0;
  /// weights: of an estimate of errors, where the rule has one; compare: the equation's, for relative ones.
  virtual std::unique_ptr<StepController> step_controller(StepRule rule, const ErrorWeights& weights,
                                                          RelativeSize compare) = 0;
  /// The discrete energy, J (J/m in 2D): uᵀ M_J u in straight cells; in curved ones in the weight-adjusted
  /// inner product uᵀ M M_{1/J}⁻¹ M u, the one the scheme conserves (Chan, Hewett & Warburton, SIAM J. Sci.
  /// Comput. 39 (2017) A2395). Not finite where a value of u is not.
  double energy(const WaveState& u) { return measure(StateMeasure::energy, u, 0).front(); }
  /// The powers in a state at a time, which are the rate at which stages change its energy. Not finite where
  /// a value of u is not. Throws std::logic_error where the flux is not linear: no powers are known then.
  Powers powers(const WaveState& u, double t) { return powers_of(measure(StateMeasure::powers, u, t)); }
  /// ∫ P::integrals(u, c): [max_integrals], those that the equation does not have are 0. Quadrature of the
  /// field z/J, where z is the one that the energy is made of, so that what is linear in u is conserved as
  /// the scheme does.
  std::vector<double> integrals(const WaveState& u) { return measure(StateMeasure::integrals, u, 0); }
  /// The largest rate at the nodes of a state, 1/s (StepView::cell_rates). Not finite where a value of u
  /// is not.
  double step_rate(const WaveState& u) { return measure(StateMeasure::step_rate, u, 0).front(); }
  /// Waits. [n_values]: reduced cell by cell, in an order that does not depend on how cells are shared.
  virtual std::vector<double> measure(StateMeasure which, const WaveState& u, double t) = 0;

  /// Starts the clock at a time, with no step taken yet; stages follow it.
  virtual void set_clock(double start, double dt) = 0;
  virtual void advance_clock(long steps) = 0;
  /// Squeezes a state that no stage computed until it is positive (WaveProblem::limiter); waits. Returns the
  /// number of cells that it changed.
  virtual long limit(WaveState& u) = 0;
  /// How the limiter acted behind all stages so far, [K]: Σ time · share that it took away, s. Empty where
  /// there is none.
  virtual std::vector<double> limited() = 0;
  /// Goes on from there.
  virtual void set_limited(std::span<const double> of_cells) = 0;
  /// In the problem's stage form; u and u_next must differ. With a limiter u_next is limited.
  virtual void stage(const Stage& stage, const WaveState& u, WaveState& residual, WaveState& u_next) = 0;

 protected:
  PhaseClock set_up_;
};

// For those who implement these.

/// Throws std::invalid_argument where an operator of that form cannot compute the stage.
void check_stage(StageForm form, const Stage& stage, const WaveState& u, const WaveState& u_next);

/// Throws std::logic_error where more rows were taken than there is room for.
void check_capacity(std::size_t taken, std::size_t capacity);

/// Values of a point in Samples, of rows those of one. Throws std::invalid_argument where the number of
/// weights does not fit.
std::size_t values_of_point(const SamplePoints& points, int n_fields, int Np);

/// Throws std::invalid_argument that names the call. what: what was counted.
void check_size(const char* call, std::size_t found, std::size_t expected, const char* what);

}  // namespace dgsolve
