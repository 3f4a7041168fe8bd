#include "io/case/waves/means_reader.hpp"

#include "kernels/base/number_text.hpp"

namespace dgsolve {

void read_means(CaseSection& output, const OutputOptions& given, WaveCase& wave) {
  MeansOutput& means = wave.means.emplace();
  const double final = wave.time.final;
  CaseSection section = output.section("means");
  section.require("from", "the time from which on means are taken, a number >= 0");
  section.number("from", means.from, non_negative_number, "s");
  if (final > 0 && means.from >= final)
    section.complain("from", "got " + exact_text(means.from) +
                                 "; expected a time before the end of the run, " + exact_text(final));
  means.every = final / 1000;
  section.number("every", means.every, positive_number, "s");
  section.finish();
  if (!given.fields)
    output.complain("means", "means stand in the files of fields; expected output.fields too");
}

}  // namespace dgsolve
