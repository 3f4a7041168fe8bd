/// Linear systems for other programs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// Formats of write_matrix: "matrix_market", "hdf5".
const std::vector<std::string>& matrix_formats();

/// The files that write_matrix makes of a format.
std::vector<std::string> names_of_matrix(const std::string& format);

/// Writes A and b into `directory`: matrix.mtx and right_hand_side.mtx (Matrix Market), or matrix.h5 with
/// shape [2], indptr [rows + 1], indices, data [entries] (as scipy.sparse.csr_matrix takes them) and
/// right_hand_side [rows]. Throws std::runtime_error that names the file.
void write_matrix(const std::string& format, const CsrMatrix& A, std::span<const double> b,
                  const std::filesystem::path& directory);

}  // namespace dgsolve
