#include "kernels/cuda/stage_plan.hpp"

#include <limits>
#include <stdexcept>

#include "kernels/cuda/stage_tables.hpp"

namespace dgsolve::cuda {
namespace {

/// Calls body with a null pointer to the kernels' number type.
template <class Body>
auto with_type(Precision precision, Body body) {
  return precision == Precision::single ? body(static_cast<float*>(nullptr))
                                        : body(static_cast<double*>(nullptr));
}

StagePlan::Launch launch(const char* kernel, int n_elements, int elements, int threads) {
  return {kernel, static_cast<unsigned>((n_elements + elements - 1) / elements),
          static_cast<unsigned>(threads)};
}

void expect_size(const char* what, std::size_t got, std::size_t expected) {
  if (got != expected)
    throw std::invalid_argument(std::string(what) + ": got " + std::to_string(got) + "; expected " +
                                std::to_string(expected));
}

}  // namespace

StagePlan::StagePlan(const WaveProblem& problem, Precision precision)
    : precision(precision),
      numbering(problem.geometry.curved_index, 1),
      n_fields(problem.n_fields),
      Np(problem.reference.Np) {
  if (problem.boundaries.size() > std::numeric_limits<unsigned short>::max())
    throw BackendError("the GPU backend takes at most 65535 boundary conditions; got " +
                       std::to_string(problem.boundaries.size()));
  const StageShape shape(problem, precision, numbering);
  const BlockSizes& blocks = shape.blocks;
  const int K = numbering.n_blocks, n_straight = numbering.n_straight_blocks;
  kernel_text_ = {"kernels/cuda/stage.cu", config_text(shape, problem, precision)};
  if (shape.has_projected_source)
    launches_.push_back(launch("project_source", K, blocks.source, blocks.source * Np));
  if (shape.has_straight)
    launches_.push_back(launch("straight_stage", n_straight, blocks.straight,
                               blocks.straight / blocks.straight_per_thread * Np));
  if (shape.has_curved)
    launches_.push_back(launch("curved_stage", K - n_straight, blocks.curved, blocks.curved * Np));

  arguments_.n_straight = n_straight;
  arguments_.n_elements = K;
  arguments_.alpha = problem.alpha;
  tables_ = with_type(precision, [&]<class T>(T*) { return pack_tables<T>(problem, numbering, shape); });
}

std::size_t StagePlan::n_dofs() const { return numbering.slot.size() * n_fields * Np; }

std::size_t StagePlan::state_bytes() const {
  return n_dofs() * (precision == Precision::single ? sizeof(float) : sizeof(double));
}

void StagePlan::to_device(std::span<const double> canonical, std::span<std::byte> device) const {
  expect_size("values of a state", canonical.size(), n_dofs());
  expect_size("bytes of a state on the device", device.size(), state_bytes());
  with_type(precision, [&]<class T>(T*) {
    T* to = reinterpret_cast<T*>(device.data());
    const int K = numbering.n_blocks, n = n_fields * Np;
#pragma omp parallel for
    for (int slot = 0; slot < K; ++slot) {
      const double* element = &canonical[static_cast<std::size_t>(numbering.element[slot]) * n];
      T* record = to + static_cast<std::size_t>(slot) * n;
      for (int node = 0; node < Np; ++node)
        for (int field = 0; field < n_fields; ++field) *record++ = static_cast<T>(element[field * Np + node]);
    }
  });
}

void StagePlan::to_canonical(std::span<const std::byte> device, std::span<double> canonical) const {
  expect_size("values of a state", canonical.size(), n_dofs());
  expect_size("bytes of a state on the device", device.size(), state_bytes());
  with_type(precision, [&]<class T>(T*) {
    const T* from = reinterpret_cast<const T*>(device.data());
    const int K = numbering.n_blocks, n = n_fields * Np;
#pragma omp parallel for
    for (int slot = 0; slot < K; ++slot) {
      double* element = &canonical[static_cast<std::size_t>(numbering.element[slot]) * n];
      const T* record = from + static_cast<std::size_t>(slot) * n;
      for (int node = 0; node < Np; ++node)
        for (int field = 0; field < n_fields; ++field) element[field * Np + node] = *record++;
    }
  });
}

}  // namespace dgsolve::cuda
