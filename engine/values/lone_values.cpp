// SPDX-License-Identifier: MIT
#include "engine/values/lone_values.h"

#include "engine/values/recognised_value.h"
#include "engine/values/steps.h"

namespace godot::engine {

namespace values = analysis::values;

Values::Conversation* Values::find(std::uint64_t key) {
  const auto found = conversations_.find(key);
  return found != conversations_.end() ? &found->second : nullptr;
}

bool Values::has(std::uint32_t flow, ValueLayer layer) const {
  if (layer == ValueLayer::datagram) return found_.contains(flow);
  const auto known = conversations_.find(key_of(flow, layer));
  return known != conversations_.end() && known->second.recognition.certain() && !known->second.recognition.withdrawn();
}

values::Circumstances Values::circumstances(const Packet& packet, std::uint64_t key, ValueLayer layer) {
  return {.frame = packet.frame.number,
          .readings = {variant::all_candidates, false},
          .is_preferred = false,
          .refused = refused(key, layer)};
}

/// The conversation of a message, for the steps.
struct Values::Host {
  Values& values;
  const Packet& packet;
  std::uint64_t key;
  ValueLayer layer;

  [[nodiscard]] bool first_pass() const { return packet.frame.first_pass; }
  [[nodiscard]] std::uint32_t frame() const { return packet.frame.number; }
  [[nodiscard]] Conversation* find() const { return values.find(key); }
  [[nodiscard]] Conversation* begin() const { return &values.conversations_[key]; }
  [[nodiscard]] analysis::values::Circumstances circumstances() const {
    return values.circumstances(packet, key, layer);
  }
  void refuse() const { values.refuse(key, layer); }
};

bool Values::read(Packet& packet, std::uint64_t key, ValueLayer layer, const Buffer& bytes, analysis::facts::Item* item,
                  analysis::facts::Transport transport) {
  const Conversation* conversation = conversation_of_value(Host{*this, packet, key, layer}, bytes, {});
  if (conversation == nullptr) return false;
  if (!wants_value(packet)) return true;
  tell_value(game_, packet, bytes, values::judge(bytes, conversation, {}, circumstances(packet, key, layer)), {},
             transport, item);
  return true;
}

bool Values::take(Packet& packet, std::uint32_t flow, ValueLayer layer, const Buffer& bytes,
                  analysis::facts::Item* item, analysis::facts::Transport transport) {
  const std::uint64_t key = key_of(flow, layer);
  if (!recognises_value(Host{*this, packet, key, layer}, bytes)) return false;
  if (layer == ValueLayer::datagram) found_.insert(flow);
  return read(packet, key, layer, bytes, item, transport);
}

bool Values::take_single(Packet& packet, std::uint32_t flow, const Buffer& bytes, analysis::facts::Item* item) {
  const std::uint64_t key = key_of(flow, ValueLayer::enet);
  return values::is_single_value(bytes, find(key), circumstances(packet, key, ValueLayer::enet)) &&
         read(packet, key, ValueLayer::enet, bytes, item, analysis::facts::Transport::enet);
}

}  // namespace godot::engine
