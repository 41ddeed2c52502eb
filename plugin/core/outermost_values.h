// SPDX-License-Identifier: GPL-2.0-or-later
// Outermost values of a message and their texts: the shared part of the sinks that show values. Nothing here has a
// destructor: epan may leave any of these functions by longjmp.
#pragma once

#include <span>

#include "codec/core/sink.h"
#include "codec/variant/text.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// The preferences about trees and texts.
struct Display {
  std::uint32_t text_limit;    ///< characters; variant::no_text_limit = no limit
  std::uint32_t max_elements;  ///< per container; 0 = no limit
  std::uint32_t hex_bytes;     ///< size in bytes from which byte arrays are shown as hexadecimal
};

/// A value of a message that is not part of another value.
struct OutermostValue {
  Field role;
  std::uint32_t index;  ///< the role's value, for numbered roles
  Offset begin;
  Offset end;
  const char* text;  ///< text, in packet scope
  const char* type;  ///< name of the type in scripts
  proto_item* item;  ///< its subtree, labelled; null without a tree
};

/// Called at the end of each of a message's values, to name it or to format it. May leave by longjmp.
class ValueListener {
 public:
  virtual void value(const OutermostValue& value) = 0;

 protected:
  ~ValueListener() = default;  // never owned through this interface
};

/// The type's name for a value whose header has not been read.
inline constexpr const char* unknown_type = "Unknown";

/// A buffer in packet scope for the text of a value in a message of `size` bytes.
[[nodiscard]] std::span<char> text_buffer(packet_info* pinfo, std::size_t size, const Display& display);

/// A value's text for display, in packet scope: marked where it was cut, and without U+FFFE and U+FFFF.
[[nodiscard]] const char* kept_text(packet_info* pinfo, const variant::Text& text);

/// Reports a problem with the bytes, at an item or without one. `in_value`: a value is open.
void report_problem(packet_info* pinfo, proto_item* item, const Problem& problem, bool in_value);

}  // namespace godot::plugin
