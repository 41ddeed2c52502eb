// SPDX-License-Identifier: MIT
// The peers at the ends of a link: which end is the server, their ids, what is known of their scripts' methods.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/link/admission.h"
#include "analysis/link/speaker.h"
#include "base/names/method_lists.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

using multiplayer::PeerId;

/// The ends of a link: the one that requested the connection, as far as known, and the other.
enum class End : std::uint8_t { first, second };

[[nodiscard]] constexpr End other(End end) noexcept { return end == End::first ? End::second : End::first; }
[[nodiscard]] constexpr std::size_t index(End end) noexcept { return static_cast<std::size_t>(end); }

/// The peers of a link, as far as known.
class Peers {
 public:
  Peers() = default;
  explicit Peers(std::uint32_t link) : link_(link) {}

  /// One end is the server; the other then is a client.
  void server_is(End end) noexcept {
    mesh_ = false;
    server_ = static_cast<std::int8_t>(index(end));
    ids_[index(end)] = multiplayer::server;
  }
  /// The second end is presumed to be the server, by its port only.
  void presume_server(bool so) noexcept { presumed_ = so && !mesh_; }
  /// The link is one of a mesh: neither end is the server, and the id of the end that accepted it is not known.
  void mesh_is(bool so) noexcept {
    mesh_ = so;
    if (!so) return server_is(End::second);
    server_ = -1;
    presumed_ = false;
    ids_[index(End::second)] = 0;
  }
  void id_is(End end, PeerId id) noexcept { ids_[index(end)] = id; }
  /// This end is all peers at once.
  void everyone_is(End end) noexcept { everyone_ = static_cast<std::int8_t>(index(end)); }
  void session_is(std::uint32_t session) noexcept { session_ = session; }
  /// Records that a message came in this frame, the latest so far.
  void last_frame_is(std::uint32_t frame) noexcept { last_frame_ = frame; }

  /// The frame of the last message, so far.
  [[nodiscard]] std::uint32_t last_frame() const noexcept { return last_frame_; }

  /// What PeerNames has received so far, so that it is not called for each message.
  struct ReportedPeers {
    std::array<PeerId, 3> ids = {};                  ///< of the ends, and of the last relay's peer
    std::uint8_t called = 0;                         ///< bits by the ends' indexes: a call of that end was seen
    bool has_beginning = false;                      ///< the capture has the connection's first messages
    std::array<std::uint32_t, 2> first_method = {};  ///< of these calls: the method's number, or the hash of its name
  };

  Admission admission;  ///< by the ends' indexes
  ReportedPeers reported;
  std::array<MethodLists, 2> lists;     ///< the methods of each end's scripts
  bool redots = false;                  ///< they announced a node of a project that was made with Redot
  const char* other_methods = nullptr;  ///< the first node whose receiver has a script with other remote methods
  bool several_other_methods = false;   ///< there was another such node

  [[nodiscard]] bool is_mesh() const noexcept { return mesh_; }
  [[nodiscard]] bool server_known() const noexcept { return server_ >= 0; }
  [[nodiscard]] bool is_server(End end) const noexcept { return server_ == static_cast<std::int8_t>(index(end)); }
  [[nodiscard]] bool is_client(End end) const noexcept { return server_known() && !is_server(end); }
  /// True if the server's end is proved, or certain from its port.
  [[nodiscard]] bool roles_are_clear() const noexcept { return server_known() || presumed_; }
  [[nodiscard]] PeerId id(End end) const noexcept { return ids_[index(end)]; }
  [[nodiscard]] bool known(End end) const noexcept {
    return id(end) != 0 || everyone_ == static_cast<std::int8_t>(index(end));
  }
  /// The same, including a presumed server. Nothing is stored.
  [[nodiscard]] PeerId shown_id(End end) const noexcept {
    const bool is_presumed = presumed_ && !server_known() && ids_[0] == 0 && ids_[1] == 0 && end == End::second;
    return is_presumed ? multiplayer::server : id(end);
  }
  [[nodiscard]] std::uint32_t link() const noexcept { return link_; }
  [[nodiscard]] std::uint32_t session() const noexcept { return session_; }

  /// The speaker of an end's own messages.
  [[nodiscard]] Speaker speaker(End end) const noexcept {
    return {.link = link_,
            .sender = end == End::first ? first_end : second_end,
            .session = session_,
            .peer = ids_[index(end)],
            .link_until = last_frame_};
  }
  /// The speaker of a peer elsewhere, whose messages are relayed; or of an end of this link by its id.
  [[nodiscard]] Speaker speaker(PeerId peer) const noexcept {
    if (peer == ids_[0] && peer != 0) return speaker(End::first);
    if (peer == ids_[1] && peer != 0) return speaker(End::second);
    return {.link = link_, .sender = peer, .session = session_, .peer = peer, .link_until = last_frame_};
  }
  /// While the server's end is unknown: the sender of an end's messages for or from this peer. It is that end or that
  /// peer, and the other end's messages that name the same peer have the other sender.
  [[nodiscard]] Speaker either(End end, PeerId peer) const noexcept {
    return {.link = link_ | unclear_link, .sender = unclear_sender(end, peer), .session = session_};
  }
  [[nodiscard]] static std::int32_t unclear_sender(End end, PeerId peer) noexcept {
    return end == End::first ? peer : -peer;
  }

 private:
  std::uint32_t link_ = 0;
  std::uint32_t session_ = 0;
  std::uint32_t last_frame_ = 0;
  std::array<PeerId, 2> ids_ = {};  ///< peer ids of the ends; 0: not known
  std::int8_t server_ = -1;
  std::int8_t everyone_ = -1;
  bool presumed_ = false;
  bool mesh_ = false;
};

}  // namespace godot::analysis
