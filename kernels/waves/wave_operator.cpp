#include "kernels/waves/wave_operator.hpp"

#include <stdexcept>

namespace dgsolve {

void check_stage(StageForm form, const Stage& stage, const WaveState& u, const WaveState& u_next) {
  if (&u == &u_next) throw std::invalid_argument("a stage needs two arrays for the states before and after");
  if (form == StageForm::low_storage && (stage.p != 0 || stage.q != 1 || stage.e != 0))
    throw std::invalid_argument("the operator computes stages of 2N storage; expected p = 0, q = 1, e = 0");
  if (stage.p != 0 && stage.u0 == nullptr)
    throw std::invalid_argument("a stage with p other than 0 needs the state at the beginning of its step");
}

void check_rows_read(std::size_t n_values, std::size_t row_size, std::size_t taken, std::size_t capacity) {
  if (n_values == taken * row_size && taken <= capacity) return;
  throw std::logic_error("reading samples: got room for " + std::to_string(n_values) + " values; " +
                         std::to_string(taken) + " rows of " + std::to_string(row_size) +
                         " were taken since the last read, of " + std::to_string(capacity) + " at most");
}

std::size_t n_frequency_sums(const FrequencyPoints& points, int n_fields, int Np) {
  const std::size_t n = points.elements.size();
  if (!points.weights.empty()) check_size("frequency_sampler", points.weights.size(), n * Np, "weights");
  return n * (points.weights.empty() ? Np : 1) * n_fields * points.omega.size() * 2;
}

void check_size(const char* call, std::size_t found, std::size_t expected, const char* what) {
  if (found != expected)
    throw std::invalid_argument(std::string(call) + ": got " + std::to_string(found) + " " + what +
                                "; expected " + std::to_string(expected));
}

}  // namespace dgsolve
