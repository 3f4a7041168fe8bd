/// The three streams that every program has from the start, and the signals of failed writing.
#pragma once

namespace dgsolve {

/// Before anything else is opened: a missing stream is opened on the null device, so that no file takes its
/// number and with it the log. Writing to a missing output still fails.
void hold_standard_streams();

/// From now on a write fails, and says why, where a signal would have ended the program without a word:
/// nobody reads a stream (SIGPIPE), or a file is as large as it may be (SIGXFSZ).
void let_writes_fail();

/// Throws std::runtime_error where standard output has not taken all that was printed: a full disk shows only
/// when the rest is written.
void check_standard_output();

}  // namespace dgsolve
