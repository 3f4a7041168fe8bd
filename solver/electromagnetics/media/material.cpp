#include "solver/electromagnetics/media/material.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "solver/electromagnetics/media/pole_fit.hpp"

namespace dgsolve {
namespace {

constexpr double turn = 2 * std::numbers::pi;

std::string band_text(const Band& band) { return fmt::format("{:.4g} to {:.4g} Hz", band.lower, band.upper); }

int auxiliaries_of(const Dispersion& medium) {
  return static_cast<int>(medium.debye.size() + medium.drude.size() +
                          2 * (medium.lorentz.size() + medium.pairs.size()));
}

/// "2 pairs, 1 Drude pole"
std::string words_for(const Dispersion& medium) {
  std::string words;
  const auto add = [&](std::size_t n, const char* one, const char* more) {
    if (n > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", n, n == 1 ? one : more);
  };
  add(medium.debye.size(), "Debye pole", "Debye poles");
  add(medium.drude.size(), "Drude pole", "Drude poles");
  add(medium.lorentz.size(), "Lorentz pole", "Lorentz poles");
  add(medium.pairs.size(), "pair", "pairs");
  if (medium.conductivity_rate != 0) words += words.empty() ? "sigma" : " and sigma";
  return words.empty() ? "no poles" : words;
}

Band band_of(const PermittivityRows& rows) { return {rows.omega.front() / turn, rows.omega.back() / turn}; }

/// Rows in the band and their neighbours outside; at least a few.
PermittivityRows rows_within(const PermittivityRows& rows, const Band& band) {
  constexpr std::size_t least = 8;
  const std::size_t n = rows.omega.size();
  std::size_t first = std::ranges::lower_bound(rows.omega, turn * band.lower) - rows.omega.begin(),
              end = std::ranges::upper_bound(rows.omega, turn * band.upper) - rows.omega.begin();
  first -= first > 0;
  end += end < n;
  while (end - first < std::min(least, n)) {
    first -= first > 0;
    end += end < n;
  }
  const auto part = [&](const auto& values) {
    return std::vector(values.begin() + static_cast<long>(first), values.begin() + static_cast<long>(end));
  };
  return {part(rows.omega), part(rows.epsilon)};
}

/// Means of so many rows side by side that few are left: the time of a fit grows with the rows.
PermittivityRows in_groups(const PermittivityRows& rows) {
  constexpr std::size_t most = 200;
  const std::size_t n = rows.omega.size(), size = (n + most - 1) / most;
  if (size == 1) return rows;
  PermittivityRows means;
  for (std::size_t first = 0; first < n; first += size) {
    const std::size_t end = std::min(first + size, n);
    double omega = 0;
    std::complex<double> epsilon = 0;
    for (std::size_t i = first; i < end; ++i) {
      omega += rows.omega[i] / static_cast<double>(end - first);
      epsilon += rows.epsilon[i] / static_cast<double>(end - first);
    }
    means.omega.push_back(omega);
    means.epsilon.push_back(epsilon);
  }
  return means;
}

/// Where the material is known and the run has waves, with some width around a single frequency.
Band common(const Band& known, const std::optional<Band>& run, const std::string& name) {
  constexpr double wide = 1.05;
  if (!run) return known;
  if (run->lower > known.upper || run->upper < known.lower)
    throw std::invalid_argument(fmt::format(
        "{} is known from {}, and the run has waves from {}; expected a material that is known there", name,
        band_text(known), band_text(*run)));
  const double middle = std::sqrt(run->lower * run->upper);
  return {std::max(known.lower, std::min(run->lower, middle / wide)),
          std::min(known.upper, std::max(run->upper, middle * wide))};
}

PoleFit fit_number(const PermittivityRows& rows, int n_pairs, int most_slots) {
  const bool lossless = is_lossless(rows);
  const int most = lossless ? most_slots : most_slots - 1;  // beside a real pole
  if (n_pairs > most)
    throw std::invalid_argument(fmt::format("got {} pairs of poles; expected at most {}", n_pairs, most));
  const std::optional<PoleFit> fit = fit_poles(rows, {lossless ? 0 : 1, n_pairs, lossless});
  if (!fit)
    throw std::invalid_argument(fmt::format(
        "no passive medium with {} pairs of poles is near the {} rows; expected fewer pairs, or poles: auto",
        n_pairs, rows.omega.size()));
  return *fit;
}

/// As few poles as keep every row within 1 %, where these are fewer than the source's.
std::optional<PoleFit> refit(const Material& material, const PermittivityRows& rows, int most_slots) {
  constexpr double tolerance = 0.01;
  const int most = 2 * most_slots,
            fewer = material.has_poles_only() ? auxiliaries_of(material.poles) - 1 : most;
  const std::optional<PoleFit> fit = fit_to_tolerance(rows, tolerance, std::min(most, fewer));
  if (fit || material.has_poles_only()) return fit;
  return fit_by_noise(rows, most_slots);
}

MaterialFit source_of(const Material& material) {
  MaterialFit taken{material.poles, words_for(material.poles)};
  taken.is_source = true;
  return taken;
}

/// A formula that is no sum of poles must be fitted somewhere.
void refuse_without_poles(const MaterialChoice& choice, bool is_band_known) {
  const std::string text = choice.material->name + ": its source has a formula that is no sum of poles";
  if (choice.material->has_poles_only()) return;
  if (choice.poles == MaterialChoice::Poles::all)
    throw std::invalid_argument(text + "; expected poles: auto, or a number of pairs");
  if (!is_band_known)
    throw std::invalid_argument(
        text + ", and no waveform, monitor or S-parameter tells the band to fit them to; expected one");
}

MaterialFit from_library(const MaterialChoice& choice, const std::optional<Band>& run, int most_slots) {
  constexpr int n_rows = 101;
  const Material& material = *choice.material;
  refuse_without_poles(choice, run.has_value());
  // The source's own poles need no waves in its band: a run that has them elsewhere is warned.
  const Band band =
      choice.poles == MaterialChoice::Poles::all ? material.band : common(material.band, run, material.name);
  const PermittivityRows rows = rows_of(material, band, n_rows);
  std::optional<PoleFit> fit;
  if (choice.poles == MaterialChoice::Poles::number)
    fit = fit_number(rows, choice.n_pairs, most_slots);
  else if (choice.poles == MaterialChoice::Poles::automatic && run)
    fit = refit(material, rows, most_slots);
  MaterialFit taken = fit ? MaterialFit{fit->medium, words_for(fit->medium)} : source_of(material);
  if (fit) taken.error = fit->error;
  if (fit) taken.largest = fit->largest;
  taken.known = material.band;
  taken.fitted = band;
  taken.rows = rows;
  return taken;
}

MaterialFit from_table(const MaterialChoice& choice, const std::optional<Band>& run, int most_slots) {
  const Band known = band_of(choice.table);
  const PermittivityRows rows = rows_within(choice.table, common(known, run, choice.name));
  const PermittivityRows groups = in_groups(rows);
  const Dispersion medium = choice.poles == MaterialChoice::Poles::number
                                ? fit_number(groups, choice.n_pairs, most_slots).medium
                                : fit_by_noise(groups, most_slots).medium;
  const PoleFit fit = compared(medium, rows);
  MaterialFit taken{fit.medium, words_for(fit.medium)};
  taken.known = known;
  taken.fitted = band_of(rows);
  taken.rows = rows;
  taken.error = fit.error;
  taken.largest = fit.largest;
  return taken;
}

}  // namespace

std::complex<double> permittivity(const Material& material, double omega) {
  const std::complex<double> s(0, omega);
  std::complex<double> epsilon = permittivity(material.poles, omega);
  for (const auto& [delta, tau, alpha] : material.cole_cole)
    epsilon += delta / (1.0 + std::pow(s * tau, 1 - alpha));
  for (const auto& [delta, lower, upper] : material.wideband)
    epsilon += delta * std::log((upper + s) / (lower + s)) / std::log(upper / lower);
  return epsilon;
}

PermittivityRows rows_of(const Material& material, const Band& band, int n) {
  PermittivityRows rows;
  for (int i = 0; i < n; ++i) {
    rows.omega.push_back(turn * band.lower * std::pow(band.upper / band.lower, double(i) / (n - 1)));
    rows.epsilon.push_back(permittivity(material, rows.omega.back()));
  }
  return rows;
}

MaterialFit take_poles(const MaterialChoice& choice, const std::optional<Band>& run, int most_slots) {
  MaterialFit taken =
      choice.material ? from_library(choice, run, most_slots) : from_table(choice, run, most_slots);
  taken.run = run;
  return taken;
}

}  // namespace dgsolve
