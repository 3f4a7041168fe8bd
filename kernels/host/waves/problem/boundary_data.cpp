#include "kernels/host/waves/problem/boundary_data.hpp"

#include <omp.h>

#include <algorithm>

#include "kernels/base/loop_threads.hpp"

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

}  // namespace

BoundaryData::BoundaryData(const WaveProblem& problem, const Numbering& numbering) {
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
    for (std::size_t field = 0; field < boundary.data.size(); ++field)
      if (n > 0 && !boundary.data[field].is_zero())
        formulas.push_back({boundary.data[field], static_cast<int>(field), first, n});
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const Placed& a, const Placed& b) { return a.block < b.block; });
  begin_.assign(numbering.n_blocks + 1, 0);
  for (const Placed& p : placed) {
    ++begin_[p.block + 1];
    faces_.push_back(p.face);
  }
  for (int block = 0; block < numbering.n_blocks; ++block) begin_[block + 1] += begin_[block];

  data_.assign(problem.n_fields * x_[0].size(), 0.0);
  for (const Formula& formula : formulas) {
    if (formula.expression.depends_on(Variable::t))
      formulas_.push_back(formula);
    else
      evaluate(formula, 0);
  }
}

BoundaryPoints BoundaryData::points() const {
  return {static_cast<int>(x_[0].size()), {x_[0].data(), x_[1].data(), x_[2].data()}, data_.data()};
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

void BoundaryData::evaluate(double t) {
  for (const Formula& formula : formulas_) evaluate(formula, t);
}

std::size_t BoundaryData::bytes() const {
  return sizeof(int) * begin_.size() + sizeof(BoundaryFace) * faces_.size() +
         sizeof(double) * (x_[0].size() + x_[1].size() + x_[2].size() + data_.size());
}

}  // namespace dgsolve::host
