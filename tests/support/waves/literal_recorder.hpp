/// A CPU that records as a GPU does, and counts its recordings.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/host/host_device.hpp"

namespace dgsolve::test {

/// Calls that were made while a recording was on, where there is one.
class CallLog {
 public:
  void do_or_record(std::function<void()> call) {
    if (recorded_ != nullptr)
      recorded_->push_back(std::move(call));
    else
      call();
  }
  std::unique_ptr<Recording> record(const std::function<void()>& work) {
    std::vector<std::function<void()>> calls;
    recorded_ = &calls;
    work();
    recorded_ = nullptr;
    ++n_recordings;
    return std::make_unique<PlainRecording>([calls] {
      for (const auto& call : calls) call();
    });
  }
  int n_recordings = 0;

 private:
  std::vector<std::function<void()>>* recorded_ = nullptr;
};

class LoggedSampler : public Sampler {
 public:
  LoggedSampler(std::unique_ptr<Sampler> sampler, CallLog& log) : sampler_(std::move(sampler)), log_(log) {}
  void take(const WaveState& u, long step) override {
    log_.do_or_record([this, &u, step] { sampler_->take(u, step); });
  }
  Samples read() override { return sampler_->read(); }
  void write(const Samples& samples) override { sampler_->write(samples); }
  void keep() override { sampler_->keep(); }
  void go_back() override { sampler_->go_back(); }

 private:
  const std::unique_ptr<Sampler> sampler_;
  CallLog& log_;
};

class LoggedStepController : public StepController {
 public:
  LoggedStepController(std::unique_ptr<StepController> controller, CallLog& log)
      : controller_(std::move(controller)), log_(log) {}
  void set(const StepControl& control) override { controller_->set(control); }
  StepControl control() const override { return controller_->control(); }
  void end_step(const WaveState& first, const WaveState& before, WaveState& u, WaveState& estimate) override {
    log_.do_or_record(
        [this, &first, &before, &u, &estimate] { controller_->end_step(first, before, u, estimate); });
  }

 private:
  const std::unique_ptr<StepController> controller_;
  CallLog& log_;
};

class LoggedOperator : public host::HostWaveOperator<double> {
 public:
  LoggedOperator(const WaveProblem& problem, const host::HostOptions& options, CallLog& log)
      : HostWaveOperator(problem, options, std::make_shared<std::size_t>(0)), log_(log) {}
  void stage(const Stage& stage, const WaveState& u, WaveState& residual, WaveState& u_next) override {
    log_.do_or_record(
        [this, stage, &u, &residual, &u_next] { HostWaveOperator::stage(stage, u, residual, u_next); });
  }
  void advance_clock(long steps) override {
    log_.do_or_record([this, steps] { HostWaveOperator::advance_clock(steps); });
  }
  std::unique_ptr<Sampler> sampler(const SamplePoints& points) override {
    return std::make_unique<LoggedSampler>(HostWaveOperator::sampler(points), log_);
  }
  std::unique_ptr<StepController> step_controller(StepRule rule, const ErrorWeights& weights,
                                                  RelativeSize compare) override {
    return std::make_unique<LoggedStepController>(HostWaveOperator::step_controller(rule, weights, compare),
                                                  log_);
  }

 private:
  CallLog& log_;
};

/// Records as a GPU does: the calls themselves, with the arrays they were given.
class LiteralRecorder : public host::HostDevice<double> {
 public:
  explicit LiteralRecorder(host::HostOptions options = {}) : options_(std::move(options)) {
    options_.threads = 1;
  }
  std::unique_ptr<WaveOperator> wave(const WaveProblem& problem) override {
    return std::make_unique<LoggedOperator>(problem, options_, log_);
  }
  std::unique_ptr<Recording> record(std::function<void()> work) override { return log_.record(work); }
  int n_recordings() const { return log_.n_recordings; }

 private:
  host::HostOptions options_;
  CallLog log_;
};

}  // namespace dgsolve::test
