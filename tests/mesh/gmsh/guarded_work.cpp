/// Work in a process of its own: every end that it can take.

#include "mesh/gmsh/guarded_work.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

constexpr double long_enough = 60;  // s

WorkOutcome outcome_of(const Work& work, WorkLimits limits = {.seconds = long_enough}) {
  return run_in_fork(limits, work);
}

TEST(GuardedWork, returns_any_bytes_and_tells_on_its_way) {
  std::string bytes(3'000'000, '\0');
  bytes.back() = 'e';
  std::vector<std::string> told;
  const WorkOutcome outcome = run_in_fork(
      {.seconds = long_enough},
      [&](const Listener& tell) {
        tell("first");
        tell("");
        tell("second");
        return bytes;
      },
      [&](const char* text) { told.emplace_back(text); });
  EXPECT_EQ(outcome.result, bytes);
  EXPECT_EQ(told, (std::vector<std::string>{"first", "", "second"}));
  EXPECT_EQ(outcome_of([](const Listener&) { return std::string(); }).result, "");
}

TEST(GuardedWork, that_fails_in_any_way_is_told_with_its_last_words) {
  struct End {
    const char* words;
    void (*work)();
  };
  for (const auto& [words, work] :
       std::vector<End>{{"Segmentation fault", [] { raise(SIGSEGV); }},
                        {"Aborted", [] { std::abort(); }},
                        {"as by Exit", [] { std::exit(0); }},
                        {"failed: a mistake", [] { throw std::runtime_error("a mistake"); }}}) {
    const WorkOutcome outcome = outcome_of([&](const Listener&) {
      std::printf("Info    : the first line\nInfo    : \033[1mthe last line\n\n");
      std::fflush(stdout);
      work();
      return std::string();
    });
    EXPECT_FALSE(outcome.result) << words;
    EXPECT_NE(outcome.end.find(words), std::string::npos) << outcome.end;
    EXPECT_EQ(outcome.last_line, "\uFFFD[1mthe last line");
  }
}

TEST(GuardedWork, that_takes_too_long_is_ended_with_all_that_it_prints) {
  const WorkOutcome outcome = outcome_of(
      [](const Listener&) {
        while (true) std::puts("again");
        return std::string();
      },
      {.seconds = 0.2});
  EXPECT_FALSE(outcome.result);
  EXPECT_NE(outcome.end.find("longer than 0.2 s"), std::string::npos) << outcome.end;
  EXPECT_EQ(outcome.last_line.substr(0, 2), "ag");
}

TEST(GuardedWork, that_takes_too_much_memory_is_ended) {
  const WorkOutcome outcome = outcome_of(
      [](const Listener&) {
        std::vector<std::string> all;
        while (true) all.emplace_back(1'000'000, 'x');
        return std::string();
      },
      {.seconds = long_enough, .bytes = 5e7});
  EXPECT_FALSE(outcome.result);
  EXPECT_NE(outcome.end.find("0.05 GB"), std::string::npos) << outcome.end;
}

TEST(GuardedWork, has_no_open_file_no_terminal_and_no_exit_handler_of_this_process) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  std::FILE* const open_file = std::fopen(file.c_str(), "w");
  ASSERT_NE(open_file, nullptr);
  std::fputs("once", open_file);
  const WorkOutcome outcome = outcome_of([&](const Listener&) -> std::string {
    if (write(fileno(open_file), "more", 4) >= 0) return "wrote to the file";
    if (open("/dev/tty", O_WRONLY) >= 0) return "has a terminal";
    if (std::getchar() != EOF) return "reads";
    return "none";
  });
  EXPECT_EQ(outcome.result, "none");
  EXPECT_FALSE(outcome_of([&](const Listener&) {
                 std::fputs("more", open_file);
                 std::exit(0);
                 return std::string();
               }).result);
  std::fclose(open_file);
  EXPECT_EQ(read_text(file), "once");
}

TEST(GuardedWork, starts_no_program_where_it_must_not) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "made";
  const std::string command = "touch " + file.string();
  for (const bool may : {false, true}) {
    const WorkOutcome outcome = outcome_of(
        [&](const Listener&) { return std::string(std::system(command.c_str()) == 0 ? "did" : "could not"); },
        {.seconds = long_enough, .starts_programs = may});
    EXPECT_EQ(outcome.result, may ? "did" : "could not");
    EXPECT_EQ(std::filesystem::exists(file), may);
  }
}

TEST(GuardedWork, ends_with_the_process_that_waits_for_it) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "number";
  const pid_t waiting = fork();
  if (waiting == 0) {
    outcome_of([&](const Listener&) {
      std::ofstream(folder.path() / "unfinished") << getpid();
      std::filesystem::rename(folder.path() / "unfinished", file);
      pause();
      return std::string();
    });
    _exit(0);
  }
  while (!std::filesystem::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const pid_t working = std::stoi(read_text(file));
  EXPECT_EQ(kill(working, 0), 0);
  kill(waiting, SIGKILL);
  waitpid(waiting, nullptr, 0);
  const auto is_there = [&] {  // a zombie has ended
    std::ifstream in("/proc/" + std::to_string(working) + "/stat");
    std::string number, name, state;
    return static_cast<bool>(in >> number >> name >> state) && state != "Z";
  };
  for (int i = 0; i < 2000 && is_there(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(is_there());
}

}  // namespace
}  // namespace dgsolve::test
