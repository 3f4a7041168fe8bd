/// Pictures of what monitors found, and of the waveforms that excite a run, for the report.
#pragma once

#include <span>
#include <string>

#include "io/case/case.hpp"
#include "io/tables/result_table.hpp"

namespace dgsolve {

/// Sections of a page. tables: those of the case's monitors of type fields at points, flux and far_field.
/// Empty where there is nothing to show.
std::string monitor_section(const Case& input, std::span<const ResultTable> tables);
std::string waveform_section(const Case& input);

}  // namespace dgsolve
