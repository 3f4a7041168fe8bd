/// Whoever comes to rank 0's port without the run's token neither stops the run nor lets it wait.

#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "kernels/ranks/interfaces.hpp"
#include "tests/kernels/ranks/meeting_of_ranks.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/error_of.hpp"

namespace dgsolve::test {
namespace {

class Strangers : public MeetingOfRanks {
 protected:
  static Socket stranger_at(const MeetingAddress& place) {
    std::optional<Socket> socket = connect_to(place.doors.at(0).address, place.doors[0].port);
    EXPECT_TRUE(socket);
    return std::move(*socket);
  }
  /// Idle ones, some that say what is no hello, one that begins as a process of this run does, and goes on as
  /// slowly as it can.
  static std::vector<Socket> all_kinds_at(const MeetingAddress& place) {
    std::vector<Socket> strangers;
    for (int i = 0; i < 200; ++i) strangers.push_back(stranger_at(place));
    for (const std::string& said : {std::string("GET / HTTP/1.1\r\n\r\n"), std::string(100000, '\xff'),
                                    std::string(1, '\0'), place.token.substr(0, 5)}) {
      strangers.push_back(stranger_at(place));
      strangers.back().send_now(said.data(), said.size());
    }
    return strangers;
  }
  static std::size_t n_left_alone(const std::vector<Socket>& strangers) {
    return std::ranges::count_if(strangers, [](const Socket& one) { return !one.is_left(); });
  }
};

TEST_F(Strangers, do_not_keep_the_others_from_meeting) {
  auto first = coming({0, 3});
  const std::vector<Socket> strangers = all_kinds_at(place());
  const Stopwatch watch;
  auto second = coming({1, 3});
  const auto third = come({2, 3});
  EXPECT_EQ(first.get()->n(), 3);
  EXPECT_LT(watch.seconds(), soon);
}

TEST_F(Strangers, do_not_hide_that_a_process_is_gone) {
  auto all = meet(2);
  const std::vector<Socket> strangers = all_kinds_at(place());
  all[1].reset();
  EXPECT_TRUE(comes_true([&] { return error_of([&] { all[0]->check(); }) != "no error"; }));
}

TEST_F(Strangers, do_not_end_a_run) {
  const auto all = meet(2);
  const std::vector<Socket> strangers = all_kinds_at(place());
  all[0]->commands(1).put(7);
  all[0]->commands(1).flush();
  EXPECT_EQ(all[1]->commands(0).take<int>(), 7);
  expect_said(error_of([&] { come({0, 2}); }), "goes on in this output folder");
  for (const auto& ranks : all) ranks->check();
}

TEST_F(Strangers, are_few_at_a_time) {
  const auto all = meet(2);
  const std::vector<Socket> strangers = all_kinds_at(place());
  EXPECT_TRUE(comes_true([&] { return n_left_alone(strangers) <= 2 + 16; })) << n_left_alone(strangers);
}

TEST_F(Strangers, are_left_at_their_first_wrong_byte) {
  const auto first = meet(2);
  const Socket stranger = stranger_at(place());
  stranger.send_now("x", 1);
  EXPECT_TRUE(comes_true([&] { return stranger.is_left(); }));
}

TEST_F(Strangers, have_one_deadline_for_a_whole_hello) {
  auto first = coming({0, 2}, {.hello_seconds = 0.3});
  const MeetingAddress where = place();
  const Socket slow = stranger_at(where);
  std::size_t sent = 0;
  for (; sent < where.token.size() && !slow.is_left(); ++sent) {
    slow.send_now(&where.token[sent], 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_LT(sent, where.token.size());
  const auto second = come({1, 2});
  EXPECT_EQ(first.get()->n(), 2);
}

TEST_F(Strangers, in_the_place_of_rank_0_have_one_deadline_too) {
  const Listener listener("127.0.0.1");
  write_address(file(), {"a token", this_host(), {{"127.0.0.1", listener.port()}}});
  const Stopwatch watch;
  const auto second = std::async(std::launch::async, [&] {
    return error_of([&] { come({1, 2}, "a case", {.arrival_seconds = 0, .hello_seconds = 0.3}); });
  });
  const std::optional<Socket> slow = listener.accept(5000);
  ASSERT_TRUE(slow);
  for (int i = 0; i < 7 && !slow->is_left(); ++i) {
    slow->send_now(&"a token"[i], 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  EXPECT_LT(watch.seconds(), 1.2);
}

TEST_F(MeetingOfRanks, forgets_who_has_gone_again) {
  auto first = coming({0, 2});
  {
    const MeetingAddress where = place();
    const std::optional<Socket> killed = connect_to("127.0.0.1", where.doors.at(0).port);
    ASSERT_TRUE(killed);
    send_behind_token(*killed, where.token, Hello{1, 2, 0, where.host, "a case"}.text());
    wait_for_bytes(*killed, 5000);  // rank 0 has taken it in
  }
  const auto second = come({1, 2});
  EXPECT_EQ(first.get()->n(), 2);
}

TEST_F(MeetingOfRanks, leaves_its_token_to_nobody_else) {
  const std::filesystem::path foreign = folder_.path() / "foreign", planted = file().string() + ".tmp";
  std::ofstream(foreign) << "mine";
  std::filesystem::create_symlink(foreign, planted);
  const mode_t mask = umask(0);
  const auto all = meet(2);
  umask(mask);
  struct stat status {};
  ASSERT_EQ(lstat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode, static_cast<mode_t>(S_IFREG | S_IRUSR | S_IWUSR));
  std::string text;
  std::getline(std::ifstream(foreign), text);
  EXPECT_EQ(text, "mine");
}

TEST_F(MeetingOfRanks, does_not_wait_at_a_pipe_in_the_place_of_its_file) {
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  EXPECT_EQ(meet(2).size(), 2u);
}

TEST_F(MeetingOfRanks, of_one_host_can_be_reached_there_alone) {
  const auto all = meet(2);
  const MeetingAddress where = place();
  ASSERT_EQ(where.doors.size(), 1u);
  EXPECT_EQ(where.doors[0].address, "127.0.0.1");
  for (const Interface& one : interfaces_of_host()) {
    EXPECT_EQ(connect_to(one.address, where.doors[0].port).has_value(), one.is_loopback) << one.name;
  }
}

TEST_F(MeetingOfRanks, opens_to_other_hosts_until_all_have_come) {
  const auto all = interfaces_of_host();
  const auto outer = std::ranges::find(all, false, &Interface::is_loopback);
  if (outer == all.end()) GTEST_SKIP() << "the host has no interface but its own";
  for (const bool is_named : {false, true}) {
    const EnvironmentVariable names("NCCL_SOCKET_IFNAME",
                                    is_named ? std::optional(outer->name) : std::nullopt);
    std::string said;
    auto first = std::async(std::launch::async, [&] {
      return std::make_unique<Ranks>(
          folder_.path(), OwnRank{0, 2}, "a case", [&](const std::string& text) { said += text; },
          [](const std::string&) {}, RankLimits{.loopback_seconds = 0});
    });
    ASSERT_TRUE(comes_true([&] { return place().doors.size() > 1; }));
    EXPECT_TRUE(connect_to(outer->address, place().doors[1].port));
    const auto second = come({1, 2});
    const auto leader = first.get();
    EXPECT_EQ(place().doors.size(), 1u);
    expect_said(said, is_named ? "at " + outer->name + " (" + outer->address : "at all interfaces");
  }
}

TEST(Interfaces, are_named_as_nccl_reads_it) {
  const std::vector<Interface> all = {{"lo", "127.0.0.1", true},
                                      {"eth0", "10.0.0.1", false},
                                      {"eth10", "10.0.1.1", false},
                                      {"ib0", "10.1.0.1", false}};
  const auto named = [&](const std::string& names) {
    std::string found;
    for (const Interface& one : named_interfaces(names, all)) found += one.name + ' ';
    return found;
  };
  EXPECT_EQ(named("eth"), "eth0 eth10 ");
  EXPECT_EQ(named("=eth0"), "eth0 ");
  EXPECT_EQ(named("ib,eth1"), "eth10 ib0 ");
  EXPECT_EQ(named("^eth,lo"), "ib0 ");
  EXPECT_EQ(named("^=eth0"), "lo eth10 ib0 ");
  EXPECT_EQ(named("wlan"), "");
}

}  // namespace
}  // namespace dgsolve::test
