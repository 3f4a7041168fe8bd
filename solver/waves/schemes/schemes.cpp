#include "solver/waves/schemes/schemes.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

/// Five stages of fourth order (Carpenter & Kennedy, NASA TM 109112, 1994, solution 3).
///
/// In single precision each of a and b is rounded up or down, not always to nearest. A step multiplies the
/// energy of a wave by |R(iωΔt)|² = 1 + ε(ωΔt)² + …: this rounding has ε = −5e-10; rounding to nearest has
/// ε = −2.2e-8, a loss of 10⁻⁶ in 100,000 stages of ωΔt = 1/20. Of all 2⁹ roundings it is the one with the
/// least max(|ε|, 0.3 |R'(0) − 1|); the second term is the error of a wave's speed.
Scheme lsrk54() {
  constexpr double c[] = {0.0, 1432997174477.0 / 9575080441755.0, 2526269341429.0 / 6820363962896.0,
                          2006345519317.0 / 3224310063776.0, 2802321613138.0 / 2924317926251.0};
  return {.name = "lsrk54",
          .order = 4,
          .form = StageForm::low_storage,
          .in_double = {{0.0, 1432997174477.0 / 9575080441755.0, c[0]},
                        {-567301805773.0 / 1357537059087.0, 5161836677717.0 / 13612068292357.0, c[1]},
                        {-2404267990393.0 / 2016746695238.0, 1720146321549.0 / 2090206949498.0, c[2]},
                        {-3550918686646.0 / 2091501179385.0, 3134564353537.0 / 4481467310338.0, c[3]},
                        {-1275806237668.0 / 842570457699.0, 2277821191437.0 / 14882151754819.0, c[4]}},
          .in_single = {{0.0, 0x1.32806ep-3, c[0]},
                        {-0x1.abeb7cp-2, 0x1.844fb6p-2, c[1]},
                        {-0x1.3130dcp+0, 0x1.a55a5ep-1, c[2]},
                        {-0x1.b2a206p+0, 0x1.661e5ep-1, c[3]},
                        {-0x1.83a186p+0, 0x1.397616p-3, c[4]}},
          .real_axis_limit = 4.65,
          .share_of_step = 1};
}

/// Four stages of third order that are convex combinations of Euler steps of half the size (Kraaijevanger,
/// BIT 31 (1991) 482, section 7), with 2/3 rounded as given and the rest such that a constant stays one and a
/// wave keeps its speed.
std::vector<Stage> ssprk43_stages(double two_thirds) {
  const double third = 1 - two_thirds;
  return {{.a = 0, .b = 0.5, .c = 0},
          {.a = 0, .b = 0.5, .c = 0.5},
          {.a = 0, .b = 0.5 - third, .c = 1, .p = two_thirds, .q = third},
          {.a = 0, .b = 0.5, .c = 0.5}};
}

/// The mean of its four rates (Fekete, Conde & Shadid, J. Comput. Appl. Math. 412 (2022) 114325): second
/// order. With the stages' states the step's result less that is ½u₀ − u₃ + ½u₄.
constexpr EmbeddedFormula mean_of_ssprk43{2, {0.5, -1, 0.5}};

/// The classical scheme of four stages. A residual of k₁/2 + k₂ + k₃ is doubled before k₄ is added.
/// sixth: 1/6, rounded down, or waves would grow.
std::vector<Stage> rk4_stages(double sixth) {
  return {{.a = 0, .b = 0.5, .c = 0},
          {.a = 0.5, .b = 0, .c = 0.5, .p = 1, .q = 0, .e = 0.5},
          {.a = 1, .b = 0, .c = 0.5, .p = 1, .q = 0, .e = 1},
          {.a = 2, .b = sixth, .c = 1, .p = 1, .q = 0}};
}

}  // namespace

std::vector<Stage> Scheme::stages(Precision precision) const {
  std::vector<Stage> all = precision == Precision::single ? in_single : in_double;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].keeps_residual = all[(i + 1) % all.size()].a != 0;
  return all;
}

const std::vector<Scheme>& schemes() {
  static const std::vector<Scheme> all = {lsrk54(),
                                          {.name = "ssprk43",
                                           .order = 3,
                                           .form = StageForm::general,
                                           .in_double = ssprk43_stages(2.0 / 3),
                                           .in_single = ssprk43_stages(0x1.555556p-1),
                                           .real_axis_limit = 5.14,
                                           .share_of_step = 0.645,
                                           .embedded = mean_of_ssprk43,
                                           .is_convex = true},
                                          {.name = "rk4",
                                           .order = 4,
                                           .form = StageForm::general,
                                           .in_double = rk4_stages(1.0 / 6),
                                           .in_single = rk4_stages(0x1.555554p-3),
                                           .real_axis_limit = 2.78,
                                           .share_of_step = 0.598}};
  return all;
}

std::vector<std::string> scheme_names() {
  std::vector<std::string> names = {"auto"};
  for (const Scheme& scheme : schemes()) names.push_back(scheme.name);
  return names;
}

std::vector<std::string> embedded_scheme_names() {
  std::vector<std::string> names;
  for (const Scheme& scheme : schemes())
    if (scheme.embedded) names.push_back(scheme.name);
  return names;
}

std::string schemes_of_shocks() {
  std::vector<std::string> names;
  for (const Scheme& scheme : schemes())
    if (scheme.is_convex) names.push_back(scheme.name);
  return "shocks need a scheme that is a convex combination of Euler steps: " + listed(names);
}

const Scheme& find_scheme(const std::string& name, bool linear) {
  if (name == "auto") return linear ? schemes().front() : find_scheme(embedded_scheme_names().front());
  const auto found = std::ranges::find(schemes(), name, &Scheme::name);
  if (found == schemes().end())
    throw std::invalid_argument("no time integration scheme " + name + "; expected one of " +
                                listed(scheme_names()));
  return *found;
}

}  // namespace dgsolve
