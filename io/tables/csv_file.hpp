/// A table over time that grows while a run goes on.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/base/digest.hpp"

namespace dgsolve {

/// What a checkpoint knows of the tables so far: file below the output folder → digest of all in it.
using CsvDigests = std::map<std::string, std::string>;

class CsvFile {
 public:
  /// `directory`/`name`; header: "time,…"; of: what the file does not tell of where its numbers are from. All
  /// functions throw std::runtime_error that names the file where it cannot be written.
  CsvFile(const std::filesystem::path& directory, std::string name, std::string header,
          const std::string& of = "");

  /// Begins the file.
  void begin();
  /// Continues the file that is there. so_far: the digest of all in it, which began with `start`.
  void append(const Digest& so_far);
  const std::filesystem::path& directory() const { return directory_; }
  const std::string& name() const { return name_; }
  /// What a digest of the file begins with: its header, and where its numbers are from.
  const Digest& start() const { return start_; }
  void add_digest(CsvDigests& digests) const { digests[name_] = digest_.text(); }
  /// The line reaches the file at once: a running case can be plotted, and a full disk shows.
  void add(double time, std::span<const double> values);
  /// Waits until all lines are on the disk.
  void sync() const;

 private:
  void open(std::ios::openmode mode);
  void write_line(std::string_view line);

  const std::filesystem::path directory_;
  const std::string name_;
  const std::filesystem::path path_;
  const std::string header_;
  const Digest start_;
  std::ofstream out_;
  std::ostringstream line_;
  Digest digest_;  ///< of the lines in the file
};

/// Reads such a file line by line: it may be larger than the memory.
class CsvLines {
 public:
  /// Throws std::runtime_error where the file cannot be read.
  explicit CsvLines(std::filesystem::path path);

  const std::vector<std::string>& columns() const { return columns_; }  ///< but the time
  /// Goes to the next line; false: the file ends. Throws std::runtime_error that names the file where it is
  /// not a number a column.
  bool next();
  double time() const { return numbers_[0]; }
  std::span<const double> values() const { return std::span(numbers_).subspan(1); }

 private:
  bool take_line();

  const std::filesystem::path path_;
  std::ifstream in_;
  std::vector<std::string> columns_;
  std::string line_;
  std::vector<double> numbers_;  ///< time, values
};

/// What such a file holds.
struct TimeSeries {
  /// Lines held at most, more than pictures and spectra can show; of more than 15 columns fewer.
  static constexpr std::size_t most = std::size_t{1} << 20;

  std::vector<std::string> columns;  ///< but the time
  std::vector<double> time;
  std::vector<std::vector<double>> values;  ///< [column][line]
  long stride = 1;                          ///< every line is held, or every second, fourth, …
};

/// How many lines are held of a table with so many columns beside the time.
std::size_t most_lines(std::size_t n_columns, std::size_t most = TimeSeries::most);

/// most: instead of TimeSeries::most. Throws as CsvLines.
TimeSeries read_time_series(const std::filesystem::path& file, std::size_t most = TimeSeries::most);

}  // namespace dgsolve
