#include "io/tables/touchstone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "io/base/files.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

std::string pair_text(std::complex<double> value) {
  return ' ' + exact_text(value.real()) + ' ' + exact_text(value.imag());
}

/// One frequency: two ports of version 1 column by column on one line, else row by row, of three ports and
/// more a row on lines of its own, with four numbers at most.
std::string matrix_text(const std::vector<std::vector<std::complex<double>>>& s, int version) {
  constexpr std::size_t most = 4;
  const std::size_t n = s.size();
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    if (n > 2 && i > 0) text += "\n";
    for (std::size_t j = 0; j < n; ++j) {
      if (n > 2 && j > 0 && j % most == 0) text += "\n";
      text += pair_text(n == 2 && version == 1 ? s[j][i] : s[i][j]);
    }
  }
  return text + '\n';
}

bool is_known(const std::vector<std::vector<std::complex<double>>>& s) {
  return std::ranges::all_of(s, [](const auto& row) {
    return std::ranges::all_of(
        row, [](const auto& value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); });
  });
}

std::string header(const TouchstoneOptions& options, std::size_t n, long n_frequencies) {
  std::string text = options.version == 2 ? "[Version] 2.0\n" : "";
  for (const std::string& comment : options.comments) text += "! " + comment + '\n';
  for (std::size_t i = 0; i < n; ++i) text += fmt::format("! Port[{}] = {}\n", i + 1, options.labels[i]);
  text += "# Hz S RI R " + exact_text(options.references.front()) + '\n';
  if (options.version == 1) return text;
  text += fmt::format("[Number of Ports] {}\n", n);
  if (n == 2) text += "[Two-Port Data Order] 12_21\n";
  text += fmt::format("[Number of Frequencies] {}\n[Reference]", n_frequencies);
  for (const double reference : options.references) text += ' ' + exact_text(reference);
  return text + "\n[Network Data]\n";
}

}  // namespace

std::string touchstone_ending(std::size_t n_ports) { return fmt::format(".s{}p", n_ports); }

void write_touchstone(const std::filesystem::path& file, const Scattering& scattering,
                      const TouchstoneOptions& options) {
  const std::size_t n = options.labels.size();
  const bool one_reference = std::ranges::all_of(
      options.references, [&](double reference) { return reference == options.references.front(); });
  if (options.version == 1 && !one_reference)
    throw std::invalid_argument(
        "a Touchstone file of version 1 has one reference for all ports; expected version 2, or one "
        "reference");
  std::string rows;
  long n_frequencies = 0;
  for (std::size_t f = 0; f < scattering.frequencies.size(); ++f)
    if (is_known(scattering.s[f])) {
      rows += exact_text(scattering.frequencies[f]) + matrix_text(scattering.s[f], options.version);
      ++n_frequencies;
    }
  make_folder(file.parent_path());
  replace_file(file, header(options, n, n_frequencies) + rows + (options.version == 2 ? "[End]\n" : ""));
}

}  // namespace dgsolve
