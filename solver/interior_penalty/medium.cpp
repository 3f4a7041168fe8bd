#include "solver/interior_penalty/medium.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "solver/discretization/discretization.hpp"

namespace dgsolve {
namespace {

/// All leading minors are positive (Sylvester's criterion), and the matrix is its own transpose.
bool is_positive_definite(int dim, const double* k) {
  double scale = 0;
  for (int i = 0; i < dim * dim; ++i) scale = std::max(scale, std::abs(k[i]));
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < i; ++j)
      if (!(std::abs(k[i * dim + j] - k[j * dim + i]) <= 1e-13 * scale)) return false;
  const double second = k[0] * k[dim + 1] - k[1] * k[dim];
  if (!std::isfinite(scale) || !(k[0] > 0) || !(second > 0)) return false;
  return dim == 2 || k[0] * (k[4] * k[8] - k[5] * k[7]) - k[1] * (k[3] * k[8] - k[5] * k[6]) +
                             k[2] * (k[3] * k[7] - k[4] * k[6]) >
                         0;
}

std::string format_tensor(int dim, const double* k) {
  std::ostringstream text;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) text << (j > 0 ? ", " : i > 0 ? "], [" : "[[") << k[i * dim + j];
  text << "]]";
  return text.str();
}

}  // namespace

Medium::Medium(const Mesh& mesh, const EllipticProblem& problem) : dim_(mesh.dim), names_(mesh.region_names) {
  constexpr Variable variables[] = {Variable::x, Variable::y, Variable::z};
  for (const std::string& name : names_) {
    const auto given = problem.regions.find(name);
    if (given == problem.regions.end() || given->second.kappa.empty())
      throw std::invalid_argument("regions." + name +
                                  ".kappa: missing; expected a number > 0, a formula or a tensor");
    const std::size_t n = given->second.kappa.size(), square = static_cast<std::size_t>(dim_) * dim_;
    if (n != 1 && n != square)
      throw std::invalid_argument("regions." + name + ".kappa: got " + std::to_string(n) +
                                  " values; expected 1 or " + std::to_string(square) + " in " +
                                  std::to_string(dim_) + "D");
    regions_.push_back(given->second);
    slopes_.emplace_back();
    for (int i = 0; i < dim_; ++i) {
      slopes_.back().emplace_back();
      for (const Expression& f : given->second.kappa)
        slopes_.back().back().push_back(f.derivative(variables[i]));
    }
  }
}

bool Medium::is_constant(int region) const {
  const EllipticRegion& r = regions_[region];
  return r.lambda.is_constant() &&
         std::all_of(r.kappa.begin(), r.kappa.end(), [](const Expression& f) { return f.is_constant(); });
}

std::vector<double> Medium::tensor(const std::vector<Expression>& formulas,
                                   std::span<const double> points) const {
  const std::size_t n = points.size() / dim_, square = static_cast<std::size_t>(dim_) * dim_;
  std::vector<double> result(n * square, 0.0);
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const std::vector<double> values = evaluate_at(formulas[k], dim_, points);
    for (std::size_t q = 0; q < n; ++q)
      if (formulas.size() == 1)
        for (int d = 0; d < dim_; ++d) result[q * square + d * (dim_ + 1)] = values[q];
      else
        result[q * square + k] = values[q];
  }
  return result;
}

std::vector<double> Medium::kappa(int region, std::span<const double> points) const {
  std::vector<double> k = tensor(regions_[region].kappa, points);
  const std::size_t square = static_cast<std::size_t>(dim_) * dim_;
  const bool scalar = regions_[region].kappa.size() == 1;
  for (std::size_t q = 0; q < points.size() / dim_; ++q) {
    const double* value = &k[q * square];
    if (is_positive_definite(dim_, value)) continue;
    std::ostringstream text;
    text << "regions." << names_[region] << ".kappa: takes the value ";
    if (scalar)
      text << value[0];
    else
      text << format_tensor(dim_, value);
    text << " at " << format_point(dim_, &points[q * dim_]) << "; expected "
         << (scalar ? "a number > 0" : "a symmetric positive definite tensor");
    throw std::invalid_argument(text.str());
  }
  return k;
}

std::vector<double> Medium::lambda(int region, std::span<const double> points) const {
  std::vector<double> values = evaluate_at(regions_[region].lambda, dim_, points);
  for (std::size_t q = 0; q < values.size(); ++q)
    if (!(values[q] >= 0) || !std::isfinite(values[q])) {
      std::ostringstream text;
      text << "regions." << names_[region] << ".lambda: takes the value " << values[q] << " at "
           << format_point(dim_, &points[q * dim_]) << "; expected a number >= 0";
      throw std::invalid_argument(text.str());
    }
  return values;
}

std::vector<double> Medium::kappa_derivative(int region, int i, std::span<const double> points) const {
  return tensor(slopes_[region][i], points);
}

}  // namespace dgsolve
