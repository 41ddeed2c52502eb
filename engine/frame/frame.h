// SPDX-License-Identifier: MIT
// A frame of a capture as a host gives it to the engine, and what of it a step needs. Plain values.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "analysis/facts/frame_facts.h"
#include "base/arena.h"
#include "base/host.h"
#include "codec/relay/relay_fate.h"

namespace godot::analysis::plots {
struct NumbersOfFrame;
}

namespace godot::engine {

/// An end of a flow. `family`: 4 or 6, the version of IP; 0: none.
struct Address {
  std::array<std::uint8_t, 16> bytes = {};  ///< the first four of IPv4
  std::uint8_t family = 0;
  std::uint16_t port = 0;

  [[nodiscard]] auto operator<=>(const Address&) const noexcept = default;
  // Ends are compared several times for each datagram: as numbers, and the ports first, which differ most often.
  [[nodiscard]] bool operator==(const Address& other) const noexcept {
    return port == other.port && has_host_of(other);
  }
  [[nodiscard]] bool has_host_of(const Address& other) const noexcept {
    using Halves = std::array<std::uint64_t, 2>;
    const auto own = std::bit_cast<Halves>(bytes);
    const auto its = std::bit_cast<Halves>(other.bytes);
    return family == other.family && own[0] == its[0] && own[1] == its[1];
  }
  [[nodiscard]] std::string_view host() const noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), family == 4 ? 4U : family == 6 ? 16U : 0U};
  }
};

struct AddressHash {
  [[nodiscard]] std::size_t operator()(const Address& address) const noexcept;
};

/// The host of an address as a number, the same for each of its ports; 0: it has none.
[[nodiscard]] std::uint64_t host_key(const Address& address) noexcept;

/// "127.0.0.1:4433", "[::1]:4433", as Wireshark writes it.
[[nodiscard]] std::string text_of(const Address& address);

/// What is known of a frame before its content is read.
struct Frame {
  std::uint32_t number = 0;      ///< from 1, in the order of the capture
  std::int64_t time = 0;         ///< when it was captured, in nanoseconds since 1970
  std::int64_t since_begin = 0;  ///< nanoseconds since the capture's first frame
  std::uint32_t length = 0;      ///< bytes that it had on the wire
  std::uint32_t captured_length = 0;
  const relay::Fate* fate = nullptr;  ///< what a relay says of it, on the first pass; null: nothing
  bool first_pass = true;

  [[nodiscard]] bool is_cut() const noexcept { return captured_length < length; }
};

/// What the packet list says of a message; texts live as long as the frame.
struct MessageLine {
  const char* from = nullptr;  ///< null: not shown, as of values alone
  const char* to = nullptr;
  const char* text = nullptr;
  const char* problem = nullptr;
  bool malformed = false;
  bool again = false;    ///< a retransmission: the message counts in another frame
  bool earlier = false;  ///< sent before the capture: not counted
};

/// What follows the text, as in the packet list: " [again]".
[[nodiscard]] std::string marks_of(const MessageLine& line);

/// Gets the lines of a frame, in the order of its messages.
class Lines {
 public:
  virtual void line(const Frame& frame, const MessageLine& line) = 0;

 protected:
  ~Lines() = default;
};

class Tree;

/// The frame while it is read. Everything in it lives until the next frame.
struct Packet {
  const Frame& frame;
  Address source = {};
  Address destination = {};
  analysis::Host host;                                 ///< memory and texts of the frame
  analysis::facts::Collection* facts = nullptr;        ///< null: nobody needs them
  Lines* lines = nullptr;                              ///< null: nobody needs them
  Tree* tree = nullptr;                                ///< gets its items; null: nobody needs them
  analysis::plots::NumbersOfFrame* numbers = nullptr;  ///< gets those that a watch can find; null: nobody needs them
  bool with_problems = false;                          ///< the messages' problems are needed
  bool with_texts = false;                             ///< the messages' lines and values are needed
  bool with_values = false;                            ///< ... and the values of states
  bool is_quoted = false;                              ///< by an ICMP error
  std::uint32_t messages = 0;                          ///< that were read of it so far

  [[nodiscard]] const analysis::Arena& arena() const noexcept { return host.arena; }
};

}  // namespace godot::engine
