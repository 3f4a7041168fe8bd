#include "solver/interior_penalty/medium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "solver/discretization/discretization.hpp"

namespace dgsolve {
namespace {

/// All leading minors are positive (Sylvester's criterion), and the matrix is its own transpose.
bool is_positive_definite(int dim, const double* tensor) {
  double scale = 0, k[9] = {};
  for (int i = 0; i < dim * dim; ++i) scale = std::max(scale, std::abs(tensor[i]));
  for (int i = 0; i < dim * dim; ++i) k[i] = tensor[i] / scale;  // products of them stay in range
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < i; ++j)
      if (!(std::abs(k[i * dim + j] - k[j * dim + i]) <= 1e-13)) return false;
  const double second = k[0] * k[dim + 1] - k[1] * k[dim];
  if (!std::isfinite(scale) || !(k[0] > 0) || !(second > 0)) return false;
  return dim == 2 || k[0] * (k[4] * k[8] - k[5] * k[7]) - k[1] * (k[3] * k[8] - k[5] * k[6]) +
                             k[2] * (k[3] * k[7] - k[4] * k[6]) >
                         0;
}

std::vector<double> values_of(const Expression& f, int dim, std::span<const double> points) {
  if (f.is_constant()) return std::vector<double>(points.size() / dim, f(0, 0, 0, 0));
  return evaluate_at(f, dim, points);
}

std::string format_tensor(int dim, const double* k) {
  std::string text;
  for (int i = 0; i < dim; ++i)
    text += fmt::format("{}[{:.6g}]", i > 0 ? ", " : "", fmt::join(&k[i * dim], &k[(i + 1) * dim], ", "));
  return '[' + text + ']';
}

}  // namespace

Medium::Medium(const Mesh& mesh, const EllipticProblem& problem) : mesh_(mesh) {
  const std::size_t square = static_cast<std::size_t>(mesh.dim) * mesh.dim;
  for (const std::string& name : mesh.region_names) {
    const auto given = problem.regions.find(name);
    if (given == problem.regions.end() || given->second.kappa.empty())
      throw std::invalid_argument("regions." + name +
                                  ".kappa: missing; expected a number > 0, a formula or a tensor");
    const std::vector<Expression>& kappa = given->second.kappa;
    if (kappa.size() != 1 && kappa.size() != square)
      throw std::invalid_argument(fmt::format("regions.{}.kappa: got {} values; expected 1 or {} in {}D",
                                              name, kappa.size(), square, mesh.dim));
    regions_.push_back(given->second);
  }
}

bool Medium::is_constant(int cell) const {
  const EllipticRegion& r = regions_[mesh_.region[cell]];
  return r.lambda.is_constant() && std::ranges::all_of(r.kappa, &Expression::is_constant);
}

bool Medium::is_scalar(int cell) const { return regions_[mesh_.region[cell]].kappa.size() == 1; }

bool Medium::has_constant_lambda(int cell) const { return regions_[mesh_.region[cell]].lambda.is_constant(); }

std::vector<double> Medium::scalar_kappa(int cell, std::span<const double> points) const {
  std::vector<double> k = values_of(regions_[mesh_.region[cell]].kappa[0], mesh_.dim, points);
  for (std::size_t q = 0; q < k.size(); ++q)
    if (!(k[q] > 0) || !std::isfinite(k[q]))
      refuse(cell, "kappa", fmt::format("{:.6g}", k[q]), &points[q * mesh_.dim], "a number > 0");
  return k;
}

std::vector<double> Medium::kappa(int cell, std::span<const double> points) const {
  const std::size_t dim = mesh_.dim, square = dim * dim;
  const std::vector<Expression>& formulas = regions_[mesh_.region[cell]].kappa;
  if (formulas.size() == 1) {
    const std::vector<double> scalar = scalar_kappa(cell, points);
    std::vector<double> k(scalar.size() * square);
    for (std::size_t q = 0; q < scalar.size(); ++q)
      for (std::size_t d = 0; d < dim; ++d) k[q * square + d * (dim + 1)] = scalar[q];
    return k;
  }
  std::vector<double> k(points.size() / dim * square);
  for (std::size_t i = 0; i < square; ++i) {
    const std::vector<double> values = values_of(formulas[i], mesh_.dim, points);
    for (std::size_t q = 0; q < values.size(); ++q) k[q * square + i] = values[q];
  }
  for (std::size_t q = 0; q < points.size() / dim; ++q)
    if (!is_positive_definite(mesh_.dim, &k[q * square]))
      refuse(cell, "kappa", format_tensor(mesh_.dim, &k[q * square]), &points[q * dim],
             "a symmetric positive definite tensor");
  return k;
}

std::vector<double> Medium::lambda(int cell, std::span<const double> points) const {
  std::vector<double> values = values_of(regions_[mesh_.region[cell]].lambda, mesh_.dim, points);
  for (std::size_t q = 0; q < values.size(); ++q)
    if (!(values[q] >= 0) || !std::isfinite(values[q]))
      refuse(cell, "lambda", fmt::format("{:.6g}", values[q]), &points[q * mesh_.dim], "a number >= 0");
  return values;
}

void Medium::refuse(int cell, const char* key, const std::string& value, const double* point,
                    const char* valid) const {
  throw std::invalid_argument(fmt::format("regions.{}.{}: takes the value {} at {}; expected {}",
                                          mesh_.region_names[mesh_.region[cell]], key, value,
                                          format_point(mesh_.dim, point), valid));
}

}  // namespace dgsolve
