#include "kernels/base/pace.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace dgsolve {
namespace {

constexpr double round_together = 0.02, round_alone = 0.1;  // s of laps that are timed together
constexpr double clearly_slower = 1.5;  // than usual: a trial ends, and so does what was usual
constexpr double clearly_faster = 0.9;  // than usual: the way is changed
constexpr double work_for_loss = 100;   // times what a trial loses, before the next

Pace::Senses of_this_thread() {
  using std::chrono::duration, std::chrono::steady_clock;
  return {[] { return duration<double>(steady_clock::now().time_since_epoch()).count(); },
          [waits = std::make_shared<CoreWaits>()] { return waits->share(); }};
}

}  // namespace

Pace::Pace() : Pace(of_this_thread()) {}

Pace::Pace(Senses senses)
    : senses_(std::move(senses)),
      is_late_([this] { return senses_.now() > begun_ + round_together / 10 + 2 * usual_; }),
      is_crowded_(works_alone()),
      pause_(first_pause()),
      next_(senses_.now() + pause_) {
  senses_.waiting();  // from now on
}

Pace::~Pace() {
  if (!is_crowded_) work_together();
}

/// A trial with all threads waits long at each loop where others hold the cores.
double Pace::first_pause() const {
  if (!works_alone()) return 0.05;
  return is_crowded_ ? 2 : 0.25;
}

/// Whoever holds a core now and then, such as this program's own writer of files, lets all threads be faster
/// again soon.
double Pace::longest_pause() const { return works_alone() && !is_crowded_ ? 1 : 30; }

/// So that a short work loses nothing by a trial either: one thread may take as many times longer for a
/// lap.
double Pace::fewest_laps() const { return works_alone() ? 0 : work_for_loss * (most_loop_threads() - 1); }

void Pace::begin() {
  begun_ = senses_.now();
  if (tries_ && !tries_alone_) work_alone_when(&is_late_);
}

void Pace::end() {
  work_alone_when(nullptr);
  busy_ += senses_.now() - begun_;
  ++laps_;
  ++n_laps_;
  if (tries_)
    go_on_trying();
  else if (busy_ >= (works_alone() ? round_alone : round_together))
    end_round();
}

void Pace::end_round() {
  const double now = senses_.now();
  const double mean = busy_ / laps_, before = std::exchange(last_, mean);
  usual_ = before > 0 ? std::min(before, mean) : mean;  // anything may stop a thread once
  if (works_alone()) {
    const bool was_crowded = std::exchange(is_crowded_, is_crowded(senses_.waiting()));
    if (was_crowded && !is_crowded_) pause_ = first_pause(), next_ = now;
  } else if (usual_at_trial_ > 0 && usual_ > clearly_slower * usual_at_trial_) {
    next_ = std::min(next_, std::max(now, earliest_));
  }
  laps_ = 0;
  busy_ = 0;
  if (now >= next_ && n_laps_ >= fewest_laps()) begin_trial();
}

void Pace::begin_trial() {
  tries_ = true;
  tries_alone_ = !works_alone();
  usual_at_trial_ = usual_;
  tries_alone_ ? work_alone() : work_together();
}

void Pace::go_on_trying() {
  const double mean = busy_ / laps_;
  const bool has_given_up = works_alone() && !tries_alone_;
  if (has_given_up || mean > clearly_slower * usual_)
    end_trial(false);
  else if (busy_ >= round_together)
    end_trial(mean < clearly_faster * usual_);
}

void Pace::end_trial(bool is_better) {
  tries_ = false;
  const double loss = busy_ - laps_ * usual_;
  last_ = is_better ? busy_ / laps_ : 0;
  if (is_better) {
    usual_at_trial_ = 0;
    is_crowded_ = is_crowded(senses_.waiting());
    pause_ = first_pause();
  } else {
    tries_alone_ ? work_together() : work_alone();
    pause_ = std::min(longest_pause(), 2 * std::max(pause_, work_for_loss * loss));
  }
  earliest_ = senses_.now() + std::max(first_pause(), work_for_loss * loss);
  next_ = std::max(earliest_, senses_.now() + pause_);
  laps_ = 0;
  busy_ = 0;
}

}  // namespace dgsolve
