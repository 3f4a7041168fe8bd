#include "io/case/case_field_output.hpp"

#include <limits>

#include "io/fields/writer.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr double most_outputs = 1e7;

void read_interval(CaseSection& section, double final, double& every) {
  every = final;
  section.number("every", every, positive_number, "s");
  if (every * most_outputs < final)
    section.complain("every", "got " + exact_text(every) +
                                  ", a file each; expected a ten-millionth of the final time at least");
}

/// others: slices read before.
SliceOutput read_slice(CaseSection& section, const std::vector<SliceOutput>& others) {
  SliceOutput slice;
  if (section.require("name", "a name for the slice")) section.text("name", slice.name);
  for (const SliceOutput& other : others)
    if (other.name == slice.name && !slice.name.empty())
      section.complain("name", "got " + quote(slice.name) + " a second time; expected a name of its own");
  if (section.require("through", "a point of the plane, such as [0, 0, 0.5]"))
    slice.n_through = section.coordinates("through", slice.plane.through);
  if (section.require("normal", "a direction, such as [0, 0, 1]"))
    slice.n_normal = section.coordinates("normal", slice.plane.normal);
  if (slice.n_normal > 0 && slice.plane.normal == std::array<double, 3>{})
    section.complain("normal", "is of length 0; expected a direction, such as [0, 0, 1]");
  section.finish();
  return slice;
}

}  // namespace

FieldOutput read_field_output(CaseSection section, std::optional<double> final,
                              const std::vector<std::string>& names) {
  FieldOutput output;
  section.choice("format", output.format, writer_formats());
  if (final) read_interval(section, *final, output.every);
  section.choice<Precision>("precision", output.precision,
                            {{"double", Precision::double_}, {"single", Precision::single}});
  section.whole_number("stride", output.stride, 1, std::numeric_limits<int>::max());
  for (CaseSection& slice : section.sections("slices"))
    output.slices.push_back(read_slice(slice, output.slices));
  section.names("names", output.names, names);
  section.names("regions", output.regions);
  section.names("boundaries", output.boundaries);
  if (!output.regions.empty() && !output.boundaries.empty())
    section.complain("boundaries", "regions are given too; expected one of regions, boundaries");
  if (!output.slices.empty() && !output.boundaries.empty())
    section.complain("slices", "boundaries are given too; expected one of boundaries, slices");
  for (const char* key : {"boundaries", "slices"})
    if (section.has(key) && output.format == "hdf5")
      section.complain(key, "the format hdf5 has no surfaces; expected format: vtu, vtkhdf or vtkhdf_series");
  section.finish();
  return output;
}

}  // namespace dgsolve
