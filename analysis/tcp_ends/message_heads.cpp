// SPDX-License-Identifier: MIT
#include "analysis/tcp_ends/message_heads.h"

#include <algorithm>

namespace godot::analysis::tcp_ends {
namespace {

constexpr std::string_view head_end = "\r\n\r\n";
constexpr std::uint8_t final_bit = 0x80;
constexpr std::uint8_t masked_bit = 0x80;
constexpr std::uint8_t tls_alert = 0x15;
constexpr std::uint8_t tls_handshake = 0x16;
constexpr std::uint8_t tls_major = 3;
constexpr std::size_t key_size = 4;

}  // namespace

void Heads::open(std::uint8_t first, std::uint8_t second) noexcept {
  const bool is_http = (first == 'G' && second == 'E') || (first == 'H' && second == 'T');
  opening_ = is_http                                         ? Opening::http
             : first == tls_handshake && second == tls_major ? Opening::tls_hello
             : first == tls_alert && second == tls_major     ? Opening::tls_alert
                                                             : Opening::other;
  state_ = is_http ? State::http : State::other;
}

void Heads::take(std::span<const std::uint8_t> bytes, HeadReader& reader) {
  while (!bytes.empty()) {
    if (state_ == State::other) return;
    if (state_ == State::opening) {
      head_[size_++] = bytes.front();
      text_ += static_cast<char>(bytes.front());
      bytes = bytes.subspan(1);
      if (size_ < 2) continue;
      open(head_[0], head_[1]);
      size_ = 0;
      continue;
    }
    bytes = bytes.subspan(state_ == State::http ? take_http(bytes, reader) : take_frame(bytes, reader));
  }
}

std::size_t Heads::take_http(std::span<const std::uint8_t> bytes, HeadReader& reader) {
  const std::size_t before = text_.size();
  const std::size_t searched = before - std::min(before, head_end.size() - 1);
  text_.append(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), longest_head));
  const std::size_t end = text_.find(head_end, searched);
  if (end == std::string::npos) {
    if (text_.size() > longest_head) state_ = State::other;
    return bytes.size();
  }
  const std::size_t taken = end + head_end.size() - before;
  const std::string_view text = text_;
  HttpHead head = websocket::read_http(text.substr(0, end));
  head.body = text.substr(end + head_end.size());
  constexpr std::uint16_t switches = 101;
  state_ = head.asks || head.status == switches ? State::frames : State::other;
  reader.http(head);
  text_.clear();
  text_.shrink_to_fit();
  return taken;
}

std::size_t Heads::head_size() const noexcept {
  constexpr std::uint8_t two = 126;
  constexpr std::uint8_t eight = 127;
  if (size_ < 2) return 2;
  const std::uint8_t length = head_[1] & ~masked_bit & 0xFF;
  return 2 + (length == two ? 2U : length == eight ? 8U : 0U) + ((head_[1] & masked_bit) != 0 ? key_size : 0U);
}

FrameHead Heads::frame_head() const noexcept {
  FrameHead head;
  head.reserved = head_[0] >> 4 & 7;
  head.code = head_[0] & 0x0F;
  head.is_final = (head_[0] & final_bit) != 0;
  head.is_masked = (head_[1] & masked_bit) != 0;
  head.length = head_[1] & ~masked_bit & 0xFF;
  const std::size_t more = head_size() - 2 - (head.is_masked ? key_size : 0);
  if (more != 0) head.length = 0;
  for (std::size_t i = 0; i != more; ++i) head.length = head.length << 8 | head_[2 + i];
  return head;
}

std::size_t Heads::take_frame(std::span<const std::uint8_t> bytes, HeadReader& reader) {
  if (skip_ != 0) {
    const std::uint64_t count = std::min<std::uint64_t>(skip_, bytes.size());
    skip(count, reader);
    return static_cast<std::size_t>(count);
  }
  head_[size_++] = bytes.front();
  std::size_t needs = head_size();
  if (size_ >= needs) {
    const FrameHead head = frame_head();
    if (head.code == websocket::opcode::close && head.length <= longest_control)
      needs += static_cast<std::size_t>(head.length);
  }
  if (size_ >= needs) finish_head(reader);
  return 1;
}

void Heads::finish_head(HeadReader& reader) {
  const FrameHead head = frame_head();
  const bool has_all = head.code == websocket::opcode::close && head.length <= longest_control;
  reader.frame(head);
  if (has_all) read_close(head, reader);
  size_ = 0;
  skip_ = has_all ? 0 : head.length;
  if (skip_ == 0) reader.complete();
}

void Heads::read_close(const FrameHead& head, HeadReader& reader) const {
  const std::size_t begin = head_size();
  if (head.length < 2) return reader.close(0);
  std::uint8_t high = head_[begin];
  std::uint8_t low = head_[begin + 1];
  if (head.is_masked) {
    high ^= head_[begin - key_size];
    low ^= head_[begin - key_size + 1];
  }
  reader.close(static_cast<std::uint16_t>(high << 8 | low));
}

void Heads::skip(std::uint64_t count, HeadReader& reader) {
  skip_ -= count;
  if (skip_ == 0) reader.complete();
}

bool Heads::lose(std::uint64_t count, HeadReader& reader) {
  if (state_ == State::frames && count <= skip_ && size_ == 0) {
    skip(count, reader);
    return true;
  }
  state_ = State::other;
  return false;
}

}  // namespace godot::analysis::tcp_ends
