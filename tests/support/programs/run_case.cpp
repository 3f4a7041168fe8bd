#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {

CaseRun::CaseRun(const std::filesystem::path& case_file, const std::vector<std::string>& settings,
                 const std::vector<std::string>& options, int threads)
    : results(folder.path() / "results") {
  program = run_program(arguments_of(case_file, results, settings, options), folder.path(), threads);
}

CaseRun::~CaseRun() = default;

nlohmann::json CaseRun::summary() const { return read_json(results / "summary.json"); }

std::vector<std::string> arguments_of(const std::filesystem::path& case_file,
                                      const std::filesystem::path& results,
                                      const std::vector<std::string>& settings,
                                      const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {case_file.string(), "--output", results.string()};
  for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
  arguments.insert(arguments.end(), options.begin(), options.end());
  return arguments;
}

std::set<std::string> keys(const nlohmann::json& object) {
  std::set<std::string> names;
  for (const auto& [key, value] : object.items()) names.insert(key);
  return names;
}

}  // namespace dgsolve::test
