// SPDX-License-Identifier: GPL-2.0-or-later
// Adds to a command's tree what netfox does not send: paths for numbers, names for properties, one line of text.
// Nothing in here needs a destructor: epan may leave by longjmp.
#pragma once

#include "analysis/base/line.h"
#include "analysis/netfox/checks.h"
#include "analysis/netfox/nodes.h"
#include "codec/netfox/walk.h"
#include "plugin/core/arena.h"
#include "plugin/core/items.h"
#include "plugin/core/plain_texts.h"
#include "plugin/core/tree_sink.h"
#include "plugin/multiplayer/uppers.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/netfox/generated.h"
#include "plugin/netfox/state.h"

namespace godot::plugin {

class NetfoxAnnotator final : public netfox::PacketSink, public ValueListener {
 public:
  NetfoxAnnotator(const UpperMessage& message, const analysis::NetfoxCommand& command) noexcept
      : message_(message), command_(command), text_(arena_of(message.pinfo)), values_(arena_of(message.pinfo)) {}

  /// Sets who writes values from their bytes, because nobody needs their fields. Null: nobody.
  void write_by(PlainTexts* texts) noexcept { texts_ = texts; }

  /// Numbers of the value that ends next, for watches.
  [[nodiscard]] ValueNumbers& numbers() noexcept { return numbers_; }

  /// The kind of the first reported problem; null: none.
  [[nodiscard]] const char* problem() const noexcept { return problem_; }

  /// Checks, at the end of a command, whether it exceeds netfox's size limit.
  void check_size(proto_item* root);

  /// Sets where generated items are added: the innermost subtree of this sink. Null: nowhere.
  void show_in(const TreeSink* sink) noexcept { sink_ = sink; }

  void times(const netfox::Times& times) override;
  void snapshot(const netfox::Snapshot& snapshot) override;
  netfox::Layout layout(const netfox::NodeReference& node) override;
  void node(const netfox::NodeFrame& frame) override;
  void node_end(const netfox::NodeFrame& frame) override;
  void identity(const netfox::Identity& identity) override;
  void value(const netfox::PropertyValue& value) override;
  Offset plain_value(const netfox::PropertyValue& value, const Buffer& bytes, const variant::Options& options) override;
  void value(const OutermostValue& value) override;
  void tick_set(const netfox::TickSet& ticks) override;

  /// Called at the end of the walk: the command's text, in packet scope.
  [[nodiscard]] const char* text(bool malformed);

 private:
  [[nodiscard]] proto_tree* tree() const noexcept { return sink_ != nullptr ? sink_->tree() : nullptr; }
  [[nodiscard]] wmem_allocator_t* pool() const noexcept { return message_.pinfo->pool; }
  /// `begin`: in the command.
  [[nodiscard]] ItemRange item_range(Offset begin, std::size_t length) const noexcept {
    return {message_.tvb, static_cast<int>(command_.begin + begin), static_cast<int>(length)};
  }
  [[nodiscard]] const char* path_text(std::string_view path);
  void call_node(const netfox::NodeReference& node);
  [[nodiscard]] bool has_room() const;
  void add_text(proto_tree* tree, int field, Offset begin, Offset length, const char* text) const;
  [[nodiscard]] analysis::NetfoxSubject subject() const;
  template <class Part>
  void check(const Part& part, proto_tree* tree, Offset begin);
  void show_age(const netfox::Snapshot& snapshot) const;
  void show_again(const netfox::NodeFrame& frame);
  void show_changes(const netfox::NodeFrame& frame) const;
  void begin_text();
  [[nodiscard]] bool needs(const netfox::PropertyValue& value) const noexcept;
  void append_bytes(analysis::Line& text, std::uint32_t count);

  const UpperMessage& message_;
  const analysis::NetfoxCommand& command_;
  const TreeSink* sink_ = nullptr;
  analysis::NetfoxNode node_;                     ///< of the open frame
  netfox::NodeFrame frame_ = {};                  ///< the open one
  netfox::PropertyValue value_ = {};              ///< the open one
  const analysis::NetfoxAgain* again_ = nullptr;  ///< the open one was sent before; null: it was not
  bool named_ = false;                            ///< its values match the known properties
  ValueNumbers numbers_;
  const char* problem_ = nullptr;
  std::uint32_t nodes_ = 0;  ///< of all snapshots
  PlainTexts* texts_ = nullptr;
  analysis::Line text_;
  analysis::Line values_;    ///< of the open node
  std::uint32_t shown_ = 0;  ///< number of nodes, or identities, in the text
  std::uint32_t omitted_ = 0;
  std::uint32_t older_ = 0;        ///< number of input snapshots after the newest
  std::uint32_t named_older_ = 0;  ///< the same of inputs with names
  analysis::NetfoxNames names_{.memory = netfox_memory(), .projects = netfox_projects()};
};

}  // namespace godot::plugin
