// SPDX-License-Identifier: MIT
// Recognises Godot's multiplayer and its generation. Other programs use the same transports (ENet, WebSocket, data
// channels). Evidence: messages are commands which end exactly where the message ends, numbers of nodes and peers are
// counted as in engines, and the transport is used as by engines.
//
// observe() judges one message and keeps no state. Recognition sums up the evidence of a connection; it is a plain
// value that the caller keeps.
//
// Sources: modules/multiplayer/scene_multiplayer.cpp (send_command), modules/enet/enet_multiplayer_peer.cpp of 4.x,
// modules/enet/networked_multiplayer_enet.cpp, modules/websocket/websocket_multiplayer_peer.cpp of both generations.
#pragma once

#include <array>
#include <cstdint>

#include "codec/core/bytes.h"
#include "codec/multiplayer/protocol.h"
#include "codec/multiplayer/transport.h"
#include "codec/multiplayer/walk.h"

namespace godot::multiplayer {

/// The form of a connection's messages.
enum class Format : std::uint8_t {
  scene,        ///< 4.x over any transport
  enet_8,       ///< 3.2 to 3.6 over ENet
  enet_12,      ///< 2.1 to 3.1 over ENet
  websocket_9,  ///< Godot 3.x over WebSocket, with its header of 9 bytes
  named,        ///< 3.x over a data channel
};
inline constexpr std::size_t format_count = 5;

/// A set of formats, bit i for the Format i.
using FormatSet = std::uint8_t;
[[nodiscard]] constexpr FormatSet set_of(Format format) noexcept {
  return static_cast<FormatSet>(1U << static_cast<unsigned>(format));
}

/// The transport's data about a message and its connection.
struct Transmission {
  Transport transport = Transport::enet;
  Delivery delivery = Delivery::reliable;
  std::uint8_t channel = 0;    ///< the number of ENet's channel
  bool from_client = false;    ///< as far as known: see `has_handshake`
  bool first = false;          ///< the first in this direction, and the capture has the handshake
  bool has_handshake = false;  ///< in the capture: which end is the client is certain, and so are ENet's values below
  std::uint32_t channel_count = 0;  ///< ENet: as the client requested it
  std::uint32_t connect_data = 0;   ///< ENet: data of Connect, in Godot the client's id
};

/// ENet's handshake is that of a Godot client of this format with its engine's defaults.
[[nodiscard]] bool is_godot_handshake(const Transmission& how, Format format) noexcept;

/// The evidence of one message.
struct Observation {
  FormatSet fits = 0;                               ///< formats in which it parses as sent by an engine
  FormatSet refused = 0;                            ///< formats in which no engine sends it
  std::array<std::uint8_t, format_count> points{};  ///< for each format; 0 = no evidence
  ConfirmForm confirm = ConfirmForm::automatic;     ///< the form of a Confirm path that shows it
  FormatSet commands = 0;                           ///< formats in which it is a command that other bytes hardly are
  FormatSet values = 0;                             ///< formats in which it is no command but one Variant
  FormatSet others = 0;                             ///< formats in which it is neither, behind a good header
  bool godot2 = true;                               ///< its Variants can be those of Godot 2
  bool godot3 = true;                               ///< or of Godot 3
  std::uint32_t fingerprint = 0;                    ///< differs for different messages: repetitions are no new
                                                    /// evidence
};

/// Whether it is a proof: no other program sends such a message.
inline constexpr std::uint8_t points_proof = 200;

/// Judges a message. If the capture cut it, the rest counts if it fits.
[[nodiscard]] Observation observe(const Buffer& message, const Transmission& how) noexcept;

/// The options for a message of this format; `generation` and `confirm`: as its connection has shown.
[[nodiscard]] Options options_of(Format format, const Buffer& message, const Transmission& how,
                                 variant::Generation generation = variant::Generation::godot3,
                                 ConfirmForm confirm = ConfirmForm::automatic) noexcept;

/// The evidence of a connection so far.
class Recognition {
 public:
  /// Adds a message. Its connection's circumstances count as evidence, too.
  void add(const Observation& seen, const Transmission& how) noexcept;

  /// True once recognised as Godot's multiplayer.
  [[nodiscard]] bool certain() const noexcept { return certain_; }

  /// True if the program uses the transport without a multiplayer API: Variants or other bytes were where an API has
  /// its commands, and there was no command. Engines send no malformed commands.
  [[nodiscard]] bool has_packets() const noexcept;

  /// True if further messages may still change how messages of a recognised connection are read.
  [[nodiscard]] bool is_open() const noexcept;

  /// True if so many messages were rejected that further ones need not be tried.
  [[nodiscard]] bool hopeless() const noexcept { return !certain_ && messages_ == most_messages; }

  /// Adds how a message of a recognised connection was read. Bytes that no engine sends cost more than a message that
  /// fits earns: the verdict is withdrawn if they outweigh the evidence for it.
  void add_reading(bool malformed, CommandType command, const Transmission& how) noexcept;

  /// True if its own messages show its format, and not only those of another connection.
  [[nodiscard]] bool stands_alone() const noexcept;

  /// True if it was recognised, and its further messages contradicted that. Only the user's choice recognises it again.
  [[nodiscard]] bool withdrawn() const noexcept { return withdrawn_; }

  /// Checks a message of a recognised connection before it is parsed: data that only Redot sends makes the connection
  /// Redot's.
  void check(const Buffer& message, const Transmission& how) noexcept;

  /// Treats it as recognised, by the user's choice or by another connection of the same server.
  void accept(Format format, bool redot = false) noexcept {
    format_ = format;
    redot_ = redot;
    certain_ = true;
    withdrawn_ = false;
    credit(format);
  }

  /// Sets Redot, from evidence outside the messages.
  void set_redot() noexcept { redot_ = redot_ || (certain_ && format_ == Format::scene); }

  /// True if a message was rejected in this format.
  [[nodiscard]] bool refuted(Format format) const noexcept { return refusals_[static_cast<std::size_t>(format)] != 0; }

  /// The format and, within it, the generation shown by messages; valid once recognised.
  [[nodiscard]] Format format() const noexcept { return format_; }
  [[nodiscard]] variant::Generation generation() const noexcept;
  [[nodiscard]] ConfirmForm confirm() const noexcept { return confirm_; }

  /// The engines that send messages of this form, as text: "Godot 4.3 or later"; valid once recognised. `confirm`: the
  /// form of a later Confirm path, if there was one.
  [[nodiscard]] const char* engines(ConfirmForm confirm = ConfirmForm::automatic) const noexcept;

  /// The options for a message of this connection.
  [[nodiscard]] Options options(const Buffer& message, const Transmission& how) const noexcept;

 private:
  static constexpr std::uint8_t most_messages = 250;

  void settle(const Transmission& how) noexcept;
  void credit(Format format) noexcept;
  [[nodiscard]] bool has_content(Format format) const noexcept { return ((commands_ | values_) & set_of(format)) != 0; }

  std::array<std::uint16_t, format_count> points_{};
  std::array<std::uint8_t, format_count> fitting_{};   ///< different messages that fit
  std::array<std::uint8_t, format_count> refusals_{};  ///< messages that do not
  FormatSet commands_ = 0;                             ///< formats in which there was a command
  FormatSet values_ = 0;                               ///< or a Variant instead
  FormatSet others_ = 0;                               ///< formats in which there were other bytes
  std::uint32_t last_ = 0;
  std::uint8_t messages_ = 0;
  Format format_ = Format::scene;
  ConfirmForm confirm_ = ConfirmForm::automatic;
  bool godot2_ = true;
  bool godot3_ = true;
  bool redot_ = false;
  bool certain_ = false;
  bool withdrawn_ = false;
  std::uint16_t contradictions_ = 0;  ///< points against the format, from messages after it was recognised
};

}  // namespace godot::multiplayer
