// SPDX-License-Identifier: MIT
// One connection over TCP as its segments show it: what was asked for and answered, the heads of WebSocket's frames,
// when something was last sent. In: the segments of both directions in the order of the capture. Out: its ends
// (ending.h). Memory: constant, what waits for a segment that comes late (tcp_order.h), and what is not acknowledged
// (waits.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "analysis/tcp_ends/ending.h"
#include "analysis/tcp_ends/message_heads.h"
#include "analysis/tcp_ends/sleeps.h"
#include "analysis/tcp_ends/tcp_order.h"
#include "analysis/tcp_ends/waits.h"

namespace godot::analysis::tcp_ends {

/// A segment of TCP.
struct Segment {
  std::uint32_t stream = 0;  ///< number of its connection
  std::uint32_t frame = 0;
  Nanoseconds time = 0;
  std::uint8_t side = 0;  ///< 0 or 1: which end sends it
  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;
  std::uint32_t window = 0;    ///< that its sender offers
  std::uint32_t reported = 0;  ///< bytes of the payload on the wire
  std::uint64_t target = 0;    ///< of a SYN: a number for the address and port that it is sent to; 0: not known
  bool opens = false;          ///< the flag SYN: it opens its direction
  bool acknowledges = false;   ///< the flag ACK: `acknowledged` is valid
  bool ends = false;           ///< the flag FIN: its direction ends here
  bool resets = false;         ///< the flag RST: the connection ends here
  std::span<const std::uint8_t> payload = {};
};

/// Gets what a segment shows. An interface, because Ends, which knows all connections, is a layer above.
class EndingSink {
 public:
  EndingSink() = default;
  EndingSink(const EndingSink&) = delete;
  EndingSink& operator=(const EndingSink&) = delete;
  virtual void found(const Ending& ending) = 0;
  /// What an earlier frame has shown goes on, or is over: this replaces it there.
  virtual void found_more(std::uint32_t shown_in, const Ending& ending) = 0;
  /// The end of TCP without a Close, after silence: whether it is said depends on other connections.
  virtual void found_silence(Ending ending, Nanoseconds time) = 0;
  /// A request of that time gets no answer: which causes remain depends on the server's other connections.
  virtual void found_unanswered(Ending ending, Nanoseconds asked_at) = 0;
  /// The segment ends the head of a Close, Ping or Pong, which has so many bytes with its payload.
  virtual void found_control(std::uint8_t code, std::uint32_t size) = 0;
  /// The segment ends a message in several frames, whose heads have so many bytes more than that of one frame.
  virtual void found_heads(std::uint32_t size) = 0;

 protected:
  ~EndingSink() = default;
};

class Connection {
 public:
  void add(const Segment& segment, EndingSink& sink);

  /// Messages of it are Godot's.
  void mark() noexcept { is_godots_ = true; }
  [[nodiscard]] bool is_godots() const noexcept { return is_godots_; }

  /// The server of a WebSocket, as Segment::target has it; 0: not known, or it is no WebSocket.
  [[nodiscard]] std::uint64_t server() const noexcept { return is_upgraded_ ? server_ : 0; }
  [[nodiscard]] std::uint64_t target() const noexcept { return server_; }
  /// The frame of the client's request; 0: before the capture.
  [[nodiscard]] std::uint32_t asked_in() const noexcept { return asked_in_; }
  /// When the server last sent something, and in which frame.
  [[nodiscard]] Nanoseconds served_at() const noexcept { return sides_[client_ ^ 1U].last_at; }
  [[nodiscard]] std::uint32_t served_in() const noexcept { return sides_[client_ ^ 1U].last_frame; }

 private:
  class Reader;
  friend class Reader;

  /// What one end has sent.
  struct Sent {
    Order order;
    Heads heads;
    std::uint32_t last_frame = 0;  ///< with a payload, and when it was
    Nanoseconds last_at = 0;
    Opening opening = Opening::none;
    std::uint32_t fault_in = 0;
    Fault fault = Fault::none;
    bool has_message = false;      ///< one in parts is open
    std::uint64_t message = 0;     ///< bytes of the message that is not complete, as its heads say
    std::uint32_t head_bytes = 0;  ///< of the heads of its frames
    bool is_masked = false;        ///< its frames are masked by keys
    std::uint32_t message_in = 0;  ///< the frame where that message begins
    std::uint64_t largest = 0;     ///< of the messages that are
    std::uint32_t largest_in = 0;
    bool lacks = false;       ///< the capture has not everything
    Nanoseconds shut_at = 0;  ///< since when its window is 0
    std::uint32_t shut_in = 0;
    std::uint32_t shut_for = 0;       ///< bytes that were sent to it meanwhile
    std::uint32_t said_in = 0;        ///< the frame that shows it; 0: none does
    Nanoseconds opened_at = 0;        ///< when its SYN was captured
    Nanoseconds turn = 0;             ///< from what opens the connection until its answer; 0: not in the capture
    Nanoseconds pinged_at = 0;        ///< when it sent its last Ping
    Nanoseconds ping_interval = 0;    ///< ... after the one before; 0: it is the first
    std::uint32_t unanswered_in = 0;  ///< ... in which frame; 0: it has a Pong
    HeadOfLine line;
    Nagle nagle;
    Sleeper sleeper;
  };

  void take(const Segment& segment, std::uint8_t side, std::span<const std::uint8_t> bytes, EndingSink& sink);
  void lose(std::uint8_t side, std::uint64_t count, const Segment& segment, EndingSink& sink);
  void follow_window(const Segment& segment, EndingSink& sink);
  void open_window(std::uint8_t side, const Segment& segment, EndingSink& sink);
  void tell_window(std::uint8_t side, const Segment& segment, bool is_over, EndingSink& sink);
  void end(const Segment& segment, EndingSink& sink);
  void end_unanswered(const Segment& segment, EndingSink& sink);
  void end_silently(const Segment& segment, EndingSink& sink);
  [[nodiscard]] bool end_by_heartbeat(const Segment& segment, EndingSink& sink) const;
  void note_payload(const Segment& segment) noexcept;
  void note_opening(const Segment& segment) noexcept;
  void follow_waits(const Segment& segment, bool is_new, EndingSink& sink);
  void follow_sleep(const Segment& segment, bool has_payload, bool is_new, EndingSink& sink);
  void find_held(const Segment& segment, const HeldSegments& held, EndingSink& sink) const;
  void read_head(const Segment& segment, std::uint8_t side, const HttpHead& head, EndingSink& sink);
  void read_answer(const HttpHead& head, EndingSink& sink);
  void read_frame(const Segment& segment, std::uint8_t side, const FrameHead& head, EndingSink& sink);
  void read_close(std::uint8_t side, std::uint16_t code, EndingSink& sink);
  void note_control(const Segment& segment, std::uint8_t side, std::uint8_t code) noexcept;
  [[nodiscard]] Fault fault_of(const Sent& sent, std::uint8_t side, const FrameHead& head) const noexcept;
  [[nodiscard]] Subprotocol compare(std::string_view chosen) const noexcept;
  [[nodiscard]] bool is_answer_of_tls(std::uint8_t side) const noexcept;
  [[nodiscard]] bool knows_client() const noexcept { return is_opened_ || is_asked_; }
  [[nodiscard]] bool is_whole() const noexcept { return !sides_[0].lacks && !sides_[1].lacks; }

  std::array<Sent, 2> sides_;
  std::uint8_t client_ = 0;
  bool is_opened_ = false;  ///< the capture has the SYN of an end
  bool is_asked_ = false;
  bool is_answered_ = false;
  bool is_upgraded_ = false;
  bool is_godots_ = false;
  bool asks_as_godot_ = false;  ///< the request is as WebSocketPeer writes it
  bool offers_deflate_ = false;
  bool deflates_ = false;
  bool has_ended_ = false;
  bool has_closed_ = false;
  bool has_gaps_ = false;        ///< the capture lacks bytes of an end
  bool is_doubled_ = false;      ///< the capture has its segments twice: of two places
  bool has_two_clocks_ = false;  ///< acknowledgements stand before what they acknowledge
  Nanoseconds quiet_ = 0;        ///< how long nothing was sent before one end spoke again; 0: the other has answered
  Nanoseconds spoke_at_ = 0;
  std::uint8_t spoke_ = 0;
  std::uint64_t server_ = 0;
  std::uint32_t asked_in_ = 0;
  Nanoseconds asked_at_ = 0;
  std::array<char, Ending::longest_text> offered_ = {};
};

}  // namespace godot::analysis::tcp_ends
