#include "solver/multigrid/multigrid.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/linear/sparse.hpp"
#include "solver/multigrid/aggregation.hpp"
#include "solver/multigrid/continuous_maps.hpp"

namespace dgsolve {
namespace {

/// The degree of the continuous level below each. Falling faster (3 to 1, 4 to 2) costs iterations where
/// cells are stretched.
constexpr int lower_degrees[] = {0, 0, 1, 2, 3, 3, 4, 5, 5, 6, 6};

/// Steps of the smoothers; found by trying on unstructured meshes, plain ones and such with cells stretched
/// 20 : 1, where a step more on the continuous levels pays.
constexpr int discontinuous_steps = 3;
int continuous_steps(int N, bool stretched) { return (N <= 5 ? 2 : 3) + (stretched ? 1 : 0); }
int algebraic_steps(int dim) { return dim == 2 ? 3 : 2; }

/// Algebraic levels end where a dense inverse is cheap.
constexpr int n_direct = 400;
/// Connections below this count as weak, half as many on each level that follows.
constexpr double strength = 0.4, weakest_strength = 1e-6;
/// Coarsening that leaves a larger share of the unknowns does not pay.
constexpr double slow = 0.8;

std::string degree_text(int N) { return fmt::format("degree {}", N); }

std::unique_ptr<LinearMap> jacobi(LinearAlgebra& algebra, const CsrMatrix& a, Precision precision) {
  const std::vector<double> d = diagonal(a);
  const auto fill = [&](int first, int count, double* blocks) {
    for (int k = 0; k < count; ++k) blocks[k] = 1 / d[first + k];
  };
  return algebra.element_blocks({a.rows, 1, d.size(), {}, fill}, precision);
}

/// The inverse, or where constants are in the kernel a pseudo-inverse; by way of S = D^-½ A D^-½, whose
/// eigenvalues differ less. There w ∼ D^½ 1 of length 1 is in the kernel: S⁺ = (S + w wᵀ)⁻¹ − w wᵀ.
CsrMatrix dense_inverse(const CsrMatrix& a, bool constants_in_kernel) {
  const std::vector<double> d = diagonal(a);
  Matrix scaled(a.rows, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      scaled(i, a.column[p]) = a.value[p] / std::sqrt(d[i] * d[a.column[p]]);
  const double length = constants_in_kernel ? std::accumulate(d.begin(), d.end(), 0.0) : 0;
  const auto add_kernel = [&](double factor, Matrix& to) {
    if (!constants_in_kernel) return;
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < a.rows; ++j) to(i, j) += factor * std::sqrt(d[i] * d[j]) / length;
  };
  add_kernel(1, scaled);
  Matrix inverse = positive_inverse(scaled);
  add_kernel(-1, inverse);

  CsrMatrix result{a.rows, a.rows, {0}, {}, {}};
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.rows; ++j) append(result, j, inverse(i, j) / std::sqrt(d[i] * d[j]));
    end_row(result);
  }
  return result;
}

}  // namespace

Multigrid::Multigrid(LinearAlgebra& algebra, const DiscontinuousForm& discontinuous,
                     std::unique_ptr<LinearMap> a, std::unique_ptr<LinearMap> s)
    : algebra_(algebra),
      precision_(a->precision),
      mean_free_(discontinuous.constants_in_kernel),
      stretched_(discontinuous.stretched),
      N_(discontinuous.element.N),
      norm_(algebra.scalar()) {
  const double largest = discontinuous.largest_eigenvalue ? *discontinuous.largest_eigenvalue
                                                          : largest_and_some_more(algebra, *a, *s);
  add_level(degree_text(N_), std::move(a), std::move(s), discontinuous_steps, largest);
  const ContinuousForm form(discontinuous);
  const int n = form.space.n_unknowns;
  if (!is_useful(n)) return;
  levels_.back().prolongation = algebra_.gather(form.space.unknown, n, precision_);
  levels_.back().restriction = sums_of_nodes(form.space);
  add_continuous_levels(form, levels_.back().restriction);
}

/// The time since the level above belongs to it.
void Multigrid::mark_level(const std::string& space) {
  set_up_.mark(fmt::format("multigrid level {} ({})", levels_.size(), space));
}

void Multigrid::add_level(const std::string& space, std::unique_ptr<LinearMap> a,
                          std::unique_ptr<LinearMap> s, int steps, double largest) {
  Level level;
  level.steps = steps;
  level.smoother = std::make_unique<ChebyshevSmoother>(algebra_, *a, *s, steps, largest);
  level.b = algebra_.vector(a->rows, precision_);
  level.x = algebra_.vector(a->rows, precision_);
  level.r = algebra_.vector(a->rows, precision_);
  level.a = std::move(a);
  level.s = std::move(s);
  levels_.push_back(std::move(level));
  mark_level(space);
}

void Multigrid::connect_next(const CsrMatrix& prolongation) {
  levels_.back().prolongation = algebra_.csr(prolongation, precision_);
  levels_.back().restriction = algebra_.csr(transpose(prolongation), precision_);
}

std::shared_ptr<LinearMap> Multigrid::sums_of_nodes(const ContinuousSpace& space) {
  return algebra_.scatter_add(space.nodes, space.unknown.size(), precision_);
}

void Multigrid::add_continuous_levels(const ContinuousForm& form, const std::shared_ptr<LinearMap>& sums) {
  const int n = form.element.N;
  if (n == 1) {
    add_algebraic_levels(form.assembled(), algebraic_steps(form.element.dim));
    return;
  }
  ContinuousMaps maps = continuous_maps(algebra_, form, sums, precision_);
  const double largest = largest_and_some_more(algebra_, *maps.form, *maps.smoother);
  add_level(degree_text(n) + ", continuous", std::move(maps.form), std::move(maps.smoother),
            continuous_steps(N_, stretched_), largest);

  const ContinuousForm lower(form, lower_degrees[n]);
  if (!is_useful(lower.space.n_unknowns)) return;
  connect_next(prolongation(form, lower));
  add_continuous_levels(lower, lower.element.N > 1 ? sums_of_nodes(lower.space) : nullptr);
}

void Multigrid::add_algebraic_levels(CsrMatrix a, int steps) {
  double threshold = strength;
  while (a.rows > n_direct) {
    std::unique_ptr<LinearMap> map = algebra_.csr(a, precision_), smoother = jacobi(algebra_, a, precision_);
    const double largest = largest_and_some_more(algebra_, *map, *smoother);
    add_level("algebraic", std::move(map), std::move(smoother), steps, largest);
    Aggregates aggregates = aggregate(a, threshold);
    for (; aggregates.count > slow * a.rows && threshold > weakest_strength; threshold /= 2)
      aggregates = aggregate(a, threshold / 2);
    if (!is_useful(aggregates.count) || aggregates.count > slow * a.rows) return;
    const CsrMatrix p = smoothed_prolongation(a, threshold, aggregates);
    connect_next(p);
    a = transpose(p) * (a * p);
    threshold /= 2;
  }
  add_direct_level(a);
}

void Multigrid::add_direct_level(const CsrMatrix& a) {
  Level level;
  level.s = algebra_.csr(dense_inverse(a, mean_free_), precision_);
  level.b = algebra_.vector(a.rows, precision_);
  level.x = algebra_.vector(a.rows, precision_);
  levels_.push_back(std::move(level));
  mark_level("dense inverse");
}

std::vector<Multigrid::LevelProducts> Multigrid::levels() const {
  std::vector<LevelProducts> levels;
  for (const Level& level : levels_) {
    LevelProducts& here = levels.emplace_back(LevelProducts{level.b->size, {}});
    if (!level.smoother) {
      here.products.push_back({"inverse", *level.s, 1});
      continue;
    }
    // From zero the first step needs no residual; the next level does.
    here.products.push_back({"operator", *level.a, 2 * level.steps - (level.prolongation ? 0 : 1)});
    here.products.push_back({"smoother", *level.s, 2 * level.steps});
    if (!level.prolongation) continue;
    here.products.push_back({"restriction", *level.restriction, 1});
    here.products.push_back({"prolongation", *level.prolongation, 1});
  }
  return levels;
}

void Multigrid::apply(const DeviceVector& r, DeviceVector& z) {
  // Scaled by its norm, a residual of any size stays within single precision.
  Level& finest = levels_.front();
  algebra_.norm(r, *norm_);
  algebra_.copy_scaled(r, Scaling::divide, *norm_, *finest.b);
  cycle(0);
  algebra_.copy_scaled(*finest.x, Scaling::multiply, *norm_, z);
}

void Multigrid::cycle(std::size_t level) {
  Level& here = levels_[level];
  if (!here.smoother) return here.s->apply(*here.b, *here.x);
  here.smoother->smooth_from_zero(*here.b, *here.x);
  if (here.prolongation) {
    Level& next = levels_[level + 1];
    here.a->residual(*here.b, *here.x, *here.r);
    here.restriction->apply(*here.r, *next.b);
    cycle(level + 1);
    here.prolongation->add(*next.x, *here.x);
  }
  here.smoother->smooth(*here.b, *here.x);
}

}  // namespace dgsolve
