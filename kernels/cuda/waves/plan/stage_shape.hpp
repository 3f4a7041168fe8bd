/// What of a wave problem is baked into its kernels: sizes, the features that occur, formulas, block sizes.
/// Values are not: kernels read them from tables, also those of the named constants in formulas, so that
/// kernels are compiled and tuned once for all values. All parts of a problem have it alike, and it takes a
/// look at all cells: it is found once for all of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/base/precision.hpp"
#include "kernels/waves/cells/source_terms.hpp"

namespace dgsolve::cuda {

/// Elements that a block takes; each is served by Np threads.
struct BlockSizes {
  int points, points_per_pass;  ///< of cells that are integrated by quadrature
  int source;
  int gradients;
  int limiter;
};

struct StageShape {
  /// problem: the whole one; its part does not matter.
  StageShape(const WaveProblem& problem, Precision precision);

  /// The cell groups whose kernels stand in one text: those with the same local model.
  struct Module {
    int model;  ///< −1: none
    bool has_straight, has_curved;
  };
  bool rim_first;               ///< StepView::rim_first
  bool has_limiter;             ///< LimiterView::acts
  bool has_circuits;            ///< on faces
  std::vector<Module> modules;  ///< the first is of the cells without a model, maybe of no cell
  /// A stage is more than one launch.
  bool has_several_launches() const;
  /// [condition]: number by which kernels call its data, from 1; 0: it has none, or they are zero.
  std::vector<int> data_number;
  int n_boundary_data = 0;
  std::vector<bool> boundary_types;  ///< [type]: occurs at some face
  bool has_interfaces = false;
  std::vector<SourceTerm> source;  ///< field by field
  bool has_projected_source;
  BlockSizes blocks;
  /// [data number]: the first term of its data; the last entry is the number of terms. Empty without terms.
  std::vector<int> first_face_term;
  /// C++ functions: boundary_data, face_factor, circuit_source, source_factor, source_formula.
  std::string formulas;
  /// Numbers in them that named constants went into, then the tables of sampled functions.
  std::vector<double> constants;
  bool has_samples = false;  ///< a sampled function is in them
  /// [row of flux weights]: coefficient rows of the cells on the two sides of a face, ascending; empty where
  /// the equation has no curl pair.
  std::vector<std::pair<int, int>> media;
  /// [coefficient] of a flux that is not linear: zero everywhere, as that of a law which a gas does not have.
  std::vector<bool> zero_coefficients;
};

/// The C++ text of a module that all of a problem's variants share: the equation's and the model's files,
/// switches, and dgsolve::cuda::Shape.
std::string shape_text(const StageShape& shape, const WaveProblem& problem, Precision precision, int module);

}  // namespace dgsolve::cuda
