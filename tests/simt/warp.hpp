/// The parts of the emulation that scheduling needs of the others.
#pragma once

namespace dgsolve::simt {

/// Waits for the warp's other threads.
void warp_barrier();

/// Throws std::logic_error where a block has ended and copies were not waited for.
void expect_no_copies_left();

}  // namespace dgsolve::simt
