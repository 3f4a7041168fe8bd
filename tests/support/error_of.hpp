/// What an action throws, as text.
#pragma once

#include <exception>
#include <string>

namespace dgsolve::test {

template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace dgsolve::test
