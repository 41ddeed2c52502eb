// SPDX-License-Identifier: MIT
// All state of the multiplayer for a capture: of each link, of each session, and from messages.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "analysis/facts/counted_hops.h"
#include "analysis/game/learning/mesh.h"
#include "analysis/game/learning/peer_names.h"
#include "analysis/game/memory/memory.h"
#include "analysis/game/routes/route.h"
#include "analysis/link/link.h"
#include "analysis/mirror/doubles.h"
#include "base/number_hash.h"
#include "codec/multiplayer/recognise.h"

namespace godot::analysis {

/// The position of a message in the capture.
struct MessageKey {
  std::uint32_t frame = 0;
  std::uint32_t index = 0;
  [[nodiscard]] bool operator==(const MessageKey&) const noexcept = default;
};

/// A message of a link that is not recognised yet; processed once it is.
struct Waiting {
  MessageKey key;
  std::int64_t time;  ///< nanoseconds, by the capture's clock
  bool from_client;
  Turn turn;
  bool late;
  bool may_be_copy;
  multiplayer::Transmission how;
  std::vector<std::uint8_t> bytes;
};

struct MultiplayerLink;

/// The links to one server, which use the same format.
struct Session {
  std::uint32_t number = 0;
  bool certain = false;
  bool withdrawn = false;  ///< the link that was recognised first turned out not to be Godot's
  multiplayer::Format format = multiplayer::Format::scene;
  const MultiplayerLink* proven_by = nullptr;  ///< the link that has proven it
};

/// The multiplayer's state of a link.
struct MultiplayerLink {
  const Link* link = nullptr;  ///< of which this is the state
  multiplayer::Recognition recognition;
  std::array<multiplayer::Recognition, 2> ends;  ///< the evidence of each end's first messages
  std::array<std::uint8_t, 2> judged = {};       ///< how many messages those are
  Peers peers;
  std::array<MessageKey, 2> first;        ///< the first message of each end; frame 0: none yet
  std::int64_t begun_at = 0;              ///< when the first message came, in nanoseconds
  std::uint32_t certain_in = 0;           ///< the frame with the proof; 0: none yet, or chosen by the user
  bool chosen = false;                    ///< chosen by the user
  const Session* accepted_for = nullptr;  ///< its format was taken from this session's; null: it was not
  std::uint32_t withdrawn_in = 0;         ///< the frame that outweighed the proof; 0: none
  int number = -1;                        ///< godot.stream, once the link is recognised as a game's; -1: not yet
  MessageKey exported_from;               ///< the first message that was exported; frame 0: none
  std::vector<Waiting> waiting;
  std::size_t waiting_bytes = 0;
  bool was_unlearned = false;  ///< messages before its recognition were too many to wait: nothing was learned from some

  /// True if its messages are read as Godot's.
  [[nodiscard]] bool is_recognised() const noexcept {
    if (!recognition.certain()) return false;
    return accepted_for == nullptr || !accepted_for->withdrawn || chosen || recognition.stands_alone();
  }

  /// One end is Godot 4 and the other is older, and the messages of each are certainly not the other's: neither
  /// understands the other.
  [[nodiscard]] bool two_generations() const noexcept {
    using multiplayer::Format;
    if (chosen || !ends[0].certain() || !ends[1].certain()) return false;
    const bool differ = (ends[0].format() == Format::scene) != (ends[1].format() == Format::scene);
    return differ && ends[0].refuted(ends[1].format()) && ends[1].refuted(ends[0].format());
  }

  /// True if both ends have sent something after this frame. Over TCP, only messages are known: one after this frame,
  /// and at least one from each end.
  [[nodiscard]] bool goes_on_after(std::uint32_t frame) const noexcept {
    if (link == nullptr) return false;
    if (link->transport == Transport::enet) return link->last_frames[0] > frame && link->last_frames[1] > frame;
    return peers.last_frame() > frame && first[0].frame != 0 && first[1].frame != 0;
  }

  /// True for the first message of the two ends.
  [[nodiscard]] bool begins_with(const MessageKey& message) const noexcept {
    const auto& [one, other] = first;
    return message == (one.frame != 0 && (other.frame == 0 || one.frame <= other.frame) ? one : other);
  }

  /// The format of an end's messages.
  [[nodiscard]] const multiplayer::Recognition& recognition_of(End end) const noexcept {
    return two_generations() ? ends[index(end)] : recognition;
  }

  /// The generation of an end's engine.
  [[nodiscard]] Engine engine(End end) const noexcept {
    if (!recognition_of(end).certain()) return Engine::unknown;
    return recognition_of(end).format() == multiplayer::Format::scene ? Engine::godot_4 : Engine::godot_3;
  }
};

struct MultiplayerState {
  // Not inline: each file that makes a state would compile the code of all tables.
  MultiplayerState();
  MultiplayerState(const MultiplayerState&) = delete;
  MultiplayerState& operator=(const MultiplayerState&) = delete;
  MultiplayerState(MultiplayerState&&) = delete;
  MultiplayerState& operator=(MultiplayerState&&) = delete;
  ~MultiplayerState();

  Memory memory;
  PeerNames peer_names;
  Mesh mesh;
  std::deque<MultiplayerLink> links;
  /// By the number of the session.
  std::unordered_map<std::uint32_t, std::vector<const MultiplayerLink*>> links_of_session;
  std::unordered_map<std::uint64_t, Session, NumberHash> sessions;  ///< by transport and server_key

  Doubles doubles;                  ///< messages that the capture has several times, with those of mirrors
  facts::CountedHops counted_hops;  ///< of the messages that statistics have counted

  int numbered = 0;  ///< links that have a number

  [[nodiscard]] Session& session(const Link& link);

  /// The state of a link, created if new.
  [[nodiscard]] MultiplayerLink& of(Link& link);
  void give_number(MultiplayerLink& link) {
    if (link.number < 0) link.number = numbered++;
  }
};

}  // namespace godot::analysis
