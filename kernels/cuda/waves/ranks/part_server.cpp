#include "kernels/cuda/waves/ranks/part_server.hpp"

#include <thread>

#include "kernels/base/unset_vector.hpp"
#include "kernels/cuda/waves/ranks/remote_part.hpp"

namespace dgsolve::cuda {
namespace {

/// Sends n values that `read` writes.
template <class Read>
void put_values(Channel& channel, std::size_t n, Read read) {
  UnsetVector<double> values(n);
  read(std::span<double>(values));
  channel.put_array(std::span<const double>(values));
}

void put_bytes(Channel& channel, const std::vector<std::byte>& bytes) { channel.put_array(std::span(bytes)); }

}  // namespace

PartServer::PartServer(Ranks& ranks, Launcher& launcher, GpuWaveOperator& part, const RimExchange& rims,
                       const PartProgram& program)
    : ranks_(ranks),
      commands_(ranks.commands(0)),
      launcher_(launcher),
      part_(part),
      rims_(rims),
      program_(program) {}

PartServer::Actions PartServer::object_actions() {
  using C = RankCommand;
  using S = PartServer&;
  return {
      {C::allocate, [](S s) { s.states_[s.take<int>()] = s.part_.allocate(); }},
      {C::allocate_copy,
       [](S s) {
         auto copy = std::make_shared<Copy>(Copy{s.part_.allocate_copy()});
         const std::lock_guard lock(s.mutex_);
         s.copies_[s.take<int>()] = std::move(copy);
       }},
      {C::make_sampler,
       [](S s) {
         const int id = s.take<int>();
         SamplePoints points{s.take<SampleKind>()};
         points.elements = s.commands_.take_array<int>();
         points.weights = s.commands_.take_array<double>();
         points.capacity = s.take<std::size_t>();
         points.omega = s.commands_.take_array<double>();
         points.stride = s.take<long>();
         s.samplers_[id] = s.part_.sampler(points);
       }},
      {C::make_steps,
       [](S s) {
         const int id = s.take<int>();
         const auto rule = s.take<StepRule>();
         s.steps_[id] = s.part_.part_step_controller(rule, s.take<ErrorWeights>());
       }},
      {C::forget,
       [](S s) {
         const int id = s.take<int>();
         s.recordings_.erase(id);
         s.samplers_.erase(id);
         s.steps_.erase(id);
         s.states_.erase(id);
         const std::lock_guard lock(s.mutex_);
         s.copies_.erase(id);
       }},
  };
}

PartServer::Actions PartServer::state_actions() {
  using C = RankCommand;
  using S = PartServer&;
  return {
      {C::upload,
       [](S s) {
         WaveState& u = s.state();
         u.upload(s.commands_.take_array<double>());
       }},
      {C::download,
       [](S s) {
         const WaveState& u = s.state();
         put_values(s.commands_, s.commands_.take_length(sizeof(double)), [&](std::span<double> values) {
           u.download(values);
           s.ranks_.check();
         });
       }},
      {C::save,
       [](S s) {
         const auto raw = s.state().save();
         put_bytes(s.answer(), raw);
       }},
      {C::restore,
       [](S s) {
         WaveState& u = s.state();
         u.restore(s.commands_.take_array<std::byte>());
       }},
      {C::assign,
       [](S s) {
         WaveState& u = s.state();
         u.assign(s.state());
       }},
      {C::hand_over, [](S s) { s.program_.set(s.state(), s.commands_); }},
      {C::exchange, [](S s) { s.rims_.exchange(s.state()); }},
      {C::exchange_gradients, [](S s) { s.rims_.exchange_gradients(); }},
      {C::join, [](S s) { s.rims_.join(); }},
      {C::take_copy,
       [](S s) {
         const int id = s.take<int>();
         const WaveState& u = s.state();
         const std::lock_guard lock(s.mutex_);
         s.copies_.at(id)->copy->take(u);
         ++s.copies_.at(id)->n_taken;
         s.is_taken_.notify_all();
       }},
  };
}

PartServer::Actions PartServer::sample_actions() {
  using C = RankCommand;
  using S = PartServer&;
  return {
      {C::sample,
       [](S s) {
         Sampler& sampler = s.sampler();
         const WaveState& u = s.state();
         sampler.take(u, s.take<long>());
       }},
      {C::read_samples,
       [](S s) {
         const Samples samples = s.sampler().read();
         s.answer().put(samples.taken);
         s.commands_.put_array(std::span(samples.values));
       }},
      {C::write_samples,
       [](S s) {
         Sampler& sampler = s.sampler();
         const long taken = s.take<long>();
         sampler.write({taken, s.commands_.take_array<double>()});
       }},
      {C::keep_samples, [](S s) { s.sampler().keep(); }},
      {C::return_samples, [](S s) { s.sampler().go_back(); }},
  };
}

PartServer::Actions PartServer::step_actions() {
  using C = RankCommand;
  using S = PartServer&;
  return {
      {C::set_steps,
       [](S s) {
         PartStepController& steps = s.steps();
         steps.set(s.take<StepControl>());
       }},
      {C::steps,
       [](S s) {
         const StepControl control = s.steps().control();
         s.answer().put(control);
       }},
      {C::start_step_measures,
       [](S s) {
         PartStepController& steps = s.steps();
         const WaveState &first = s.state(), &before = s.state(), &u = s.state();
         steps.start_measures(first, before, u, s.state());
       }},
      {C::step_measures,
       [](S s) {
         const StepMeasures sums = s.steps().sums();
         put_sums(s.answer(), sums.of_state);
         if (sums.of_error) put_sums(s.commands_, *sums.of_error);
       }},
      {C::end_step,
       [](S s) {
         PartStepController& steps = s.steps();
         const double of_state = s.take<double>(), of_error = s.take<double>();
         const WaveState& first = s.state();
         steps.end_step(of_state, of_error, first, s.state());
       }},
  };
}

PartServer::Actions PartServer::operator_actions() {
  using C = RankCommand;
  using S = PartServer&;
  return {
      {C::use, [](S s) { s.part_.use(s.commands_.take_text()); }},
      {C::report,
       [](S s) {
         const PartReport report = s.part_.report();
         s.commands_.put_text(report.device);
         s.commands_.put(report.bytes);
       }},
      {C::limit,
       [](S s) {
         const long n_changed = s.part_.limit(s.state());
         s.answer().put(n_changed);
       }},
      {C::limited,
       [](S s) {
         const std::vector<double> of_cells = s.part_.limited();
         s.answer().put_array(std::span(of_cells));
       }},
      {C::set_limited, [](S s) { s.part_.set_limited(s.commands_.take_array<double>()); }},
      {C::set_clock,
       [](S s) {
         const double start = s.take<double>();
         s.part_.set_clock(start, s.take<double>());
       }},
      {C::advance_clock, [](S s) { s.part_.advance_clock(s.take<long>()); }},
      {C::find_gradients,
       [](S s) {
         const Stage stage = s.take<Stage>();
         s.part_.find_gradients(stage, s.state());
       }},
      {C::stage,
       [](S s) {
         const auto cells = s.take<StageCells>();
         Stage stage = s.take<Stage>();
         const int u0 = s.take<int>();
         stage.u0 = u0 == 0 ? nullptr : s.states_.at(u0).get();
         const WaveState& u = s.state();
         WaveState& residual = s.state();
         s.part_.stage(cells, stage, u, residual, s.state());
       }},
      {C::start_measure,
       [](S s) {
         const auto which = s.take<StateMeasure>();
         const WaveState& u = s.state();
         s.part_.start_measure(which, u, s.take<double>());
       }},
      {C::sums,
       [](S s) {
         const auto sums = s.part_.sums(s.take<StateMeasure>());
         put_sums(s.answer(), sums);
       }},
  };
}

PartServer::Actions PartServer::device_actions() {
  using C = RankCommand;
  using S = PartServer&;
  return {
      {C::record,
       [](S s) {
         const int id = s.take<int>();
         s.recordings_[id] = s.launcher_.record([&s] {
           while (s.obey(RankCommand::end_record))
             ;
         });
       }},
      {C::replay, [](S s) { s.recordings_.at(s.take<int>())->replay(); }},
      {C::synchronise,
       [](S s) {
         s.launcher_.synchronise();
         s.answer().put(RankCommand::synchronise);
       }},
  };
}

const PartServer::Actions& PartServer::actions() {
  static const Actions all = [] {
    Actions joined;
    for (const Actions& some : {object_actions(), state_actions(), sample_actions(), step_actions(),
                                operator_actions(), device_actions()})
      joined.insert(some.begin(), some.end());
    return joined;
  }();
  return all;
}

bool PartServer::obey(RankCommand last) {
  const auto command = take<RankCommand>();
  if (command == last) return false;
  actions().at(command)(*this);
  commands_.flush();
  return true;
}

void PartServer::serve() {
  std::thread reader([this] { serve_readings(); });
  std::exception_ptr failed;
  try {
    while (obey(RankCommand::end))
      ;
  } catch (...) {
    failed = std::current_exception();
    ranks_.readings(0).socket().hang_up();
  }
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    is_taken_.notify_all();
  }
  reader.join();
  if (reading_failed_) std::rethrow_exception(reading_failed_);
  if (failed) std::rethrow_exception(failed);
}

void PartServer::serve_readings() {
  try {
    read_copies();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (is_ending_) return;  // which ends it
    reading_failed_ = std::current_exception();
    commands_.socket().hang_up();
  }
}

void PartServer::read_copies() {
  Channel& channel = ranks_.readings(0);
  for (auto command = channel.take<RankCommand>(); command != RankCommand::end;
       command = channel.take<RankCommand>()) {
    const int id = channel.take<int>();
    const std::shared_ptr<Copy> copy = taken_copy(id, channel.take<long>());
    if (command == RankCommand::download_copy)
      put_values(channel, channel.take_length(sizeof(double)),
                 [&](std::span<double> values) { copy->copy->download(values); });
    else if (command == RankCommand::save_copy)
      put_bytes(channel, copy->copy->save());
    else
      program_.read(*copy->copy, channel);
    channel.flush();
  }
}

std::shared_ptr<PartServer::Copy> PartServer::taken_copy(int id, long n_taken) {
  std::unique_lock lock(mutex_);
  is_taken_.wait(lock, [&] {
    const auto found = copies_.find(id);
    return is_ending_ || (found != copies_.end() && found->second->n_taken >= n_taken);
  });
  if (is_ending_) throw RankLost("rank 0 reads a copy of a run that has ended");
  return copies_.at(id);
}

}  // namespace dgsolve::cuda
