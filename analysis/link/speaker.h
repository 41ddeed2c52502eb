// SPDX-License-Identifier: MIT
// Identifies the peer whose numbers a message uses. Node ids and net ids are assigned by the sending peer, and are the
// same for all its receivers. A capture does not always show which peer that is, but always the link of the message.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/number_hash.h"

namespace godot::analysis {

/// Sender ids of a link for messages that are not relayed.
enum : std::int32_t { first_end = -1, second_end = -2 };

/// For a link whose server is unknown: the source of a relayed message is ambiguous.
inline constexpr std::uint32_t unclear_link = std::uint32_t{1} << 31;

/// The sender of a message.
struct Speaker {
  std::uint32_t link = 0;                 ///< the link, from 1
  std::int32_t sender = 0;                ///< one of its ends, or the peer whose message is relayed
  std::uint32_t session = 0;              ///< the game of the link: all links to one server; 0 = unknown
  std::int32_t peer = 0;                  ///< its peer id; 0 = unknown
  std::uint32_t link_until = UINT32_MAX;  ///< the frame of the link's last message, as far as the capture was read
  std::int32_t unclear_sender = 0;        ///< its sender id before the server was known; 0: it was known

  [[nodiscard]] bool operator==(const Speaker&) const noexcept = default;
  /// True for a peer elsewhere, whose messages a server relays on this link.
  [[nodiscard]] bool is_behind_server() const noexcept { return sender > 0; }
  [[nodiscard]] bool was_unclear() const noexcept { return unclear_sender != 0; }
  [[nodiscard]] bool known_to_all() const noexcept { return session != 0 && peer != 0; }
};

/// The key of what all links to one server share: the session, or only the link while its server is unknown.
[[nodiscard]] inline std::uint64_t game_of(const Speaker& speaker) noexcept {
  return speaker.session != 0 ? std::uint64_t{1} << 32 | speaker.session : speaker.link;
}

/// An id of a speaker, as known on one link or in a whole session.
struct IdKey {
  std::uint32_t scope;  ///< a link, or a session
  std::int32_t speaker;
  std::uint32_t id;
  bool is_session;

  [[nodiscard]] bool operator==(const IdKey&) const noexcept = default;

  [[nodiscard]] static IdKey of_link(const Speaker& speaker, std::uint32_t id) noexcept {
    return {speaker.link, speaker.sender, id, false};
  }
  [[nodiscard]] static IdKey of_unclear(const Speaker& speaker, std::uint32_t id) noexcept {
    return {speaker.link | unclear_link, speaker.unclear_sender, id, false};
  }
  [[nodiscard]] static IdKey of_session(const Speaker& speaker, std::uint32_t id) noexcept {
    return {speaker.session, speaker.peer, id, true};
  }
};

struct IdHash {
  [[nodiscard]] std::size_t operator()(const IdKey& key) const noexcept {
    return hash_numbers(key.scope, key.speaker, key.id, key.is_session);
  }
};

}  // namespace godot::analysis
