// SPDX-License-Identifier: MIT
// The facts of a message, which its transport may have begun.
#pragma once

#include <cstdint>

#include "codec/core/catalogue.h"
#include "codec/core/notes.h"
#include "codec/variant/fields.h"
#include "engine/frame/frame.h"

namespace godot::engine {

/// The item of a message that is alone in an envelope: `own` bytes after `protocol` bytes of headers.
inline analysis::facts::Item& begin_item(analysis::facts::Collection& facts, analysis::facts::Transport transport,
                                         bool is_streamed, bool is_sealed, std::uint32_t own, std::uint32_t protocol) {
  analysis::facts::Envelope& envelope = facts.begin(transport);
  envelope.streamed = is_streamed;
  envelope.sealed = is_sealed;
  envelope.size = is_streamed ? 0 : own + protocol;
  analysis::facts::Item& item = facts.add(analysis::facts::Kind::other_message);
  item.own = own;
  item.protocol = protocol;
  return item;
}

/// `begun`: by the transport; null: the message gets an item for its whole transport, `own` bytes after `protocol`
/// bytes of headers. Null: facts are not needed.
inline analysis::facts::Item* item_of(const Packet& packet, analysis::facts::Transport transport, std::uint32_t own,
                                      std::uint32_t protocol, analysis::facts::Item* begun) {
  analysis::facts::Collection* facts = packet.facts;
  if (facts == nullptr || begun != nullptr) return begun;
  const bool is_streamed = facts->frame().carrier == analysis::facts::Carrier::tcp;
  return &begin_item(*facts, transport, is_streamed, false, own, protocol);
}

/// A full object is taken where the receiver allows objects, which no message shows.
inline void leave_open(analysis::facts::Item& item, const Notes& notes) {
  if (notes.has(note::full_object)) item.open = info(note::full_object).filter;
}

}  // namespace godot::engine
