/// Runs the program on a case, with a results folder of its own.
#pragma once

#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

struct CaseRun {
  /// `settings`: values of --set; `options`: further arguments.
  explicit CaseRun(const std::filesystem::path& case_file, const std::vector<std::string>& settings = {},
                   const std::vector<std::string>& options = {}, int threads = 1);
  ~CaseRun();

  nlohmann::json summary() const;

  const TemporaryFolder folder;
  const std::filesystem::path results;
  ProgramResult program;
};

/// Arguments that run a case: its results, and what --set gives.
std::vector<std::string> arguments_of(const std::filesystem::path& case_file,
                                      const std::filesystem::path& results,
                                      const std::vector<std::string>& settings,
                                      const std::vector<std::string>& options);

std::set<std::string> keys(const nlohmann::json& object);

/// A shipped case, Ez = sin πx sin πy cos √2πt, and cells of twice its size for it.
inline const std::filesystem::path cavity = shipped_cases / "maxwell_cavity_2d/case.yaml";
inline const std::string coarse = "mesh.parameters.h=0.5";

}  // namespace dgsolve::test
