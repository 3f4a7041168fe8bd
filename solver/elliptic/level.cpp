#include "solver/elliptic/level.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "kernels/base/cell_loop.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/topology/components.hpp"

namespace dgsolve {
namespace {

constexpr double rounding = 1e-10;       ///< of sums of many parts, as a share of them
constexpr double tolerable = 1.0 / 100;  ///< where rules differ by more, they explain anything

/// Whether a boundary condition fixes the level of u: it imposes a value, or takes flux in proportion to u.
bool fixes_level(const EllipticBoundary& b) {
  return b.condition == EllipticCondition::dirichlet ||
         (b.condition == EllipticCondition::robin && !b.coefficient.is_zero());
}

bool has_lambda(const InteriorPenalty& form, const std::string& region) {
  return !form.problem.regions.at(region).lambda.is_zero();
}

/// Whether a boundary condition, or λ, fixes the level of u in each part of the mesh: [K], by a part's
/// number.
std::vector<bool> parts_with_level(const InteriorPenalty& form, const std::vector<int>& part) {
  const Discretization& d = form.discretization;
  std::vector<bool> by_region, by_group;
  for (const std::string& name : d.mesh.region_names) by_region.push_back(has_lambda(form, name));
  for (int group = 0; group < std::ssize(d.mesh.boundary_names); ++group) {
    const EllipticBoundary* b = form.condition(group);
    by_group.push_back(b != nullptr && fixes_level(*b));
  }
  std::vector<bool> fixed(d.K());
  for (int e = 0; e < d.K(); ++e) {
    if (by_region[d.mesh.region[e]]) fixed[part[e]] = true;
    for (int f = 0; f < d.element.n_faces; ++f)
      if (const int group = d.trace.boundary[side_index(d.mesh, {e, f})]; group >= 0 && by_group[group])
        fixed[part[e]] = true;
  }
  return fixed;
}

/// An integral, and that of its absolute value.
struct Part {
  double value = 0, size = 0;

  void add(double value_there) {
    value += value_there;
    size += std::abs(value_there);
  }
};

/// The integrals of a cell's source, and of the flux that each of its boundary faces puts in.
std::vector<Part> parts_of(const InteriorPenalty& form, const EllipticData& data,
                           const EllipticElement& element, int e) {
  std::vector<Part> parts(1);
  std::vector<double> source = data.source_at(form.discretization.mesh.region[e], element.inside(e, e + 1));
  element.weigh_inside(e, source.data());
  for (const double there : source) parts[0].add(there);
  for (int face = 0; face < element.element.n_faces; ++face) {
    const EllipticBoundary* condition = form.boundary(e, face);
    if (condition == nullptr || InteriorPenalty::imposes(condition)) continue;
    const CellPoints p = element.points(e);
    const std::vector<double> value =
        data.boundary_value(e, face, element.on_face(p, face), element.normals(p, face));
    Part& part = parts.emplace_back();
    for (int q = 0; q < element.Nfq(); ++q)
      part.add(element.face_rule.weights[q] * p.sJ_at(face, q) * value[q]);
  }
  return parts;
}

}  // namespace

bool is_mean_free(const InteriorPenalty& form, const std::vector<Conductor>& conductors) {
  const Discretization& d = form.discretization;
  if (std::ranges::all_of(d.mesh.region_names, [&](const auto& name) { return has_lambda(form, name); }))
    return false;
  const int Np = d.element.Np;
  std::vector<int> part = components_of(d.mesh, [&](int side) { return d.trace.boundary[side] >= 0; });
  for (const Conductor& conductor : conductors)
    for (const auto& [unknown, value] : conductor.imposed.values) {
      const int from = part[unknown / Np], to = part[conductor.imposed.values.front().first / Np];
      if (from != to) std::replace(part.begin(), part.end(), from, to);
    }
  const std::vector<bool> fixed = parts_with_level(form, part);
  const auto loose = std::find_if(part.begin(), part.end(), [&](int p) { return !fixed[p]; });
  if (loose == part.end()) return false;
  if (std::ranges::all_of(part, [&](int p) { return p == part[0]; })) return true;
  const auto e = loose - part.begin();
  throw std::invalid_argument(
      "boundaries: nothing fixes the level of u in a part of the mesh that is joined to no other, in "
      "region " +
      d.mesh.region_names[d.mesh.region[e]] + "; give it a dirichlet or robin boundary, or lambda > 0");
}

DataBalance& DataBalance::operator+=(const DataBalance& other) {
  sum += other.sum;
  finer_sum += other.finer_sum;
  lower_sum += other.lower_sum;
  quadrature += other.quadrature;
  size += other.size;
  volume += other.volume;
  return *this;
}

bool DataBalance::is_off() const { return std::abs(sum) > rounding * size; }

double DataBalance::explained() const {
  return std::min(quadrature + std::abs(finer_sum - lower_sum), tolerable * size);
}

void DataBalance::require() const {
  if (std::abs(finer_sum) <= explained() + rounding * size) return;
  throw std::invalid_argument(fmt::format(
      "boundaries: nothing fixes the level of u, and source, boundary fluxes and charges add up to "
      "{:.6g}; they must add up to 0 (of parts that add up to {:.6g} in absolute value, of which quadrature "
      "on "
      "these cells explains no more than {:.2g}), or a dirichlet or robin boundary be given; {:.12g} less of "
      "the source, everywhere, would balance them",
      finer_sum, size, explained(), finer_sum / volume));
}

DataBalance data_balance(const InteriorPenalty& form, const EllipticData& data) {
  constexpr int higher = 4;  // degree of the finer rule
  const Discretization& d = form.discretization;
  const int degree = form.element.rule_degree + higher;
  const EllipticElement finer(d, degree, geometry_modes(d.mesh));
  std::optional<EllipticElement> lower;
  if (d.factors.n_curved > 0) lower.emplace(d, degree, lower_geometry_modes(d.mesh));
  auto all = sum_over_cells<DataBalance>(d.K(), [&](int e) {
    const std::vector<Part> parts = parts_of(form, data, form.element, e),
                            better = parts_of(form, data, finer, e),
                            flatter = d.factors.is_curved(e) ? parts_of(form, data, *lower, e) : better;
    DataBalance cell;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      cell.sum += parts[i].value;
      cell.finer_sum += better[i].value;
      cell.lower_sum += flatter[i].value;
      cell.quadrature += std::abs(parts[i].value - better[i].value);
      cell.size += parts[i].size;
    }
    cell.volume =
        form.element.integral(form.element.factors_inside(e), std::vector<double>(form.element.Nq(), 1.0));
    return cell;
  });
  for (const auto& [name, boundary] : form.problem.boundaries) {
    if (boundary.condition != EllipticCondition::floating) continue;
    all.sum += boundary.charge;
    all.finer_sum += boundary.charge;
    all.lower_sum += boundary.charge;
    all.size += std::abs(boundary.charge);
  }
  return all;
}

}  // namespace dgsolve
