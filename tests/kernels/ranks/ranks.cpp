/// How processes of a run find each other and speak.

#include <atomic>
#include <numeric>

#include "tests/kernels/ranks/meeting_of_ranks.hpp"
#include "tests/support/error_of.hpp"

namespace dgsolve::test {
namespace {

TEST_F(MeetingOfRanks, gathers_and_tells_what_they_say) {
  const auto all = meet(4);
  std::vector<std::future<std::string>> told;
  for (const auto& ranks : all)
    told.push_back(std::async(std::launch::async, [&] {
      std::string sum;
      for (const std::string& text : ranks->to_first("rank " + std::to_string(ranks->rank())))
        sum += text + '\n';
      return ranks->from_first(sum);
    }));
  for (auto& text : told) EXPECT_EQ(text.get(), "rank 0\nrank 1\nrank 2\nrank 3\n");
  std::vector<int> places;
  for (const auto& ranks : all) places.push_back(ranks->rank_on_host());
  EXPECT_EQ(places, (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(MeetingOfRanks, carries_arrays_larger_and_smaller_than_buffers) {
  const auto all = meet(2);
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{8191}, std::size_t{8192}, std::size_t{1000001}}) {
    std::vector<double> sent(n);
    std::iota(sent.begin(), sent.end(), 0.5);
    const auto send = std::async(std::launch::async, [&] {
      Channel& channel = all[0]->commands(1);
      channel.put('a');
      channel.put_array(std::span<const double>(sent));
      channel.put_text("end");
      channel.flush();
    });
    Channel& channel = all[1]->commands(0);
    EXPECT_EQ(channel.take<char>(), 'a');
    EXPECT_EQ(channel.take_array<double>(), sent);
    EXPECT_EQ(channel.take_text(), "end");
  }
  all[0]->commands(1).put_text("four");
  all[0]->commands(1).flush();
  std::vector<char> five(5);
  EXPECT_THROW(all[1]->commands(0).take_into(std::span(five)), std::logic_error);
}

TEST_F(MeetingOfRanks, takes_no_memory_for_a_length_that_no_host_holds) {
  const auto all = meet(2);
  for (int i = 0; i < 3; ++i) all[0]->commands(1).put(std::size_t{1} << 60);
  all[0]->commands(1).flush();
  Channel& channel = all[1]->commands(0);
  const std::string said = "rank 0 sent a length of 1152921504606846976; expected at most";
  expect_said(error_of([&] { channel.take_array<double>(); }), said);
  expect_said(error_of([&] { channel.take_text(); }), said);
  expect_said(error_of([&] { channel.take_texts(); }), said);
}

TEST_F(MeetingOfRanks, leaves_no_file_once_the_run_is_over) {
  {
    const auto all = meet(2);
    EXPECT_TRUE(exists(file()));
  }
  EXPECT_FALSE(exists(file()));
}

TEST_F(MeetingOfRanks, does_not_take_the_word_of_a_run_that_was_killed) {
  write_address(file(), {"stale.token", this_host(), {{"127.0.0.1", 1}}});  // nobody listens there
  const auto all = meet(3);
  EXPECT_EQ(all.size(), 3u);
}

TEST_F(MeetingOfRanks, does_not_take_a_stranger_for_rank_0) {
  auto stranger = std::make_unique<Listener>("127.0.0.1");
  write_address(file(), {"token", this_host(), {{"127.0.0.1", stranger->port()}}});
  auto first = std::async(std::launch::async, [&] {
    std::optional<Socket> guest = stranger->accept(5000);
    stranger.reset();
    const char words[] = "HTTP/1.1 400 Bad Request: this is no run of ours";
    if (guest) guest->send(words, sizeof words);
  });
  expect_said(error_of([&] { come({1, 2}, "a case", {.arrival_seconds = 1}); }), "found no rank 0");
}

TEST_F(MeetingOfRanks, says_that_another_run_goes_on_in_the_folder) {
  const auto all = meet(2);
  expect_said(error_of([&] { come({0, 2}); }), "goes on in this output folder");
  expect_said(error_of([&] { come({1, 2}); }), "goes on in this output folder");
  all[0]->check();  // and it does go on
  all[1]->check();
}

TEST_F(MeetingOfRanks, says_that_another_run_meets_in_the_folder) {
  auto first = coming({0, 2});
  place();
  expect_said(error_of([&] { come({0, 2}); }), "meets in this output folder");
  const auto second = come({1, 2});
  EXPECT_EQ(first.get()->n(), 2);
}

TEST_F(MeetingOfRanks, says_who_does_not_fit) {
  struct Guest {
    OwnRank place;
    std::string identity, mistake;
  };
  for (const auto& [place, identity, mistake] :
       {Guest{{1, 4}, "a case", "rank 1 was started as one of 4, and rank 0 as one of 3"},
        Guest{{2, 3}, "another case", "rank 2 was started with another case"}}) {
    auto first = std::async(std::launch::async, [&] { return error_of([&] { come({0, 3}); }); });
    expect_said(error_of([&] { come(place, identity); }), mistake);
    expect_said(first.get(), mistake);
  }
}

TEST_F(MeetingOfRanks, says_who_comes_twice) {
  std::vector<std::future<std::string>> coming;
  for (const int rank : {0, 1, 1})
    coming.push_back(std::async(std::launch::async, [=, this] {
      return error_of([&] { come({rank, 3}); });
    }));
  std::string said;
  for (auto& one : coming) said += one.get();
  expect_said(said, "rank 1 was started twice");
}

TEST_F(MeetingOfRanks, says_how_many_did_not_come) {
  auto second = std::async(std::launch::async, [&] { return error_of([&] { come({1, 3}); }); });
  expect_said(error_of([&] {
                come({0, 3}, "a case", {.arrival_seconds = 2});
              }),
              "got 2 of 3 processes within 2 s");
  expect_said(second.get(), "rank 0 has ended before all processes had come");
}

TEST_F(MeetingOfRanks, tells_all_that_one_is_gone) {
  auto all = meet(3);
  const Stopwatch watch;
  all[1].reset();
  expect_said(error_of([&] { all[0]->commands(1).take<int>(); }), "rank 1 has ended");
  expect_said(error_of([&] { all[2]->commands(0).take<int>(); }), "rank 0 has ended");
  EXPECT_THROW(all[0]->check(), RankLost);
  EXPECT_LT(watch.seconds(), 5);
}

/// What does not end by itself where a process is gone.
struct Waiting : SharedByRanks {
  std::string trouble() override { return is_broken ? "the network is down" : ""; }
  void abandon() override { is_abandoned = true; }
  void wait() const {
    for (const Stopwatch watch; !is_abandoned && watch.seconds() < 10;)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(is_abandoned);
  }
  std::atomic<bool> is_broken = false, is_abandoned = false;
};

TEST_F(MeetingOfRanks, ends_what_waits_for_one_that_is_gone) {
  auto all = meet(3);
  Waiting first, third;
  all[0]->watch_over(&first);
  all[2]->watch_over(&third);
  all[1].reset();
  first.wait();
  third.wait();
  for (const int rank : {0, 2}) all[rank]->watch_over(nullptr);
}

TEST_F(MeetingOfRanks, ends_all_where_what_they_share_is_broken) {
  const auto all = meet(2);
  Waiting first, second;
  all[0]->watch_over(&first);
  all[1]->watch_over(&second);
  second.is_broken = true;
  first.wait();
  second.wait();
  expect_said(error_of([&] { all[1]->check(); }), "the network is down");
  expect_said(error_of([&] { all[0]->check(); }), "rank 1 has ended");
  for (const auto& ranks : all) ranks->watch_over(nullptr);
}

TEST_F(MeetingOfRanks, loses_nobody_who_may_go) {
  auto all = meet(3);
  for (const auto& ranks : all) ranks->let_go();
  all[1].reset();
  all[2].reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  all[0]->check();
}

}  // namespace
}  // namespace dgsolve::test
