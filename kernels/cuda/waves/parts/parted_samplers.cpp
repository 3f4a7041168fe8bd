#include "kernels/cuda/waves/parts/parted_samplers.hpp"

#include <algorithm>
#include <stdexcept>

namespace dgsolve::cuda {
namespace {

/// Points of a part: its cells counted from its first one.
struct PointsOfPart {
  std::vector<std::size_t> places;
  std::vector<int> elements;
  std::vector<double> weights;
};

/// weights: [point][n]; n = 0: none. [part]
std::vector<PointsOfPart> share_points(const PartLayout& layout, const std::vector<int>& elements,
                                       const std::vector<double>& weights) {
  const std::size_t n = elements.empty() ? 0 : weights.size() / elements.size();
  std::vector<PointsOfPart> shares(layout.parts.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const int part = layout.part_of(elements[i]);
    PointsOfPart& share = shares[part];
    share.places.push_back(i);
    share.elements.push_back(elements[i] - layout.parts[part].cells.first);
    share.weights.insert(share.weights.end(), &weights[0] + i * n, &weights[0] + (i + 1) * n);
  }
  return shares;
}

}  // namespace

PartedSampler::PartedSampler(const std::vector<std::unique_ptr<WavePart>>& operators,
                             const PartLayout& layout, const std::vector<int>& elements,
                             const std::vector<double>& weights, std::size_t capacity, int n_fields)
    : n_fields_(n_fields), row_size_(elements.size() * n_fields) {
  check_size("sampler", weights.size(), elements.size() * (layout.of_cell / n_fields), "weights");
  std::vector<PointsOfPart> shares = share_points(layout, elements, weights);
  for (std::size_t part = 0; part < shares.size(); ++part)
    if (!shares[part].places.empty())
      parts_.push_back({part, std::move(shares[part].places),
                        operators[part]->sampler(shares[part].elements, shares[part].weights, capacity)});
}

void PartedSampler::take(const WaveState& u) {
  for (const auto& [part, points, sampler] : parts_) sampler->take(parted(u).part(part));
}

void PartedSampler::read(std::span<double> values) {
  if (row_size_ == 0) return;
  const std::size_t n_rows = values.size() / row_size_;
  check_size("reading samples", values.size(), n_rows * row_size_, "values");
  for (const auto& [part, points, sampler] : parts_) {
    std::vector<double> own(n_rows * points.size() * n_fields_);
    sampler->read(own);
    auto from = own.begin();
    for (std::size_t row = 0; row < n_rows; ++row)
      for (const std::size_t point : points) {
        std::copy_n(from, n_fields_, values.begin() + row * row_size_ + point * n_fields_);
        from += static_cast<std::ptrdiff_t>(n_fields_);
      }
  }
}

PartedFrequencySampler::PartedFrequencySampler(const std::vector<std::unique_ptr<WavePart>>& operators,
                                               const PartLayout& layout, const FrequencyPoints& points,
                                               int n_fields, int Np)
    : n_values_(n_frequency_sums(points, n_fields, Np)),
      of_point_(points.elements.empty() ? 0 : n_values_ / points.elements.size()) {
  std::vector<PointsOfPart> shares = share_points(layout, points.elements, points.weights);
  for (std::size_t part = 0; part < shares.size(); ++part) {
    PointsOfPart& share = shares[part];
    if (share.places.empty() && !(part == 0 && points.elements.empty())) continue;  // one counts in any case
    parts_.push_back({part, std::move(share.places),
                      operators[part]->frequency_sampler({std::move(share.elements), std::move(share.weights),
                                                          points.omega, points.stride})});
  }
}

void PartedFrequencySampler::take(const WaveState& u, long step) {
  for (const auto& [part, points, sampler] : parts_) sampler->take(parted(u).part(part), step);
}

FrequencySums PartedFrequencySampler::read() const {
  FrequencySums all{0, std::vector<double>(n_values_)};
  for (const auto& [part, points, sampler] : parts_) {
    const FrequencySums own = sampler->read();
    all.taken = own.taken;
    for (std::size_t i = 0; i < points.size(); ++i)
      std::copy_n(own.values.begin() + i * of_point_, of_point_, all.values.begin() + points[i] * of_point_);
  }
  return all;
}

void PartedFrequencySampler::write(const FrequencySums& sums) {
  check_size("write", sums.values.size(), n_values_, "sums");
  for (const auto& [part, points, sampler] : parts_) {
    FrequencySums own{sums.taken, {}};
    for (const std::size_t point : points)
      own.values.insert(own.values.end(), sums.values.begin() + point * of_point_,
                        sums.values.begin() + (point + 1) * of_point_);
    sampler->write(own);
  }
}

void PartedFrequencySampler::keep() {
  for (const auto& share : parts_) share.sampler->keep();
}

void PartedFrequencySampler::go_back() {
  for (const auto& share : parts_) share.sampler->go_back();
}

}  // namespace dgsolve::cuda
