#include "app/resources.hpp"

#include <sys/resource.h>

namespace dgsolve {

std::size_t peak_memory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace dgsolve
