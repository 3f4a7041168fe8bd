#include "solver/elliptic/input_range.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernels/base/cell_loop.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {
namespace {

constexpr double largest_entry = 1e30, smallest_entry = 1 / largest_entry;
constexpr double largest_data = 1e140, smallest_data = 1 / largest_data;

/// Coefficients of the matrix's terms in a cell.
struct Coefficients {
  Point middle{};    ///< of the cell
  double kappa = 0;  ///< there, the largest on the diagonal
  double lambda = 0;
  double robin[4] = {};  ///< in the middle of each face; 0: it has none
};

/// The middle of the reference cell, then those of its faces: [1 + n_faces][dim].
std::vector<double> middles(int dim) {
  std::vector<double> points(dim, dim == 2 ? -1.0 / 3 : -0.5);
  const std::vector<double> of_face(dim - 1, dim == 2 ? 0 : -1.0 / 3);
  for (int f = 0; f <= dim; ++f) {
    const std::vector<double> point = points_on_face(dim, f, of_face);
    points.insert(points.end(), point.begin(), point.end());
  }
  return points;
}

class CoefficientsOfCells {
 public:
  explicit CoefficientsOfCells(const InteriorPenalty& form)
      : form_(form), map_(form.discretization.mesh, middles(form.discretization.mesh.dim)) {}

  Coefficients operator()(int e) const {
    const std::size_t dim = form_.discretization.mesh.dim;
    std::vector<double> x(map_.size() * dim);
    map_.coordinates(e, x.data());
    const std::span<const double> points = x, middle = points.first(dim);
    const std::vector<double> kappa = form_.medium.kappa(e, middle);
    Coefficients c{.lambda = form_.medium.lambda(e, middle)[0]};
    std::ranges::copy(middle, c.middle.begin());
    for (std::size_t i = 0; i < dim; ++i) c.kappa = std::max(c.kappa, kappa[i * (dim + 1)]);
    for (std::size_t f = 0; f <= dim; ++f) {
      const EllipticBoundary* b = form_.boundary(e, static_cast<int>(f));
      if (b != nullptr && b->condition == EllipticCondition::robin)
        c.robin[f] = form_.penalty_at(e, static_cast<int>(f), points.subspan((1 + f) * dim, dim))[0];
    }
    return c;
  }

 private:
  const InteriorPenalty& form_;
  const CellMap map_;
};

/// value · h^power is about an entry of the matrix.
void require_entry(double h, const Point& point, double value, int power, double smallest,
                   const std::string& key) {
  const double entry = value * std::pow(h, power);
  if (entry >= smallest && entry <= largest_entry) return;
  throw std::invalid_argument(
      fmt::format("{}: is {:.6g} at {}, and makes entries of the matrix of {:.3g}, in cells of size {:.3g}; "
                  "expected entries from {:.0g} to {:.0g}, as with other units or another mesh.scale",
                  key, value, point_text(point), entry, h, smallest_entry, largest_entry));
}

struct Range {
  double least = std::numeric_limits<double>::infinity(), most = 0;

  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  std::string text() const {
    return least == most ? fmt::format("{:.3g}", least) : fmt::format("{:.3g} to {:.3g}", least, most);
  }
};

}  // namespace

void require_matrix_in_range(const InteriorPenalty& form) {
  const Mesh& mesh = form.discretization.mesh;
  const CoefficientsOfCells of_cell(form);
  for_each_cell(mesh.n_elements(), [&](int e) {
    const Coefficients c = of_cell(e);
    const double h = std::pow(volume(mesh, e), 1.0 / mesh.dim);
    const std::string region = "regions." + mesh.region_names[mesh.region[e]];
    require_entry(h, c.middle, c.kappa, mesh.dim - 2, smallest_entry, region + ".kappa");
    require_entry(h, c.middle, c.lambda, mesh.dim, 0, region + ".lambda");
    for (int f = 0; f < mesh.n_faces(); ++f) {
      if (c.robin[f] == 0) continue;
      const int group = form.discretization.trace.boundary[side_index(mesh, {e, f})];
      require_entry(h, c.middle, c.robin[f], mesh.dim - 1, 0,
                    "boundaries." + mesh.boundary_names[group] + ".coefficient");
    }
  });
}

void require_regular_blocks(const InteriorPenalty& form, const EllipticSolverOptions& solver) {
  if (form.discretization.K() > 1 || solver.preconditioner == PreconditionerKind::jacobi ||
      solver.preconditioner == PreconditionerKind::none)
    return;
  throw std::invalid_argument(
      "mesh: has one cell, and nothing fixes the level of u, so that the cell's matrix is singular; expected "
      "mesh.refine: 1, a dirichlet or robin boundary, or solver.preconditioner: jacobi");
}

void require_data_in_range(std::span<const double> right_hand_side) {
  double largest = 0;
  bool is_finite = true;
  for (const double value : right_hand_side) {
    largest = std::max(largest, std::abs(value));
    is_finite = is_finite && std::isfinite(value);
  }
  if (is_finite && (largest == 0 || (largest >= smallest_data && largest <= largest_data))) return;
  throw std::invalid_argument(fmt::format(
      "source, boundary values and charges: the largest entry of the right-hand side is {:.3g}; expected 0, "
      "or {:.0g} to {:.0g}, as with other units",
      is_finite ? largest : std::numeric_limits<double>::infinity(), smallest_data, largest_data));
}

std::string coefficients_text(const InteriorPenalty& form) {
  Range kappa, lambda, robin;
  const CoefficientsOfCells of_cell(form);
  for (int e = 0; e < form.discretization.K(); ++e) {
    const Coefficients c = of_cell(e);
    kappa.add(c.kappa);
    lambda.add(c.lambda);
    for (const double coefficient : c.robin)
      if (coefficient > 0) robin.add(coefficient);
  }
  std::string text = "kappa is " + kappa.text();
  if (lambda.most > 0) text += ", lambda " + lambda.text();
  if (robin.most > 0) text += ", robin coefficients " + robin.text();
  return text;
}

}  // namespace dgsolve
