/// `dgsolve info`: version, libraries, equations, devices and what they can do at most, kernel cache.
#pragma once

namespace dgsolve {

/// Prints to stdout. Measures the devices' limits, which takes a second or two.
void print_info();

}  // namespace dgsolve
