// SPDX-License-Identifier: MIT
#include "extcap/toolbar/controls.h"

#include <cstddef>

#include "base/release.h"

namespace godotdump {
namespace {

constexpr std::size_t head = 4;  // bytes: the letter and the length
constexpr std::size_t numbers = 2;
constexpr std::uint8_t message = 'T';
constexpr std::uint8_t quit = 'Q';

}  // namespace

void ControlReader::feed(View bytes, std::vector<ControlMessage>& out) {
  if (is_broken_) return;
  in_.insert(in_.end(), bytes.begin(), bytes.end());
  std::size_t at = 0;
  while (in_.size() - at >= head) {
    const std::uint8_t letter = in_[at];
    const std::size_t length = std::size_t{in_[at + 1]} << 16 | std::size_t{in_[at + 2]} << 8 | in_[at + 3];
    const bool is_right =
        letter == quit ? length <= longest : letter == message && length >= numbers && length <= longest;
    if (!is_right) {
      is_broken_ = true;
      godot::analysis::release(in_);
      return;
    }
    if (in_.size() - at - head < length) break;
    ControlMessage one;
    one.is_quit = letter == quit;
    if (!one.is_quit) {
      const auto body = in_.begin() + static_cast<std::ptrdiff_t>(at + head);
      one.control = body[0];
      one.command = body[1];
      one.text.assign(body + numbers, body + static_cast<std::ptrdiff_t>(length));
    }
    out.push_back(std::move(one));
    at += head + length;
  }
  in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(at));
}

void append_control(Bytes& out, std::uint8_t control, Command command, std::string_view text) {
  text = text.substr(0, ControlReader::longest - numbers);
  const std::size_t length = numbers + text.size();
  out.push_back(message);
  out.push_back(static_cast<std::uint8_t>(length >> 16 & 0xFF));
  out.push_back(static_cast<std::uint8_t>(length >> 8 & 0xFF));
  out.push_back(static_cast<std::uint8_t>(length & 0xFF));
  out.push_back(control);
  out.push_back(static_cast<std::uint8_t>(command));
  out.insert(out.end(), text.begin(), text.end());
}

}  // namespace godotdump
