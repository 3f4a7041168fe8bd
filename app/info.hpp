/// `dgsolve info`: version, equations, devices and what they can do at most.
#pragma once

namespace dgsolve {

/// Prints to stdout. Measures the devices' limits, which takes a second or two.
void print_info();

}  // namespace dgsolve
