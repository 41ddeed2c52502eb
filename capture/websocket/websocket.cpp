// SPDX-License-Identifier: MIT
#include "capture/websocket/websocket.h"

#include <algorithm>
#include <utility>

namespace godot::capture {
namespace {

constexpr std::uint8_t final_bit = 0x80;
constexpr std::uint8_t deflated_bit = 0x40;
constexpr std::uint8_t reserved_bits = 0x30;
constexpr std::uint8_t masked_bit = 0x80;
constexpr std::uint8_t largest_control = 125;
constexpr std::string_view head_end = "\r\n\r\n";
// What a sender of permessage-deflate leaves out of each message.
constexpr std::array<std::uint8_t, 4> flush = {0, 0, 0xFF, 0xFF};

bool is_control(std::uint8_t code) { return code >= opcode::close; }

bool is_known(std::uint8_t code) { return code <= opcode::binary || (code >= opcode::close && code <= opcode::pong); }

std::string_view text_of_bytes(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Taken WebSocket::take(const Part& part) {
  Direction& direction = sides_[part.side];
  switch (direction.state) {
    case State::http: return take_http(direction, part);
    case State::frames: return take_frame(direction, part);
    case State::resynchronise: return resynchronise(direction, part);
    case State::skip: return skip(direction, part);
    case State::other: break;
  }
  return pass_over(part);
}

/// Bytes that cannot be read. Once the server has agreed, they had messages.
Taken WebSocket::pass_over(const Part& part) {
  if (is_upgraded_) reader_.lose(part, part.bytes.size());
  return {.bytes = part.bytes.size()};
}

/// The head is searched once: the end that was searched is remembered.
Taken WebSocket::take_http(Direction& direction, const Part& part) {
  const std::string_view text = text_of_bytes(part.bytes);
  const std::size_t from = direction.searched - std::min(direction.searched, head_end.size() - 1);
  const std::size_t end = text.substr(0, longest_head).find(head_end, from);
  direction.searched = text.size();
  if (end == std::string_view::npos) {
    if (may_be_http(part.bytes) && text.size() < longest_head) return {};
    direction.state = State::other;
    return {.bytes = part.bytes.size()};
  }
  direction.searched = 0;
  direction.state = read_http(part, text.substr(0, end)) ? State::frames : State::other;
  return {.bytes = end + head_end.size()};
}

bool WebSocket::read_http(const Part& part, std::string_view head) {
  const HttpHead read = read_http_head(head);
  if (read.asks && !is_asked_) {
    is_asked_ = true;
    client_ = part.side;
    reader_.upgrade(part, read.path);
    return true;
  }
  if (!read.agrees || (is_asked_ && part.side == client_)) return false;
  if (!is_asked_) client_ = part.side ^ 1;
  is_upgraded_ = true;
  deflation_ = read.deflation;
  // Without its request in the capture, the other side may send frames already.
  if (!is_asked_) sides_[client_].state = State::resynchronise;
  return true;
}

/// 0: more bytes are needed.
std::size_t WebSocket::read_head(std::span<const std::uint8_t> bytes, Head& head) {
  if (bytes.size() < 2) return 0;
  head.flags = bytes[0] & 0xF0;
  head.opcode = bytes[0] & 0x0F;
  head.is_final = (bytes[0] & final_bit) != 0;
  head.is_masked = (bytes[1] & masked_bit) != 0;
  head.length = bytes[1] & ~masked_bit & 0xFF;
  const std::size_t more = head.length == 126 ? 2 : head.length == 127 ? 8 : 0;
  head.size = 2 + more + (head.is_masked ? head.key.size() : 0);
  if (bytes.size() < head.size) return 0;
  if (more != 0) head.length = 0;
  for (std::size_t i = 0; i != more; ++i) head.length = head.length << 8 | bytes[2 + i];
  if (head.is_masked)
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(2 + more), head.key.size(), head.key.begin());
  return head.size;
}

bool WebSocket::is_plausible(const Head& head, Side side) const {
  constexpr std::uint64_t most = std::uint64_t{1} << 31;
  if ((head.flags & reserved_bits) != 0 || !is_known(head.opcode) || head.length > most) return false;
  if (is_control(head.opcode) && (!head.is_final || head.length > largest_control)) return false;
  return head.is_masked == (side == client_);
}

Taken WebSocket::take_frame(Direction& direction, const Part& part) {
  Head head;
  direction.frame_end = 0;
  if (read_head(part.bytes, head) == 0) return {.bytes = 0, .needs = part.bytes.size() < 2 ? 2 : head.size};
  if (!is_plausible(head, part.side)) {
    direction.state = State::other;
    return pass_over(part);
  }
  const std::uint64_t size = head.size + head.length;
  direction.frame_end = part.offset + size;
  if (part.bytes.size() < size) return {.bytes = 0, .needs = static_cast<std::size_t>(size)};
  read_frame(direction, part, head, part.bytes.subspan(head.size, static_cast<std::size_t>(head.length)));
  direction.frame_end = 0;
  return {.bytes = static_cast<std::size_t>(size)};
}

void WebSocket::read_frame(Direction& direction, const Part& part, const Head& head,
                           std::span<const std::uint8_t> payload) {
  if (head.is_masked) {
    direction.unmasked.assign(payload.begin(), payload.end());
    for (std::size_t i = 0; i != payload.size(); ++i) direction.unmasked[i] ^= head.key[i % head.key.size()];
    payload = direction.unmasked;
  }
  WebSocketMessage message;
  message.side = part.side;
  message.is_from_client = part.side == client_;
  message.opcode = head.opcode;
  message.is_masked = head.is_masked;
  message.is_deflated = (head.flags & deflated_bit) != 0;
  const bool continues = head.opcode == opcode::continuation;
  // The rest of a message whose beginning was lost.
  if (continues && !direction.has_message) return;
  if (continues) message = direction.message;
  message.frame = part.frame;
  message.time = part.time;
  message.frame_length = part.length;
  message.offset = part.offset;
  message.wire_length += head.size + head.length;
  message.parts += continues ? 1 : 0;
  if (is_control(head.opcode) || (head.is_final && !continues)) {
    complete(direction, message, payload);
    return;
  }
  if (!continues) direction.joined.clear();
  direction.joined.insert(direction.joined.end(), payload.begin(), payload.end());
  direction.message = message;
  direction.has_message = !head.is_final;
  if (head.is_final) complete(direction, message, direction.joined);
}

void WebSocket::complete(Direction& direction, WebSocketMessage& message, std::span<const std::uint8_t> payload) {
  message.payload = payload;
  if (message.is_deflated) inflate(direction, message);
  reader_.message(message);
}

void WebSocket::inflate(Direction& direction, WebSocketMessage& message) {
  const bool begins_anew = deflation_.begins_anew[message.is_from_client ? 0 : 1];
  if (direction.inflater == nullptr && make_inflater_ != nullptr) direction.inflater = make_inflater_();
  if (begins_anew && direction.inflater != nullptr) direction.inflater->reset();
  direction.inflated.clear();
  const bool can = direction.inflater != nullptr && (begins_anew || !direction.inflater_lost);
  message.is_unreadable = !can || !direction.inflater->inflate(message.payload, direction.inflated, largest) ||
                          !direction.inflater->inflate(flush, direction.inflated, largest);
  direction.inflater_lost = direction.inflater_lost || message.is_unreadable;
  if (!message.is_unreadable) message.payload = direction.inflated;
}

void WebSocket::lose(const Part& next, std::uint64_t count) {
  Direction& direction = sides_[next.side];
  if (direction.state == State::http && !is_upgraded_) direction.state = State::other;
  if (direction.state == State::other) return;
  reader_.lose(next, count);
  direction.has_message = false;
  direction.inflater_lost = true;
  const bool knows_end =
      direction.state != State::resynchronise && direction.state != State::http && direction.frame_end >= next.offset;
  direction.state = !knows_end ? State::resynchronise : State::skip;
}

/// The rest of a frame that has a gap in it.
Taken WebSocket::skip(Direction& direction, const Part& part) {
  const std::uint64_t left = direction.frame_end - std::min(direction.frame_end, part.offset);
  if (part.bytes.size() < left) return {.bytes = part.bytes.size()};
  direction.state = State::frames;
  direction.frame_end = 0;
  if (left == 0) return take_frame(direction, part);
  return {.bytes = static_cast<std::size_t>(left)};
}

/// A segment begins here. Its frames are believed if the last one ends with it. Godot sends a frame's head and its
/// payload in segments of their own: a segment that may be a head waits for the next one, which has to be its payload.
Taken WebSocket::resynchronise(Direction& direction, const Part& part) {
  constexpr std::uint64_t longest_payload = std::uint64_t{64} << 10;
  auto rest = part.bytes;
  while (!rest.empty()) {
    Head head;
    if (read_head(rest, head) == 0 || !is_plausible(head, part.side)) return pass_over(part);
    const std::size_t follows = rest.size() - head.size;
    if (follows == 0 && rest.size() == part.bytes.size() && head.length != 0 && head.length <= longest_payload)
      return {.bytes = 0, .needs = head.size + static_cast<std::size_t>(head.length)};
    if (head.length > follows) return pass_over(part);
    rest = rest.subspan(head.size + static_cast<std::size_t>(head.length));
  }
  direction.state = State::frames;
  return take_frame(direction, part);
}

void WebSocket::end(const Part& at) { sides_[at.side].joined = std::vector<std::uint8_t>(); }

}  // namespace godot::capture
