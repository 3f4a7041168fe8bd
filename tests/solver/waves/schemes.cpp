/// The table of Runge–Kutta schemes: each row is what it says it is, in the coefficients of either precision.

#include "solver/waves/schemes/schemes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace dgsolve::test {
namespace {

using Number = long double;
using Row = std::vector<Number>;

/// A row of stages as Butcher writes it, from u and residual as sums of u0 and of k₁, k₂, …
struct Tableau {
  std::vector<Row> A;  ///< [stage][k], where the stage's rate is taken
  Row b;
  std::vector<Number> share_of_u0;  ///< in each stage's state, and in the step's result

  explicit Tableau(const std::vector<Stage>& stages) {
    const std::size_t n = stages.size();
    Row u(n), residual(n);
    Number u0 = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const Stage& stage = stages[i];
      A.push_back(u);
      share_of_u0.push_back(u0);
      for (std::size_t j = 0; j < n; ++j) {
        const Number k = i == j;
        residual[j] = stage.a * residual[j] + k;
        u[j] = stage.q * u[j] + stage.b * residual[j] + stage.e * k;
      }
      u0 = stage.p + stage.q * u0;
    }
    b = u;
    share_of_u0.push_back(u0);
  }

  Row times(const Row& v) const {
    Row product(v.size());
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j) product[i] += A[i][j] * v[j];
    return product;
  }
  Number sum(const Row& v) const {
    Number sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += b[i] * v[i];
    return sum;
  }

  /// R(z), by which a step multiplies a solution of du/dt = λu, z = λΔt: 1 + Σ zᵏ b·Aᵏ⁻¹·1.
  std::complex<Number> growth(std::complex<Number> z) const {
    Row power(b.size(), 1);
    std::complex<Number> R = 1, z_k = 1;
    for (std::size_t k = 0; k < b.size(); ++k, power = times(power)) R += (z_k *= z) * sum(power);
    return R;
  }
};

Row product(const Row& a, const Row& b) {
  Row c(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) c[i] = a[i] * b[i];
  return c;
}

/// What is wrong in each of the conditions up to order four (Hairer, Nørsett & Wanner, Solving Ordinary
/// Differential Equations I, 1993, table II.2.1), by order.
std::vector<Row> errors_in_order_conditions(const Tableau& t) {
  const Row one(t.b.size(), 1), c = t.times(one), Ac = t.times(c);
  const Row c2 = product(c, c);
  return {{t.sum(one) - 1},
          {t.sum(c) - 1.0L / 2},
          {t.sum(c2) - 1.0L / 3, t.sum(Ac) - 1.0L / 6},
          {t.sum(product(c, c2)) - 1.0L / 4, t.sum(product(c, Ac)) - 1.0L / 8, t.sum(t.times(c2)) - 1.0L / 12,
           t.sum(t.times(Ac)) - 1.0L / 24}};
}

/// Calls body(scheme, stages, round-off of a coefficient).
template <class Body>
void for_coefficients(Body body) {
  for (const Scheme& scheme : schemes())
    for (const Precision precision : {Precision::double_, Precision::single}) {
      SCOPED_TRACE(scheme.name + (precision == Precision::single ? ", single" : ", double"));
      body(scheme, scheme.stages(precision), precision == Precision::single ? 1e-7L : 1e-15L);
    }
}

TEST(Schemes, fulfil_the_conditions_of_their_order_and_no_others) {
  for_coefficients([](const Scheme& scheme, const std::vector<Stage>& stages, Number round_off) {
    const std::vector<Row> errors = errors_in_order_conditions(Tableau(stages));
    for (int order = 1; order <= scheme.order; ++order)
      for (const Number error : errors[order - 1]) EXPECT_NEAR(error, 0, 10 * round_off) << order;
    for (int order = scheme.order + 1; order <= 4; ++order) {
      Number largest = 0;
      for (const Number error : errors[order - 1]) largest = std::max(largest, std::abs(error));
      EXPECT_GT(largest, 1e-3) << order;
    }
  });
}

TEST(Schemes, take_rates_at_the_times_of_their_states_and_keep_what_is_constant) {
  for_coefficients([](const Scheme&, const std::vector<Stage>& stages, Number round_off) {
    const Tableau tableau(stages);
    const Row c = tableau.times(Row(stages.size(), 1));
    for (std::size_t i = 0; i < stages.size(); ++i) EXPECT_NEAR(stages[i].c, c[i], 10 * round_off) << i;
    for (const Number share : tableau.share_of_u0) EXPECT_EQ(share, 1);
  });
}

TEST(Schemes, leave_only_the_state_between_steps) {
  for_coefficients([](const Scheme& scheme, const std::vector<Stage>& stages, Number) {
    EXPECT_EQ(stages.front().a, 0) << "the first stage does not read the residual";
    EXPECT_EQ(static_cast<int>(stages.size()), scheme.evaluations_per_step());
    if (scheme.form == StageForm::general) {
      EXPECT_GE(stages.size(), 2U);
    }
    for (const Stage& stage : stages)
      if (scheme.form == StageForm::low_storage) {
        EXPECT_TRUE(stage.p == 0 && stage.q == 1 && stage.e == 0);
      }
  });
}

TEST(Schemes, of_single_precision_have_numbers_of_that_precision_beside_their_coefficients) {
  for (const Scheme& scheme : schemes()) {
    SCOPED_TRACE(scheme.name);
    const auto expect_beside = [&](double number, double coefficient) {
      const auto value = static_cast<float>(number);
      EXPECT_EQ(value, number);
      // Others have differences of rounded numbers.
      const double gap = scheme.form == StageForm::low_storage
                             ? std::abs(std::nextafter(value, 2 * value) - value)
                             : std::numeric_limits<float>::epsilon() / 2;
      EXPECT_LE(std::abs(number - coefficient), gap);
    };
    for (std::size_t i = 0; i < scheme.in_double.size(); ++i)
      for (const auto member : {&Stage::a, &Stage::b, &Stage::p, &Stage::q, &Stage::e})
        expect_beside(scheme.in_single[i].*member, scheme.in_double[i].*member);
  }
}

TEST(Schemes, let_no_wave_grow_in_either_precision) {
  for_coefficients([](const Scheme& scheme, const std::vector<Stage>& stages, Number) {
    const Tableau tableau(stages);
    const Number largest = 3.34L * scheme.share_of_step;
    for (const Number share : {1e-3L, 1e-2L, 0.03L, 0.1L, 0.3L, 0.7L, 0.99L})
      EXPECT_LE(std::norm(tableau.growth({0, share * largest})), 1 + 1e-14L) << share;
  });
}

TEST(Schemes, the_first_keeps_the_energy_of_waves_to_second_order_in_either_precision) {
  for (const Precision precision : {Precision::double_, Precision::single}) {
    const Tableau tableau(schemes().front().stages(precision));
    const Row one(tableau.b.size(), 1);
    const Number R1 = tableau.sum(one), R2 = tableau.sum(tableau.times(one));
    EXPECT_NEAR(R1, 1, precision == Precision::single ? 1e-8 : 1e-14);
    EXPECT_NEAR(R1 * R1 - 2 * R2, 0, precision == Precision::single ? 1e-9 : 1e-14)
        << "of |R(iy)|², the coefficient of y²";
  }
}

/// How far from 0 in a direction |R(z)| ≤ 1 holds.
Number extent(const Tableau& tableau, Number angle) {
  constexpr Number step = 2e-3L;
  Number r = 0;
  while (std::abs(tableau.growth(std::polar(r + step, angle))) <= 1 + 1e-9L) r += step;
  return r;
}

TEST(Schemes, take_steps_as_large_as_their_stability_regions_allow) {
  const Tableau first(schemes().front().in_double);
  for (const Scheme& scheme : schemes()) {
    SCOPED_TRACE(scheme.name);
    const Tableau tableau(scheme.in_double);
    const auto expect_just_below = [](Number found, Number limit) {
      EXPECT_LE(found, 1.001L * limit);
      EXPECT_GE(found, 0.99L * limit);
    };
    constexpr Number pi = std::numbers::pi_v<Number>;
    expect_just_below(scheme.real_axis_limit, extent(tableau, pi));
    Number share = 10;
    for (int degree = 90; degree <= 180; degree += 2) {
      const Number angle = pi * degree / 180;
      share = std::min(share, extent(tableau, angle) / extent(first, angle));
    }
    expect_just_below(scheme.share_of_step, share);
  }
}

TEST(Schemes, estimate_errors_by_an_embedded_formula_of_the_order_that_they_name) {
  int n_embedded = 0;
  for (const Scheme& scheme : schemes()) {
    if (!scheme.embedded) continue;
    ++n_embedded;
    SCOPED_TRACE(scheme.name);
    EXPECT_TRUE(scheme.form == StageForm::general && scheme.evaluations_per_step() % 2 == 0);
    const auto& [order, weights] = *scheme.embedded;
    Tableau tableau(scheme.in_double);
    const Row before = tableau.A.back(), next = tableau.b;
    EXPECT_NEAR(weights.first + weights.before + weights.next, 0, 1e-15) << "a constant has no error";
    for (std::size_t j = 0; j < next.size(); ++j)
      tableau.b[j] -= weights.before * before[j] + weights.next * next[j];
    const std::vector<Row> errors = errors_in_order_conditions(tableau);
    for (int i = 0; i < order; ++i)
      for (const Number error : errors[i]) EXPECT_NEAR(error, 0, 1e-14) << "order " << i + 1;
    EXPECT_GT(std::abs(errors[order].front()), 1e-3) << "it would say nothing";
  }
  EXPECT_EQ(embedded_scheme_names().size(), n_embedded);
  EXPECT_GT(n_embedded, 0);
}

TEST(Schemes, that_preserve_strong_stability_are_convex_combinations_of_euler_steps_of_half_the_size) {
  for (const Precision precision : {Precision::double_, Precision::single})
    for (const Stage& stage : find_scheme("ssprk43").stages(precision)) {
      EXPECT_EQ(stage.p + stage.q, 1);
      EXPECT_GE(stage.p, 0);
      EXPECT_GT(stage.q, 0);
      EXPECT_TRUE(stage.a == 0 && stage.e == 0 && stage.b >= 0);
      EXPECT_NEAR(stage.b / stage.q, 0.5, 1e-6);
    }
}

TEST(Schemes, are_found_by_name) {
  EXPECT_EQ(&find_scheme("auto"), &schemes().front());
  EXPECT_EQ(find_scheme("auto", false).name, embedded_scheme_names().front());
  EXPECT_EQ(scheme_names().size(), schemes().size() + 1);
  for (const Scheme& scheme : schemes()) EXPECT_EQ(&find_scheme(scheme.name), &scheme);
  try {
    find_scheme("euler");
    FAIL() << "found a scheme that is not there";
  } catch (const std::invalid_argument& error) {
    for (const std::string& name : scheme_names())
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace dgsolve::test
