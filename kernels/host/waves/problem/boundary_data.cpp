#include "kernels/host/waves/problem/boundary_data.hpp"

#include <omp.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kernels/base/loop_threads.hpp"
#include "kernels/waves/cells/covariant_geometry.hpp"
#include "kernels/waves/cells/face_term_table.hpp"

namespace dgsolve::host {

namespace {

struct Place {
  int slot, face;
};

/// [condition]: where it holds, in the slots' order.
std::vector<std::vector<Place>> places_of_conditions(const WaveProblem& problem, const Numbering& numbering) {
  const int n_faces = problem.reference.n_faces;
  std::vector<std::vector<Place>> places(problem.boundaries.size());
  for (int slot = 0; slot < numbering.n_slots(); ++slot) {
    const int e = numbering.element[slot];
    for (int face = 0; e >= 0 && face < n_faces; ++face)
      if (const int c = problem.trace.condition(static_cast<std::size_t>(e) * n_faces + face); c >= 0)
        places[c].push_back({slot, face});
  }
  return places;
}

/// A term's values on the sides of a condition, [point][n_fields]; 0 on sides that the term does not name.
std::vector<double> values_on(const std::vector<int>& sides, const WaveProblem& problem,
                              const FaceTerm& term) {
  const FaceTermTable table(problem, term);
  std::vector<double> all;
  for (const int side : sides) {
    const std::span<const double> values = table.at(side);
    all.insert(all.end(), values.begin(), values.end());
    if (values.empty())
      all.resize(all.size() + static_cast<std::size_t>(n_face_points(problem, side)) * problem.n_fields);
  }
  return all;
}

}  // namespace

BoundaryData::BoundaryData(const WaveProblem& problem, const Numbering& numbering)
    : n_fields_(problem.n_fields) {
  struct Placed {
    int block;
    BoundaryFace face;
  };
  std::vector<Placed> placed;
  std::vector<Formula> formulas;
  const std::vector<std::vector<Place>> places = places_of_conditions(problem, numbering);
  // Points condition by condition, so that each formula is evaluated over one range.
  for (std::size_t condition = 0; condition < problem.boundaries.size(); ++condition) {
    const BoundaryCondition& boundary = problem.boundaries[condition];
    const int first = static_cast<int>(x_[0].size());
    for (const auto& [slot, face] : places[condition]) {
      placed.push_back(
          {slot / numbering.W,
           {face, slot % numbering.W, boundary.type, boundary.has_data(), static_cast<int>(x_[0].size())}});
      const std::vector<double> points = problem.face_points(numbering.element[slot], face);
      for (std::size_t i = 0; i < points.size(); ++i) x_[i % problem.reference.dim].push_back(points[i]);
    }
    const int n = static_cast<int>(x_[0].size()) - first;
    if (n == 0) continue;
    for (int field = 0; field < problem.n_fields; ++field) {
      const Expression data = boundary.data.empty() ? Expression() : boundary.data[field];
      if (!data.is_zero() || !boundary.terms.empty()) formulas.push_back({data, field, first, n});
    }
    std::vector<int> sides;
    for (const auto& [slot, face] : places[condition])
      sides.push_back(numbering.element[slot] * problem.reference.n_faces + face);
    for (const FaceTerm& term : boundary.terms) {
      std::vector<double> values = values_on(sides, problem, term);
      // Ports that are not driven, and circuits, which put their own data there, have zeros only.
      if (std::ranges::any_of(values, [](double value) { return value != 0; }))
        terms_.push_back({term.time, first, std::move(values)});
    }
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const Placed& a, const Placed& b) { return a.block < b.block; });
  begin_.assign(numbering.n_blocks + 1, 0);
  for (const Placed& p : placed) {
    ++begin_[p.block + 1];
    faces_.push_back(p.face);
  }
  for (int block = 0; block < numbering.n_blocks; ++block) begin_[block + 1] += begin_[block];
  if (problem.is_covariant()) set_tangents(problem, numbering);

  data_.assign(problem.n_fields * x_[0].size(), 0.0);
  for (const Formula& formula : formulas) {
    const bool is_summand = std::ranges::any_of(
        terms_, [&](const Term& term) { return term.first_point == formula.first_point; });
    if (is_summand || formula.expression.depends_on(Variable::t))
      formulas_.push_back(formula);
    else
      evaluate(formula, 0);
  }
}

/// Zeros at points of other faces than those of curved cells at boundaries.
void BoundaryData::set_tangents(const WaveProblem& problem, const Numbering& numbering) {
  constexpr std::size_t n = CovariantGeometry::tangent_values;
  const CovariantGeometry geometry(problem);
  for (int block = numbering.first_curved_block; block < numbering.n_blocks; ++block)
    for (int i = begin_[block]; i < begin_[block + 1]; ++i) {
      const BoundaryFace& face = faces_[i];
      if (face.is_interface()) continue;
      tangents_.resize(x_[0].size() * n);
      geometry.tangents(numbering.element[block * numbering.W + face.lane], face.face,
                        &tangents_[face.first_point * n]);
    }
}

BoundaryPoints BoundaryData::points() const {
  return {static_cast<int>(x_[0].size()),
          {x_[0].data(), x_[1].data(), x_[2].data()},
          data_.data(),
          tangents_.data()};
}

void BoundaryData::evaluate(const Formula& formula, double t) {
  constexpr int chunk = 512;  // points a piece of work for one thread
  const std::size_t n_points = x_[0].size();
  const int threads = formula.n_points <= chunk ? 1 : loop_threads(omp_get_max_threads());
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (int first = 0; first < formula.n_points; first += chunk) {
    const std::size_t from = formula.first_point + first;
    const std::size_t n = std::min(chunk, formula.n_points - first);
    const auto part = [&](const std::vector<double>& x) {
      return x.empty() ? std::span<const double>() : std::span(x).subspan(from, n);
    };
    formula.expression.evaluate(part(x_[0]), part(x_[1]), part(x_[2]), t,
                                std::span(data_).subspan(formula.field * n_points + from, n));
  }
}

void BoundaryData::add(const Term& term, double t) {
  constexpr int few = 512;  // points that are not worth several threads
  const double factor = term.time(0, 0, 0, t);
  const std::size_t n_points = x_[0].size();
  const int n = static_cast<int>(term.values.size()) / n_fields_;
  const int threads = n <= few ? 1 : loop_threads(omp_get_max_threads());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int point = 0; point < n; ++point)
    for (int field = 0; field < n_fields_; ++field)
      data_[field * n_points + term.first_point + point] +=
          factor * term.values[static_cast<std::size_t>(point) * n_fields_ + field];
}

void BoundaryData::evaluate(double t) {
  for (const Formula& formula : formulas_) evaluate(formula, t);
  for (const Term& term : terms_) add(term, t);
}

int BoundaryData::first_point(int block, int lane, int face) const {
  for (int i = begin_[block]; i < begin_[block + 1]; ++i)
    if (faces_[i].lane == lane && faces_[i].face == face) return faces_[i].first_point;
  throw std::logic_error("a face of a circuit has no condition");
}

std::size_t BoundaryData::bytes() const {
  std::size_t n_values = x_[0].size() + x_[1].size() + x_[2].size() + data_.size() + tangents_.size();
  for (const Term& term : terms_) n_values += term.values.size();
  return sizeof(int) * begin_.size() + sizeof(BoundaryFace) * faces_.size() + sizeof(double) * n_values;
}

}  // namespace dgsolve::host
