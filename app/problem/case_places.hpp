/// Places in the case file for mistakes that are found behind its reading.
#pragma once

#include <stdexcept>
#include <string>

#include "io/case/case.hpp"
#include "io/yaml/mistakes.hpp"

namespace dgsolve {

/// Does work, and throws CaseError for a std::invalid_argument about one of the boundaries,
/// "boundaries.NAME…: …".
template <class Work>
auto with_places(const Case& input, const Work& work) {
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    const std::string text = error.what();
    if (!text.starts_with("boundaries.")) throw;
    throw CaseError(nearest_place(input, text.substr(0, text.find(": "))) + ": " + text);
  }
}

}  // namespace dgsolve
