/// The kernel cache: what many processes, damaged files and full disks do to it.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <vector>

#include "kernels/base/digest.hpp"
#include "kernels/cuda/gpu/kernel_cache.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

namespace fs = std::filesystem;
using cuda::KernelCache;

/// Bytes of every value, line ends and nulls among them.
std::string some_bytes(std::size_t n, unsigned seed) {
  std::string bytes(n, '\0');
  for (char& byte : bytes) byte = static_cast<char>((seed = seed * 1664525 + 1013904223) >> 24);
  return bytes;
}

void write(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

fs::path only_file(const fs::path& folder) {
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  return fs::directory_iterator(folder)->path();
}

TEST(Digest, depends_on_every_piece_and_on_where_one_ends) {
  const std::string ab_c = Digest().add("ab").add("c").text();
  EXPECT_EQ(ab_c, Digest().add("ab").add("c").text());
  EXPECT_EQ(ab_c.size(), 32U);
  EXPECT_NE(ab_c, Digest().add("a").add("bc").text());
  EXPECT_NE(ab_c, Digest().add("abc").text());
  EXPECT_NE(ab_c, Digest().add("ab").add("d").text());
  EXPECT_NE(Digest().text(), Digest().add("").text());
}

TEST(KernelCache, gives_back_what_was_stored_and_nothing_else) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path() / "not" / "yet" / "there");
  EXPECT_FALSE(cache.find("one"));
  const std::string content = some_bytes(100'000, 1);
  cache.store("one", content);
  cache.store("empty", "");
  EXPECT_EQ(cache.find("one"), content);
  EXPECT_EQ(cache.find("empty"), "");
  EXPECT_FALSE(cache.find("two"));
  cache.store("one", "another");
  EXPECT_EQ(cache.find("one"), "another");
}

TEST(KernelCache, only_its_owner_may_enter) {
  const TemporaryFolder folder;
  KernelCache(folder.path() / "cache").store("one", "content");
  struct stat status {};
  ASSERT_EQ(stat((folder.path() / "cache").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST(KernelCache, an_entry_cut_short_or_changed_anywhere_counts_as_none) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  const std::string content = some_bytes(20, 2);
  cache.store("one", content);
  const fs::path file = only_file(folder.path());
  const std::string whole = read_text(file);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write(file, whole.substr(0, length));
    EXPECT_FALSE(cache.find("one")) << "cut to " << length << " bytes";
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    write(file, changed);
    EXPECT_FALSE(cache.find("one")) << "byte " << i << " changed";
  }
  write(file, whole + "x");
  EXPECT_FALSE(cache.find("one"));
  cache.store("one", content);
  EXPECT_EQ(cache.find("one"), content);
}

TEST(KernelCache, an_entry_copied_over_another_counts_as_none) {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path());
  cache.store("one", "content of one");
  const std::string one = read_text(only_file(folder.path()));
  cache.store("two", "content of two");
  write(folder.path() / "dgsolve-two", one);
  EXPECT_FALSE(cache.find("two"));
  EXPECT_EQ(cache.find("one"), "content of one");
}

TEST(KernelCache, processes_that_write_and_read_at_once_see_whole_entries_only) {
  const TemporaryFolder folder;
  constexpr int n = 8;
  std::vector<pid_t> children;
  for (int i = 0; i < n; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const KernelCache cache(folder.path() / "cache");
      const std::string mine = some_bytes(50'000 + i, 7);
      bool good = true;
      for (int round = 0; round < 20; ++round) {
        cache.store("shared", mine);
        const auto found = cache.find("shared");  // some process's: each is the start of the longest
        good = good && found && found->size() >= 50'000 &&
               some_bytes(50'000 + n, 7).compare(0, found->size(), *found) == 0;
      }
      _exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  only_file(folder.path() / "cache");  // and no temporary file is left
}

TEST(KernelCache, the_entries_unused_for_longest_go_when_it_grows_too_large) {
  const TemporaryFolder folder;
  write(folder.path() / "a file of somebody else.cubin", some_bytes(100'000, 5));
  const KernelCache cache(folder.path(), 35'000);
  const auto age = [&](const std::string& name, int hours) {
    const fs::path file = folder.path() / ("dgsolve-" + name);
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  for (const std::string name : {"a", "b", "c"}) cache.store(name, some_bytes(10'000, 3));
  age("a", 3);
  age("b", 2);
  age("c", 1);
  EXPECT_TRUE(cache.find("a"));  // used just now
  cache.store("d", some_bytes(10'000, 4));
  EXPECT_FALSE(cache.find("b"));
  for (const std::string name : {"a", "c", "d"}) EXPECT_TRUE(cache.find(name)) << name;
  EXPECT_TRUE(fs::exists(folder.path() / "a file of somebody else.cubin"));
}

TEST(KernelCache, a_place_that_cannot_be_written_is_no_error) {
  const TemporaryFolder folder;
  write(folder.path() / "file", "");
  for (const fs::path& place : {folder.path() / "file", folder.path() / "file" / "inside", fs::path(),
                                fs::path("/dev/null/folder")}) {
    const KernelCache cache(place);
    cache.store("one", "content");
    EXPECT_FALSE(cache.find("one")) << place;
    const auto text = cache.keep_text("one.cu", "a text");
    ASSERT_TRUE(text) << place;
    EXPECT_EQ(read_text(*text), "a text");
    fs::remove(*text);
  }
}

TEST(KernelCache, a_full_disk_leaves_no_entry_and_no_error) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {  // no file may grow beyond 1000 bytes: write() fails as on a full disk
    struct rlimit limit {
      1000, 1000
    };
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, SIG_IGN);
    const KernelCache cache(folder.path());
    cache.store("one", some_bytes(5000, 9));
    _exit(cache.find("one") ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(KernelCache, the_environment_says_where_it_is) {
  const EnvironmentVariable home("HOME", "/c");
  {
    const EnvironmentVariable caches("XDG_CACHE_HOME", "/b");
    {
      const EnvironmentVariable given("DGSOLVE_CACHE", "/a");
      EXPECT_EQ(cache_folder(), "/a");
    }
    const EnvironmentVariable not_given("DGSOLVE_CACHE", {});
    EXPECT_EQ(cache_folder(), "/b/dgsolve");
  }
  const EnvironmentVariable not_given("DGSOLVE_CACHE", {}), no_caches("XDG_CACHE_HOME", "");
  EXPECT_EQ(cache_folder(), "/c/.cache/dgsolve");
  const EnvironmentVariable no_home("HOME", {});
  EXPECT_EQ(cache_folder(), "");
}

}  // namespace
}  // namespace dgsolve::test
