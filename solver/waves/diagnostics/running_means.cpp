#include "solver/waves/diagnostics/running_means.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "kernels/base/cell_loop.hpp"
#include "kernels/base/names.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {
namespace {

/// A vector's components among the variables, −1 where it has none; empty where one is no variable.
std::optional<std::array<int, 3>> components_of(const VectorField& vector,
                                                const std::vector<std::string>& names,
                                                const std::vector<std::string>& variables) {
  std::array<int, 3> components{-1, -1, -1};
  for (int axis = 0; axis < 3; ++axis) {
    if (vector.fields[axis] < 0) continue;
    components[axis] = index_of(variables, names[vector.fields[axis]]);
    if (components[axis] < 0) return {};
  }
  return components;
}

/// The two factors of each product.
std::vector<std::pair<int, int>> products_of(const EquationInfo& equation) {
  const std::vector<std::string> variables = variable_names(equation), names = output_fields(equation).names;
  std::vector<std::pair<int, int>> products;
  products.reserve(variables.size());
  for (int i = 0; i < std::ssize(variables); ++i) products.emplace_back(i, i);
  for (const VectorField& vector : equation.vectors) {
    if (vector.name != "velocity") continue;
    if (const auto components = components_of(vector, names, variables))
      for (const auto& [a, b] : {std::pair(0, 1), {0, 2}, {1, 2}})
        if ((*components)[b] >= 0) products.emplace_back((*components)[a], (*components)[b]);
  }
  return products;
}

}  // namespace

FieldSet mean_fields(const EquationInfo& equation) {
  const FieldSet all = output_fields(equation);
  const std::vector<std::string> variables = variable_names(equation);
  const auto unit_of = [&](const std::string& name) { return all.units[index_of(all.names, name)]; };
  FieldSet means;
  for (const char* suffix : {"_mean", "_rms"}) {
    const int first = static_cast<int>(means.names.size());
    for (const VectorField& vector : all.vectors) {
      std::optional<std::array<int, 3>> components = components_of(vector, all.names, variables);
      if (!components) continue;
      for (int& component : *components)
        if (component >= 0) component += first;
      means.vectors.push_back({vector.name + suffix, *components});
    }
    for (const std::string& name : variables) {
      means.names.push_back(name + suffix);
      means.units.push_back(unit_of(name));
    }
  }
  for (const auto& [a, b] : products_of(equation)) {
    if (a == b) continue;
    means.names.push_back(variables[a] + variables[b] + "_covariance");
    means.units.push_back('(' + unit_of(variables[a]) + ")^2");
  }
  return means;
}

RunningMeans::RunningMeans(const Physics& physics, const Coefficients& coefficients, int Np)
    : physics_(physics), coefficients_(coefficients), Np_(Np), products_(products_of(physics.info)) {
  const std::vector<std::string> names = output_fields(physics.info).names;
  for (const std::string& name : variable_names(physics.info)) {
    const int number = index_of(names, name), following = number - physics.n_fields;
    variables_.push_back({number, following < 0 ? nullptr : physics.info.derived[following].value});
  }
}

void RunningMeans::find_variables(int cell, const double* u, double* values) const {
  const int n_fields = physics_.n_fields;
  const double* const c = coefficients_.cell(cell, Np_);
  std::vector<double> at_node(n_fields);
  for (int node = 0; node < Np_; ++node) {
    for (int f = 0; f < n_fields; ++f) at_node[f] = u[f * Np_ + node];
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const auto& [field, value] = variables_[i];
      values[i * Np_ + node] = value ? value(at_node.data(), c) : at_node[field];
    }
  }
}

void RunningMeans::add(double time, std::span<const double> state) {
  const std::size_t of_cell = static_cast<std::size_t>(physics_.n_fields) * Np_;
  const int K = static_cast<int>(state.size() / of_cell);
  MeanSums& sums = *sums_;
  const bool is_first = sums.samples++ == 0;
  if (is_first) {
    sums.from = sums.to = time;
    sums.newest.resize(K * variables_.size() * Np_);
    sums.moments.resize(K * n_moments() * Np_);
  }
  const double before = sums.to - sums.from, length = time - sums.to;
  for_each_cell(K, [&](int e) {
    std::vector<double> values(variables_.size() * Np_);
    find_variables(e, &state[e * of_cell], values.data());
    if (is_first)
      std::ranges::copy(values, &sums.moments[e * n_moments() * Np_]);
    else
      add_trapezoid(before, length, e, values.data());
    std::ranges::copy(values, &sums.newest[e * values.size()]);
  });
  sums.to = time;
}

/// Joins the moments of the time before with those of the piece behind it, by differences from the means, so
/// that no digits are lost in a long time (Chan, Golub & LeVeque, The American Statistician 37 (1983) 242).
/// In a piece x and y have the mean of both ends, and the product of their fluctuations that of half the
/// differences.
void RunningMeans::add_trapezoid(double before, double length, int cell, const double* values) {
  const std::size_t n = variables_.size();
  double* const mean = &sums_->moments[cell * n_moments() * Np_];
  double* const product = mean + n * Np_;
  const double* const newest = &sums_->newest[cell * n * Np_];
  const double share = length / (before + length);
  std::vector<double> half(n), deviation(n);
  for (int node = 0; node < Np_; ++node) {
    for (std::size_t i = 0; i < n; ++i) {
      const double first = newest[i * Np_ + node], last = values[i * Np_ + node];
      half[i] = (last - first) / 2;
      deviation[i] = (first + last) / 2 - mean[i * Np_ + node];
    }
    for (std::size_t k = 0; k < products_.size(); ++k) {
      const auto [a, b] = products_[k];
      product[k * Np_ + node] += length * half[a] * half[b] + before * share * deviation[a] * deviation[b];
    }
    for (std::size_t i = 0; i < n; ++i) mean[i * Np_ + node] += share * deviation[i];
  }
}

void RunningMeans::put(int cell, double* values) const {
  const std::size_t n_means = variables_.size() * Np_, n = n_moments() * Np_;
  const MeanSums& sums = *sums_;
  if (sums.samples == 0) {
    std::fill_n(values, n, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const double* const moments = &sums.moments[cell * n];
  const double time = sums.to > sums.from ? sums.to - sums.from : 1;  // of one sample the products are 0
  std::copy_n(moments, n_means, values);
  for (std::size_t i = n_means; i < n; ++i)
    values[i] = i < 2 * n_means ? std::sqrt(moments[i] / time) : moments[i] / time;
}

bool RunningMeans::set(const MeanSums& sums, std::size_t K) {
  if (sums.moments.size() != K * n_moments() * Np_ || sums.newest.size() != K * variables_.size() * Np_)
    return false;
  *sums_ = sums;
  return true;
}

}  // namespace dgsolve
