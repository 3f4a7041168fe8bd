#include "kernels/waves/sampler.hpp"

#include <stdexcept>
#include <string>

namespace dgsolve {

void check_rows_read(std::size_t n_values, std::size_t row_size, std::size_t taken, std::size_t capacity) {
  if (n_values == taken * row_size && taken <= capacity) return;
  throw std::logic_error("reading samples: got room for " + std::to_string(n_values) + " values; " +
                         std::to_string(taken) + " rows of " + std::to_string(row_size) +
                         " were taken since the last read, of " + std::to_string(capacity) + " at most");
}

}  // namespace dgsolve
