/// Calls that were recorded and can be made again, at little cost.
#pragma once

#include <functional>
#include <utility>

namespace dgsolve {

class Recording {
 public:
  virtual ~Recording() = default;
  virtual void replay() = 0;
};

/// Where a call costs nothing, making it again is as good.
class PlainRecording : public Recording {
 public:
  explicit PlainRecording(std::function<void()> work) : work_(std::move(work)) {}
  void replay() override { work_(); }

 private:
  const std::function<void()> work_;
};

}  // namespace dgsolve
