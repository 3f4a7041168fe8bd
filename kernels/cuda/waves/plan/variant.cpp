#include "kernels/cuda/waves/plan/variant.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/cuda/gpu/block_size.hpp"
#include "kernels/cuda/tensor/tensor_layout.hpp"
#include "kernels/cuda/waves/cells/chained_layout.hpp"

namespace dgsolve::cuda {
namespace {

/// Multiprocessors of compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications").
constexpr int shared_of_multiprocessor = 227 * 1024, reserved_per_block = 1024;
constexpr int registers_of_multiprocessor = 65536, warps_of_multiprocessor = 64;

constexpr int registers_of_thread = 255;

/// What a thread may have where a multiprocessor holds so many warps: its four parts hold the same number,
/// and registers come in eights.
int registers_at_hand(int warps) {
  if (warps > warps_of_multiprocessor) return 0;
  return std::min(registers_of_thread, registers_of_multiprocessor / (32 * ((warps + 3) / 4 * 4)) / 8 * 8);
}
/// With fewer no variant is worth a try; sources take more in double precision.
int fewest_registers(int tiles_per_warp, int n_source_terms, Precision precision) {
  constexpr int in_double[] = {96, 128, 216}, in_single[] = {80, 112, 128};
  if (precision == Precision::single) return in_single[tiles_per_warp - 1];
  return in_double[tiles_per_warp - 1] + (n_source_terms > 0 ? 32 : 0);
}

/// With so many a kernel without sources has all it would take, by the compiler's reports.
int enough_registers(int tiles_per_warp, Precision precision) {
  constexpr int in_double[] = {96, 160, 256}, in_single[] = {80, 128, 168};
  return precision == Precision::single ? in_single[tiles_per_warp - 1] : in_double[tiles_per_warp - 1];
}

/// A thread a node: columns of the block's elements in shared memory.
std::vector<Variant> vector_variants(const WaveProblem& problem, Precision precision) {
  const ReferenceView& r = problem.reference;
  const int volume_columns = problem.curl_pair_weights ? 6 : r.dim * problem.n_fields;
  const int bytes = (r.Np * volume_columns + r.n_faces * r.Nfp * problem.n_fields) * bytes_of(precision);
  std::vector<Variant> variants;
  for (const int per_thread : {2, 1}) {
    if (per_thread > 1 && per_thread * bytes > static_shared_bytes) continue;
    const int groups = choose_groups(r.Np, static_shared_bytes / (per_thread * bytes));
    variants.push_back({false, per_thread * groups, groups * r.Np, per_thread, 0, 1, false, false, 0, 0});
  }
  return variants;
}

/// At least TensorStage::Shared, which checks it. Nq: of curved cells, else 0.
int tensor_shared_bytes(const ReferenceView& r, int n_source_terms, Precision precision, int threads,
                        bool residuals_beside, int Nq = 0) {
  constexpr int face_values = 8, element_values = 10 + 5, faces = tensor_elements * 4;
  const int size = bytes_of(precision), n_face_nodes = r.n_faces * r.Nfp;
  const int across =
      std::max(tensor_elements * across_stride(r.Np, n_face_nodes) + zeros_behind(n_face_nodes),
               tensor_elements * across_stride(r.Np, Nq) + zeros_behind(Nq));
  const int values = tensor_elements * ((residuals_beside ? 2 : 1) * own_stride(r.Np) + element_values) +
                     across + faces * face_values + zeros_behind(r.Np) + n_source_terms + 3;
  constexpr int face_matches = faces * 16, barriers = 16, gaps = 4 * 16, alignment = 128;
  const int links = face_copies(r.Nfp, threads).links() * 16;
  return (values * size + face_matches + links + barriers + gaps + alignment - 1) / alignment * alignment;
}

/// The operators of a tile a warp, in registers before anything else has come: what a small mesh's stage
/// takes is what its blocks wait for. Nothing where registers are too few.
std::vector<Variant> variants_with_operators_ahead(const ReferenceView& r, int n_source_terms,
                                                   Precision precision) {
  const int tiles = (r.Np + 7) / 8, threads = 32 * tiles;
  const int needed = fewest_registers(1, n_source_terms, precision) + 3 * tiles * 2 * bytes_of(precision) / 4;
  const int shared = tensor_shared_bytes(r, n_source_terms, precision, threads, true);
  int blocks = shared_of_multiprocessor / (shared + reserved_per_block);
  while (blocks > 0 && registers_at_hand(blocks * tiles) < needed) --blocks;
  if (blocks == 0) return {};
  return {{true, tensor_elements, threads, 1, blocks, 1, true, true, shared, shared}};
}

/// Tensor cores, eight elements a block: one to three tiles of eight nodes a warp, as many blocks a
/// multiprocessor as its shared memory and registers hold, or one less, which leaves operators more cache;
/// residuals copied with the state, which takes shared memory, or put where the fluxes were. Those that were
/// fastest on an H200 come first, of a number of warps those with most blocks (kernels/PERFORMANCE.md); two
/// or three steps at once paid where registers are not short.
std::vector<Variant> tensor_variants(const ReferenceView& r, int n_source_terms, Precision precision) {
  const int tiles = (r.Np + 7) / 8;
  const bool fit_across = own_stride(r.Np) <= across_stride(r.Np, r.n_faces * r.Nfp);  // from N = 10 on not
  const int likely = tiles <= 5 ? 1 : tiles <= 7 || precision == Precision::double_ ? 2 : 3;
  std::vector<int> tiles_per_warp{1, 2, 3};
  std::stable_sort(tiles_per_warp.begin(), tiles_per_warp.end(),
                   [&](int a, int b) { return std::abs(a - likely) < std::abs(b - likely); });
  std::vector<Variant> variants;
  std::vector<int> seen;
  int n_likely = 0;
  for (const int per_warp : tiles_per_warp) {
    if (n_likely == 2) break;  // the third never won
    const std::size_t before = variants.size();
    const int threads = 32 * ((tiles + per_warp - 1) / per_warp);
    if (threads > 1024 || std::find(seen.begin(), seen.end(), threads) != seen.end()) continue;
    seen.push_back(threads);
    int shared_beside = tensor_shared_bytes(r, n_source_terms, precision, threads, true);
    if (shared_beside + reserved_per_block > shared_of_multiprocessor) shared_beside = 0;
    for (const bool beside : {true, false}) {
      if (!beside && !fit_across) continue;
      const int shared = tensor_shared_bytes(r, n_source_terms, precision, threads, beside);
      int most = shared_of_multiprocessor / (shared + reserved_per_block);
      while (most > 0 &&
             registers_at_hand(most * threads / 32) < fewest_registers(per_warp, n_source_terms, precision))
        --most;
      for (int blocks = most; blocks >= 1 && blocks >= most - 1; --blocks) {
        Variant variant{true, tensor_elements, threads, 1, blocks, 1, beside, false, shared, shared_beside};
        if (variant.most_registers() >= enough_registers(per_warp, precision))
          variant.steps_at_once = tiles <= 3 ? tiles : 2;
        variants.push_back(variant);
      }
    }
    if (variants.size() > before) ++n_likely;
    std::stable_sort(variants.begin() + static_cast<std::ptrdiff_t>(before), variants.end(),
                     [](const Variant& a, const Variant& b) { return a.blocks > b.blocks; });
  }
  for (const Variant& variant : variants_with_operators_ahead(r, n_source_terms, precision))
    variants.push_back(variant);
  return variants;
}

bool has_one_medium(const CoefficientView& c) {
  if (c.row.empty()) return false;
  for (std::size_t i = c.n; i < c.values.size(); ++i)
    if (c.values[i] != c.values[i - c.n]) return false;
  return true;
}

/// As many blocks as leave a thread 128 registers.
GradientVariant gradient_variant(const WaveProblem& problem, Precision precision) {
  if (problem.viscous.n_gradients == 0) return {};
  constexpr int warps = 16;
  const ReferenceView& r = problem.reference;
  const GradientLayout layout{r.dim, problem.viscous.n_gradients / r.dim, r.Np, r.n_faces * r.Nfp,
                              bytes_of(precision)};
  return {layout.threads(),
          std::clamp(warps * 32 / layout.threads(), 1,
                     shared_of_multiprocessor / (layout.shared_bytes() + reserved_per_block)),
          layout.shared_bytes()};
}

/// Registers that a thread of a chained stage uses beside its sums, but for a few that it can spill
/// (kernels/PERFORMANCE.md).
int registers_beside_sums(const WaveProblem& problem, Precision precision) {
  const bool is_viscous = problem.viscous.n_gradients > 0;
  return precision == Precision::single ? (is_viscous ? 100 : 64) : (is_viscous ? 80 : 68);
}

/// Chained variants with so many warps a block, those with most blocks first: so many that a thread has its
/// registers, or a few that leave it some.
std::vector<Variant> chained_variants(const WaveProblem& problem, int n_source_terms, Precision precision,
                                      int in_sums, int warps) {
  constexpr int parts = 4;  // of a multiprocessor, alike
  const int beside_sums = registers_beside_sums(problem, precision);
  const ReferenceView& r = problem.reference;
  const int n_slopes = problem.viscous.n_gradients;
  const ChainedLayout layout{r.dim, problem.n_fields, n_slopes, r.Np, r.Nfp, bytes_of(precision)};
  const int shared = layout.shared_bytes(n_source_terms);
  const int fit = shared_of_multiprocessor / (shared + reserved_per_block);
  int most = 1;  // warps of a part
  while (registers_at_hand(parts * (most + 1)) >= in_sums + beside_sums && parts * most / warps < fit) ++most;
  std::vector<Variant> variants;
  for (int of_part = most; of_part >= 1 && of_part > most - 2; --of_part) {
    const int blocks = std::min(parts * of_part / warps, fit);
    Variant variant{false, tensor_elements, 32 * warps, 1, blocks, 1, false, false, shared, 0};
    variant.chained = true;
    variant.gradients = gradient_variant(problem, precision);
    variants.push_back(variant);
  }
  return variants;
}

/// Chains of products that keep sums of all nodes in registers: one warp a block, or two, first what has more
/// warps in all. Nothing where the sums are too many, where there are several media, or models.
std::vector<Variant> chained_variants(const WaveProblem& problem, int n_source_terms, Precision precision) {
  constexpr int most_sums = 88;  // of a thread: 280 nodal values of a cell have 70
  const ReferenceView& r = problem.reference;
  if (!problem.models.empty() || !has_one_medium(problem.coefficients)) return {};
  if (problem.viscous.n_gradients % r.dim != 0)
    return {};  // behind them stands an artificial viscosity's length
  const int n_sums = (r.Np + 7) / 8 * problem.n_fields * 2;
  if (n_sums > most_sums) return {};
  const int in_sums = n_sums * bytes_of(precision) / 4;
  std::vector<Variant> of_one = chained_variants(problem, n_source_terms, precision, in_sums, 1),
                       of_two = chained_variants(problem, n_source_terms, precision, in_sums, 2);
  if (2 * of_two.front().blocks > of_one.front().blocks) std::swap(of_one, of_two);
  of_one.insert(of_one.end(), of_two.begin(), of_two.end());
  return of_one;
}

/// A tile of eight points a warp, or two from N = 4 on; as many blocks as fit (kernels/PERFORMANCE.md).
CurvedVariant curved_variant(const WaveProblem& problem, int n_source_terms, Precision precision) {
  const ReferenceView& r = problem.reference;
  const QuadratureView& q = problem.quadrature;
  if (std::ranges::none_of(problem.geometry.curved_index, [](int index) { return index >= 0; })) return {};
  const int tiles = (q.Nq + 7) / 8, per_warp = tiles <= 5 ? 1 : 2;
  CurvedVariant curved{true, true, 32 * ((tiles + per_warp - 1) / per_warp)};
  curved.shared_bytes = tensor_shared_bytes(r, n_source_terms, precision, curved.threads, false, q.Nq);
  curved.blocks = shared_of_multiprocessor / (curved.shared_bytes + reserved_per_block);
  while (curved.blocks > 0 && registers_at_hand(curved.blocks * curved.threads / 32) <
                                  fewest_registers(per_warp, n_source_terms, precision))
    --curved.blocks;
  // Fluxes at points stand where nodes come to stand.
  if (curved.blocks == 0 || 4 * q.Nfq > tensor_record * r.Nfp || curved.threads < r.Nfp) return {true};
  return curved;
}

}  // namespace

int CurvedVariant::most_registers() const {
  return tensor ? registers_at_hand(blocks * threads / 32) : registers_of_thread;
}

int Variant::most_registers() const {
  return takes_tensor_cores() ? registers_at_hand(blocks * threads / 32) : registers_of_thread;
}

std::string Variant::name() const {
  const auto number = [](int value) { return std::to_string(value); };
  if (is_dense()) return "dense products";
  if (chained) return "chained, " + number(threads / 32) + " warps, " + number(blocks) + " blocks";
  if (!tensor)
    return "vector, " + number(elements) + " elements, " + number(elements_per_thread) + " a thread";
  return "tensor, " + number(threads / 32) + " warps, " + number(blocks) + " blocks" +
         (residuals_beside ? ", residuals beside" : "") +
         (steps_at_once > 1 ? ", " + number(steps_at_once) + " steps at once" : "") +
         (operators_ahead ? ", operators ahead" : "");
}

std::vector<Variant> stage_variants(const WaveProblem& problem, const StageShape& shape,
                                    Precision precision) {
  if (!problem.linear) {
    const ReferenceView& r = problem.reference;
    const int elements = shape.blocks.points;
    const Variant plain{false, elements, elements * r.Np, 1, 0, 1, false, false, 0, 0};
    Variant dense = plain;
    dense.dense = {r.dim, problem.n_fields,      problem.viscous.n_gradients, r.Np,
                   r.Nfp, problem.quadrature.Nq, problem.quadrature.Nfq};
    std::vector<Variant> variants{plain, dense};
    for (const Variant& variant : chained_variants(problem, static_cast<int>(shape.source.size()), precision))
      variants.push_back(variant);
    return variants;
  }
  std::vector<Variant> variants = vector_variants(problem, precision);
  if (!shape.modules[0].has_straight && !problem.is_covariant()) return {variants.front()};
  if (problem.is_covariant()) {
    const int n_source_terms = static_cast<int>(shape.source.size());
    std::vector<Variant> tensor = tensor_variants(problem.reference, n_source_terms, precision);
    const CurvedVariant curved = curved_variant(problem, n_source_terms, precision);
    for (Variant& variant : tensor) variant.curved = curved;
    if (!shape.modules[0].has_straight) {  // their stages are all alike
      variants.resize(1);
      tensor.resize(std::min<std::size_t>(tensor.size(), curved.tensor ? 1 : 0));
    }
    variants.insert(variants.begin() + 1, tensor.begin(), tensor.end());
  }
  return variants;
}

Variant with_model(const Variant& variant, Precision precision) {
  constexpr int enough_in_double = 128, enough_in_single = 96;
  const int enough = precision == Precision::single ? enough_in_single : enough_in_double;
  Variant changed = variant;
  if (!variant.tensor) return changed;
  while (changed.curved.blocks > 1 && changed.curved.most_registers() < enough) --changed.curved.blocks;
  if (variant.shared_bytes_beside > 0) {
    changed.residuals_beside = true;
    changed.shared_bytes = variant.shared_bytes_beside;
  }
  const auto fits = [&] {
    return changed.blocks * (changed.shared_bytes + reserved_per_block) <= shared_of_multiprocessor &&
           changed.most_registers() >= enough;
  };
  while (changed.blocks > 1 && !fits()) --changed.blocks;
  return changed;
}

std::string config_text(const Variant& variant, const Variant& storage) {
  const auto constant = [](const std::string& name, int value) {
    return "  static constexpr int " + name + " = " + std::to_string(value) + ";\n";
  };
  return std::string("#define DGSOLVE_TENSOR ") + (variant.tensor ? "1" : "0") +
         "\n#define DGSOLVE_CURVED_TENSOR " + (variant.curved.tensor ? "1" : "0") +
         "\n#define DGSOLVE_CHAINED " + (variant.chained ? "1" : "0") + "\n#define DGSOLVE_DENSE " +
         (variant.is_dense() ? "1" : "0") +
         "\nnamespace dgsolve::cuda {\nnamespace {\nstruct Config : Shape {\n" +
         "  static constexpr bool covariant_state = " + (storage.tensor ? "true" : "false") + ";\n" +
         "  static constexpr bool chained = " + (variant.chained ? "true" : "false") + ";\n" +
         constant("straight_elements", variant.elements) + constant("straight_threads", variant.threads) +
         constant("straight_elements_per_thread", variant.elements_per_thread) +
         constant("straight_blocks", variant.blocks) + constant("steps_at_once", variant.steps_at_once) +
         "  static constexpr bool residuals_beside = " + (variant.residuals_beside ? "true" : "false") +
         ";\n  static constexpr bool operators_ahead = " + (variant.operators_ahead ? "true" : "false") +
         ";\n" + constant("straight_shared_bytes", variant.shared_bytes) +
         constant("gradient_blocks", variant.gradients.blocks) +
         constant("curved_threads", variant.curved.threads) +
         constant("curved_blocks", variant.curved.blocks) +
         constant("curved_shared_bytes", variant.curved.shared_bytes) + "};\n}\n}\n";
}

}  // namespace dgsolve::cuda
