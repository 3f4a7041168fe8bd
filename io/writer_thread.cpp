#include "io/writer_thread.hpp"

#include <utility>

namespace dgsolve {

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

void WriterThread::wait_for_room() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return jobs_.size() < capacity; });
  throw_error();
}

void WriterThread::submit(Job job) {
  wait_for_room();
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

void WriterThread::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return jobs_.empty(); });
  throw_error();
}

bool WriterThread::idle() {
  const std::lock_guard lock(mutex_);
  return jobs_.empty();
}

}  // namespace dgsolve
