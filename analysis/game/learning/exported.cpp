// SPDX-License-Identifier: MIT
#include "analysis/game/learning/exported.h"

#include <algorithm>
#include <array>

#include "base/time.h"
#include "codec/mirror/writer.h"

namespace godot::analysis {
namespace {

std::uint64_t microseconds(std::int64_t time) noexcept { return static_cast<std::uint64_t>(time / microsecond); }

std::span<std::uint8_t> room_for(std::size_t size, const Arena& arena) {
  return {reinterpret_cast<std::uint8_t*>(arena.bytes(size)), size};
}

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

ExportedRecord game_record(const Message& message, const ExportedAt& at, const Arena& arena) {
  const std::span<std::uint8_t> room = room_for(godot::mirror::game_record_room, arena);
  const auto head = head_of_game(message.link->godot->peers, at.frame, at.time);
  const std::size_t size = godot::mirror::write_game(room, head, peer_class(message.link->transport), "client");
  return {room.first(size), size};
}

ExportedRecord message_record(const Message& message, const Buffer& bytes, const ExportedAt& at, const Arena& arena) {
  const std::size_t captured = bytes.captured.size();
  const std::size_t kept = std::min<std::size_t>(captured, godot::mirror::max_body);
  const std::span<std::uint8_t> room = room_for(godot::mirror::message_record_size(kept), arena);
  const auto head = head_of_game(message.link->godot->peers, at.frame, at.time);
  const std::size_t size =
      godot::mirror::write_message(room, head, exported(message), bytes.captured.first(kept), bytes.reported);
  // A record that is shortened is whole; one whose message the capture has cut is cut, too.
  return {room.first(size), size + (kept < captured ? 0 : bytes.reported - captured)};
}

ExportedRecord carried_record(const Message& message, std::span<const std::uint8_t> bytes, const ExportedAt& at,
                              const Arena& arena) {
  const std::span<std::uint8_t> room = room_for(godot::mirror::carried_record_size(bytes.size()), arena);
  const std::size_t size =
      godot::mirror::write_carried(room, head_of_link(*message.link, at.frame, at.time), carried(message), bytes);
  return {room.first(size), size};
}

bool begins_export(MultiplayerLink& link, const MessageKey& message) noexcept {
  const MessageKey& first = link.exported_from;
  const bool is_earlier = message.frame != first.frame ? message.frame < first.frame : message.index < first.index;
  if (first.frame == 0 || is_earlier) link.exported_from = message;
  return link.exported_from == message;
}

}  // namespace godot::analysis
