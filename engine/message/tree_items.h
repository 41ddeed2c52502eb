// SPDX-License-Identifier: MIT
// What the annotator says of a message, as items in the tree of its frame.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/message/annotation/show.h"
#include "engine/frame/frame.h"
#include "engine/tree/sink.h"

namespace godot::engine {

class TreeItems {
 public:
  TreeItems(const Packet& packet, const analysis::items::Display& display) noexcept
      : packet_(packet), display_(display) {}

  /// Items go to the innermost subtree of this sink; null: nowhere.
  void show_in(const TreeSink* sink) noexcept { sink_ = sink; }
  [[nodiscard]] TreeItem* open() const noexcept { return sink_ != nullptr ? sink_->tree() : nullptr; }

  void add(const analysis::annotation::MessageItem& item) const;
  void label(const char* text, bool continues) const;
  static void label_value(TreeItem* item, const char* name, std::uint32_t index, const char* text);
  void add_costs(TreeItem* in, analysis::ByteRange range, std::optional<std::uint32_t> own, std::uint32_t total) const;
  /// `text`: null for the row's.
  void remark(analysis::MultiplayerExpert row, const char* text) const;
  /// Bytes that read as a Variant; returns its text.
  [[nodiscard]] const char* variant(const multiplayer::UserBytes& bytes, const variant::Dialect& dialect) const;

 private:
  const Packet& packet_;
  const analysis::items::Display& display_;
  const TreeSink* sink_ = nullptr;
};

}  // namespace godot::engine
