/// The local models of a mesh's cells (kernels/waves/traits/local_model.hpp), as the regions' options say.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/waves/traits/local_model.hpp"
#include "kernels/waves/wave_problem.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// A local model in a region.
struct RegionModel {
  LocalModelInfo model;
  std::map<std::string, double> parameters;
  std::string fastest = {};  ///< of it, by which it limits the step: "drude[0]"; empty: its relaxation
};

/// Region → its local models: one, or a layer and the medium that it goes over
/// (kernels/waves/traits/layer_over.hpp).
using RegionModels = std::map<std::string, std::vector<RegionModel>>;

/// Whether a region absorbs, outside the mesh as the case has it.
bool absorbs(const RegionModels& models, const std::string& region);

class LocalModels {
 public:
  /// Throws std::invalid_argument where a region is not the mesh's, a parameter is missing, unknown or
  /// outside its range, or models do not go together.
  LocalModels(const Mesh& mesh, const RegionModels& models, const Units& units);

  /// Hands them over; the views hold as long as this object.
  void set_views(WaveProblem& problem) const;
  /// Largest rate of a cell's models, 1/s, which act at once; 0 where it has none.
  double fastest(int cell) const;
  /// RegionModel::fastest of the cell's medium.
  const std::string& fastest_part(int cell) const;
  /// Whether cells absorb: energy that was lost there may come back.
  bool absorb() const;

 private:
  /// The models of some regions, as one type of cells.
  struct Model {
    std::vector<LocalModelInfo> parts;
    std::vector<double> coefficients = {};  ///< [regions with it][parts' n_coefficients]
    std::vector<std::string> fastest = {};  ///< [regions with it]

    int n_aux() const;
    int n_coefficients() const;
  };
  /// The number of the model of these parts.
  int number_of(std::vector<LocalModelInfo> parts);

  std::vector<Model> models_;
  std::vector<int> model_, row_;  ///< [K]: into models_, −1: none; the row of its coefficients
};

}  // namespace dgsolve
