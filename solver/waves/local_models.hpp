/// The local models of a mesh's cells (kernels/waves/local_model.hpp), as the regions' options say.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/waves/local_model.hpp"
#include "kernels/waves/wave_problem.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// A region's local model.
struct RegionModel {
  LocalModelInfo model;
  std::map<std::string, double> parameters;
  bool is_layer = false;  ///< of absorbing layers, outside the mesh as the case has it
};

class LocalModels {
 public:
  /// models: by region. Throws std::invalid_argument where a region is not the mesh's, or a parameter is
  /// missing, unknown or outside its range.
  LocalModels(const Mesh& mesh, const std::map<std::string, RegionModel>& models, const Units& units);

  /// Hands them over; the views hold as long as this object.
  void set_views(WaveProblem& problem) const;
  /// Largest rate of a cell's model, 1/s; 0 where it has none.
  double fastest(int cell) const;

 private:
  struct Model {
    LocalModelInfo info;
    std::vector<double> coefficients;  ///< [regions with it][n_coefficients]
  };
  std::vector<Model> models_;
  std::vector<int> model_, row_;  ///< [K]: into models_, −1: none; the row of its coefficients
};

}  // namespace dgsolve
