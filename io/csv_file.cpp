#include "io/csv_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <stdexcept>
#include <utility>

#include "io/files.hpp"

namespace dgsolve {

CsvFile::CsvFile(std::filesystem::path path, std::string header)
    : path_(std::move(path)), header_(std::move(header)) {}

void CsvFile::begin() {
  errno = 0;
  out_.open(path_);
  out_ << std::setprecision(17) << header_;
  end_line();
}

std::optional<double> CsvFile::resume(double time) {
  out_.close();  // where this run had it open
  out_.clear();
  std::ifstream in(path_);
  std::string line;
  // A line without its end is what a killed run left.
  if (!std::getline(in, line) || in.eof() || line != header_) {
    begin();
    return {};
  }
  std::uintmax_t bytes = line.size() + 1;
  std::optional<double> last;
  while (std::getline(in, line) && !in.eof() && std::strtod(line.c_str(), nullptr) <= time) {
    last = std::strtod(line.c_str(), nullptr);
    bytes += line.size() + 1;
  }
  in.close();
  std::filesystem::resize_file(path_, bytes);
  errno = 0;
  out_.open(path_, std::ios::app);
  out_ << std::setprecision(17);
  if (!out_) throw std::runtime_error(cannot_write(path_, std::strerror(errno)));
  return last;
}

void CsvFile::add(double time, std::span<const double> values) {
  out_ << time;
  for (const double value : values) out_ << ',' << value;
  end_line();
}

void CsvFile::sync() const { sync_file(path_); }

void CsvFile::end_line() {
  out_ << '\n' << std::flush;
  if (!out_) throw std::runtime_error(cannot_write(path_, std::strerror(errno)));
}

}  // namespace dgsolve
