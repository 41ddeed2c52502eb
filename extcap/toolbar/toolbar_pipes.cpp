// SPDX-License-Identifier: MIT
#include "extcap/toolbar/toolbar_pipes.h"

namespace godotdump {

void Toolbar::log(std::string_view text) {
  if (is_used() && waiting_.size() < most_waiting) append_log(waiting_, text);
}

void Toolbar::has_player(unsigned player) {
  if (!is_used() || known_[player] || waiting_.size() >= most_waiting) return;
  known_[player] = true;
  append_player(waiting_, player);
}

void Toolbar::poll(const std::function<void(const ToolbarOrder&)>& apply) {
  if (!is_used()) return;
  if (!in_.is_open()) in_.open_to_read(in_name_);
  if (!out_.is_open()) out_.open_to_write(out_name_);
  std::array<std::uint8_t, 4096> buffer;
  std::vector<ControlMessage> messages;
  for (int i = 0; i < 16; ++i) {
    const std::size_t size = in_.read(buffer);
    if (size == 0) break;
    reader_.feed(std::span(buffer).first(size), messages);
  }
  for (const ControlMessage& message : messages) {
    std::string error;
    if (const auto order = controls_.apply(message, error)) apply(*order);
    if (error.empty() || waiting_.size() >= most_waiting) continue;
    append_complaint(waiting_, error);
    append_log(waiting_, error);
  }
  const std::size_t taken = waiting_.empty() ? 0 : out_.write(waiting_);
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(taken));
}

}  // namespace godotdump
