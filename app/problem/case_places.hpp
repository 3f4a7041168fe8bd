/// Places in the case file for mistakes that are found behind its reading.
#pragma once

#include <stdexcept>
#include <string_view>

#include "io/case/case.hpp"

namespace dgsolve {

/// Does work, and throws CaseError for a std::invalid_argument about one of the boundaries,
/// "boundaries.NAME…: …".
template <class Work>
auto with_places(const Case& input, const Work& work) {
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    if (!std::string_view(error.what()).starts_with("boundaries.")) throw;
    throw error_at(input, error.what());
  }
}

}  // namespace dgsolve
