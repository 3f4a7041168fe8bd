#include "io/csv_file.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "io/files.hpp"
#include "io/thinned_series.hpp"

namespace dgsolve {
namespace {

/// Numbers between commas, as the header has fields; false where the line is none.
bool parse_line(const std::string& line, std::vector<double>& numbers) {
  const char *at = line.data(), *const end = at + line.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    const bool last = i + 1 == numbers.size();
    if (error != std::errc() || (last ? next != end : next == end || *next != ',')) return false;
    at = next + 1;
  }
  return true;
}

}  // namespace

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

CsvLines::CsvLines(std::filesystem::path path) : path_(std::move(path)), in_(path_) {
  if (!std::getline(in_, line_)) throw std::runtime_error(path_.string() + ": cannot be read");
  std::istringstream header(line_);
  std::getline(header, line_, ',');  // time
  while (std::getline(header, line_, ',')) columns_.push_back(line_);
  numbers_.resize(1 + columns_.size());
}

bool CsvLines::next() {
  if (!std::getline(in_, line_)) return false;
  if (!parse_line(line_, numbers_))
    throw std::runtime_error(path_.string() + ": found the line \"" + line_ + "\"; expected " +
                             std::to_string(numbers_.size()) + " numbers");
  return true;
}

TimeSeries read_time_series(const std::filesystem::path& file) {
  CsvLines lines(file);
  TimeSeries series;
  series.columns = lines.columns();
  series.values.resize(series.columns.size());
  for (long n = 0; lines.next(); ++n) {
    if (n % series.stride != 0) continue;
    series.time.push_back(lines.time());
    for (std::size_t i = 0; i < series.values.size(); ++i) series.values[i].push_back(lines.values()[i]);
    if (series.time.size() <= TimeSeries::most) continue;
    series.stride *= 2;
    keep_every_second(series.time);
    for (std::vector<double>& values : series.values) keep_every_second(values);
  }
  return series;
}

}  // namespace dgsolve
