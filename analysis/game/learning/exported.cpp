// SPDX-License-Identifier: MIT
#include "analysis/game/learning/exported.h"

#include <array>
#include <cstddef>

#include "base/time.h"

namespace godot::analysis {
namespace {

std::uint64_t microseconds(std::int64_t time) noexcept { return static_cast<std::uint64_t>(time / microsecond); }

}  // namespace

const char* peer_class(Transport transport) noexcept {
  static constexpr std::array classes = {
#define GODOT_TRANSPORT(id, name, peer) peer,
#include "codec/multiplayer/transports.def"
#undef GODOT_TRANSPORT
  };
  return classes[static_cast<std::size_t>(transport)];
}

godot::mirror::Head head_of_game(const Peers& peers, std::uint32_t frame, std::int64_t time) noexcept {
  constexpr unsigned half = 32;
  const PeerId own = peers.id(End::first);
  return {.time = microseconds(time),
          .game = own != 0 ? peers.session() : std::uint64_t{peers.link()} << half,
          .sequence = frame,
          .own_id = own};
}

godot::mirror::Head head_of_link(const Link& link, std::uint32_t frame, std::int64_t time) noexcept {
  return {.time = microseconds(time), .game = link.first_frame, .sequence = frame};
}

godot::mirror::Message exported(const Message& message) noexcept {
  using godot::mirror::Direction;
  const bool is_enet = message.link->transport == Transport::enet;
  return {.peer = message.link->godot->peers.id(End::second),
          .direction = message.from_client ? Direction::out : Direction::in,
          .mode = multiplayer::mode_of(message.delivery),
          .channel = is_enet ? multiplayer::script_channel(message.channel) : message.channel};
}

godot::mirror::Carried carried(const Message& message) noexcept {
  const Link& link = *message.link;
  godot::mirror::Carried carried = {.link = link.number,
                                    .transport = link.transport,
                                    .delivery = message.delivery,
                                    .from_client = message.from_client,
                                    .has_handshake = link.has_handshake,
                                    .server_is_clear = link.server_is_clear,
                                    .channel = message.channel,
                                    .connect_data = link.connect_data,
                                    .channel_count = link.channel_count,
                                    .server = link.server_key};
  if (link.godot != nullptr && link.godot->recognition.certain()) carried.format = link.godot->recognition.format();
  return carried;
}

bool begins_export(MultiplayerLink& link, const MessageKey& message) noexcept {
  const MessageKey& first = link.exported_from;
  const bool is_earlier = message.frame != first.frame ? message.frame < first.frame : message.index < first.index;
  if (first.frame == 0 || is_earlier) link.exported_from = message;
  return link.exported_from == message;
}

}  // namespace godot::analysis
