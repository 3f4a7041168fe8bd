/// The memory that a run uses up.
#pragma once

#include <cstddef>

namespace dgsolve {

/// Memory that the program may still take, bytes: what the machine has available, or what the program's
/// control group (a batch job, a container) or its limit on addresses leaves it. 0: unknown.
double available_memory();

/// The memory that the program holds now, bytes.
std::size_t held_memory();

/// The most memory that the program ever held, bytes.
std::size_t peak_memory();

}  // namespace dgsolve
