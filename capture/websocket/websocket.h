// SPDX-License-Identifier: MIT
// Messages of WebSocket (RFC 6455) on any port of TCP, from the upgrade of HTTP on, with permessage-deflate (RFC 7692).
//
// A connection whose beginning was not captured, or that does not upgrade, gives no messages. Behind a gap in a frame's
// payload, reading goes on at the next frame; behind one that has a frame's head, at the next segment whose frames fill
// it.
//
// Memory: the frame or the fragmented message that is not complete; inflated messages end at `WebSocket::largest`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "capture/packed/unpack.h"
#include "capture/tcp/connections.h"

namespace godot::capture {

namespace opcode {
inline constexpr std::uint8_t continuation = 0;
inline constexpr std::uint8_t text = 1;
inline constexpr std::uint8_t binary = 2;
inline constexpr std::uint8_t close = 8;
inline constexpr std::uint8_t ping = 9;
inline constexpr std::uint8_t pong = 10;
}  // namespace opcode

struct WebSocketMessage {
  Side side = 0;                          ///< who sends it, in Connection::ends
  bool is_from_client = false;            ///< of the one that asked for the upgrade
  std::uint8_t opcode = 0;                ///< of its first frame
  std::span<const std::uint8_t> payload;  ///< unmasked, joined and inflated; until the call ends
  std::uint32_t frame = 0;                ///< the capture's frame that completes it
  std::int64_t time = 0;                  ///< when that frame was captured
  std::uint32_t frame_length = 0;         ///< of that frame, on the wire
  std::uint64_t offset = 0;               ///< of the head of its last WebSocket frame, in the direction
  std::uint64_t wire_length = 0;          ///< with the heads of all its frames
  std::uint32_t parts = 1;                ///< how many WebSocket frames the message has
  bool is_masked = false;
  bool is_deflated = false;  ///< it was on the wire
  bool is_unreadable =
      false;  ///< deflated, and not inflated: no inflater, damaged, too long, or one before was lost; `payload` as sent
};

class WebSocketReader {
 public:
  WebSocketReader() = default;
  WebSocketReader(const WebSocketReader&) = delete;
  WebSocketReader& operator=(const WebSocketReader&) = delete;
  virtual ~WebSocketReader() = default;

  /// A request whose answer may be an upgrade, with the path of its first line: until the call ends.
  virtual void upgrade(const Part& part, std::string_view path) = 0;
  virtual void message(const WebSocketMessage& message) = 0;
  /// `count` bytes were not captured, or could not be read: messages may be missing before the next one.
  virtual void lose(const Part& next, std::uint64_t count) = 0;
};

/// The answer's parameters of permessage-deflate.
struct Deflation {
  bool is_used = false;
  std::array<bool, 2> begins_anew{};  ///< each message is independent; [0] of the client
};

/// Reads the messages of one connection.
class WebSocket final : public Consumer {
 public:
  static constexpr std::size_t largest = std::size_t{16} << 20;       ///< bytes of an inflated message at most
  static constexpr std::size_t longest_head = std::size_t{64} << 10;  ///< bytes of HTTP's lines at most

  /// Both live as long as this. `make_inflater` null: deflated messages are not read.
  explicit WebSocket(WebSocketReader& reader, MakeInflater make_inflater = &capture::make_inflater) noexcept
      : reader_(reader), make_inflater_(make_inflater) {}

  /// True from the request for an upgrade on.
  [[nodiscard]] bool is_asked() const noexcept { return is_asked_; }

  /// True once the server has agreed.
  [[nodiscard]] bool is_upgraded() const noexcept { return is_upgraded_; }

  /// True if this side's first bytes are no upgrade.
  [[nodiscard]] bool is_other(Side side) const noexcept { return sides_[side].state == State::other; }

  [[nodiscard]] Taken take(const Part& part) override;
  void lose(const Part& next, std::uint64_t count) override;
  void end(const Part& at) override;

 private:
  enum class State : std::uint8_t { http, frames, resynchronise, skip, other };

  struct Head {
    std::uint8_t flags = 0;
    std::uint8_t opcode = 0;
    bool is_final = false;
    bool is_masked = false;
    std::array<std::uint8_t, 4> key{};
    std::size_t size = 0;
    std::uint64_t length = 0;
  };

  struct Direction {
    State state = State::http;
    std::size_t searched = 0;     ///< bytes of HTTP's head that have no end
    std::uint64_t frame_end = 0;  ///< offset behind the frame that is not complete; 0: its head is not complete
    bool has_message = false;     ///< fragments of a message that is not complete
    WebSocketMessage message;     ///< what is known of it
    std::vector<std::uint8_t> joined;
    std::vector<std::uint8_t> unmasked;
    std::vector<std::uint8_t> inflated;
    std::unique_ptr<Inflater> inflater;
    bool inflater_lost = false;  ///< a message that later ones need was not read
  };

  Taken pass_over(const Part& part);
  Taken take_http(Direction& direction, const Part& part);
  bool read_http(const Part& part, std::string_view head);
  Taken take_frame(Direction& direction, const Part& part);
  Taken resynchronise(Direction& direction, const Part& part);
  Taken skip(Direction& direction, const Part& part);
  [[nodiscard]] bool is_plausible(const Head& head, Side side) const;
  static std::size_t read_head(std::span<const std::uint8_t> bytes, Head& head);
  void read_frame(Direction& direction, const Part& part, const Head& head, std::span<const std::uint8_t> payload);
  void complete(Direction& direction, WebSocketMessage& message, std::span<const std::uint8_t> payload);
  void inflate(Direction& direction, WebSocketMessage& message);

  WebSocketReader& reader_;
  MakeInflater make_inflater_;
  std::array<Direction, 2> sides_;
  bool is_asked_ = false;
  bool is_upgraded_ = false;
  Side client_ = 0;
  Deflation deflation_;
};

/// What the head of HTTP says, without its empty line.
struct HttpHead {
  bool asks = false;    ///< a request for an upgrade to WebSocket
  bool agrees = false;  ///< the answer that grants it
  std::string_view path;
  Deflation deflation;
};
[[nodiscard]] HttpHead read_http_head(std::string_view head);

/// True if these bytes may begin a request or an answer of HTTP.
[[nodiscard]] bool may_be_http(std::span<const std::uint8_t> bytes) noexcept;

}  // namespace godot::capture
