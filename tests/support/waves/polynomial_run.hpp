/// Outputs of a run whose fields u, Hx and Hz are polynomials of the order: the equispaced points of VTK's
/// cells must reproduce them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/fields/formats.hpp"
#include "io/restart/earlier_fields.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

struct PolynomialRun {
  /// u = factor·xyz, H = (factor + x, 0, factor·y − z)
  std::vector<double> state(double factor) const {
    return nodal_state(box.discretization, {[=](const double* x) { return factor * x[0] * x[1] * x[2]; },
                                            [=](const double* x) { return factor + x[0]; },
                                            [=](const double* x) { return factor * x[1] - x[2]; }});
  }
  std::unique_ptr<Writer> writer(const FieldOutput& options) const {
    return make_writer(
        {options, folder.path(), box.discretization, {{"u", "Hx", "Hz"}, {"", "", ""}, {{"H", {1, -1, 2}}}}});
  }
  /// A run writes states 1, 2, … at the times 0, 1, …, n of them, and ends. What it had written by a
  /// checkpoint after the first ones.
  std::vector<WrittenSnapshot> end_beyond_checkpoint(const FieldOutput& options, int n_at_checkpoint,
                                                     int n) const {
    std::vector<WrittenSnapshot> at_checkpoint;
    const auto ended = writer(options);
    for (int i = 0; i < n; ++i) {
      ended->write({1.0 * i, i, state(i + 1)});
      if (i + 1 == n_at_checkpoint) at_checkpoint = ended->written();
    }
    return at_checkpoint;
  }
  /// Lets a writer continue snapshots, as a run does.
  EarlierFields::TakenBack resume(Writer& resumed, const std::string& format,
                                  const std::vector<WrittenSnapshot>& listed) const {
    EarlierFields earlier(folder.path(), field_format(format), listed);
    resumed.join(earlier.snapshots(), earlier.next_number());
    resumed.check_fit();
    return earlier.take_back_later(resumed);
  }
  std::filesystem::path file(const std::string& name) const { return folder.path() / name; }

  const Box box{3, 2, 3};
  const TemporaryFolder folder;
};

}  // namespace dgsolve::test
