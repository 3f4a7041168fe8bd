/// A table over time that grows while a run goes on.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dgsolve {

class CsvFile {
 public:
  /// header: "time,…". All functions throw std::runtime_error that names the file where it cannot be written.
  CsvFile(std::filesystem::path path, std::string header);

  /// Begins the file.
  void begin();
  /// Goes on with a file that is there; lines behind a time go. The time of the last line that stays; none
  /// where there is no such file, or one of other columns: then it begins now.
  std::optional<double> resume(double time);
  /// The line reaches the file at once: a running case can be plotted, and a full disk shows.
  void add(double time, std::span<const double> values);
  /// Waits until all lines are on the disk.
  void sync() const;

 private:
  void end_line();

  std::filesystem::path path_;
  std::string header_;
  std::ofstream out_;
};

/// Reads such a file line by line: it may be larger than the memory.
class CsvLines {
 public:
  /// Throws std::runtime_error where the file cannot be read.
  explicit CsvLines(std::filesystem::path path);

  const std::vector<std::string>& columns() const { return columns_; }  ///< but the time
  /// On to the next line; false: there is none. Throws std::runtime_error that names the file where it is not
  /// a number a column.
  bool next();
  double time() const { return numbers_[0]; }
  std::span<const double> values() const { return std::span(numbers_).subspan(1); }

 private:
  const std::filesystem::path path_;
  std::ifstream in_;
  std::vector<std::string> columns_;
  std::string line_;
  std::vector<double> numbers_;  ///< time, values
};

/// What such a file holds.
struct TimeSeries {
  /// Lines held at most, more than pictures and spectra can show.
  static constexpr std::size_t most = std::size_t{1} << 20;

  std::vector<std::string> columns;  ///< but the time
  std::vector<double> time;
  std::vector<std::vector<double>> values;  ///< [column][line]
  long stride = 1;                          ///< every line is held, or every second, fourth, …
};

/// Throws as CsvLines.
TimeSeries read_time_series(const std::filesystem::path& file);

}  // namespace dgsolve
