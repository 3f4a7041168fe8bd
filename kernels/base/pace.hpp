/// Chooses between one thread and all for work that is done again and again, in laps that are alike: it
/// times them both ways, and keeps to the faster one. Where the cores are free that is all threads; where
/// others hold them, or where laps are small, one (loop_threads.hpp). Results do not depend on it.
#pragma once

#include <functional>

#include "kernels/base/loop_threads.hpp"

namespace dgsolve {

class Pace {
 public:
  /// Its clock, and its sense of others.
  struct Senses {
    std::function<double()> now;      ///< s
    std::function<double()> waiting;  ///< share of the thread's time since the last call, as CoreWaits has it
  };
  /// Begins as the thread works now.
  Pace();
  explicit Pace(Senses senses);
  Pace(const Pace&) = delete;
  Pace& operator=(const Pace&) = delete;
  ~Pace();

  /// While it lives, the thread does a lap of the work.
  class Lap {
   public:
    explicit Lap(Pace& pace) : pace_(pace) { pace_.begin(); }
    Lap(const Lap&) = delete;
    Lap& operator=(const Lap&) = delete;
    ~Lap() { pace_.end(); }

   private:
    Pace& pace_;
  };

 private:
  void begin();
  void end();
  void end_round();
  void begin_trial();
  void go_on_trying();
  void end_trial(bool is_better);
  double first_pause() const;
  double longest_pause() const;
  double fewest_laps() const;

  const Senses senses_;
  const std::function<bool()> is_late_;  ///< for a loop of a lap that is tried with all threads
  double begun_ = 0;                     ///< the lap, s
  double n_laps_ = 0;                    ///< so far
  double laps_ = 0;                      ///< of this round, or of this trial
  double busy_ = 0;                      ///< s, in these
  double last_ = 0;                      ///< s a lap, in the last round; 0: there was none
  double usual_ = 0;                     ///< … in the faster one of the last two
  double usual_at_trial_ = 0;            ///< … before the last trial; 0: there was none
  bool tries_ = false;                   ///< the other way
  bool tries_alone_ = false;             ///< which is the other way
  bool is_crowded_;                      ///< others hold the cores
  double pause_;                         ///< s, from a trial to the next
  double next_;                          ///< when the next trial is due, s
  double earliest_ = 0;                  ///< … where things have changed
};

}  // namespace dgsolve
