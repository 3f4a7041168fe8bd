#include "app/sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/console/stop_request.hpp"
#include "io/folder/manifest.hpp"
#include "io/folder/output_folder.hpp"
#include "io/folder/output_names.hpp"
#include "io/report/results/progress.hpp"
#include "io/report/sweep_table.hpp"
#include "io/tables/combinations.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/phase_clock.hpp"
#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

std::string key_of(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

/// What stands between commas, but not between those inside brackets and quotes.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  std::string closing;  // what has to come yet, the last first
  for (const char c : text) {
    const bool in_quotes = !closing.empty() && (closing.back() == '"' || closing.back() == '\'');
    if (!closing.empty() && c == closing.back())
      closing.pop_back();
    else if (!in_quotes && (c == '(' || c == '[' || c == '{'))
      closing += c == '(' ? ')' : c == '[' ? ']' : '}';
    else if (!in_quotes && (c == '"' || c == '\''))
      closing += c;
    if (c == ',' && closing.empty())
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (!closing.empty())
    throw std::invalid_argument(
        fmt::format("--sweep: got {}; expected a {} at its end", quote(text), closing.back()));
  return parts;
}

Combinations parse_sweep(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0)
    throw std::invalid_argument("--sweep: got " + quote(argument) +
                                "; expected KEY=VALUES, such as order=2,3,4");
  Combinations values{{argument.substr(0, equals)}, {}};
  for (const std::string& value : split(argument.substr(equals + 1))) {
    if (value.find_first_not_of(' ') == std::string::npos)
      throw std::invalid_argument("--sweep: got " + quote(argument) + "; expected a value between commas");
    values.rows.push_back({value});
  }
  return values;
}

/// A key has one value in a run.
void check_keys(const std::vector<std::string>& keys, const RunArguments& run) {
  std::vector<std::string> given = {"output.directory"};  // each run has its own
  for (const std::string& assignment : run.overrides) given.push_back(key_of(assignment));
  if (run.device) given.emplace_back("device");
  for (const std::string& key : keys) {
    if (index_of(given, key) >= 0)
      throw std::invalid_argument(
          key == "output.directory"
              ? "--sweep: output.directory cannot be swept: each run has a folder of its own there"
              : "--sweep: " + key + " is given twice on the command line; expected it once");
    given.push_back(key);
  }
}

Combinations all_combinations(const SweepArguments& arguments) {
  Combinations all{{}, {{}}};
  if (arguments.file) all = read_combinations(*arguments.file);
  for (const std::string& argument : arguments.values) all = product(all, parse_sweep(argument));
  check_keys(all.keys, arguments.run);
  for (std::size_t i = 0; i < all.rows.size(); ++i)
    if (std::find(all.rows.begin(), all.rows.begin() + static_cast<long>(i), all.rows[i]) !=
        all.rows.begin() + static_cast<long>(i))
      throw std::invalid_argument("--sweep: " + listed(all.keys) + " = " + listed(all.rows[i]) +
                                  " occurs twice; expected each combination once");
  return all;
}

/// The last parts of dotted paths, as many as tell each from the others.
std::vector<std::string> short_names(const std::vector<std::string>& keys) {
  std::vector<std::string> names;
  for (const std::string& key : keys) {
    const auto is_shared = [&](const std::string& end) {
      return std::count_if(keys.begin(), keys.end(), [&](const std::string& other) {
               return other == end || other.ends_with('.' + end);
             }) > 1;
    };
    std::size_t dot = key.rfind('.');
    while (dot != std::string::npos && is_shared(key.substr(dot + 1))) dot = key.rfind('.', dot - 1);
    names.push_back(dot == std::string::npos ? key : key.substr(dot + 1));
  }
  return names;
}

/// Letters, digits and + - . stay; whatever else stands between them becomes one underscore.
std::string plain(const std::string& value) {
  std::string text;
  for (const char c : value) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
    if (fits || (!text.empty() && text.back() != '_')) text += fits ? c : '_';
  }
  if (text.ends_with('_')) text.pop_back();
  return text;
}

/// "w=1.5_h=2"
std::string folder_name(const std::vector<std::string>& names, const std::vector<std::string>& values) {
  constexpr std::size_t longest = 200;  // file systems take 255
  std::string folder;
  for (std::size_t i = 0; i < names.size(); ++i)
    folder += fmt::format("{}{}={}", i > 0 ? "_" : "", plain(names[i]), plain(values[i]));
  return folder.substr(0, longest);
}

/// Where two have one name, the later gets a number.
Sweep plan(const Combinations& all) {
  Sweep sweep{all.keys, short_names(all.keys), {}};
  std::vector<std::string> folders;
  for (const std::vector<std::string>& values : all.rows) {
    const std::string name = folder_name(sweep.short_names, values);
    std::string folder = name;
    for (int i = 2; index_of(folders, folder) >= 0; ++i) folder = name + '_' + std::to_string(i);
    folders.push_back(folder);
    sweep.runs.push_back({values, folder, Outcome::failed, {}, 0, {}});
  }
  return sweep;
}

RunArguments arguments_of(const RunArguments& all, const std::filesystem::path& directory, const Sweep& sweep,
                          const SweptRun& swept) {
  RunArguments run = all;
  for (std::size_t i = 0; i < sweep.keys.size(); ++i)
    run.overrides.push_back(sweep.keys[i] + '=' + swept.values[i]);
  run.output = directory / swept.folder;
  run.quiet = true;
  run.verbose = false;
  return run;
}

/// Its failure is told by the table, too.
void take(const RunArguments& run, SweptRun& swept, const std::string& name, Verbosity verbosity) {
  const Stopwatch clock;
  std::string what;
  try {
    const Summary summary = run_case(run);
    swept.outcome = summary.outcome;
    swept.results = summary_numbers(summary);
    what = fmt::format("{} cells, {} unknowns", summary.description.elements, summary.description.dofs);
  } catch (const std::exception& error) {
    swept.failure = error.what();
  }
  swept.n_warnings = warnings().size();
  start_log(verbosity);
  if (!swept.failure.empty()) return warn("{}: {}", name, swept.failure);
  if (swept.n_warnings > 0)
    what += fmt::format(", {} warning{}", swept.n_warnings, swept.n_warnings == 1 ? "" : "s");
  say("{}: {}, {}: {}", name, name_of(swept.outcome), what, format_duration(clock.seconds()));
}

}  // namespace

Outcome sweep(const SweepArguments& arguments) {
  start_log(arguments.run.verbosity());
  Sweep all = plan(all_combinations(arguments));
  const Case input = read_input(arguments.run);
  const std::filesystem::path& directory = input.output.directory;
  std::optional<FolderLock> lock;
  keep_others_out(directory, lock);
  check_folder(directory, place_of_output(input), names_of_sweep());
  for (const SweptRun& swept : all.runs) {
    const RunArguments run = arguments_of(arguments.run, directory, all, swept);
    check_output(read_input(run), run);
  }
  say("sweep: {} runs over {}", all.runs.size(), listed(all.keys));
  claim(directory, names_of_sweep());
  Sweep done{all.keys, all.short_names, {}};
  bool failed = false, interrupted = false;
  for (SweptRun& swept : all.runs) {
    const std::string name =
        fmt::format("{} ({} of {})", swept.folder, done.runs.size() + 1, all.runs.size());
    show_progress(name);
    take(arguments_of(arguments.run, directory, all, swept), swept, name, arguments.run.verbosity());
    failed = failed || swept.outcome == Outcome::failed;
    interrupted = interrupted || swept.outcome == Outcome::interrupted;
    done.runs.push_back(std::move(swept));
    write_sweep_csv(done, directory);
    if (StopRequest::by_signal()) break;
  }
  fmt::print("{}", printable(sweep_table(done)));
  say("results: {}", directory.string());
  if (failed) return Outcome::failed;
  return interrupted ? Outcome::interrupted : Outcome::completed;
}

}  // namespace dgsolve
