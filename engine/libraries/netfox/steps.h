// SPDX-License-Identifier: MIT
// The steps of a message of netfox: find the command, learn from it, name its values. Nothing here has a destructor.
#pragma once

#include "analysis/facts/watches.h"
#include "analysis/libraries/netfox/find_command.h"
#include "analysis/libraries/netfox/learned_numbers.h"
#include "analysis/libraries/netfox/reading.h"
#include "analysis/message/items/value_texts.h"
#include "codec/libraries/netfox/fields.h"
#include "engine/message/library.h"

namespace godot::engine {

/// The command in a message, as long as the frame; null: none. `learns`: the first pass.
inline const void* take_netfox(const LibraryMessage& message, bool learns) {
  analysis::NetfoxMemory& memory = message.memories.netfox;
  if (learns && message.is_cut) memory.cut(message.sender());
  if (!analysis::may_be_netfox(message, memory)) return nullptr;
  const analysis::NetfoxCommand command =
      analysis::netfox_command(message, memory, message.memories.netfox_projects, learns);
  if (!command.found) return nullptr;
  if (learns) analysis::learn_netfox(message, command, memory);
  return &message.host.arena.make(command);
}

[[nodiscard]] inline const analysis::NetfoxCommand& netfox_of(const void* found) noexcept {
  return *static_cast<const analysis::NetfoxCommand*>(found);
}

[[nodiscard]] inline analysis::NetfoxNames netfox_names(const LibraryMessage& message) {
  return {.memory = message.memories.netfox, .projects = message.memories.netfox_projects};
}

/// A command while it is read: names its values, and adds them to the message's facts. `Host`:
///   facts()   the frame's; null: not needed
///   named(value, its, where, numbers)
///             a value with a name, which `its` has; `where` it is, and its `numbers`, for watches
template <class Host>
class NetfoxShown final : public analysis::NetfoxReading, public analysis::items::ValueListener {
 public:
  NetfoxShown(const Host& host, const LibraryMessage& message, const analysis::NetfoxCommand& command,
              analysis::NetfoxItems& items, std::uint32_t text_limit)
      : NetfoxReading(message, command, netfox_names(message), items, text_limit, message.item != nullptr),
        host_(host),
        message_(message) {}

  /// Sets what writes values from their bytes, if neither fields nor numbers are needed.
  void write_by(analysis::items::PlainTexts& texts) noexcept { texts_ = &texts; }

  /// Numbers of the value that ends next.
  [[nodiscard]] analysis::plots::ValueNumbers& numbers() noexcept { return numbers_; }

  using NetfoxReading::value;

  Offset plain_value(const netfox::PropertyValue& value, const Buffer& bytes,
                     const variant::Options& options) override {
    if (texts_ == nullptr) return 0;
    const Offset end = variant::end_of_good(bytes, options);
    if (end == 0 || !is_needed(value)) return end;
    read({.role = field::netfox_value,
          .index = value.index,
          .begin = options.begin,
          .end = end,
          .text = texts_->text(bytes, options),
          .type = "",
          .item = nullptr});
    return end;
  }
  void value(const analysis::items::OutermostValue& value) override {
    if (value.role == field::netfox_value) read(value);
  }

 private:
  void read(const analysis::items::OutermostValue& value) {
    const Value its = add(value.text);
    if (its.name == nullptr) return;
    // The property's new value at the receiver.
    analysis::facts::Collection* facts = its.is_news && message_.item != nullptr ? host_.facts() : nullptr;
    if (facts != nullptr)
      facts->add_value(*message_.item,
                       {.node = of_node().text, .member = facts->names().keep(its.name), .text = value.text});
    const char* node = of_node().known ? of_node().text : nullptr;
    host_.named(value, its, {.node = node, .name = its.name, .index = of_index()}, numbers_);
  }

  const Host& host_;
  const LibraryMessage& message_;
  analysis::items::PlainTexts* texts_ = nullptr;
  analysis::plots::ValueNumbers numbers_;
};

}  // namespace godot::engine
