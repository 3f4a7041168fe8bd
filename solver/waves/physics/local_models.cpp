#include "solver/waves/physics/local_models.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/names.hpp"
#include "solver/waves/physics/physics.hpp"

namespace dgsolve {
namespace {

/// Appends the coefficients of a region's model.
void add_coefficients(const RegionModel& of_region, const std::string& region, const Units& units,
                      std::vector<double>& to) {
  const LocalModelInfo& model = of_region.model;
  std::vector<double> parameters, coefficients(model.n_coefficients);
  for (const ParameterInfo& p : model.parameters) {
    const auto given = of_region.parameters.find(p.name);
    if (given == of_region.parameters.end() && p.required)
      throw std::invalid_argument("regions." + region + "." + p.name + ": missing; the model " + model.name +
                                  " needs it");
    parameters.push_back(given == of_region.parameters.end() ? p.default_value : given->second);
    check_range(p, "regions." + region, parameters.back());
  }
  for (const auto& [name, value] : of_region.parameters)
    if (std::ranges::find(model.parameters, name, &ParameterInfo::name) == model.parameters.end())
      throw std::invalid_argument("regions." + region + "." + name + ": unknown to the model " + model.name);
  model.coefficients(parameters.data(), units, coefficients.data());
  to.insert(to.end(), coefficients.begin(), coefficients.end());
}

/// The infos of a region's models, which a cell can have at once.
std::vector<LocalModelInfo> parts_of(const std::vector<RegionModel>& models, const std::string& region) {
  std::vector<LocalModelInfo> parts;
  for (const RegionModel& of_region : models) parts.push_back(of_region.model);
  const bool layered = parts.size() == 2 && parts[0].absorbs && !parts[1].absorbs;
  if (parts.size() == 1 || layered) return parts;
  std::string names;
  for (const LocalModelInfo& part : parts) names += (names.empty() ? "" : ", ") + part.name;
  throw std::invalid_argument("regions." + region + ": the local models " + names +
                              "; expected one model, or a layer that absorbs and the medium below it");
}

std::string type_of(const std::vector<LocalModelInfo>& parts) {
  return parts.size() == 1 ? parts[0].type : "LayerOver<" + parts[0].type + ", " + parts[1].type + ">";
}

std::vector<std::string> files_of(const std::vector<LocalModelInfo>& parts) {
  std::vector<std::string> files;
  for (const LocalModelInfo& part : parts) files.push_back(part.file);
  if (parts.size() > 1) files.emplace_back("kernels/waves/traits/layer_over.hpp");
  return files;
}

}  // namespace

bool absorbs(const RegionModels& models, const std::string& region) {
  const auto found = models.find(region);
  return found != models.end() && std::ranges::any_of(found->second, [](const RegionModel& of_region) {
           return of_region.model.absorbs;
         });
}

int LocalModels::Model::n_aux() const {
  int n = 0;
  for (const LocalModelInfo& part : parts) n += part.n_aux;
  return n;
}

int LocalModels::Model::n_coefficients() const {
  int n = 0;
  for (const LocalModelInfo& part : parts) n += part.n_coefficients;
  return n;
}

int LocalModels::number_of(std::vector<LocalModelInfo> parts) {
  const auto found =
      std::ranges::find(models_, type_of(parts), [](const Model& model) { return type_of(model.parts); });
  const int number = static_cast<int>(found - models_.begin());
  if (found == models_.end()) models_.push_back({std::move(parts)});
  return number;
}

LocalModels::LocalModels(const Mesh& mesh, const RegionModels& models, const Units& units) {
  if (models.empty()) return;
  std::vector<int> model_of(mesh.region_names.size(), -1), row_of(model_of);  // [region]
  for (const auto& [name, of_region] : models) {
    const int region = index_of(mesh.region_names, name);
    if (region < 0) throw std::invalid_argument("regions." + name + ": the mesh has no such region");
    model_of[region] = number_of(parts_of(of_region, name));
    Model& model = models_[model_of[region]];
    row_of[region] = static_cast<int>(model.coefficients.size()) / model.n_coefficients();
    for (const RegionModel& part : of_region) add_coefficients(part, name, units, model.coefficients);
    model.fastest.push_back(of_region.back().fastest);
  }
  for (const int region : mesh.region) {
    model_.push_back(model_of[region]);
    row_.push_back(row_of[region]);
  }
}

void LocalModels::set_views(WaveProblem& problem) const {
  for (const Model& model : models_)
    problem.models.push_back({type_of(model.parts),
                              files_of(model.parts),
                              model.n_aux(),
                              {model.n_coefficients(), model.coefficients, row_}});
  problem.model = model_;
}

bool LocalModels::absorb() const {
  return std::ranges::any_of(
      models_, [](const Model& model) { return std::ranges::any_of(model.parts, &LocalModelInfo::absorbs); });
}

const std::string& LocalModels::fastest_part(int cell) const {
  static const std::string none;
  return model_.empty() || model_[cell] < 0 ? none : models_[model_[cell]].fastest[row_[cell]];
}

double LocalModels::fastest(int cell) const {
  if (model_.empty() || model_[cell] < 0) return 0;
  const Model& model = models_[model_[cell]];
  const double* coefficients =
      &model.coefficients[static_cast<std::size_t>(row_[cell]) * model.n_coefficients()];
  double rate = 0;
  for (const LocalModelInfo& part : model.parts) {
    rate += part.fastest(coefficients);
    coefficients += part.n_coefficients;
  }
  return rate;
}

}  // namespace dgsolve
