// SPDX-License-Identifier: MIT
// What the heads in one direction of a connection say: of HTTP, of frames of WebSocket (RFC 6455), or that it begins
// with TLS. Payloads are passed over, but for that of a Close.
//
// Bytes come in order, in pieces of any size. Memory: a head of HTTP (longest_head at most), or of a frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "codec/websocket/frame_head.h"
#include "codec/websocket/http_head.h"

namespace godot::analysis::tcp_ends {

using websocket::FrameHead;
using websocket::HttpHead;

/// The first bytes of a direction.
enum class Opening : std::uint8_t { none, http, tls_hello, tls_alert, other };

/// Gets what is read. An interface, because a connection, which has two Heads, is a layer above.
class HeadReader {
 public:
  HeadReader() = default;
  HeadReader(const HeadReader&) = delete;
  HeadReader& operator=(const HeadReader&) = delete;
  virtual void http(const HttpHead& head) = 0;
  virtual void frame(const FrameHead& head) = 0;
  /// The code of a Close; 0: it has none.
  virtual void close(std::uint16_t code) = 0;
  /// Of the current message's payload: called with the last bytes of each frame that has any.
  virtual void complete() = 0;

 protected:
  ~HeadReader() = default;
};

class Heads {
 public:
  static constexpr std::size_t longest_head = std::size_t{8} << 10;

  void take(std::span<const std::uint8_t> bytes, HeadReader& reader);
  /// The capture lacks bytes. False: what follows cannot be read.
  bool lose(std::uint64_t count, HeadReader& reader);

  [[nodiscard]] Opening opening() const noexcept { return opening_; }
  /// The payload of a frame has not come to its end.
  [[nodiscard]] std::uint64_t missing() const noexcept { return skip_; }

 private:
  enum class State : std::uint8_t { opening, http, frames, other };
  static constexpr std::size_t longest_frame_head = 14;
  static constexpr std::size_t longest_control = 125;

  std::size_t take_http(std::span<const std::uint8_t> bytes, HeadReader& reader);
  std::size_t take_frame(std::span<const std::uint8_t> bytes, HeadReader& reader);
  void open(std::uint8_t first, std::uint8_t second) noexcept;
  [[nodiscard]] std::size_t head_size() const noexcept;
  [[nodiscard]] FrameHead frame_head() const noexcept;
  void finish_head(HeadReader& reader);
  void read_close(const FrameHead& head, HeadReader& reader) const;
  void skip(std::uint64_t count, HeadReader& reader);

  State state_ = State::opening;
  Opening opening_ = Opening::none;
  std::string text_;  ///< of HTTP's head, as far as it came
  std::array<std::uint8_t, longest_frame_head + longest_control> head_ = {};
  std::size_t size_ = 0;
  std::uint64_t skip_ = 0;  ///< bytes of the payload that have not come
};

}  // namespace godot::analysis::tcp_ends
