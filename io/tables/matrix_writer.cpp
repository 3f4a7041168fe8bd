#include "io/tables/matrix_writer.hpp"

#include <charconv>
#include <fstream>

#include "io/base/files.hpp"
#include "io/hdf5/hdf5_file.hpp"

namespace dgsolve {
namespace {

/// A text file, line by line, with numbers that read back as the same bits.
class NumberFile {
 public:
  explicit NumberFile(std::filesystem::path path) : path_(std::move(path)) {
    errno = 0;
    out_.open(path_);
  }
  NumberFile& operator<<(const char* text) {
    out_ << text;
    return *this;
  }
  template <class T>
  NumberFile& operator<<(T number) {
    char text[32];
    out_.write(text, std::to_chars(text, text + sizeof text, number).ptr - text);
    return *this;
  }
  void finish() {
    out_.close();
    if (!out_) cannot_write(path_);
  }

 private:
  std::filesystem::path path_;
  std::ofstream out_;
};

void write_matrix_market(const CsrMatrix& A, std::span<const double> b,
                         const std::filesystem::path& directory) {
  NumberFile matrix(directory / "matrix.mtx");
  matrix << "%%MatrixMarket matrix coordinate real general\n"
         << A.rows << " " << A.cols << " " << A.value.size() << "\n";
  for (int row = 0; row < A.rows; ++row)
    for (auto k = A.row_begin[row]; k < A.row_begin[row + 1]; ++k)
      matrix << row + 1 << " " << A.column[k] + 1 << " " << A.value[k] << "\n";
  matrix.finish();
  NumberFile right(directory / "right_hand_side.mtx");
  right << "%%MatrixMarket matrix array real general\n" << b.size() << " 1\n";
  for (const double value : b) right << value << "\n";
  right.finish();
}

void write_hdf5(const CsrMatrix& A, std::span<const double> b, const std::filesystem::path& directory) {
  hdf5::Group root = hdf5::new_file(directory / "matrix.h5");
  const std::vector<int> shape{A.rows, A.cols};
  root.dataset("shape", {2}, shape.data());
  root.dataset("indptr", {A.row_begin.size()}, A.row_begin.data());
  root.dataset("indices", {A.column.size()}, A.column.data());
  root.dataset("data", {A.value.size()}, A.value.data());
  root.dataset("right_hand_side", {b.size()}, b.data());
  root.save();
}

}  // namespace

const std::vector<std::string>& matrix_formats() {
  static const std::vector<std::string> formats{"matrix_market", "hdf5"};
  return formats;
}

std::vector<std::string> names_of_matrix(const std::string& format) {
  if (format == "hdf5") return {"matrix.h5"};
  return {"matrix.mtx", "right_hand_side.mtx"};
}

void write_matrix(const std::string& format, const CsrMatrix& A, std::span<const double> b,
                  const std::filesystem::path& directory) {
  if (format == "hdf5")
    write_hdf5(A, b, directory);
  else
    write_matrix_market(A, b, directory);
}

}  // namespace dgsolve
