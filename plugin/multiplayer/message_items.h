// SPDX-License-Identifier: GPL-2.0-or-later
// Shows what the annotator says of a message: items, labels, expert information, watches. Nothing here has a
// destructor: epan may leave by longjmp.
#pragma once

#include "analysis/message/annotation/annotator.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/tree_sink.h"

namespace godot::plugin {

class MessageItems final : public analysis::annotation::Show {
 public:
  /// `dialect`: of the message's Variants.
  MessageItems(tvbuff_t* tvb, packet_info* pinfo, const variant::Dialect& dialect,
               const analysis::annotation::Context& context) noexcept
      : annotator(context, *this), context_(context), tvb_(tvb), pinfo_(pinfo), dialect_(dialect) {}
  MessageItems(const MessageItems&) = delete;
  MessageItems& operator=(const MessageItems&) = delete;

  analysis::annotation::Annotator annotator;

  /// Sets where items are added: the innermost subtree of this sink; null: nowhere.
  void show_in(const TreeSink* sink);

 private:
  using ByteRange = analysis::ByteRange;
  using Handle = analysis::annotation::Handle;

  void add(const analysis::annotation::MessageItem& item) override;
  [[nodiscard]] bool wants(analysis::MultiplayerField row) override;
  [[nodiscard]] Handle open() override { return tree(); }
  void label(const char* text, bool continues) override;
  void label_value(Handle item, const char* name, std::uint32_t index, const char* text) override;
  void name_missing(ByteRange range) override;
  void add_costs(Handle subtree, ByteRange range, std::optional<std::uint32_t> own, std::uint32_t total) override;
  void remark(analysis::MultiplayerExpert row, const char* text) override;
  const char* problem(const analysis::account::Finding& finding, Handle item, const char* node,
                      const char* member) override;
  void watch(ByteRange range, const analysis::plots::WatchedValue& where,
             const analysis::plots::ValueNumbers& numbers) override;
  void hand_on(const analysis::annotation::ArgumentBytes& bytes, Handle item) override;
  [[nodiscard]] const char* variant(const multiplayer::UserBytes& bytes) override;
  void found_bytes(ByteRange range) override;
  void name_objects(const analysis::annotation::Owner& owner) override;

  [[nodiscard]] proto_tree* tree() const noexcept { return sink_ != nullptr ? sink_->tree() : nullptr; }
  [[nodiscard]] ItemRange items(ByteRange range) const noexcept {
    return {tvb_, static_cast<int>(range.begin), static_cast<int>(range.length)};
  }

  const analysis::annotation::Context& context_;
  tvbuff_t* tvb_;
  packet_info* pinfo_;
  const variant::Dialect& dialect_;
  const TreeSink* sink_ = nullptr;
};

}  // namespace godot::plugin
