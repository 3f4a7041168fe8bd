#include "app/waves/observers/table_observer.hpp"

#include <algorithm>
#include <cmath>

#include "app/waves/observers/continued_table.hpp"
#include "io/base/files.hpp"

namespace dgsolve {

TableObserver::TableObserver(const Case& input, const std::string& name, const std::string& header,
                             std::optional<double> every)
    : final_(input.wave().time.final), schedule_(every) {
  if (every) file_.emplace(input.output.directory, name, header);
}

void TableObserver::make_folder_of_table() const {
  make_folder((file_->directory() / file_->name()).parent_path());
}

void TableObserver::start() {
  if (!file_) return;
  make_folder_of_table();
  file_->begin();
}

void TableObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.time();
  go_back(record, position);
}

void TableObserver::go_back(const RunRecord& record, const TimePosition& position) {
  if (!file_) return;
  schedule_.pass(position.time());
  make_folder_of_table();
  continue_and_report(*file_, position.time(), record);
}

bool TableObserver::due(const TimePosition& position) const {
  const double time = position.time();
  return file_ && is_news(time) && (std::isinf(seen_) || schedule_.due(time) || time >= final_);
}

bool TableObserver::look(double time, std::span<const double> values) {
  seen_ = time;
  finite_ = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
  if (finite_) schedule_.pass(time);
  return finite_;
}

void TableObserver::add_line(std::span<const double> values) {
  if (file_) file_->add(seen_, values);
}

void TableObserver::add_to(RunRecord& record) const {
  if (file_) file_->add_digest(record.tables);
}

void TableObserver::add_written_to(RunRecord&) {
  if (file_) file_->sync();
}

}  // namespace dgsolve
