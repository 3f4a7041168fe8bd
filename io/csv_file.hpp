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

/// What such a file holds.
struct TimeSeries {
  std::vector<std::string> columns;  ///< but the time
  std::vector<double> time;
  std::vector<std::vector<double>> values;  ///< [column][line]
};

/// Its lines must be whole. Throws std::runtime_error that names the file.
TimeSeries read_time_series(const std::filesystem::path& file);

}  // namespace dgsolve
