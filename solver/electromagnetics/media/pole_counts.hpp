/// How many poles a fit looks for.
#pragma once

namespace dgsolve {

/// Beside ε∞ and σ. A lossless medium has resonances without damping alone.
struct PoleCounts {
  int real = 0, pairs = 0;
  bool lossless = false;
};

}  // namespace dgsolve
