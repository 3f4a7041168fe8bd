#include "app/waves/restart.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "app/console/log.hpp"
#include "app/waves/observers/checkpoint_observer.hpp"
#include "app/waves/observers/ledger_observer.hpp"
#include "io/case/resolved_case.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "io/restart/state_loader.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

Checkpoint read_newest(const Case& input, std::filesystem::path& file, Mesh& mesh) {
  const CheckpointFolder folder(input.output.directory, 1);
  for (const std::filesystem::path& candidate : folder.newest_first()) {
    try {
      file = candidate;
      return read_checkpoint(candidate, mesh);
    } catch (const std::runtime_error& damage) {
      warn("restart: this checkpoint is damaged, an older one is tried: {}", damage.what());
    }
  }
  throw std::invalid_argument("--restart: there is no checkpoint to go on from in " + folder.path().string());
}

void check_identity(const std::filesystem::path& file, const RunIdentity& found, const RunIdentity& wanted) {
  const std::array<std::string, 3> parts[] = {
      {"physics", found.physics, wanted.physics},
      {"order", std::to_string(found.order), std::to_string(wanted.order)},
      {"mesh", found.mesh_source, wanted.mesh_source}};
  std::string mistakes;
  for (const auto& [what, of_checkpoint, of_case] : parts)
    if (of_checkpoint != of_case)
      mistakes += fmt::format("\n  {}: the checkpoint has {}; the case has {}", what, of_checkpoint, of_case);
  if (!mistakes.empty())
    throw std::invalid_argument("--restart: " + file.string() + " is of another problem:" + mistakes);
}

/// A run goes no further than to its final time, and never back.
void check_time(const std::filesystem::path& file, double time, double final) {
  constexpr double round_off = 1e-9;
  if (time > final * (1 + round_off))
    throw std::invalid_argument("--restart: " + file.string() + " is of t = " + number_text(time) +
                                ", beyond time.final = " + number_text(final) +
                                "; expected a later final time, or an earlier checkpoint: --restart FILE");
}

/// A folder's fields are those that its own checkpoints list: under the same names another folder, or this
/// one since a run went on otherwise, may have other ones.
void forget_snapshots_elsewhere(Checkpoint& checkpoint, const std::filesystem::path& file,
                                const Case& input) {
  std::error_code none;  // no folder, no fields
  const bool is_of_output = std::filesystem::equivalent(
      absolute(file).parent_path(), CheckpointFolder(input.output.directory, 1).path(), none);
  const std::size_t n = checkpoint.record.snapshots.size();
  if (is_of_output || n == 0) return;
  warn(
      "restart: the checkpoint is not in {}, so that the {} snapshots of fields written before it are not "
      "listed among the new ones",
      CheckpointFolder(input.output.directory, 1).path().string(), n);
  checkpoint.record.snapshots.clear();
}

/// Whether a case says something else of what its energy and powers are made of.
bool has_other_powers(const std::string& text, const std::string& other) {
  const std::vector<std::string> missing = lines_missing(text, other);
  return std::any_of(missing.begin(), missing.end(), [](const std::string& line) {
    for (const char* key : {"constants:", "regions:", "boundaries:", "source:", "sources:", "waveforms:",
                            "current:", "flux:", comment_of_waveform, comment_of_material})
      if (line.starts_with(key)) return true;
    return false;
  });
}

}  // namespace

Checkpoint find_restart(const Case& input, const std::string& named, Mesh& mesh) {
  if (!input.time())
    throw std::invalid_argument("--restart: physics: " + input.physics +
                                " has no steps in time to go on with");
  std::filesystem::path file = named;
  Checkpoint checkpoint;
  try {
    checkpoint = named.empty() ? read_newest(input, file, mesh) : read_checkpoint(file, mesh);
  } catch (const std::runtime_error& damage) {
    throw std::invalid_argument(std::string("--restart: this checkpoint cannot be read: ") + damage.what());
  }
  check_identity(file, checkpoint.identity, identity_of(input));
  check_time(file, checkpoint.position.time(), input.wave().time.final);
  forget_snapshots_elsewhere(checkpoint, file, input);
  say("restart: goes on from {}, step {}, t = {}", file.string(), checkpoint.position.steps,
      number_text(checkpoint.position.time()));
  return checkpoint;
}

InitialState state_of(const Checkpoint& checkpoint, const SpatialOperator& op) {
  const bool is_raw = checkpoint.layout == op.wave->layout();
  if (!is_raw)
    say("restart: the checkpoint was written on {}, as \"{}\"; from here on results may differ in their last "
        "digits from those of a run that goes on there",
        checkpoint.device, checkpoint.layout);
  return
      [&checkpoint, &op, is_raw](WaveState& state) { load_state(checkpoint.state, is_raw, *op.wave, state); };
}

void say_what_changed(const Checkpoint& checkpoint, const Case& now) {
  for (const std::string& line : lines_missing(now.text, checkpoint.case_text))
    say("restart: other than in the checkpoint's case: {}", line);
  for (const std::string& line : lines_missing(checkpoint.case_text, now.text))
    say("restart: in the checkpoint's case, and no longer: {}", line);
}

void close_books_of_another_problem(Checkpoint& checkpoint, const Case& now) {
  const bool other =
      has_other_powers(now.text, checkpoint.case_text) || has_other_powers(checkpoint.case_text, now.text);
  if (!other || !now.wave().ledger || checkpoint.record.ledger.samples.empty()) return;
  checkpoint.record.ledger = {};
  checkpoint.record.tables.erase(LedgerObserver::file_name);
  say("ledger: regions, boundaries, sources, waveforms or the flux are not what they were: the balance "
      "starts anew here");
}

}  // namespace dgsolve
