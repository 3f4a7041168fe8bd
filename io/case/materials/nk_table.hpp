/// n and k of a medium from a file.
#pragma once

#include <filesystem>

#include "solver/electromagnetics/media/permittivity_rows.hpp"

namespace dgsolve {

/// A text file of columns between commas, semicolons, tabs or blanks. Its first line names them:
///   `wl` or `wavelength`, in µm; or `frequency`, in Hz; another unit stands behind in brackets: `wl (nm)`,
///   `frequency (THz)`, `frequency (eV)`;
///   `n`, and `k` of ε = (n − jk)²; a table without a column `k` has k = 0.
/// A second such line begins a second table of the same wavelengths, as in files of refractiveindex.info: wl,
/// n and then wl, k. Lines that begin with # and empty ones do not count. Throws std::runtime_error with the
/// line, what was found, and what is valid.
PermittivityRows read_nk_table(const std::filesystem::path& file);

}  // namespace dgsolve
