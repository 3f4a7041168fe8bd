#include "io/folder/output_folder.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "io/base/files.hpp"
#include "io/folder/manifest.hpp"
#include "io/folder/output_names.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "io/yaml/mistakes.hpp"

namespace dgsolve {
namespace {

namespace fs = std::filesystem;

/// The first ones, and how many there are more.
std::string first_of(const std::vector<std::string>& files) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(files.size(), most); ++i)
    text += (i > 0 ? ", " : "") + quote(files[i]);
  return files.size() > most ? fmt::format("{} and {} more", text, files.size() - most) : text;
}

NameList with(const NameList& some, const std::vector<std::string>& more) {
  std::vector<std::string> names = some.names();
  names.insert(names.end(), more.begin(), more.end());
  return NameList(std::move(names));
}

void refuse_foreign(const fs::path& folder, const std::string& place, const NameList& ours,
                    const NameList& wanted) {
  const std::vector<std::string> foreign = contents_of(folder, ours, wanted).foreign;
  if (foreign.empty()) return;
  throw CaseError(fmt::format(
      "{}: {} has files that dgsolve did not write, under names that it writes itself: {}; expected "
      "another output folder, or that they are moved away",
      place, folder.string(), first_of(foreign)));
}

/// A run may not replace its own inputs, not even one that dgsolve wrote, such as resolved.yaml.
void refuse_own_input(const Case& c, const NameList& ours, const NameList& wanted) {
  std::vector<std::pair<const char*, fs::path>> inputs = {{"case", c.file}, {"mesh", c.mesh.file}};
  if (c.time() && c.wave().initial_case) inputs.emplace_back("electrostatic case", *c.wave().initial_case);
  if (const YamlNode* const waveforms = c.resolved.find("waveforms"))
    for (const auto& [name, waveform] : waveforms->entries)
      if (const YamlNode* const table = waveform.find("table")) inputs.emplace_back("table", table->text);
  if (c.time())
    for (const auto& [region, choice] : c.wave().materials)
      if (!choice.material) inputs.emplace_back("table", choice.name);
  std::error_code unknown;
  const fs::path folder = fs::weakly_canonical(c.output.directory, unknown);
  for (const auto& [what, file] : inputs) {
    const std::string name = fs::weakly_canonical(file, unknown).lexically_relative(folder);
    if (wanted.has(name) || ours.has(name))
      throw CaseError(
          fmt::format("{}: the run would replace its own {} {}; expected another output folder, or another "
                      "name of the {}",
                      place_of_output(c), what, file.string(), what));
  }
}

bool is_in(const std::string& file, const std::string& folder) { return file.starts_with(folder + '/'); }

}  // namespace

std::string place_of_output(const Case& c) {
  return nearest_place(c, "output.directory") + ": output.directory";
}

void check_output_folder(const Case& c, bool restarts) {
  NameList ours = names_of_dgsolve(c.output.directory);
  if (restarts) ours = with(ours, CheckpointFolder::names());
  const NameList wanted = list_of(output_names(c));
  refuse_own_input(c, ours, wanted);
  refuse_foreign(c.output.directory, place_of_output(c), ours, wanted);
}

void check_folder(const fs::path& folder, const std::string& place, const NameList& wanted) {
  refuse_foreign(folder, place, names_of_dgsolve(folder), wanted);
}

void begin_output_folder(const Case& c) {
  const fs::path& folder = c.output.directory;
  make_folder(folder);
  claim(folder, list_of(output_names(c)));
  std::vector<std::string> old = contents_of(folder, names_of_dgsolve(folder), {}).ours;
  std::erase_if(old, [](const std::string& file) {
    return file != "summary.json" && file != "report.html" && !is_in(file, spectra_folder) &&
           !is_in(file, last_good) && !is_in(file, not_converged);
  });
  remove_files(folder, old);
}

fs::path set_aside_earlier(const fs::path& folder) {
  std::vector<std::string> earlier = contents_of(folder, names_of_dgsolve(folder), {}).ours;
  std::erase_if(earlier, [](const std::string& file) {
    return !file.starts_with("fields") && !is_in(file, "probes") && !file.starts_with("matrix.") &&
           !file.starts_with("right_hand_side.");
  });
  if (earlier.empty()) return {};
  fs::path aside = free_name(folder / "earlier");
  move_files(folder, earlier, aside);
  return aside;
}

}  // namespace dgsolve
