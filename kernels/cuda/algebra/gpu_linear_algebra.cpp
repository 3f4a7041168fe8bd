#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"

#include <algorithm>

#include "kernels/base/unset_vector.hpp"

namespace dgsolve::cuda {
namespace {

struct GpuScalar : DeviceScalar {
  explicit GpuScalar(Team& team) : value(shared_array(team, std::vector<double>{0.0}, 1, "a scalar")) {}
  Array<double> value;
};
double* value_of(const DeviceScalar& s) { return dynamic_cast<const GpuScalar&>(s).value.data(); }

struct GpuCgState : CgState {
  GpuCgState(Team& team, int max_iterations)
      : max_iterations(max_iterations),
        scalars(shared_array<CgScalars>(team, 1, 1, "a solve")),
        report(team.first().gpu, 1, "a solve's report"),
        history(team.first().gpu, max_iterations, "a solve's history") {}
  const int max_iterations;
  Array<CgScalars> scalars;
  PinnedArray<CgReport> report;
  PinnedArray<double> history;
};

/// Of a reduction, a share a block.
Work work_on(const Shares& shares) {
  return {{static_cast<std::size_t>(shares.n_blocks), static_cast<std::size_t>(shares.n), 1,
           static_cast<std::size_t>(shares.size())},
          1};
}

CgArguments cg_arguments(CgState& cg, std::size_t n, const Array<double>& partial) {
  auto& state = dynamic_cast<GpuCgState&>(cg);
  CgArguments arguments{};
  const Shares shares(static_cast<long long>(n));
  arguments.n = shares.n;
  arguments.share = shares.size();
  arguments.scalars = state.scalars.data();
  arguments.report = state.report.data();
  arguments.history = state.history.data();
  arguments.partial = partial.data();
  arguments.n_partial = shares.n_blocks;
  return arguments;
}

std::vector<std::unique_ptr<KernelModule>> load_kernels(const Team& team) {
  std::vector<std::unique_ptr<KernelModule>> kernels;
  for (std::size_t i = 0; i < team.size(); ++i)
    kernels.push_back(team.launcher(i).load(linear_algebra_kernels()));
  return kernels;
}

}  // namespace

KernelText linear_algebra_kernels() {
  return {.file = "kernels/cuda/algebra/linear_algebra.cu", .prefix = "", .kernels_wait = true};
}

GpuLinearAlgebra::GpuLinearAlgebra(Team& team)
    : team_(team),
      kernels_(load_kernels(team)),
      on_{team_, kernels_},
      partial_(shared_array<double>(team, most_partial_sums, 1, "partial sums")) {}

std::unique_ptr<DeviceVector> GpuLinearAlgebra::vector(std::size_t size, Precision precision) {
  return with_type(precision, [&]<class T>(T) -> std::unique_ptr<DeviceVector> {
    return std::make_unique<GpuVector<T>>(team_, size);
  });
}

std::unique_ptr<DeviceScalar> GpuLinearAlgebra::scalar() { return std::make_unique<GpuScalar>(team_); }

void GpuLinearAlgebra::upload(std::span<const double> from, DeviceVector& to) {
  check_size(to, from.size());
  if (to.precision == Precision::double_)
    return team_.copy(values_of<double>(to), from.data(), from.size_bytes(), "linear algebra");
  UnsetVector<float> values(from.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < from.size(); ++i) values[i] = static_cast<float>(from[i]);
  team_.copy(values_of<float>(to), values.data(), values.size() * sizeof(float), "linear algebra");
}

void GpuLinearAlgebra::download(const DeviceVector& from, std::span<double> to) {
  check_size(from, to.size());
  with_type(from.precision, [&]<class T>(T) {
    team_.hand_round(values_of<T>(from), sizeof(T), {from.size, from.size});
  });
  if (from.precision == Precision::double_)
    return team_.copy(to.data(), values_of<double>(from), to.size_bytes(), "linear algebra");
  std::vector<float> values(to.size());
  team_.copy(values.data(), values_of<float>(from), values.size() * sizeof(float), "linear algebra");
  std::copy(values.begin(), values.end(), to.begin());
}

double GpuLinearAlgebra::value(const DeviceScalar& s) {
  double value = 0;
  team_.copy(&value, value_of(s), sizeof value, "linear algebra");
  return value;
}

std::vector<PartReport> GpuLinearAlgebra::parts(int K, int Np) const {
  const std::vector<Team::Member> members = team_.members();
  if (members.size() == 1) return {};
  const auto of_cell = static_cast<std::size_t>(Np), n = static_cast<std::size_t>(K);
  const std::vector<Team::Range> ranges = team_.ranges({n * of_cell, n * of_cell});
  std::vector<PartReport> parts;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const int cells =
        i < ranges.size() ? static_cast<int>(ranges[i].last / of_cell - ranges[i].first / of_cell) : 0;
    parts.push_back({members[i].name, cells, members[i].memory});
  }
  return parts;
}

void GpuLinearAlgebra::set_zero(DeviceVector& x) {
  with_type(x.precision, [&]<class T>(T) { team_.set_zero(values_of<T>(x), x.size * sizeof(T)); });
}

void GpuLinearAlgebra::copy(const DeviceVector& from, const double* factor, Scaling scaling,
                            DeviceVector& to) {
  check_size(to, from.size);
  with_type(from.precision, [&]<class From>(From) {
    with_type(to.precision, [&]<class To>(To) {
      on_.launch(name_for<To>(name_for<From>("copy").c_str()), {{from.size, from.size}, numbers_copied},
                 CopyArguments<From, To>{static_cast<long long>(from.size), values_of<From>(from),
                                         values_of<To>(to), factor, scaling == Scaling::divide});
    });
  });
}

void GpuLinearAlgebra::copy(const DeviceVector& from, DeviceVector& to) {
  copy(from, nullptr, Scaling::multiply, to);
}

void GpuLinearAlgebra::round(std::size_t gpu, const double* from, float* to, std::size_t n) {
  kernels_[gpu]->launch("copy_double_single", n_blocks_for(n, numbers_copied), vector_threads,
                        CopyArguments<double, float>{static_cast<long long>(n), from, to, nullptr, 0});
}

void GpuLinearAlgebra::copy_scaled(const DeviceVector& from, Scaling scaling, const DeviceScalar& s,
                                   DeviceVector& to) {
  copy(from, value_of(s), scaling, to);
}

void GpuLinearAlgebra::combine(double a, const DeviceVector& x, double b, DeviceVector& y) {
  check_size(y, x.size);
  with_type(x.precision, [&]<class T>(T) {
    on_.launch(name_for<T>("combine"), {{x.size, x.size}},
               CombineArguments<T>{static_cast<long long>(x.size), static_cast<T>(a), static_cast<T>(b),
                                   values_of<T>(x), values_of<T>(y)});
  });
}

void GpuLinearAlgebra::dot(const DeviceVector& x, const DeviceVector& y, bool root, DeviceScalar& result) {
  check_size(y, x.size);
  const Shares shares(static_cast<long long>(x.size));
  with_type(x.precision, [&]<class T>(T) {
    on_.launch(name_for<T>("dot"), work_on(shares),
               DotArguments<T>{shares.n, shares.size(), values_of<T>(x), values_of<T>(y), partial_.data()});
  });
  team_.hand_round(partial_.data(), sizeof(double), work_on(shares).results);
  on_.launch_alone("finish_dot", FinishArguments{shares.n_blocks, partial_.data(), value_of(result), root});
}

void GpuLinearAlgebra::dot(const DeviceVector& x, const DeviceVector& y, DeviceScalar& result) {
  dot(x, y, false, result);
}
void GpuLinearAlgebra::norm(const DeviceVector& x, DeviceScalar& result) { dot(x, x, true, result); }

std::unique_ptr<CgState> GpuLinearAlgebra::cg_state(int max_iterations) {
  auto state = std::make_unique<GpuCgState>(team_, max_iterations);
  cg_start(*state, 0);
  return state;
}

void GpuLinearAlgebra::cg_start(CgState& cg, double target) {
  auto& state = dynamic_cast<GpuCgState&>(cg);
  const CgScalars scalars{target, 0, 0, 0, CgStatus::running, 0, state.max_iterations};
  team_.copy(state.scalars.data(), &scalars, sizeof scalars, "a solve");
  *state.report.data() = {scalars.status, scalars.iterations};
}

void GpuLinearAlgebra::launch_on_shares(const char* kernel, const CgArguments& arguments) {
  on_.share(kernel, work_on(Shares(arguments.n)),
            [&](long long first, long long last) { return arguments.part_of_shares(first, last); });
  team_.hand_round(partial_.data(), sizeof(double), work_on(Shares(arguments.n)).results);
}

void GpuLinearAlgebra::cg_direction(CgState& state, const DeviceVector& r, const DeviceVector& z,
                                    DeviceVector& p) {
  check_size(z, r.size);
  check_size(p, r.size);
  CgArguments arguments = cg_arguments(state, r.size, partial_);
  arguments.r = values_of<double>(r);
  arguments.z = values_of<double>(z);
  arguments.p = values_of<double>(p);
  launch_on_shares("cg_direction_dot", arguments);
  on_.launch_alone("cg_beta", arguments);
  on_.launch("cg_direction", {{r.size, r.size}}, arguments);
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
  launch_on_shares("cg_curvature_dot", arguments);
  on_.launch_alone("cg_alpha", arguments);
  launch_on_shares("cg_step", arguments);
  on_.launch_alone("cg_norm", arguments);
}

CgProgress GpuLinearAlgebra::cg_read(const CgState& cg) {
  const auto& state = dynamic_cast<const GpuCgState&>(cg);
  team_.synchronise();
  const double* history = state.history.data();
  return {state.report.data()->status, {history, history + state.report.data()->iterations}};
}

}  // namespace dgsolve::cuda
