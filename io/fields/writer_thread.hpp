/// The thread that writes: whoever has results hands over jobs, and goes on while they reach the disk. Jobs
/// run one after another in the order they came, so libraries that know no threads may be called by them.
/// Loops within a job are shared (OpenMP) with the cores that nothing else keeps busy.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace dgsolve {

/// Shares the calling thread's loops with those of the process's cores (kernels/base/core_share.hpp) that are
/// not busy.
void use_idle_cores(int busy_cores);

class WriterThread {
 public:
  using Job = std::function<void()>;

  /// busy_cores: those that others compute on meanwhile.
  explicit WriterThread(int busy_cores = 0);
  WriterThread(const WriterThread&) = delete;
  WriterThread& operator=(const WriterThread&) = delete;
  /// The job that has begun ends; others, and what they throw, are lost: see `finish`.
  ~WriterThread();

  // After a job has thrown no other one runs: what it did not write cannot be built upon. All of these throw
  // what it threw, once.

  void check();
  /// Waits until so many jobs are left at most, the one being run among them: a disk that is slow holds back
  /// those who have more for it.
  void wait_until_left(std::size_t n_jobs);
  /// Leaves a job; does not wait.
  void submit(Job job);
  /// Waits until all jobs are done.
  void finish() { wait_until_left(0); }

  /// Whether all jobs are done.
  bool idle();

 private:
  void run();
  void throw_error();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;      ///< the first one is being run
  std::exception_ptr error_;  ///< of a job, until somebody was told
  bool failed_ = false, stopping_ = false;
  std::thread thread_;  ///< the last: it begins when all else is there
};

}  // namespace dgsolve
