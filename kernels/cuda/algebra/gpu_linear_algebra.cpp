#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"

#include <algorithm>

#include "kernels/base/unset_vector.hpp"

namespace dgsolve::cuda {
namespace {

struct GpuScalar : DeviceScalar {
  explicit GpuScalar(Launcher& launcher) : value(launcher, std::vector<double>{0.0}, "a scalar") {}
  Array<double> value;
};
double* value_of(const DeviceScalar& s) { return dynamic_cast<const GpuScalar&>(s).value.data(); }

struct GpuCgState : CgState {
  GpuCgState(Gpu& gpu, int max_iterations)
      : max_iterations(max_iterations),
        scalars(gpu, 1, "a solve"),
        report(gpu, 1, "a solve's report"),
        history(gpu, max_iterations, "a solve's history") {}
  const int max_iterations;
  Array<CgScalars> scalars;
  PinnedArray<CgReport> report;
  PinnedArray<double> history;
};

/// Blocks of a reduction over n.
int n_partial_for(std::size_t n) {
  return static_cast<int>(std::clamp<std::size_t>(n_blocks_for(n, 4 * vector_threads), 1, most_partial_sums));
}

CgArguments cg_arguments(CgState& cg, std::size_t n, const Array<double>& partial) {
  auto& state = dynamic_cast<GpuCgState&>(cg);
  CgArguments arguments{};
  arguments.n = static_cast<long long>(n);
  arguments.scalars = state.scalars.data();
  arguments.report = state.report.data();
  arguments.history = state.history.data();
  arguments.partial = partial.data();
  arguments.n_partial = n_partial_for(n);
  return arguments;
}

}  // namespace

KernelText linear_algebra_kernels() {
  return {.file = "kernels/cuda/algebra/linear_algebra.cu", .prefix = "", .kernels_wait = true};
}

GpuLinearAlgebra::GpuLinearAlgebra(Launcher& launcher)
    : launcher_(launcher),
      kernels_(launcher.load(linear_algebra_kernels())),
      partial_(launcher.gpu, most_partial_sums, "partial sums") {}

std::unique_ptr<DeviceVector> GpuLinearAlgebra::vector(std::size_t size, Precision precision) {
  return with_type(precision, [&]<class T>(T) -> std::unique_ptr<DeviceVector> {
    return std::make_unique<GpuVector<T>>(launcher_, size);
  });
}

std::unique_ptr<DeviceScalar> GpuLinearAlgebra::scalar() { return std::make_unique<GpuScalar>(launcher_); }

void GpuLinearAlgebra::upload(std::span<const double> from, DeviceVector& to) {
  check_size(to, from.size());
  if (to.precision == Precision::double_)
    return launcher_.copy(values_of<double>(to), from.data(), from.size_bytes(), "linear algebra");
  UnsetVector<float> values(from.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < from.size(); ++i) values[i] = static_cast<float>(from[i]);
  launcher_.copy(values_of<float>(to), values.data(), values.size() * sizeof(float), "linear algebra");
}

void GpuLinearAlgebra::download(const DeviceVector& from, std::span<double> to) {
  check_size(from, to.size());
  if (from.precision == Precision::double_)
    return launcher_.copy(to.data(), values_of<double>(from), to.size_bytes(), "linear algebra");
  std::vector<float> values(to.size());
  launcher_.copy(values.data(), values_of<float>(from), values.size() * sizeof(float), "linear algebra");
  std::copy(values.begin(), values.end(), to.begin());
}

double GpuLinearAlgebra::value(const DeviceScalar& s) {
  double value = 0;
  launcher_.copy(&value, value_of(s), sizeof value, "linear algebra");
  return value;
}

void GpuLinearAlgebra::set_zero(DeviceVector& x) {
  with_type(x.precision, [&]<class T>(T) { launcher_.set_zero(values_of<T>(x), x.size * sizeof(T)); });
}

void GpuLinearAlgebra::copy(const DeviceVector& from, const double* factor, Scaling scaling,
                            DeviceVector& to) {
  check_size(to, from.size);
  with_type(from.precision, [&]<class From>(From) {
    with_type(to.precision, [&]<class To>(To) {
      on_.launch<To>(name_for<From>("copy").c_str(), n_blocks_for(from.size, copies_at_once),
                     CopyArguments<From, To>{static_cast<long long>(from.size), values_of<From>(from),
                                             values_of<To>(to), factor, scaling == Scaling::divide});
    });
  });
}

void GpuLinearAlgebra::copy(const DeviceVector& from, DeviceVector& to) {
  copy(from, nullptr, Scaling::multiply, to);
}

void GpuLinearAlgebra::round(const double* from, float* to, std::size_t n) {
  on_.launch<float>("copy_double", n_blocks_for(n, copies_at_once),
                    CopyArguments<double, float>{static_cast<long long>(n), from, to, nullptr, 0});
}

void GpuLinearAlgebra::copy_scaled(const DeviceVector& from, Scaling scaling, const DeviceScalar& s,
                                   DeviceVector& to) {
  copy(from, value_of(s), scaling, to);
}

void GpuLinearAlgebra::combine(double a, const DeviceVector& x, double b, DeviceVector& y) {
  check_size(y, x.size);
  with_type(x.precision, [&]<class T>(T) {
    on_.launch<T>("combine", x.size,
                  CombineArguments<T>{static_cast<long long>(x.size), static_cast<T>(a), static_cast<T>(b),
                                      values_of<T>(x), values_of<T>(y)});
  });
}

void GpuLinearAlgebra::dot(const DeviceVector& x, const DeviceVector& y, bool root, DeviceScalar& result) {
  check_size(y, x.size);
  const int n_partial = n_partial_for(x.size);
  with_type(x.precision, [&]<class T>(T) {
    const DotArguments<T> arguments{static_cast<long long>(x.size), values_of<T>(x), values_of<T>(y),
                                    partial_.data(), n_partial};
    kernels_->launch(name_for<T>("dot"), n_partial, vector_threads, arguments);
  });
  FinishArguments finish{n_partial, partial_.data(), value_of(result), root};
  kernels_->launch("finish_dot", 1, vector_threads, finish);
}

void GpuLinearAlgebra::dot(const DeviceVector& x, const DeviceVector& y, DeviceScalar& result) {
  dot(x, y, false, result);
}
void GpuLinearAlgebra::norm(const DeviceVector& x, DeviceScalar& result) { dot(x, x, true, result); }

std::unique_ptr<CgState> GpuLinearAlgebra::cg_state(int max_iterations) {
  auto state = std::make_unique<GpuCgState>(launcher_.gpu, max_iterations);
  cg_start(*state, 0);
  return state;
}

void GpuLinearAlgebra::cg_start(CgState& cg, double target) {
  auto& state = dynamic_cast<GpuCgState&>(cg);
  const CgScalars scalars{target, 0, 0, 0, CgStatus::running, 0, state.max_iterations};
  launcher_.copy(state.scalars.data(), &scalars, sizeof scalars, "a solve");
  *state.report.data() = {scalars.status, scalars.iterations};
}

void GpuLinearAlgebra::cg_direction(CgState& state, const DeviceVector& r, const DeviceVector& z,
                                    DeviceVector& p) {
  check_size(z, r.size);
  check_size(p, r.size);
  CgArguments arguments = cg_arguments(state, r.size, partial_);
  arguments.r = values_of<double>(r);
  arguments.z = values_of<double>(z);
  arguments.p = values_of<double>(p);
  kernels_->launch("cg_direction_dot", arguments.n_partial, vector_threads, arguments);
  kernels_->launch("cg_beta", 1, vector_threads, arguments);
  kernels_->launch("cg_direction", n_blocks_for(r.size), vector_threads, arguments);
}

void GpuLinearAlgebra::cg_step(CgState& state, const DeviceVector& p, const DeviceVector& Ap, DeviceVector& x,
                               DeviceVector& r) {
  for (const DeviceVector* vector : {&Ap, static_cast<const DeviceVector*>(&x), &std::as_const(r)})
    check_size(*vector, p.size);
  CgArguments arguments = cg_arguments(state, p.size, partial_);
  arguments.p = values_of<double>(p);
  arguments.Ap = values_of<double>(Ap);
  arguments.x = values_of<double>(x);
  arguments.r = values_of<double>(r);
  kernels_->launch("cg_curvature_dot", arguments.n_partial, vector_threads, arguments);
  kernels_->launch("cg_alpha", 1, vector_threads, arguments);
  kernels_->launch("cg_step", arguments.n_partial, vector_threads, arguments);
  kernels_->launch("cg_norm", 1, vector_threads, arguments);
}

CgProgress GpuLinearAlgebra::cg_read(const CgState& cg) {
  const auto& state = dynamic_cast<const GpuCgState&>(cg);
  launcher_.synchronise();
  const double* history = state.history.data();
  return {state.report.data()->status, {history, history + state.report.data()->iterations}};
}

}  // namespace dgsolve::cuda
