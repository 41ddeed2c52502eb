// SPDX-License-Identifier: MIT
#include "extcap/output/capture_writer.h"

namespace godotdump {

Output::Output(std::FILE* file) : file_(file) {
  if (file_ != nullptr) thread_ = std::thread([this] { work(); });
}

Output::~Output() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

bool Output::write(Bytes& blocks) {
  if (blocks.empty()) return true;
  if (file_ == nullptr) {
    blocks.clear();
    return true;
  }
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() + blocks.size() > most_waiting) return false;
    if (waiting_.empty()) waiting_.swap(blocks);
    else waiting_.insert(waiting_.end(), blocks.begin(), blocks.end());
  }
  blocks.clear();
  changed_.notify_one();
  return true;
}

bool Output::has_failed() {
  const std::lock_guard lock(mutex_);
  return has_failed_;
}

void Output::work() {
  Bytes writing;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;  // ending, and all is written
      writing.swap(waiting_);
    }
    const bool good =
        std::fwrite(writing.data(), 1, writing.size(), file_) == writing.size() && std::fflush(file_) == 0;
    writing.clear();
    if (good) continue;
    const std::lock_guard lock(mutex_);
    has_failed_ = true;
    waiting_.clear();
  }
}

}  // namespace godotdump
