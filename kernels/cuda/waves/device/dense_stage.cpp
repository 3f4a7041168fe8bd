#include "kernels/cuda/waves/device/dense_stage.hpp"

#include <algorithm>

namespace dgsolve::cuda {
namespace {

/// A batch's products fill a GPU a few times over, and its arrays take a few hundred megabytes.
constexpr std::size_t cells_per_multiprocessor = 64;

bool is_curved(const StageArguments<void>& of_group) { return of_group.group.begin >= of_group.curved.first; }

}  // namespace

DenseStage::DenseStage(const DenseSizes& sizes, Precision precision, const StageArguments<void>& operators,
                       std::size_t most_cells, Launcher& launcher)
    : sizes_(sizes),
      to_points_{operators.points.values, sizes.Nq, sizes.Np, (1 + sizes.dim) * sizes.Nq},
      to_face_points_{operators.curved.face_values, sizes.Nfq, sizes.Nfp, sizes.Nfq},
      project_{operators.curved.project, sizes.Np, sizes.Nq, (1 + sizes.dim) * sizes.Np},
      project_all_{operators.curved.project_all, sizes.Np, sizes.n_columns(), sizes.Np},
      batch_cells_(
          std::min(most_cells, launcher.gpu.properties().multiprocessors * cells_per_multiprocessor)),
      products_(launcher.dense_products(precision)) {
  const auto zeros = [&](int per_cell) {
    Array<std::byte> array(launcher.gpu, batch_cells_ * per_cell * bytes_of(precision), "dense products");
    launcher.set_zero(array.data(), array.bytes());
    return array;
  };
  const int n_traces = sizes.n_faces() * sizes.n_traces();
  nodes_ = zeros(sizes.n_values() * sizes.Np);
  traces_ = zeros(n_traces * sizes.Nfp);
  points_ = zeros(sizes.n_values() * sizes.Nq);
  face_points_ = zeros(n_traces * sizes.Nfq);
  columns_ = zeros(sizes.n_fields * sizes.n_columns());
}

template <class Launch>
void DenseStage::compute(int n, bool curved, Launch launch) {
  const int n_fields = n * sizes_.n_fields;
  launch("gather_nodes", sizes_.n_nodes());
  products_->multiply(to_points_, nodes_.data(), n * sizes_.n_values(), points_.data());
  products_->multiply(to_face_points_, traces_.data(), n * sizes_.n_faces() * sizes_.n_traces(),
                      face_points_.data());
  launch("find_columns", sizes_.n_points());
  products_->multiply(project_all_, columns_.data(), n_fields, nodes_.data());
  if (curved) {
    products_->multiply(to_points_, nodes_.data(), n_fields, points_.data());
    launch("divide_by_jacobian", sizes_.n_fields * sizes_.Nq);
    products_->multiply(project_, points_.data(), n_fields, nodes_.data());
  }
  launch("update_nodes", sizes_.Np);
}

/// Products of zeros.
void DenseStage::prepare(KernelModule& module, std::size_t n_cells, const StageArguments<void>& of_group) {
  for (const std::size_t n : {std::min(n_cells, batch_cells_), n_cells % batch_cells_})
    if (n > 0)
      compute(static_cast<int>(n), is_curved(of_group), [&](const char* kernel, int) {
        module.prepare({kernel, 1, dense_threads});
      });
}

void DenseStage::run(KernelModule& module, std::size_t n_cells, const StageArguments<void>& of_group) {
  for (std::size_t first = 0; first < n_cells; first += batch_cells_) {
    const int n = static_cast<int>(std::min(batch_cells_, n_cells - first));
    const DenseBatch<void> batch{
        static_cast<int>(first), n, nodes_.data(), traces_.data(), points_.data(), face_points_.data(),
        columns_.data()};
    compute(n, is_curved(of_group), [&](const char* kernel, int per_cell) {
      const std::size_t threads = static_cast<std::size_t>(n) * per_cell;
      module.launch(KernelLaunch{kernel, (threads + dense_threads - 1) / dense_threads, dense_threads},
                    of_group, batch);
    });
  }
}

}  // namespace dgsolve::cuda
