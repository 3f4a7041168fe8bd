/// The parts of the emulation that scheduling needs of the others.
#pragma once

namespace dgsolve::simt {

/// Throws std::logic_error where a block has ended and copies were not waited for.
void expect_no_copies_left();

}  // namespace dgsolve::simt
