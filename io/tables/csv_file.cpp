#include "io/tables/csv_file.hpp"

#include <charconv>
#include <iomanip>
#include <stdexcept>
#include <utility>

#include "io/base/files.hpp"
#include "io/tables/thinned_series.hpp"

namespace dgsolve {
namespace {

/// Reads a line of as many numbers, between commas; false where it is something else.
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

CsvFile::CsvFile(const std::filesystem::path& directory, std::string name, std::string header,
                 const std::string& of)
    : directory_(directory),
      name_(std::move(name)),
      path_(directory_ / name_),
      header_(std::move(header)),
      start_(Digest().add(of).add(header_)) {
  line_ << std::setprecision(17);
}

void CsvFile::open(std::ios::openmode mode) {
  out_.close();  // where this run has it open
  out_.clear();
  errno = 0;
  out_.open(path_, mode);
}

void CsvFile::begin() {
  open(std::ios::out);
  digest_ = start_;
  write_line(header_);
}

void CsvFile::append(const Digest& so_far) {
  open(std::ios::app);
  if (!out_) cannot_write(path_);
  digest_ = so_far;
}

void CsvFile::add(double time, std::span<const double> values) {
  line_.str("");
  line_ << time;
  for (const double value : values) line_ << ',' << value;
  write_line(line_.view());
}

void CsvFile::sync() const { sync_file(path_); }

void CsvFile::write_line(std::string_view line) {
  out_ << line << '\n' << std::flush;
  if (!out_) cannot_write(path_);
  digest_.add(line);
}

CsvLines::CsvLines(std::filesystem::path path) : path_(std::move(path)), in_(path_) {
  if (!take_line()) throw std::runtime_error(path_.string() + ": cannot be read");
  std::istringstream header(line_);
  std::getline(header, line_, ',');  // time
  while (std::getline(header, line_, ',')) columns_.push_back(line_);
  numbers_.resize(1 + columns_.size());
}

/// Lines end as in Unix or, of a table from elsewhere, as in Windows.
bool CsvLines::take_line() {
  if (!std::getline(in_, line_)) return false;
  if (line_.ends_with('\r')) line_.pop_back();
  return true;
}

bool CsvLines::next() {
  if (!take_line()) return false;
  if (!parse_line(line_, numbers_))
    throw std::runtime_error(path_.string() + ": found the line \"" + line_ + "\"; expected " +
                             std::to_string(numbers_.size()) + " numbers");
  return true;
}

std::size_t most_lines(std::size_t n_columns, std::size_t most) {
  return std::min(most, most * 16 / (1 + n_columns));
}

TimeSeries read_time_series(const std::filesystem::path& file, std::size_t most) {
  CsvLines lines(file);
  TimeSeries series;
  series.columns = lines.columns();
  series.values.resize(series.columns.size());
  const std::size_t n_held = most_lines(series.columns.size(), most);
  for (long n = 0; lines.next(); ++n) {
    if (n % series.stride != 0) continue;
    series.time.push_back(lines.time());
    for (std::size_t i = 0; i < series.values.size(); ++i) series.values[i].push_back(lines.values()[i]);
    if (series.time.size() <= n_held) continue;
    series.stride *= 2;
    keep_every_second(series.time);
    for (std::vector<double>& values : series.values) keep_every_second(values);
  }
  return series;
}

}  // namespace dgsolve
