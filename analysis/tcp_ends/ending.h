// SPDX-License-Identifier: MIT
// What is known of a connection over TCP when it ends, or is not made: plain values, kept for the frame that shows it.
// Times are nanoseconds by the capture's clock; frames are 0 if there is none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/time.h"

namespace godot::analysis::tcp_ends {

enum class What : std::uint8_t {
  closed,       ///< a Close that says why
  silence,      ///< the end of TCP without a Close, after silence
  heartbeat,    ///< the end of TCP without a Close, by an end whose Ping has no Pong
  refused,      ///< an answer of HTTP that is not 101
  unanswered,   ///< the end of TCP before an answer of HTTP
  subprotocol,  ///< an answer whose sub-protocol the client refuses
  tls,          ///< a request in plain text, and an answer of TLS; or the reverse
  window,       ///< a window of 0 for a time
  unread,       ///< a frame of WebSocket that its receiver refuses
  held,         ///< segments that waited for a lost one
  nagle,        ///< small segments that wait for late acknowledgements
  slept,        ///< nothing came for a time, not even an acknowledgement
};

/// What is wrong with a frame of WebSocket.
enum class Fault : std::uint8_t { none, compressed, unmasked, masked, reserved, unknown, control, order };

/// What a client asked for, and what it got.
enum class Subprotocol : std::uint8_t { fits, none_chosen, not_asked, other };

struct Ending {
  static constexpr std::size_t longest_text = 96;

  What what = What::closed;
  bool by_client = false;       ///< of the two ends, the client shows it
  bool knows_client = true;     ///< false: the capture does not show which end is the client
  bool goes_on = false;         ///< of a wait: it is not over in the frame that has shown it last
  bool is_reset = false;        ///< TCP ends by a reset
  bool offers = false;          ///< the request names sub-protocols
  bool speaks_tls = false;      ///< what the answer, or the request, is
  bool is_first_after = false;  ///< of a silence: a message came after it, and was answered by the end
  std::uint16_t code = 0;       ///< of a Close, or the status of HTTP
  Fault fault = Fault::none;    ///< of the first frame that is wrong
  Subprotocol subprotocol = Subprotocol::fits;
  std::uint32_t frame = 0;                   ///< the frame that shows the cause
  std::uint32_t serves_in = 0;               ///< the server of an unanswered request sends to another WebSocket then
  std::uint32_t polls_in = 0;                ///< ... while the client waits; or the end that owes a Pong sends
  std::uint32_t goes_on_in = 0;              ///< ... sends later, too, to one that was there before
  std::uint32_t serves_again_in = 0;         ///< ... or to one that came since
  std::uint32_t same_in = 0;                 ///< another connection has ended after the same silence
  bool has_two_sides = false;                ///< ... at the same moment, shown by the other end: those of a proxy
  bool is_whole = false;                     ///< the silence is whole seconds
  bool is_quick = false;                     ///< other acknowledgements came at once
  bool is_acknowledged = false;              ///< of a Ping: the other end's system has it
  bool is_websocket = true;                  ///< of a connection that was one, or was to be one
  std::uint32_t count = 0;                   ///< how many segments have waited, or were sent again
  std::uint32_t last_in = 0;                 ///< frame of the last of them
  std::uint32_t missed_in = 0;               ///< frame of the one that was lost; 0: the capture lacks it
  std::uint32_t filled_in = 0;               ///< frame that brought it
  std::uint64_t size = 0;                    ///< of the message, of what waited or was sent to a closed window
  Nanoseconds length = 0;                    ///< of the silence, or of the wait; the shortest, if there are several
  Nanoseconds longest = 0;                   ///< ... the longest of several
  Nanoseconds every = 0;                     ///< the interval at which who slept sent before; of Pings, 0: one alone
  std::array<char, longest_text> text = {};  ///< where a redirection leads, cut to this length; ASCII
};

/// True if no WebSocket was made: all bytes are those of HTTP or TLS.
[[nodiscard]] constexpr bool is_of_upgrade(What what) noexcept {
  return what == What::refused || what == What::unanswered || what == What::subprotocol || what == What::tls;
}

}  // namespace godot::analysis::tcp_ends
