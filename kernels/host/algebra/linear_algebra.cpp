#include "kernels/host/algebra/linear_algebra.hpp"

#include <cmath>

#include "kernels/host/algebra/vector.hpp"

namespace dgsolve::host {
namespace {

struct HostScalar : DeviceScalar {
  double value = 0;
};
double& value_of(DeviceScalar& s) { return dynamic_cast<HostScalar&>(s).value; }

struct HostCgState : CgState {
  double target = 0;
  double rho = 0;  ///< r·z; 0 before the first direction
  CgProgress progress;
};

}  // namespace

std::unique_ptr<DeviceVector> HostLinearAlgebra::vector(std::size_t size, Precision precision) {
  return with_type(precision, [&]<class T>(T) -> std::unique_ptr<DeviceVector> {
    return std::make_unique<HostVector<T>>(size, bytes_);
  });
}

std::unique_ptr<DeviceScalar> HostLinearAlgebra::scalar() { return std::make_unique<HostScalar>(); }

double HostLinearAlgebra::value(const DeviceScalar& s) { return dynamic_cast<const HostScalar&>(s).value; }

void HostLinearAlgebra::upload(std::span<const double> from, DeviceVector& to) {
  check_size(to, from.size());
  with_type(to.precision, [&]<class T>(T) {
    T* values = values_of<T>(to);
    for_chunks(to.size, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (auto i = first; i < last; ++i) values[i] = static_cast<T>(from[i]);
    });
  });
}

void HostLinearAlgebra::download(const DeviceVector& from, std::span<double> to) {
  check_size(from, to.size());
  with_type(from.precision, [&]<class T>(T) {
    const T* values = values_of<T>(from);
    for_chunks(from.size, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (auto i = first; i < last; ++i) to[i] = values[i];
    });
  });
}

void HostLinearAlgebra::set_zero(DeviceVector& x) {
  with_type(x.precision, [&]<class T>(T) {
    T* values = values_of<T>(x);
    for_chunks(x.size, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      std::fill(values + first, values + last, T(0));
    });
  });
}

void HostLinearAlgebra::copy_times(double factor, const DeviceVector& from, DeviceVector& to) const {
  check_size(to, from.size);
  with_type(from.precision, [&]<class From>(From) {
    with_type(to.precision, [&]<class To>(To) {
      const From* source = values_of<From>(from);
      To* values = values_of<To>(to);
      for_chunks(from.size, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        for (auto i = first; i < last; ++i) values[i] = static_cast<To>(factor * source[i]);
      });
    });
  });
}

void HostLinearAlgebra::copy(const DeviceVector& from, DeviceVector& to) { copy_times(1, from, to); }

void HostLinearAlgebra::copy_scaled(const DeviceVector& from, Scaling scaling, const DeviceScalar& s,
                                    DeviceVector& to) {
  const double factor = value(s);
  copy_times(scaling == Scaling::multiply ? factor : factor == 0 ? 0 : 1 / factor, from, to);
}

void HostLinearAlgebra::combine(double a, const DeviceVector& x, double b, DeviceVector& y) {
  check_size(y, x.size);
  with_type(x.precision, [&]<class T>(T) {
    const T *from = values_of<T>(x), A = static_cast<T>(a), B = static_cast<T>(b);
    T* to = values_of<T>(y);
    for_chunks(x.size, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      if (B == 0)
        for (auto i = first; i < last; ++i) to[i] = A * from[i];
      else
        for (auto i = first; i < last; ++i) to[i] = A * from[i] + B * to[i];
    });
  });
}

double HostLinearAlgebra::dot(const DeviceVector& x, const DeviceVector& y) const {
  check_size(y, x.size);
  return with_type(x.precision, [&]<class T>(T) {
    const T *a = values_of<T>(x), *b = values_of<T>(y);
    return sum_chunks(x.size, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (auto i = first; i < last; ++i) sum += static_cast<double>(a[i]) * b[i];
      return sum;
    });
  });
}

void HostLinearAlgebra::dot(const DeviceVector& x, const DeviceVector& y, DeviceScalar& result) {
  value_of(result) = dot(x, y);
}

void HostLinearAlgebra::norm(const DeviceVector& x, DeviceScalar& result) {
  value_of(result) = std::sqrt(dot(x, x));
}

std::unique_ptr<CgState> HostLinearAlgebra::cg_state(int) { return std::make_unique<HostCgState>(); }

void HostLinearAlgebra::cg_start(CgState& state, double target) {
  HostCgState fresh;
  fresh.target = target;
  dynamic_cast<HostCgState&>(state) = fresh;
}

void HostLinearAlgebra::cg_direction(CgState& cg, const DeviceVector& r, const DeviceVector& z,
                                     DeviceVector& p) {
  auto& state = dynamic_cast<HostCgState&>(cg);
  if (state.progress.status != CgStatus::running) return;
  const double rho = dot(r, z);
  if (!std::isfinite(rho)) {
    state.progress.status = CgStatus::not_finite;
  } else if (rho <= 0) {
    state.progress.status = CgStatus::indefinite_preconditioner;
  } else {
    combine(1, z, state.rho == 0 ? 0 : rho / state.rho, p);
    state.rho = rho;
  }
}

void HostLinearAlgebra::cg_step(CgState& cg, const DeviceVector& p, const DeviceVector& Ap, DeviceVector& x,
                                DeviceVector& r) {
  auto& state = dynamic_cast<HostCgState&>(cg);
  if (state.progress.status != CgStatus::running) return;
  check_size(x, p.size);
  check_size(r, p.size);
  const double curvature = dot(p, Ap);
  if (!std::isfinite(curvature) || curvature <= 0) {
    state.progress.status = std::isfinite(curvature) ? CgStatus::indefinite : CgStatus::not_finite;
    return;
  }
  const double squared_norm = with_type(x.precision, [&]<class T>(T) {
    const T alpha = static_cast<T>(state.rho / curvature);
    const T *direction = values_of<T>(p), *image = values_of<T>(Ap);
    T *solution = values_of<T>(x), *residual = values_of<T>(r);
    return sum_chunks(x.size, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (auto i = first; i < last; ++i) {
        solution[i] += alpha * direction[i];
        residual[i] -= alpha * image[i];
        sum += static_cast<double>(residual[i]) * residual[i];
      }
      return sum;
    });
  });
  const double norm = std::sqrt(squared_norm);
  state.progress.history.push_back(norm);
  if (!std::isfinite(norm))
    state.progress.status = CgStatus::not_finite;
  else if (norm <= state.target)
    state.progress.status = CgStatus::converged;
}

CgProgress HostLinearAlgebra::cg_read(const CgState& state) {
  return dynamic_cast<const HostCgState&>(state).progress;
}

}  // namespace dgsolve::host
