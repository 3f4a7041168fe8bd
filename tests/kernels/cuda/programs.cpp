/// Programs that share a kernel cache: many at once, and over what damage, read-only folders and full disks
/// leave of it. Each is this test program again, running one test in a process of its own.

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels/cuda/runtime/compiler.hpp"
#include "kernels/cuda/waves/plan/stage_plan.hpp"
#include "kernels/physics/advection.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/kernels/random_problem.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

namespace fs = std::filesystem;

constexpr int success = 0, not_permitted = 77;

TEST(CompilingProgram, finds_or_compiles_the_kernels_it_needs) {
  const TemporaryFolder elsewhere;  // never the user's own cache
  const char* given = std::getenv("DGSOLVE_CACHE");
  const EnvironmentVariable folder("DGSOLVE_CACHE", given != nullptr ? given : elsewhere.path().string());
  RandomProblem<Advection<2>> random({1, 9, 0}, false);
  const cuda::StagePlan plan(random.problem, Precision::double_);
  const std::string cubin =
      cuda::find_or_compile(plan.kernel_text(plan.variants().front()), "sm_90", cuda::KernelCache());
  EXPECT_EQ(cubin.substr(1, 3), "ELF");
}

/// Starts it; `prepare`: what the new process does first, false where it may not.
template <class Prepare>
pid_t start_program(const fs::path& cache, Prepare prepare) {
  const pid_t child = fork();
  if (child != 0) return child;
  if (!prepare()) _exit(not_permitted);
  setenv("DGSOLVE_CACHE", cache.c_str(), 1);
  freopen("/dev/null", "w", stdout);
  execl("/proc/self/exe", "test_cuda", "--gtest_filter=CompilingProgram.*", nullptr);
  _exit(127);
}

int status_of(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

int run_program(const fs::path& cache) {
  return status_of(start_program(cache, [] { return true; }));
}

/// Its cache a file system of so many kilobytes of its own, which goes with it.
int run_program_on_disk(const fs::path& cache, const std::string& kilobytes, unsigned long flags) {
  return status_of(start_program(cache, [&] {
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", cache.c_str(), "tmpfs", flags, ("size=" + kilobytes + "k").c_str()) == 0;
  }));
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

TEST(CompilingPrograms, twenty_at_once_on_an_empty_cache_all_succeed) {
  const TemporaryFolder folder;
  std::vector<pid_t> programs;
  for (int i = 0; i < 20; ++i)
    programs.push_back(start_program(folder.path() / "cache", [] { return true; }));
  for (const pid_t program : programs) EXPECT_EQ(status_of(program), success);
  EXPECT_EQ(files_in(folder.path() / "cache").size(), 1U);  // the entry, and nothing half written
}

TEST(CompilingPrograms, replace_what_is_left_of_an_entry_cut_short) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_program(folder.path()), success);
  ASSERT_EQ(files_in(folder.path()).size(), 1U);
  const fs::path entry = files_in(folder.path()).front();
  const std::uintmax_t whole = fs::file_size(entry);
  for (const std::uintmax_t length : {whole / 2, std::uintmax_t{0}}) {
    fs::resize_file(entry, length);
    EXPECT_EQ(run_program(folder.path()), success) << "cut to " << length << " bytes";
    EXPECT_EQ(fs::file_size(entry), whole);
  }
}

TEST(CompilingPrograms, succeed_where_the_cache_cannot_be_written) {
  const TemporaryFolder folder;
  if (geteuid() != 0) {
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(run_program(folder.path()), success);
    EXPECT_TRUE(files_in(folder.path()).empty());
    return;
  }
  const int status = run_program_on_disk(folder.path(), "64", MS_RDONLY);
  if (status == not_permitted) GTEST_SKIP() << "root, whom nothing is forbidden, may not mount a folder here";
  EXPECT_EQ(status, success);
  EXPECT_TRUE(files_in(folder.path()).empty());
}

TEST(CompilingPrograms, succeed_where_the_disk_is_full) {
  const TemporaryFolder folder;
  const int status = run_program_on_disk(folder.path(), "4", 0);
  if (status == not_permitted) GTEST_SKIP() << "only root may mount a disk small enough to be full";
  EXPECT_EQ(status, success);
  EXPECT_TRUE(files_in(folder.path()).empty());  // the disk was that process's own
}

}  // namespace
}  // namespace dgsolve::test
