/// Voltages and currents of lumped ports and elements after every step, in lumped/NAME.csv.
#pragma once

#include <vector>

#include "app/waves/observers/row_observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/csv_file.hpp"

namespace dgsolve {

class CircuitObserver : public RowObserver {
 public:
  /// The case has circuits. From now on every step of the integrator is gathered, to which it keeps a
  /// reference. Other calls throw std::runtime_error that names a file that cannot be written.
  CircuitObserver(const Case& input, SpatialOperator& op, Integrator& integrator);

  void add_to(RunRecord& record) const override;
  void add_written_to(RunRecord& record) override;
  void go_back(const RunRecord& record, const TimePosition& position) override;

 private:
  struct Table {
    double sign;  ///< of the current: of a port that into the fields, of an element that through it
    CsvFile file;
  };
  void make_folder() const;
  void begin_files() override;
  bool add_row(double time, std::span<const double> values) override;

  std::vector<Table> tables_;  ///< [circuit]
};

}  // namespace dgsolve
