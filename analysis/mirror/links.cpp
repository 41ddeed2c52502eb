// SPDX-License-Identifier: MIT
#include "analysis/mirror/links.h"

#include <tuple>

#include "codec/multiplayer/protocol.h"

namespace godot::analysis {
namespace {

template <class Links, class Key>
Link* find_in(Links& links, const Key& key) {
  const auto found = links.find(key);
  return found == links.end() ? nullptr : &found->second;
}

}  // namespace

std::uint32_t MirrorLinks::follow(const mirror::Head& head, std::uint32_t frame) {
  const auto [earlier, begins_to_lack] = numbers_.add(head, frame);
  if (!begins_to_lack) return earlier;
  const auto begin = mirrored_.lower_bound({head.game, INT32_MIN, INT32_MIN});
  for (auto link = begin; link != mirrored_.end() && std::get<0>(link->first) == head.game; ++link)
    link->second.lacks = {true, true};
  return earlier;
}

Link* MirrorLinks::find(const mirror::Head& head, std::int32_t other) {
  return find_in(mirrored_, std::tuple(head.game, head.own_id, other));
}

Link& MirrorLinks::add(const mirror::Head& head, std::int32_t other, std::uint32_t frame, std::uint32_t game) {
  const bool is_server = head.own_id == multiplayer::server;
  Link& link = mirrored_[{head.game, head.own_id, other}];
  const Completeness* capture = numbers_.of(head.game);
  const bool lacks = capture != nullptr && capture->lacks_in != 0;
  link = {.transport = Transport::mirror,
          .number = static_cast<std::uint32_t>(mirrored_.size()),
          .first_frame = frame,
          .server_key = game,
          .has_peers = true,
          .first_peer = is_server ? other : head.own_id,
          .second_peer = is_server ? head.own_id : other,
          .capture = capture,
          .lacks = {lacks, lacks}};
  return link;
}

Link* MirrorLinks::find(const mirror::Head& head, const mirror::Carried& carried) {
  return find_in(carried_, std::tuple(head.game, carried.connect_data, carried.link));
}

Link& MirrorLinks::add(const mirror::Head& head, const mirror::Carried& carried, std::uint32_t frame) {
  Link& link = carried_[{head.game, carried.connect_data, carried.link}];
  link = {.transport = carried.transport,
          .number = carried.link,
          .has_handshake = carried.has_handshake,
          .channel_count = carried.channel_count,
          .connect_data = carried.connect_data,
          .server_is_clear = carried.server_is_clear,
          .first_frame = frame,
          .server_key = carried.server};
  return link;
}

void MirrorLinks::forget() {
  numbers_.forget();
  mirrored_.clear();
  carried_.clear();
}

Doubles::Seen seen(const mirror::Head& head, const mirror::Message& message, std::uint32_t frame,
                   std::int64_t time) noexcept {
  const bool is_out = message.direction == mirror::Direction::out;
  return {.source = is_out ? Doubles::Source::sender : Doubles::Source::receiver,
          .from = is_out ? head.own_id : message.peer,
          .to = is_out ? message.peer : head.own_id,
          .frame = frame,
          .time = time};
}

Message mirrored_message(const mirror::Head& head, const mirror::Message& message, Link& link) noexcept {
  const bool is_out = message.direction == mirror::Direction::out;
  const bool is_own_first = head.own_id != multiplayer::server;
  return {.link = &link,
          .from_client = is_out == is_own_first,
          .channel = static_cast<std::uint8_t>(message.channel),
          .delivery = multiplayer::delivery_of(message.mode),
          .repeated = message.is_earlier,
          .earlier = message.is_earlier};
}

Message carried_message(const mirror::Carried& carried, Link& link) noexcept {
  return {.link = &link,
          .from_client = carried.from_client,
          .channel = static_cast<std::uint8_t>(carried.channel),
          .delivery = carried.delivery};
}

}  // namespace godot::analysis
