#include "io/case/resolved_case.hpp"

#include <sstream>

#include "io/base/files.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/case/region_text.hpp"
#include "io/yaml/yaml_document.hpp"
#include "kernels/base/digest.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/waves/variables.hpp"

namespace dgsolve {
namespace {

/// The region parameters that the equation has on this mesh.
void add_parameters(YamlNode& regions, const EquationInfo& info) {
  for (YamlNode::Entry& region : regions.entries)
    if (!region.value.find("type"))  // else a conductor
      for (const ParameterInfo& parameter : info.parameters)
        if (!region.value.find(parameter.name) &&
            (!region.value.find("material") || !is_said_by_material(parameter.name)))
          region.value.child(parameter.name) = scalar_node(exact_text(parameter.default_value));
}

void add_fields(YamlNode& output, const std::vector<std::string>& fields) {
  if (output.find("fields") && !output.child("fields").find("names"))
    output.child("fields").child("names") = list_node(fields);
  for (YamlNode& probe : output.child("probes").items)
    if (!probe.find("fields")) probe.child("fields") = list_node(fields);
}

/// Of waveforms that are in files: the names alone do not tell other ones.
std::string digests_of_tables(const Case& c) {
  std::string text;
  const YamlNode* const waveforms = c.resolved.find("waveforms");
  if (!waveforms) return text;
  for (const auto& [name, waveform] : waveforms->entries)
    if (waveform.find("table"))
      text += std::string(comment_of_waveform) + name + ": its table has the digest " +
              Digest().add(c.wave().waveforms.at(name).text()).text() + '\n';
  return text;
}

/// The poles that materials became: other numbers in a table of the same name, or in the library, show.
std::string poles_of_materials(const Case& c) {
  std::string text;
  if (const auto* const waves = std::get_if<WaveCase>(&c.problem))
    for (const auto& [region, fit] : waves->fits)
      text += comment_of_material + region + ": " + region_text(fit.medium, waves->units) + '\n';
  return text;
}

/// Sections without keys and lists without items say nothing.
void remove_empty(YamlNode& node) {
  for (YamlNode::Entry& entry : node.entries) remove_empty(entry.value);
  node.entries.remove_if([](const YamlNode::Entry& entry) {
    const YamlNode::Kind kind = entry.value.kind;
    return (kind == YamlNode::Kind::map && entry.value.entries.empty()) ||
           (kind == YamlNode::Kind::list && entry.value.items.empty());
  });
}

}  // namespace

std::string resolved_text(const Case& c, const Mesh& mesh) {
  YamlNode root = c.resolved;
  root.child("device") = scalar_node(c.device);
  root.child("output").child("directory") = scalar_node(".");
  const EquationInfo system = system_of(c, mesh.dim);
  if (system.medium.key.empty()) add_parameters(root.child("regions"), system);
  add_fields(root.child("output"), variable_names(system));
  YamlNode& output = root.child("output");
  if (output.find("fields") && c.output.fields->boundaries.empty() && c.output.fields->regions.empty())
    output.child("fields").child("regions") = list_node(mesh.region_names);
  remove_empty(root);
  return yaml_text(root) + digests_of_tables(c) + poles_of_materials(c);
}

std::vector<std::string> lines_missing(const std::string& text, const std::string& other) {
  std::vector<std::string> missing;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (('\n' + other).find('\n' + line + '\n') == std::string::npos) missing.push_back(line);
  return missing;
}

std::string resolved_frequencies(const YamlNode& resolved) {
  const YamlNode* const options = resolved.find("s_parameters");
  const YamlNode* const frequencies = options ? options->find("frequencies") : nullptr;
  return frequencies ? yaml_value(*frequencies) : "none";
}

std::string resolved_frequencies(const std::filesystem::path& file) {
  Mistakes mistakes;
  const YamlNode resolved = read_yaml(file, mistakes);
  mistakes.throw_if_any();
  return resolved_frequencies(resolved);
}

void write_resolved(const Case& c) {
  replace_file(c.output.directory / "resolved.yaml",
               "# The case as it was run, with every default; itself a case file.\n" + c.text);
}

}  // namespace dgsolve
