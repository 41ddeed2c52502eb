// SPDX-License-Identifier: GPL-2.0-or-later
// Outermost values of a message and their texts: what the sinks that show values have in common. Nothing in here needs
// a destructor: epan may leave any of these functions by longjmp.
#pragma once

#include <span>

#include "codec/core/sink.h"
#include "codec/variant/text.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// What the preferences say about trees and texts.
struct Display {
  std::uint32_t text_limit;    ///< characters; variant::no_text_limit = no limit
  std::uint32_t max_elements;  ///< per container; 0 = no limit
  std::uint32_t hex_bytes;     ///< bytes from which on an array of them is hexadecimal
};

/// A value of a message that is not part of another.
struct OutermostValue {
  Field role;
  std::uint32_t index;  ///< the role's value, for roles that are numbered
  Offset begin;
  Offset end;
  const char* text;  ///< in packet scope
  const char* type;  ///< its name as scripts spell it
  proto_item* item;  ///< its subtree, labelled; null where no tree is made
};

/// Hears of a message's values as they end, to name them or to make a text of them. May leave by longjmp.
class ValueListener {
 public:
  virtual void value(const OutermostValue& value) = 0;

 protected:
  ~ValueListener() = default;  // never owned through this interface
};

/// The type of a value whose header has not been read.
inline constexpr const char* unknown_type = "Unknown";

/// Room in packet scope for the text of a value in a message of `size` bytes.
[[nodiscard]] std::span<char> text_buffer(packet_info* pinfo, std::size_t size, const Display& display);

/// A value's text as it is shown, in packet scope: with a mark where it was cut, and without U+FFFE and U+FFFF.
[[nodiscard]] const char* kept_text(packet_info* pinfo, const variant::Text& text);

/// Reports what is wrong with the bytes, at an item or at none. `in_value`: a value is open.
void report_problem(packet_info* pinfo, proto_item* item, const Problem& problem, bool in_value);

}  // namespace godot::plugin
