#include "io/fields/writer_thread.hpp"

#include <omp.h>

#include <algorithm>
#include <utility>

#include "kernels/base/core_share.hpp"

namespace dgsolve {

void use_idle_cores(int busy_cores) {
  omp_set_num_threads(std::clamp(core_share() - busy_cores, 1, omp_get_max_threads()));
}

WriterThread::WriterThread(int busy_cores)
    : thread_([this, busy_cores] {
        use_idle_cores(busy_cores);
        run();
      }) {}

WriterThread::~WriterThread() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void WriterThread::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (stopping_) return;
    Job job = std::move(jobs_.front());
    const bool skip = failed_;
    lock.unlock();
    std::exception_ptr error;
    try {
      if (!skip) job();
    } catch (...) {
      error = std::current_exception();
    }
    job = {};  // what it holds goes before anybody hears that it is done
    lock.lock();
    jobs_.pop_front();
    if (error) {
      error_ = error;
      failed_ = true;
    }
    changed_.notify_all();
  }
}

void WriterThread::throw_error() {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void WriterThread::check() {
  const std::lock_guard lock(mutex_);
  throw_error();
}

void WriterThread::wait_until_left(std::size_t n_jobs) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return jobs_.size() <= n_jobs; });
  throw_error();
}

void WriterThread::submit(Job job) {
  {
    const std::lock_guard lock(mutex_);
    throw_error();
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

bool WriterThread::idle() {
  const std::lock_guard lock(mutex_);
  return jobs_.empty();
}

}  // namespace dgsolve
