#include "app/ranks.hpp"

#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/problems.hpp"
#include "io/base/files.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/core_share.hpp"
#include "kernels/base/digest.hpp"
#include "kernels/devices.hpp"
#include "kernels/host/simd/instruction_set.hpp"
#include "mesh/base/foreign_text.hpp"

namespace dgsolve {
namespace {

constexpr int most_processes = 65536;  ///< more than any machine has GPUs

int whole_number(const std::string& text, const std::string& of, int least) {
  int number = least - 1;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number < least || number > most_processes)
    throw std::invalid_argument(fmt::format("{}: got {}; expected a whole number from {} to {}", of,
                                            quote(text), least, most_processes));
  return number;
}

/// Of a step: outside of one Slurm counts the tasks of a job, whatever runs in it.
int of_step(const char* variable, int least) {
  const char* const text = std::getenv(variable);
  if (text == nullptr)
    throw std::invalid_argument(
        fmt::format("--ranks slurm: {} is not set; expected to be started by srun, which sets it", variable));
  return whole_number(text, variable, least);
}

/// 0: not known.
int hosts_of_step() {
  const char* const variable = "SLURM_STEP_NUM_NODES";
  return std::getenv(variable) == nullptr ? 0 : of_step(variable, 1);
}

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// What all processes must have alike: they tell each other values as they stand in memory.
std::string identity_of(const RunArguments& arguments) {
  Digest digest;
  digest.add_words(text_of("/proc/self/exe")).add(text_of(arguments.case_file));
  for (const std::string& change : arguments.overrides) digest.add(change);
  digest.add(arguments.check_only ? "check" : "run");
  return digest.text();
}

/// Of those that do the same, for they must round alike. Throws std::invalid_argument, in all.
void expect_same_instructions(Ranks& ranks) {
  const std::string own = name_of(host::choose_instruction_set());
  std::string mistake;
  for (const std::string& other : ranks.to_first(own))
    if (other != own)
      mistake = fmt::format(
          "ranks: CPUs compute an elliptic problem by instructions of {} at rank 0, and by those of {} at "
          "another; expected hosts that are alike, or DGSOLVE_ISA={} at all",
          own, other, name_of(host::InstructionSet::baseline));
  mistake = ranks.from_first(mistake);
  if (!mistake.empty()) throw std::invalid_argument(mistake);
}

/// The host, and the cores on which this process may run; its number where these cannot be told.
std::string cores() {
  std::string text = text_of("/proc/sys/kernel/random/boot_id");
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) text += std::to_string(getpid());
  for (int core = 0; core < CPU_SETSIZE; ++core) text += CPU_ISSET(core, &mask) ? '1' : '0';
  std::erase(text, '\n');
  return text;
}

/// Tells this process how many have its cores. A process that rank 0 leads works only while all do; rank 0
/// has all cores while the others wait for it. OMP_NUM_THREADS is left as it is.
void share_cores(Ranks& ranks, RankWork work) {
  const std::string own = cores();
  std::string all;
  for (const std::string& of_rank : ranks.to_first(own)) all += of_rank + '\n';
  std::istringstream text(ranks.from_first(all));
  const auto n = static_cast<int>(std::count(std::istream_iterator<std::string>(text), {}, own));
  if (n == 1 || std::getenv("OMP_NUM_THREADS") != nullptr) return;
  set_processes_on_cores(n);
  if (work == RankWork::alike || !ranks.leads()) omp_set_num_threads(core_share());
  say("ranks: {} processes have the same cores: {} threads each while all work", n, core_share());
}

[[noreturn]] void end_at_once(int rank, const std::string& reason) {
  std::fprintf(stderr, "rank %d: dgsolve: %s; this process could not end in order\n", rank,
               printable(reason).c_str());
  std::_Exit(1);
}

}  // namespace

std::optional<OwnRank> own_rank(const std::optional<std::string>& ranks, std::optional<int> rank) {
  if (!ranks) return {};
  OwnRank own{0, 1};
  if (*ranks == "slurm") {
    if (rank) throw std::invalid_argument("--rank: got one beside --ranks slurm, which knows it");
    own = {of_step("SLURM_PROCID", 0), of_step("SLURM_STEP_NUM_TASKS", 1), hosts_of_step()};
  } else {
    own.n = whole_number(*ranks, "--ranks", 1);
    if (!rank) throw std::invalid_argument("--ranks: expected --rank with it, from 0, or --ranks slurm");
    own.rank = *rank;
  }
  if (own.rank < 0 || own.rank >= own.n)
    throw std::invalid_argument(
        fmt::format("--rank: got {}; expected a number from 0 to {}", own.rank, own.n - 1));
  return own.n > 1 ? std::optional(own) : std::nullopt;
}

std::unique_ptr<Ranks> meet_ranks(const RunArguments& arguments, const Case& input) {
  if (!arguments.own_rank) return nullptr;
  const int rank = arguments.own_rank->rank;
  if (rank == 0) make_folder(input.output.directory);
  say("ranks: waits for {} other processes", arguments.own_rank->n - 1);
  prepare_for_ranks();
  auto ranks = std::make_unique<Ranks>(
      input.output.directory, *arguments.own_rank, identity_of(arguments),
      [](const std::string& text) { say("{}", text); },
      [rank](const std::string& reason) { end_at_once(rank, reason); }, RankLimits{});
  const RankWork work = problem_of(input.problem).shared_by;
  if (work == RankWork::alike) expect_same_instructions(*ranks);
  share_cores(*ranks, work);
  return ranks;
}

}  // namespace dgsolve
