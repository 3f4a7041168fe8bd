#include "solver/elliptic/operator.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/phase_clock.hpp"
#include "kernels/base/triangle.hpp"
#include "solver/elliptic/input_range.hpp"
#include "solver/interior_penalty/block_matrix.hpp"
#include "solver/interior_penalty/cell_blocks.hpp"
#include "solver/linear/map_timing.hpp"

namespace dgsolve {
namespace {

/// A matrix is chosen where it is clearly faster; else runs would differ by chance.
constexpr double clearly = 0.7;

/// Seconds to make a matrix's blocks on the host, from those of some cells.
double seconds_to_make_blocks(const InteriorPenalty& form) {
  constexpr int most_batches = 64;
  const Discretization& d = form.discretization;
  const int W = batch_width(), n = std::min(d.K() / W, most_batches);
  if (n == 0) return 0;
  const CellBlocks cells(form);
  const Stopwatch stopwatch;
  for_each_cell(n, [&](int i) {
    const int first = static_cast<int>(static_cast<std::int64_t>(i) * (d.K() / W) / n) * W;
    std::vector<double> own(W * triangle_size(d.element.Np));
    cells.diagonal_blocks(first, W, own.data());
    for (int e = first; e < first + W; ++e)
      for (int f = 0; f < d.element.n_faces; ++f)
        if (form.boundary(e, f) == nullptr) const Matrix across = form.neighbor_block(e, f);
  });
  return stopwatch.seconds() * d.K() / (n * W);
}

/// A matrix has to earn the time to build it in so many products, counted in double precision: with multigrid
/// those of some ten iterations, one in double and six in single each. Both precisions build one.
double products_a_matrix(const EllipticSolverOptions& solver) {
  constexpr int with_multigrid = 40, precisions = 2;
  return solver.preconditioner == PreconditionerKind::multigrid ? with_multigrid / precisions
                                                                : solver.max_iterations;
}

}  // namespace

std::map<std::string, BoundaryGroup> boundary_groups(const EllipticProblem& problem) {
  std::map<std::string, BoundaryGroup> groups;
  for (const auto& [name, boundary] : problem.boundaries)
    groups[name] = {boundary.condition == EllipticCondition::periodic, boundary.with};
  return groups;
}

std::vector<bool> apply_boundaries(Mesh& mesh, const EllipticProblem& problem) {
  return join_groups(mesh, boundary_groups(problem));
}

EllipticOperator::EllipticOperator(const Discretization& discretization, const EllipticOptions& o,
                                   PenaltyMaps& maps)
    : options(o),
      form(discretization, options),
      data(form),
      conductors(find_conductors(form)),
      mean_free(is_mean_free(form, conductors)),
      balance(mean_free ? std::optional(data_balance(form, data)) : std::nullopt),
      algebra(maps.algebra),
      maps_(maps),
      chosen_form_(options.solver.form) {
  require_matrix_in_range(form);
  if (mean_free) require_regular_blocks(form, options.solver);
  choose_form();
  set_up_.mark("choice of the operator's form");
}

const char* name_of(OperatorForm form) {
  constexpr const char* names[] = {"auto", "matrix_free", "csr", "bsr", "sliced_ell"};
  return names[static_cast<int>(form)];
}

std::unique_ptr<LinearMap> EllipticOperator::make_map(OperatorForm wanted, Precision precision) const {
  return with_conductors(wanted == OperatorForm::matrix_free ? maps_.interior_penalty(form.view(), precision)
                         : wanted == OperatorForm::bsr ? algebra.block_csr(block_matrix(form), precision)
                         : wanted == OperatorForm::sliced_ell
                             ? algebra.sliced_ell(csr_matrix(block_matrix(form)), precision)
                             : algebra.csr(csr_matrix(block_matrix(form)), precision));
}

EllipticOperator::MapWithBlocks EllipticOperator::make_map_with_blocks(Precision precision) const {
  if (chosen_form_ != OperatorForm::matrix_free) return {make_map(chosen_form_, precision), nullptr, {}};
  std::unique_ptr<LinearMap> cells = maps_.interior_penalty(form.view(), precision);
  std::unique_ptr<FormBlocks> blocks = maps_.blocks(form.view(), *cells);
  const auto matrix_free = [&maps = maps_, &map = *cells](const ContinuousNodes& nodes) {
    return maps.on_continuous(map, nodes);
  };
  return {with_conductors(std::move(cells)), std::move(blocks), matrix_free};
}

std::unique_ptr<LinearMap> EllipticOperator::with_conductors(std::unique_ptr<LinearMap> cells) const {
  return conductors.empty() ? std::move(cells)
                            : dgsolve::with_conductors(std::move(cells), conductors, algebra);
}

void EllipticOperator::choose_form() {
  if (chosen_form_ != OperatorForm::automatic) {
    map_ = make_map(chosen_form_, Precision::double_);
    choice_ = std::string(name_of(chosen_form_)) + ", as asked for";
    return;
  }
  chosen_form_ = OperatorForm::matrix_free;
  map_ = make_map(OperatorForm::matrix_free, Precision::double_);
  const double enough = seconds_to_compare(algebra),
               blocks_of_cells = algebra.agreed(seconds_to_make_blocks(form)),
               products = products_a_matrix(options.solver);
  std::optional<double> reading;
  /// Why no matrix pays beside products that take so many seconds; empty: one may.
  const auto why_none = [&](double product) -> std::string {
    if (blocks_of_cells > products * product)
      return fmt::format("making a matrix would take {:.3g} s", blocks_of_cells);
    const Discretization& d = form.discretization;
    // Dense blocks of a cell and its neighbours, of which reading alone may take longer.
    const double bytes =
        (d.element.n_faces + 1.0) * d.element.Np * static_cast<double>(d.n_dofs(1)) * sizeof(double);
    if (!reading) reading = seconds_to_read(algebra, bytes, enough);
    const std::string text = fmt::format("reading a matrix would take {:.3g} ms", 1e3 * *reading);
    if (*reading > clearly * product) return text;
    // Its numbers go through fresh memory some times, which is slower than reading.
    constexpr int readings = 15;
    const double making = blocks_of_cells + readings * *reading;
    return making > products * (product - *reading) ? fmt::format("{}, making one {:.3g} s", text, making)
                                                    : "";
  };
  // The first product takes longer than those that follow: what does not pay beside it never does.
  double matrix_free = most_seconds_of_product(algebra, *map_);
  std::string why = why_none(matrix_free);
  if (why.empty()) {
    matrix_free = seconds_of_product(algebra, *map_, enough);
    why = why_none(matrix_free);
  }
  if (!why.empty()) {
    choice_ = fmt::format("matrix_free, at most {:.3g} ms a product; {}", 1e3 * matrix_free, why);
    return;
  }
  std::unique_ptr<LinearMap> blocks = make_map(OperatorForm::bsr, Precision::double_);
  const double assembled = seconds_of_product(algebra, *blocks, enough);
  if (assembled < clearly * matrix_free) {
    chosen_form_ = OperatorForm::bsr;
    map_ = std::move(blocks);
  }
  choice_ = fmt::format("{}: a product takes {:.3g} ms matrix-free, {:.3g} ms as bsr", name_of(chosen_form_),
                        1e3 * matrix_free, 1e3 * assembled);
}

UnsetVector<double> EllipticOperator::right_hand_side() const {
  UnsetVector<double> b = dgsolve::right_hand_side(form, data);
  for (const Conductor& c : conductors)
    for (const auto& [unknown, value] : c.imposed.values) b[unknown] += c.charge / c.imposed.penalty * value;
  require_data_in_range(b);
  if (!mean_free) return b;
  balance->require();
  // A solution exists where b is orthogonal to the constants.
  const double sum = std::accumulate(b.begin(), b.end(), 0.0);
  const std::vector<double> ones = test_function_integrals(form);  // what a source of 1 would add
  const double volume = std::accumulate(ones.begin(), ones.end(), 0.0);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] -= sum / volume * ones[i];
  return b;
}

void EllipticOperator::fix_level(std::span<double> u) const {
  if (!mean_free) return;
  const std::vector<double> ones = test_function_integrals(form);
  const double mean = std::inner_product(ones.begin(), ones.end(), u.begin(), 0.0) /
                      std::accumulate(ones.begin(), ones.end(), 0.0);
  for (double& value : u) value -= mean;
}

std::vector<double> EllipticOperator::potentials(std::span<const double> u) const {
  std::vector<double> result;
  for (const Conductor& c : conductors) {
    double sum = c.charge;
    for (const auto& [unknown, value] : c.imposed.values) sum += value * u[unknown];
    result.push_back(sum / c.imposed.penalty);
  }
  return result;
}

CsrMatrix EllipticOperator::matrix_with_potentials() const {
  return bordered_matrix(csr_matrix(block_matrix(form)), conductors);
}

UnsetVector<double> EllipticOperator::right_hand_side_with_potentials() const {
  UnsetVector<double> b = dgsolve::right_hand_side(form, data);
  for (const Conductor& c : conductors) b.push_back(c.charge);
  return b;
}

}  // namespace dgsolve
