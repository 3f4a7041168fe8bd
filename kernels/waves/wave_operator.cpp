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

void Sampler::write(const Samples&) { throw std::logic_error("rows of samples are only read"); }
void Sampler::keep() { throw std::logic_error("rows of samples are not kept"); }
void Sampler::go_back() { throw std::logic_error("rows of samples are not taken back"); }

void check_capacity(std::size_t taken, std::size_t capacity) {
  if (taken > capacity)
    throw std::logic_error("reading samples: " + std::to_string(taken) +
                           " rows were taken since the last read; expected " + std::to_string(capacity) +
                           " at most");
}

std::size_t values_of_point(const SamplePoints& points, int n_fields, int Np) {
  if (points.kind == SampleKind::circuits) return n_circuit_samples;
  const bool at_nodes = points.kind == SampleKind::transforms && points.weights.empty();
  if (!at_nodes) check_size("sampler", points.weights.size(), points.elements.size() * Np, "weights");
  return points.kind == SampleKind::rows ? n_fields
                                         : (at_nodes ? Np : 1) * n_fields * points.omega.size() * 2;
}

void check_size(const char* call, std::size_t found, std::size_t expected, const char* what) {
  if (found != expected)
    throw std::invalid_argument(std::string(call) + ": got " + std::to_string(found) + " " + what +
                                "; expected " + std::to_string(expected));
}

}  // namespace dgsolve
