#include "kernels/cuda/waves/ranks/remote_part.hpp"

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/unset_vector.hpp"

namespace dgsolve::cuda {
namespace {

class RemoteState : public WaveState {
 public:
  RemoteState(PartLink& link, std::size_t of_cell) : object(link), of_cell_(of_cell) {
    link.ask(RankCommand::allocate, object.id());
  }

  void upload(std::span<const double> canonical) override {
    object.link().ask_with(canonical, RankCommand::upload, object.id());
  }
  void download(std::span<double> canonical) const override {
    object.link().ask(RankCommand::download, object.id(), canonical.size()).take_into(canonical);
  }
  void fill(const RunsOfCells& runs, const CellWriter& write) override {
    UnsetVector<double> values(runs.K * of_cell_);
    for_each_run(runs, [&](int, int first, int last) {
      write(first, last, {&values[first * of_cell_], (last - first) * of_cell_});
    });
    upload(values);
  }
  void visit(const RunsOfCells& runs, const CellReader& read) const override {
    UnsetVector<double> values(runs.K * of_cell_);
    download(values);
    for_each_run(runs, [&](int, int first, int last) {
      read(first, last, {&values[first * of_cell_], (last - first) * of_cell_});
    });
  }
  std::vector<std::byte> save() const override {
    return object.link().ask(RankCommand::save, object.id()).take_array<std::byte>();
  }
  void restore(std::span<const std::byte> raw) override {
    object.link().ask_with(raw, RankCommand::restore, object.id());
  }
  void assign(const WaveState& other) override {
    object.link().ask(RankCommand::assign, object.id(), remote_id(other));
  }
  Channel& hand_over(int) override { return object.link().ask(RankCommand::hand_over, object.id()); }

  const RemoteObject object;

 private:
  const std::size_t of_cell_;
};

/// The other process's reader waits until its copy was taken as often as here.
class RemoteCopy : public StateCopy {
 public:
  explicit RemoteCopy(PartLink& link) : object_(link) { link.ask(RankCommand::allocate_copy, object_.id()); }

  void take(const WaveState& state) override {
    object_.link().ask(RankCommand::take_copy, object_.id(), remote_id(state));
    ++n_taken_;
  }
  void download(std::span<double> canonical) const override {
    object_.link()
        .ask_reader(RankCommand::download_copy, object_.id(), n_taken_, canonical.size())
        .take_into(canonical);
  }
  std::vector<std::byte> save() const override {
    return object_.link().ask_reader(RankCommand::save_copy, object_.id(), n_taken_).take_array<std::byte>();
  }
  Channel& hand_over(int) const override {
    return object_.link().ask_reader(RankCommand::hand_over_copy, object_.id(), n_taken_);
  }

 private:
  const RemoteObject object_;
  long n_taken_ = 0;
};

class RemoteSampler : public Sampler {
 public:
  RemoteSampler(PartLink& link, const SamplePoints& points) : object_(link) {
    Channel& channel = link.commands();
    channel.put(RankCommand::make_sampler);
    channel.put(object_.id());
    channel.put(points.kind);
    channel.put_array(std::span(points.elements));
    channel.put_array(std::span(points.weights));
    channel.put(points.capacity);
    channel.put_array(std::span(points.omega));
    channel.put(points.stride);
    channel.flush();
  }

  void take(const WaveState& u, long step) override {
    object_.link().ask(RankCommand::sample, object_.id(), remote_id(u), step);
  }
  Samples read() override {
    Channel& channel = object_.link().ask(RankCommand::read_samples, object_.id());
    const long taken = channel.take<long>();
    return {taken, channel.take_array<double>()};
  }
  void write(const Samples& samples) override {
    object_.link().ask_with(std::span(samples.values), RankCommand::write_samples, object_.id(),
                            samples.taken);
  }
  void keep() override { object_.link().ask(RankCommand::keep_samples, object_.id()); }
  void go_back() override { object_.link().ask(RankCommand::return_samples, object_.id()); }

 private:
  const RemoteObject object_;
};

class RemoteSteps : public PartStepController {
 public:
  RemoteSteps(PartLink& link, StepRule rule, const ErrorWeights& weights) : object_(link), rule_(info(rule)) {
    link.ask(RankCommand::make_steps, object_.id(), rule, weights);
  }

  void set(const StepControl& control) override {
    object_.link().ask(RankCommand::set_steps, object_.id(), control);
  }
  StepControl control() const override {
    return object_.link().ask(RankCommand::steps, object_.id()).take<StepControl>();
  }
  void start_measures(const WaveState& first, const WaveState& before, const WaveState& u,
                      WaveState& estimate) override {
    object_.link().ask(RankCommand::start_step_measures, object_.id(), remote_id(first), remote_id(before),
                       remote_id(u), remote_id(estimate));
  }
  StepMeasures sums() override {
    Channel& channel = object_.link().ask(RankCommand::step_measures, object_.id());
    StepMeasures sums{of_state_.take(channel, rule_.measure), {}};
    if (rule_.estimates_errors) sums.of_error.emplace(of_error_.take(channel, rule_.measure));
    return sums;
  }
  void end_step(double of_state, double of_error, const WaveState& first, WaveState& u) override {
    object_.link().ask(RankCommand::end_step, object_.id(), of_state, of_error, remote_id(first),
                       remote_id(u));
  }

 private:
  const RemoteObject object_;
  const StepRuleInfo& rule_;
  RemoteSums of_state_, of_error_;
};

}  // namespace

ReducedCells RemoteSums::take(Channel& channel, StateMeasure which) {
  launches_.resize(channel.take_length(sizeof(StagePlan::Reduction)));
  for (StagePlan::Reduction& reduction : launches_) {
    reduction.launch.kernel.blocks = channel.take<std::size_t>();
    reduction.kind = channel.take<CellKind>();
    reduction.n_cells = channel.take<int>();
    reduction.chunks = channel.take<Chunks>();
  }
  sums_ = channel.take_array<double>();
  return {launches_, sums_.data(), which};
}

int remote_id(const WaveState& state) { return dynamic_cast<const RemoteState&>(state).object.id(); }

PartReport RemotePart::report() const {
  Channel& channel = link_.ask(RankCommand::report);
  std::string device = channel.take_text();
  return {.device = std::move(device),
          .cells = numbering_.cells.size(),
          .bytes = channel.take<std::size_t>(),
          .rim = PartReport::Rim{.ghosts = numbering_.n_ghosts()}};
}

void RemotePart::use(const std::string& variant) {
  link_.ask_with(std::span<const char>(variant), RankCommand::use);
}

std::unique_ptr<WaveState> RemotePart::allocate() { return std::make_unique<RemoteState>(link_, of_cell_); }

std::unique_ptr<StateCopy> RemotePart::allocate_copy() { return std::make_unique<RemoteCopy>(link_); }

std::unique_ptr<Sampler> RemotePart::sampler(const SamplePoints& points) {
  return std::make_unique<RemoteSampler>(link_, points);
}

std::unique_ptr<PartStepController> RemotePart::part_step_controller(StepRule rule,
                                                                     const ErrorWeights& weights) {
  return std::make_unique<RemoteSteps>(link_, rule, weights);
}

long RemotePart::limit(WaveState& u) { return link_.ask(RankCommand::limit, remote_id(u)).take<long>(); }

std::vector<double> RemotePart::limited() { return link_.ask(RankCommand::limited).take_array<double>(); }

void RemotePart::set_limited(std::span<const double> of_cells) {
  link_.ask_with(of_cells, RankCommand::set_limited);
}

void RemotePart::set_clock(double start, double dt) { link_.ask(RankCommand::set_clock, start, dt); }

void RemotePart::advance_clock(long steps) { link_.ask(RankCommand::advance_clock, steps); }

void RemotePart::find_gradients(const Stage& stage, const WaveState& u) {
  link_.ask(RankCommand::find_gradients, stage, remote_id(u));
}

void RemotePart::stage(StageCells cells, const Stage& stage, const WaveState& u, WaveState& residual,
                       WaveState& u_next) {
  const int u0 = stage.u0 == nullptr ? 0 : remote_id(*stage.u0);
  link_.ask(RankCommand::stage, cells, stage, u0, remote_id(u), remote_id(residual), remote_id(u_next));
}

void RemotePart::start_measure(StateMeasure which, const WaveState& u, double t) {
  link_.ask(RankCommand::start_measure, which, remote_id(u), t);
}

ReducedCells RemotePart::sums(StateMeasure which) {
  return sums_[static_cast<std::size_t>(which)].take(link_.ask(RankCommand::sums, which), which);
}

}  // namespace dgsolve::cuda
