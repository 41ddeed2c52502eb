// SPDX-License-Identifier: MIT
// What the tree of a datagram and of its commands shows beside their bytes: derived items, as plain values in the order
// of the tree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/enet/connections/stream.h"

namespace godot::analysis::enet {

/// The derived fields: derived.def.
enum class Row : std::uint8_t {
#define GODOT_DERIVED(id, ...) id,
#include "analysis/enet/shown/derived.def"
#undef GODOT_DERIVED
  count_
};

struct Item {
  enum class Type : std::uint8_t { number, boolean, time, tenths, text, mark };

  Row row;
  Type type;
  bool hidden;          ///< not displayed; only where a filter, a column or an export names its field
  std::int64_t number;  ///< times in nanoseconds, `tenths` of a millisecond
  const char* text;     ///< of the type text
};

/// Some items; written without allocation.
class Items {
 public:
  static constexpr std::size_t most = 24;

  void number(Row row, std::uint32_t value) { add({row, Item::Type::number, hides_, value, nullptr}); }
  void boolean(Row row, bool value) { add({row, Item::Type::boolean, hides_, value ? 1 : 0, nullptr}); }
  void time(Row row, Nanoseconds value) { add({row, Item::Type::time, hides_, value, nullptr}); }
  void text(Row row, const char* value) { add({row, Item::Type::text, hides_, 0, value}); }
  /// Milliseconds to one decimal; hidden, because the tree shows the time itself.
  void tenths(Row row, Nanoseconds value);
  /// An item without a value; hidden.
  void mark(Row row) { add({row, Item::Type::mark, true, 0, nullptr}); }
  /// A frame, if there is one.
  void frame(Row row, std::uint32_t frame) {
    if (frame != 0) number(row, frame);
  }

  /// Items that are added from now on are hidden.
  void hide() noexcept { hides_ = true; }

  [[nodiscard]] const Item* begin() const noexcept { return items_.data(); }
  [[nodiscard]] const Item* end() const noexcept { return items_.data() + count_; }

 private:
  void add(const Item& item) {
    if (count_ != most) items_[count_++] = item;
  }

  std::size_t count_ = 0;
  bool hides_ = false;
  std::array<Item, most> items_;  // the first `count_` are written before they are read
};

/// What is known of a connection: a heading, and items below it. The handshake displays them. Elsewhere one line leads
/// there, and they are hidden.
struct ConnectionItems {
  Row heading = Row::enet_connection;  ///< a subtree with this label, or a link
  std::uint32_t frame = 0;             ///< of the link; 0: it is a subtree
  std::array<char, 80> label = {};     ///< of a link: appended
  Items below;
};
/// In a datagram of `frame`, sent in this direction.
[[nodiscard]] ConnectionItems connection_items(const Stream& stream, Direction direction, std::uint32_t frame);

/// The analysis of a command, of a datagram; none: there is nothing to say. `other_side_in`: the frame of the same
/// datagram on the other side; 0: none.
[[nodiscard]] Items analysis_items(const Finding& finding);
[[nodiscard]] Items analysis_items(const Datagram& datagram, std::uint32_t other_side_in);

/// Why the commands before this one are missing, behind their numbers; null: nothing is said of them, or not yet: the
/// sender's throttle shows only in the whole capture. `unsent`: see is_unsent().
[[nodiscard]] const char* missing_because(const Finding& finding, bool unsent, bool is_first_pass, bool is_whole);

}  // namespace godot::analysis::enet
