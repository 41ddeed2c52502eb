// SPDX-License-Identifier: MIT
#include "engine/values/messages.h"

#include "codec/variant/recognise.h"
#include "engine/values/value.h"

namespace godot::engine {

namespace values = analysis::values;

Values::Conversation* Values::find(std::uint64_t key) {
  const auto found = conversations_.find(key);
  return found != conversations_.end() ? &found->second : nullptr;
}

bool Values::has(std::uint32_t flow, ValueLayer layer) const {
  return layer == ValueLayer::datagram && found_.contains(flow);
}

values::Circumstances Values::circumstances(const Packet& packet, std::uint64_t key, ValueLayer layer) {
  return {.frame = packet.frame.number,
          .readings = {variant::all_candidates, false},
          .is_preferred = false,
          .refused = refused(key, layer)};
}

/// True if the payload is a Variant, or must be one because the conversation carries Variants.
bool Values::recognise(const Packet& packet, std::uint64_t key, ValueLayer layer, const Buffer& bytes) {
  const bool first_pass = packet.frame.first_pass;
  if (!variant::possible(bytes)) {
    const Conversation* known = values::begins_like_a_value(bytes) ? find(key) : nullptr;
    if (known != nullptr && known->recognition.certain()) return true;
    if (first_pass) refuse(key, layer);
    return false;
  }
  Conversation* conversation = first_pass ? &conversations_[key] : find(key);
  if (conversation == nullptr) return false;
  if (first_pass && !conversation->recognition.certain()) {
    const variant::Observation seen = variant::observe(bytes, circumstances(packet, key, layer).readings);
    if (seen.fits == 0) refuse(key, layer);
    values::learn(*conversation, packet.frame.number, seen, bytes, refused(key, layer));
  }
  return conversation->recognition.certain();
}

bool Values::read(Packet& packet, std::uint64_t key, ValueLayer layer, const Buffer& bytes, analysis::facts::Item* item,
                  analysis::facts::Transport transport) {
  if (bytes.reported == 0) return false;
  Conversation& conversation = conversations_[key];
  const bool expects_values = conversation.recognition.certain();
  if (!variant::plausible_header(bytes) && !(expects_values && values::begins_like_a_value(bytes))) return false;
  const values::Circumstances where = circumstances(packet, key, layer);
  if (packet.frame.first_pass) values::learn_further(conversation, bytes, where);
  if (packet.facts == nullptr && packet.lines == nullptr) return true;
  tell_value(game_, packet, bytes, values::judge(bytes, &conversation, {}, where), {}, transport, item);
  return true;
}

bool Values::take(Packet& packet, std::uint32_t flow, ValueLayer layer, const Buffer& bytes,
                  analysis::facts::Item* item, analysis::facts::Transport transport) {
  const std::uint64_t key = key_of(flow, layer);
  if (!recognise(packet, key, layer, bytes)) return false;
  if (layer == ValueLayer::datagram) found_.insert(flow);
  return read(packet, key, layer, bytes, item, transport);
}

bool Values::take_single(Packet& packet, std::uint32_t flow, const Buffer& bytes, analysis::facts::Item* item) {
  const std::uint64_t key = key_of(flow, ValueLayer::enet);
  return values::is_single_value(bytes, find(key), circumstances(packet, key, ValueLayer::enet)) &&
         read(packet, key, ValueLayer::enet, bytes, item, analysis::facts::Transport::enet);
}

}  // namespace godot::engine
