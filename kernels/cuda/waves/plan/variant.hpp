/// The ways to compute a stage, among which the tuner chooses by its straight cells.
#pragma once

#include <string>
#include <vector>

#include "kernels/cuda/waves/cells/dense_batch.hpp"
#include "kernels/cuda/waves/plan/stage_shape.hpp"

namespace dgsolve::cuda {

/// How curved cells in covariant components are served.
struct CurvedVariant {
  bool occurs = false;  ///< there are such cells
  bool tensor = false;  ///< by tensor cores; else a thread is a node
  int threads = 0;      ///< of a block,
  int blocks = 0;       ///< that a multiprocessor shall hold
  int shared_bytes = 0;

  /// That a thread may have.
  int most_registers() const;
};

/// How gradients are found for a chained stage.
struct GradientVariant {
  int threads = 0;  ///< of a block,
  int blocks = 0;   ///< that a multiprocessor shall hold
  int shared_bytes = 0;
};

struct Variant {
  bool tensor;  ///< tensor cores and covariant components (kernels/cuda/waves/covariant/tensor_stage.cuh), or
                ///< a thread a node (kernels/cuda/waves/cells/straight_stage.cuh)
  int elements;             ///< that a block takes
  int threads;              ///< of a block
  int elements_per_thread;  ///< thread a node: that each serves
  int blocks;             ///< tensor cores: that a multiprocessor shall hold, for which registers are limited
  int steps_at_once;      ///< tensor cores: products whose operands are fetched together
  bool residuals_beside;  ///< tensor cores: residuals are copied into shared memory with the state, not
                          ///< fetched where fluxes were
  bool operators_ahead;   ///< tensor cores: a tile's operators are fetched before what else it waits for
  int shared_bytes;       ///< asked for at the launch
  int shared_bytes_beside;  ///< tensor cores: those with residuals beside; 0 where no block can have so many
  CurvedVariant curved = {};
  DenseSizes dense = {};  ///< of dense products by a library; dim = 0: kernels make their products themselves

  /// Tensor cores serve straight cells of a flux that is not linear
  /// (kernels/cuda/waves/cells/chained_stage.cuh); of `elements`, `threads`, `blocks` and `shared_bytes`.
  bool chained = false;
  GradientVariant gradients = {};

  bool is_dense() const { return dense.dim > 0; }
  bool takes_tensor_cores() const { return tensor || chained; }
  /// Most that a thread may have, so that as many blocks fit. Where the compiler would take more, the rest
  /// lies in local memory, which may cost less than a block fewer: the tuner finds out.
  int most_registers() const;

  /// For people and stored decisions; no two variants of a problem share one.
  std::string name() const;
};

/// What a variant is for cells with a local model. The model's part of a stage comes before the products, as
/// a rule, and goes into residuals beside the state; it takes more registers than products do.
Variant with_model(const Variant& variant, Precision precision);

/// The variants for a problem, the reference first, then the likeliest to be fast, last a dense one. No trial
/// takes that one, only who names it: it needs a library, and its bits are the library's.
std::vector<Variant> stage_variants(const WaveProblem& problem, const StageShape& shape, Precision precision);

/// The C++ text of Config, below that of Shape (kernels/cuda/waves/plan/stage_shape.hpp). storage: the
/// variant whose kernels set how a state is stored.
std::string config_text(const Variant& variant, const Variant& storage);

}  // namespace dgsolve::cuda
