// SPDX-License-Identifier: MIT
// What the packet list says of a frame: a line for each of its messages.
#pragma once

#include <vector>

namespace godot::engine {

/// A message's line, as the packet list has it; texts live as long as the frame.
struct MessageLine {
  const char* from = nullptr;  ///< null: not known, as of values alone
  const char* to = nullptr;
  const char* text = nullptr;
  const char* problem = nullptr;
  bool malformed = false;
};

/// The lines of one frame, in the order of its messages.
class Lines {
 public:
  void add(const MessageLine& line) { lines_.push_back(line); }
  void clear() noexcept { lines_.clear(); }
  [[nodiscard]] const std::vector<MessageLine>& all() const noexcept { return lines_; }

 private:
  std::vector<MessageLine> lines_;
};

}  // namespace godot::engine
