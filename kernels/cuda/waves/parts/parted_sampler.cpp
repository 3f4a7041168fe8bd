#include "kernels/cuda/waves/parts/parted_sampler.hpp"

#include <algorithm>

namespace dgsolve::cuda {

/// Points of a part name its cells counted from its first one.
PartedSampler::PartedSampler(const std::vector<std::unique_ptr<WavePart>>& operators,
                             const PartLayout& layout, const SamplePoints& points, int n_fields, int Np)
    : kind_(points.kind),
      n_points_(points.elements.size()),
      of_point_(values_of_point(points, n_fields, Np)) {
  const std::size_t n = n_points_ == 0 ? 0 : points.weights.size() / n_points_;
  for (std::size_t part = 0; part < operators.size(); ++part) {
    SamplePoints own{points.kind, {}, {}, points.capacity, points.omega, points.stride};
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < n_points_; ++i) {
      const int element = points.elements[i];
      const bool is_circuit = kind_ == SampleKind::circuits;
      if ((is_circuit ? layout.part_of_circuit(element) : layout.part_of(element)) != static_cast<int>(part))
        continue;
      indices.push_back(i);
      own.elements.push_back(is_circuit ? layout.circuit_in_part(element)
                                        : element - layout.parts[part].cells.first);
      own.weights.insert(own.weights.end(), points.weights.begin() + i * n,
                         points.weights.begin() + (i + 1) * n);
    }
    if (indices.empty() && !(part == 0 && n_points_ == 0)) continue;  // one counts in any case
    shares_.push_back({part, std::move(indices), operators[part]->sampler(own)});
  }
}

void PartedSampler::take(const WaveState& u, long step) {
  for (const auto& [part, points, sampler] : shares_) sampler->take(parted(u).part(part), step);
}

Samples PartedSampler::read() {
  Samples all;
  for (const auto& [part, points, sampler] : shares_) {
    const Samples own = sampler->read();
    const std::size_t n_rows = kind_ == SampleKind::transforms ? 1 : own.taken;
    all.taken = own.taken;
    all.values.resize(n_rows * n_points_ * of_point_);
    auto from = own.values.begin();
    for (std::size_t row = 0; row < n_rows; ++row)
      for (const std::size_t point : points) {
        std::copy_n(from, of_point_, all.values.begin() + (row * n_points_ + point) * of_point_);
        from += static_cast<std::ptrdiff_t>(of_point_);
      }
  }
  return all;
}

void PartedSampler::write(const Samples& samples) {
  check_size("write", samples.values.size(), n_points_ * of_point_, "sums");
  for (const auto& [part, points, sampler] : shares_) {
    Samples own{samples.taken, {}};
    for (const std::size_t point : points)
      own.values.insert(own.values.end(), samples.values.begin() + point * of_point_,
                        samples.values.begin() + (point + 1) * of_point_);
    sampler->write(own);
  }
}

void PartedSampler::keep() {
  for (const Share& share : shares_) share.sampler->keep();
}

void PartedSampler::go_back() {
  for (const Share& share : shares_) share.sampler->go_back();
}

}  // namespace dgsolve::cuda
