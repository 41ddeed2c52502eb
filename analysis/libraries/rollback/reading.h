// SPDX-License-Identifier: MIT
// Reads a message of godot-rollback-netcode, and derives what it does not have: which inputs were sent before, whose
// hash of a tick differs, what is wrong, one line of text. Nothing in here needs a destructor.
#pragma once

#include "analysis/libraries/rollback/checks.h"
#include "analysis/libraries/rollback/derived.h"
#include "analysis/libraries/rollback/find_message.h"
#include "analysis/libraries/rollback/line.h"
#include "analysis/message/calls/library_items.h"
#include "codec/libraries/rollback/walk.h"

namespace godot::analysis {

using RollbackItems = LibraryItems<RollbackField, problems::Rollback>;

class RollbackReading final : public rollback::PacketSink {
 public:
  /// `match`: what the first pass has learned; null: nothing.
  RollbackReading(const LibraryMessage& message, const RollbackMessage& mine, const RollbackMatch* match,
                  const RollbackNames& names, RollbackItems& items) noexcept
      : message_(message), mine_(mine), match_(match), names_(names), items_(items) {}

  void inputs_requested(const rollback::Requested& requested) override { line_.wants_input(requested); }
  void hashes_requested(const rollback::Requested& requested) override { line_.wants_hash(requested); }
  void input(const rollback::Input& input) override;
  void hash(const rollback::StateHash& hash) override;

  /// The text of the inputs that end next.
  void value(const char* text) noexcept { value_ = text; }

  /// Behind the walk: shows what is wrong, a divergence that this message is the first to show, a standstill that it
  /// ends. Returns the kind of the problem; null: none.
  const char* judge_all();

  /// Behind the walk: the message's text, in packet scope.
  [[nodiscard]] const char* text() const { return line_.text(message_.host.arena); }

 private:
  using Field = RollbackField;

  void show_inputs_before(std::uint32_t tick);

  const LibraryMessage& message_;
  const RollbackMessage& mine_;
  const RollbackMatch* match_;
  const RollbackNames& names_;
  RollbackItems& items_;
  RollbackLine line_;
  const char* value_ = nullptr;  ///< of the open input; null: none yet
};

}  // namespace godot::analysis
