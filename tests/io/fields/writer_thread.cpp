#include "io/fields/writer_thread.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace dgsolve::test {
namespace {

void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

TEST(WriterThread, runs_all_jobs_in_their_order_and_none_on_the_thread_of_who_left_them) {
  WriterThread writer;
  std::vector<int> order;
  std::vector<std::thread::id> threads;
  for (int i = 0; i < 20; ++i)
    writer.submit([&, i] {
      order.push_back(i);
      threads.push_back(std::this_thread::get_id());
    });
  writer.finish();
  EXPECT_TRUE(writer.idle());
  ASSERT_EQ(order.size(), 20u);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(order[i], i);
    EXPECT_EQ(threads[i], threads[0]);
    EXPECT_NE(threads[i], std::this_thread::get_id());
  }
}

TEST(WriterThread, that_is_slow_holds_back_who_has_more_for_it_so_that_no_memory_piles_up) {
  WriterThread writer;
  const auto memory = std::make_shared<int>();  // its owners: this test, and every job that is still there
  for (int i = 0; i < 8; ++i) {
    writer.wait_until_left(1);
    EXPECT_LE(memory.use_count() - 1, 1);
    writer.submit([memory] { pause(); });
    writer.submit([memory] { pause(); });
  }
  writer.finish();
  EXPECT_EQ(memory.use_count(), 1);
}

TEST(WriterThread, lets_who_left_a_job_go_on_while_it_is_written) {
  WriterThread writer;
  std::atomic<bool> may_end = false;
  writer.submit([&] { may_end.wait(false); });
  EXPECT_FALSE(writer.idle());
  writer.check();
  may_end = true;
  may_end.notify_all();
  writer.finish();
}

TEST(WriterThread, tells_once_what_a_job_threw_and_runs_none_behind_it) {
  enum class Call { check, wait_until_left, submit, finish };
  for (const Call call : {Call::check, Call::wait_until_left, Call::submit, Call::finish}) {
    WriterThread writer;
    std::atomic<bool> ran_behind = false;
    writer.submit([] {
      pause();
      throw std::runtime_error("fields.vtu: cannot be written");
    });
    writer.submit([&] { ran_behind = true; });
    const auto tell = [&] {
      if (call == Call::check) writer.check();
      if (call == Call::wait_until_left) writer.wait_until_left(1);
      if (call == Call::submit) writer.submit([&] { ran_behind = true; });
      if (call == Call::finish) writer.finish();
    };
    std::string told;
    for (int i = 0; i < 2000 && told.empty(); ++i, pause()) try {
        tell();
      } catch (const std::runtime_error& error) {
        told = error.what();
      }
    EXPECT_EQ(told, "fields.vtu: cannot be written");
    EXPECT_NO_THROW(writer.finish());
    EXPECT_FALSE(ran_behind);
  }
}

TEST(WriterThread, ends_with_the_job_that_has_begun) {
  std::atomic<bool> began = false, ended = false, began_next = false;
  {
    WriterThread writer;
    writer.submit([&] {
      began = true;
      began.notify_all();
      pause();
      ended = true;
    });
    began.wait(false);
    writer.submit([&] { began_next = true; });
  }
  EXPECT_TRUE(ended);
  EXPECT_FALSE(began_next);
  // Nor does it hang where a job threw and nobody asked.
  WriterThread writer;
  writer.submit([] { throw std::runtime_error("lost"); });
}

}  // namespace
}  // namespace dgsolve::test
