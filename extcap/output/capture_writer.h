// SPDX-License-Identifier: MIT
// Writes a capture beside the relay's work, in a thread of its own: a slow reader of the pipe does not delay a game.
//
// Memory: twice most_waiting bytes. If a reader is slower than that, packets are left out and counted.
#pragma once

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "extcap/output/pcapng.h"

namespace godotdump {

class Output {
 public:
  static constexpr std::size_t most_waiting = std::size_t{32} << 20;

  /// Null: all is thrown away.
  explicit Output(std::FILE* file);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Whole blocks to be written; they are taken. False: there is no room, and nothing was taken.
  bool write(Bytes& blocks);

  /// The reader has gone, or the disk is full.
  [[nodiscard]] bool has_failed();
  [[nodiscard]] bool is_used() const { return file_ != nullptr; }

 private:
  void work();

  std::FILE* file_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Bytes waiting_;
  bool is_ending_ = false;
  bool has_failed_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace godotdump
