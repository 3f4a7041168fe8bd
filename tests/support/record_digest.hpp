/// Leaves what a test computed in its report (--gtest_output=json), to the bit: tests/digests.py compares.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/base/digest.hpp"

namespace dgsolve::test {

inline void record_digest(const std::string& name, const std::vector<double>& values) {
  const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  testing::Test::RecordProperty("digest_of_" + name, Digest().add(bytes).text());
}

}  // namespace dgsolve::test
