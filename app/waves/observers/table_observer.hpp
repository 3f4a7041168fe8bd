/// Observers that write a table over time: a line at the beginning of a run, at intervals, and at its end.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>

#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/schedule.hpp"

namespace dgsolve {

class TableObserver : public Observer {
 public:
  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override {
    return schedule_.steps_until_due(position.time(), position.interval.dt);
  }
  bool due(const TimePosition& position) const override;
  bool needs_check(const TimePosition&) const override { return !finite_; }
  void add_to(RunRecord& record) const override;
  void add_written_to(RunRecord& record) override;
  void go_back(const RunRecord& record, const TimePosition& position) override;

 protected:
  /// `name` below the output folder; every: interval in time, 0: every step, none: there is no table. Calls
  /// throw std::runtime_error that names the file where it cannot be written.
  TableObserver(const Case& input, const std::string& name, const std::string& header,
                std::optional<double> every);

  /// Whether a time comes after the newest look.
  bool is_news(double time) const { return time > seen_; }
  /// A look at this time. False where a value is not finite: then there is no line.
  bool look(double time, std::span<const double> values);
  /// The line of the newest look.
  void add_line(std::span<const double> values);

 private:
  void make_folder_of_table() const;

  const double final_;
  Schedule schedule_;
  std::optional<CsvFile> file_;
  double seen_ = -std::numeric_limits<double>::infinity();  ///< time of the newest look
  bool finite_ = true;
};

}  // namespace dgsolve
