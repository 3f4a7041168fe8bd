/// A monitor: the device adds up the Fourier transforms of the fields where it looks, step after step; the
/// end of the run turns them into results.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/waves/monitors/tail_record.hpp"
#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "solver/electromagnetics/monitors/monitor_sampling.hpp"
#include "solver/electromagnetics/monitors/reference_wave.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class MonitorObserver : public Observer {
 public:
  /// When the run will end, as far as that is known, s.
  using ExpectedEnd = std::function<double()>;

  /// dt: the largest step, s. Keeps references; from now on every step of the integrator is gathered. Throws
  /// CaseError where the monitor does not fit the mesh.
  MonitorObserver(const Case& input, const MonitorOptions& monitor, SpatialOperator& op,
                  Integrator& integrator, double dt, ExpectedEnd end);

  /// With the clock at t = 0.
  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override {
    return tail_.steps_until_due(position.time(), position.interval.dt, end_());
  }
  bool due(const TimePosition& position) const override { return position.steps > seen_; }
  /// Adds the waveform's samples at the steps since the last look.
  void observe(const TimePosition& position) override;
  void add_sums_to(RunRecord& record) const override;
  void keep() override;
  void go_back(const RunRecord& record, const TimePosition& position) override;
  void finish(Summary& summary) const override;

 private:
  void make_sampler() { sampler_ = op_.wave->sampler(sampling_.points); }
  /// The sample behind `taken` calls, at a time.
  void add_reference(double time, double dt);
  /// The waveform's transform, where results are related to it.
  std::vector<std::complex<double>> related_to() const {
    return wave_ ? reference_ : std::vector<std::complex<double>>{};
  }
  void sample_tail(double time);
  void warn_of_tail(const TailRecord& tail) const;

  const Case& input_;
  const MonitorOptions& monitor_;
  SpatialOperator& op_;
  const Integrator& integrator_;
  MonitorSampling sampling_;
  const std::optional<ReferenceWave> wave_;
  const std::string definition_;
  std::unique_ptr<Sampler> sampler_;
  long taken_ = 0, kept_taken_ = 0;                               ///< calls of the sampler
  std::vector<std::complex<double>> reference_, kept_reference_;  ///< [frequency]: of the waveform
  long seen_ = 0;                                                 ///< steps of the run at the last look
  bool first_is_due_ = false;  ///< the waveform's sample at t = 0, whose step is not known before
  const ExpectedEnd end_;
  TailRecord tail_;
};

}  // namespace dgsolve
