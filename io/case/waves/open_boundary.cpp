#include "io/case/waves/open_boundary.hpp"

namespace dgsolve {

void read_open_boundary(CaseSection& section, OpenBoundary& open) {
  constexpr int most_layers = 100;
  if (section.has("thickness")) section.number("thickness", open.thickness.emplace(), positive_number, "m");
  section.whole_number("layers", open.layers, 1, most_layers);
  section.number("reflection", open.reflection, share);
  if (open.reflection <= 0 || open.reflection >= 1)
    section.complain("reflection",
                     "got a reflection of all or of nothing; expected a number between 0 and 1, "
                     "such as 1e-8");
  if (section.has("frequency")) section.number("frequency", open.frequency.emplace(), positive_number, "Hz");
}

}  // namespace dgsolve
