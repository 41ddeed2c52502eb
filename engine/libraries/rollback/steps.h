// SPDX-License-Identifier: MIT
// The steps of a message of godot-rollback-netcode, for every host: find the command, and read its bytes. Nothing here
// has a destructor.
#pragma once

#include <cstdint>

#include "analysis/libraries/rollback/find_message.h"
#include "analysis/libraries/rollback/reading.h"
#include "analysis/libraries/rollback/rollback_names.h"
#include "analysis/message/items/value_texts.h"
#include "codec/libraries/rollback/fields.h"
#include "engine/message/library.h"

namespace godot::engine {

/// The command in a message, as long as the frame; null: none. `learns`: the first pass.
inline const void* take_rollback(const LibraryMessage& message, bool learns) {
  return analysis::rollback_command(message, message.memories.rollback, learns);
}

[[nodiscard]] inline const analysis::RollbackCommand& rollback_of(const void* found) noexcept {
  return *static_cast<const analysis::RollbackCommand*>(found);
}

/// A message that is read: names peers, and passes the texts of inputs on. `Host`: the type Items; peers(), the texts
/// of the frame's peers.
template <class Host>
class RollbackShown final : public analysis::items::ValueListener, public analysis::RollbackNames {
 public:
  /// `its`: what the items are made of.
  template <class... Its>
  RollbackShown(const Host& host, const LibraryMessage& message, const analysis::RollbackCommand& found,
                const Its&... its)
      : items(its...),
        reading(message, found.message, found.known ? &message.memories.rollback.match(found.message) : nullptr, *this,
                items),
        host_(host),
        message_(message) {}

  typename Host::Items items;
  analysis::RollbackReading reading;

  void value(const analysis::items::OutermostValue& value) override {
    if (value.role == field::rollback_input_value) reading.value(value.text);
  }
  [[nodiscard]] const char* name(analysis::RollbackPeer peer) const override {
    const bool is_id = peer != 0 && peer <= INT32_MAX;
    return is_id ? host_.peers().peer(message_.peers, static_cast<analysis::PeerId>(peer)) : "another peer";
  }

 private:
  const Host& host_;
  const LibraryMessage& message_;
};

}  // namespace godot::engine
