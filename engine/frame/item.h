// SPDX-License-Identifier: MIT
// The facts of a message, which its transport may have begun.
#pragma once

#include <cstdint>

#include "codec/core/catalogue.h"
#include "codec/core/notes.h"
#include "codec/variant/fields.h"
#include "engine/frame/frame.h"

namespace godot::engine {

/// `begun`: by the transport; null: the message gets an item for its whole transport, `own` bytes after `protocol`
/// bytes of headers. Null: facts are not needed.
inline analysis::facts::Item* item_of(const Packet& packet, analysis::facts::Transport transport, std::uint32_t own,
                                      std::uint32_t protocol, analysis::facts::Item* begun) {
  analysis::facts::Collection* facts = packet.facts;
  if (facts == nullptr || begun != nullptr) return begun;
  analysis::facts::Envelope& envelope = facts->begin(transport);
  envelope.streamed = facts->frame().carrier == analysis::facts::Carrier::tcp;
  envelope.size = envelope.streamed ? 0 : own + protocol;
  analysis::facts::Item& item = facts->add(analysis::facts::Kind::other_message);
  item.own = own;
  item.protocol = protocol;
  return &item;
}

/// A full object is taken where the receiver allows objects, which no message shows.
inline void leave_open(analysis::facts::Item& item, const Notes& notes) {
  if (notes.has(note::full_object)) item.open = info(note::full_object).filter;
}

}  // namespace godot::engine
