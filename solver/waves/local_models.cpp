#include "solver/waves/local_models.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "solver/waves/physics.hpp"

namespace dgsolve {
namespace {

std::vector<double> coefficients_of(const RegionModel& of_region, const std::string& region,
                                    const Units& units) {
  const LocalModelInfo& model = of_region.model;
  std::vector<double> parameters, coefficients(model.n_coefficients);
  for (const ParameterInfo& p : model.parameters) {
    const auto given = of_region.parameters.find(p.name);
    if (given == of_region.parameters.end() && p.required)
      throw std::invalid_argument("regions." + region + "." + p.name + ": missing; the model " + model.name +
                                  " needs it");
    parameters.push_back(given == of_region.parameters.end() ? p.default_value : given->second);
    check_range(p, region, parameters.back());
  }
  for (const auto& [name, value] : of_region.parameters)
    if (std::ranges::find(model.parameters, name, &ParameterInfo::name) == model.parameters.end())
      throw std::invalid_argument("regions." + region + "." + name + ": unknown to the model " + model.name);
  model.coefficients(parameters.data(), units, coefficients.data());
  return coefficients;
}

}  // namespace

LocalModels::LocalModels(const Mesh& mesh, const std::map<std::string, RegionModel>& models,
                         const Units& units) {
  if (models.empty()) return;
  std::vector<int> model_of(mesh.region_names.size(), -1), row_of(model_of);  // [region]
  for (const auto& [name, of_region] : models) {
    const int region = index_of(mesh.region_names, name);
    if (region < 0) throw std::invalid_argument("regions." + name + ": the mesh has no such region");
    auto model = std::ranges::find(models_, of_region.model.type, [](const Model& m) { return m.info.type; });
    if (model == models_.end()) model = models_.insert(model, {of_region.model, {}});
    model_of[region] = static_cast<int>(model - models_.begin());
    row_of[region] = static_cast<int>(model->coefficients.size()) / model->info.n_coefficients;
    const std::vector<double> coefficients = coefficients_of(of_region, name, units);
    model->coefficients.insert(model->coefficients.end(), coefficients.begin(), coefficients.end());
  }
  for (const int region : mesh.region) {
    model_.push_back(model_of[region]);
    row_.push_back(row_of[region]);
  }
}

void LocalModels::set_views(WaveProblem& problem) const {
  for (const Model& model : models_)
    problem.models.push_back({model.info.type,
                              model.info.file,
                              model.info.n_aux,
                              {model.info.n_coefficients, model.coefficients, row_}});
  problem.model = model_;
}

double LocalModels::fastest(int cell) const {
  if (model_.empty() || model_[cell] < 0) return 0;
  const Model& model = models_[model_[cell]];
  return model.info.fastest(
      &model.coefficients[static_cast<std::size_t>(row_[cell]) * model.info.n_coefficients]);
}

}  // namespace dgsolve
