// SPDX-License-Identifier: MIT
// What an annotator says about a message, as plain values; and the interface of the program that shows it. The program
// may leave any of these functions by longjmp.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/derived/derived_value.h"
#include "analysis/facts/watches.h"
#include "analysis/message/account/checks/checks.h"
#include "analysis/message/annotation/derived.h"
#include "analysis/message/items/value_texts.h"
#include "codec/core/bytes.h"
#include "codec/core/catalogue.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis::annotation {

/// The program's handle of an item or a subtree; null: none.
using Handle = void*;

/// A derived item of the message.
struct MessageItem : DerivedItem<MultiplayerField> {
  ByteRange range = {};
  const char* label = nullptr;         ///< appended to the item's; null: nothing
  const MessageItem* below = nullptr;  ///< a hidden item below it, whose value the label says, too
  Handle in = nullptr;                 ///< an item whose subtree it belongs to; null: the open subtree
};

/// An outermost value of the message; without a text that is not needed (Annotator::shows()).
using ShownValue = items::OutermostValue;

/// The message that contains bytes which become a file.
struct Owner {
  const char* node = nullptr;
  const char* member = nullptr;
  const char* argument = nullptr;
  const char* from = nullptr;  ///< the peer that has sent the bytes
};

/// The bytes of an argument, for a dissector of the game's own.
struct ArgumentBytes {
  const char* node = nullptr;  ///< the node's path; null: unknown
  const char* method = nullptr;
  ByteRange range = {};
};

class Show {
 public:
  // Set for a walk with a tree.
  bool has_tree = false;
  bool visible = false;      ///< the labels of items are displayed
  bool names_peers = false;  ///< names are displayed beside ids

  virtual void add(const MessageItem& item) = 0;
  /// True if a hidden item of this row is needed in the open subtree.
  [[nodiscard]] virtual bool wants(MultiplayerField row) = 0;
  /// The open subtree; null: nothing is shown.
  [[nodiscard]] virtual Handle open() = 0;
  /// Replaces, or continues, the label of the open subtree.
  virtual void label(const char* text, bool continues) = 0;
  /// Sets the label of a value: "name: text", or "[index]: text" without a name.
  virtual void label_value(Handle item, const char* name, std::uint32_t index, const char* text) = 0;
  /// The member of a call has only a number: tells how to get names, if there is no project.
  virtual void name_missing(ByteRange range) = 0;
  /// Adds costs to a subtree; `own` unknown, or `total` 0: unknown.
  virtual void add_costs(Handle subtree, ByteRange range, std::optional<std::uint32_t> own, std::uint32_t total) = 0;

  // Also without a tree.
  /// `text`: null for the row's.
  virtual void remark(MultiplayerExpert row, const char* text) = 0;
  /// `item`: has the problem; null: the open subtree. Returns its kind; null: it is not counted.
  virtual const char* problem(const account::Finding& finding, Handle item, const char* node, const char* member) = 0;

  /// Adds the fields of watches; called only if there are some.
  virtual void watch(ByteRange range, const plots::WatchedValue& where, const plots::ValueNumbers& numbers) = 0;
  /// Passes bytes to a dissector of the game's own, which adds to the item's subtree.
  virtual void hand_on(const ArgumentBytes& bytes, Handle item) = 0;
  /// Shows bytes that are a Variant; returns its text.
  [[nodiscard]] virtual const char* variant(const multiplayer::UserBytes& bytes) = 0;

  // Export of bytes as files; called only while it runs.
  virtual void found_bytes(ByteRange range) = 0;  ///< in place of those that were found in them
  virtual void name_objects(const Owner& owner) = 0;

 protected:
  ~Show() = default;  // never owned through this interface
};

}  // namespace godot::analysis::annotation
