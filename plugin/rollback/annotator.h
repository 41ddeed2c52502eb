// SPDX-License-Identifier: GPL-2.0-or-later
// Adds to a message's tree what it does not have: which inputs were sent before, whose hash of a tick differs, one line
// of text. Nothing in here needs a destructor: epan may leave by longjmp.
#pragma once

#include "analysis/rollback/line.h"
#include "analysis/rollback/memory.h"
#include "analysis/rollback/peer_texts.h"
#include "codec/rollback/walk.h"
#include "plugin/core/items.h"
#include "plugin/core/tree_sink.h"
#include "plugin/multiplayer/uppers.h"

namespace godot::plugin {

class RollbackAnnotator final : public rollback::PacketSink, public ValueListener, private analysis::RollbackNames {
 public:
  /// `begin`: of the bytes in the message. `known`: what the first pass has learned; null: nothing.
  RollbackAnnotator(const UpperMessage& message, const analysis::RollbackMessage& mine,
                    const analysis::RollbackMatch* known, Offset begin) noexcept
      : message_(message), mine_(mine), known_(known), begin_(begin) {}

  /// Sets where generated items are added: the innermost subtree of this sink.
  void show_in(const TreeSink& sink) noexcept { sink_ = &sink; }

  void inputs_requested(const rollback::Requested& requested) override { line_.wants_input(requested); }
  void hashes_requested(const rollback::Requested& requested) override { line_.wants_hash(requested); }
  void input(const rollback::Input& input) override;
  void hash(const rollback::StateHash& hash) override;
  void value(const OutermostValue& value) override;

  /// Shows what is wrong: a divergence that this message is the first to show, a standstill that it ends. Returns the
  /// kind of the problem; null: none.
  const char* report();

  /// Called at the end of the walk: the message's text, in packet scope.
  [[nodiscard]] const char* text() const { return line_.text(message_.host.arena); }

 private:
  [[nodiscard]] proto_tree* tree() const noexcept { return sink_ != nullptr ? sink_->tree() : nullptr; }
  [[nodiscard]] wmem_allocator_t* pool() const noexcept { return message_.pinfo->pool; }
  [[nodiscard]] ItemRange item_range(Offset begin, std::size_t length) const noexcept {
    return {message_.tvb, static_cast<int>(begin_ + begin), static_cast<int>(length)};
  }
  [[nodiscard]] const char* peer(analysis::RollbackPeer peer) const;
  [[nodiscard]] const char* name(analysis::RollbackPeer peer) const override { return this->peer(peer); }
  void show_inputs_before(proto_tree* root, std::uint32_t tick) const;

  const UpperMessage& message_;
  const analysis::RollbackMessage& mine_;
  const analysis::RollbackMatch* known_;
  Offset begin_;
  const TreeSink* sink_ = nullptr;
  analysis::RollbackLine line_;
  const char* value_ = nullptr;  ///< of the open input; null: none yet
};

}  // namespace godot::plugin
