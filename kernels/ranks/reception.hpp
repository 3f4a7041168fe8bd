/// Who comes to the first process, until they have said that they belong to its run. Strangers keep nobody
/// waiting: none of them is waited for, and few are held.
#pragma once

#include <poll.h>

#include <memory>
#include <string>
#include <vector>

#include "kernels/base/phase_clock.hpp"
#include "kernels/ranks/hello.hpp"
#include "kernels/ranks/meeting_file.hpp"

namespace dgsolve {

/// Somebody who knows the token.
struct Guest {
  Socket socket;
  Hello hello;
};

class Reception {
 public:
  /// most: so many are listened to at a time. Where more come, who came first and has not said all must come
  /// again. seconds: for a whole hello.
  Reception(std::string token, int most, double seconds)
      : token_(std::move(token)), most_(most), seconds_(seconds) {}

  /// Throws std::runtime_error.
  void open(const std::string& address) { listeners_.emplace_back(address); }
  /// Nobody comes there any longer but at the first address.
  void keep_first();
  const std::vector<Listener>& listeners() const { return listeners_; }

  /// Readable where somebody is there.
  void add_sources(std::vector<pollfd>& sources) const;
  /// Goes on with all who are there, and never waits. Those who have said their hello.
  std::vector<Guest> serve();

 private:
  struct Visitor {
    Socket socket;
    TextBehindToken said;
    Stopwatch since;
  };
  void listen_to(std::unique_ptr<Visitor> visitor, std::vector<Guest>& guests);

  const std::string token_;
  const int most_;
  const double seconds_;
  std::vector<Listener> listeners_;
  std::vector<std::unique_ptr<Visitor>> visitors_;  ///< the latest last
};

}  // namespace dgsolve
