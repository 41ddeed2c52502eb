// SPDX-License-Identifier: GPL-2.0-or-later
// Makes texts safe for every form of output: UTF-8 without characters that XML 1.0 refuses, cut between characters,
// with an ellipsis. Wireshark 4.0 cuts the labels of items, messages of Expert Information and columns inside a
// character.
//
// Labels are written from parts. Wireshark's own functions parse a format for each, and print it twice.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// A name or another text of one line, in packet scope. Replaces invalid UTF-8, U+FFFE and U+FFFF by U+FFFD, and
/// control characters by their pictures (U+2401 for 1).
[[nodiscard]] const char* utf8_text(packet_info* pinfo, std::string_view text);

/// The same for values, whose control characters are kept: each form of output escapes them.
[[nodiscard]] const char* value_text(packet_info* pinfo, std::string_view text);

/// A part of a label: a text, or a number that is written in decimal digits. A terminated text is measured only if the
/// label is displayed; null is an empty one.
class LabelPart {
 public:
  enum class Kind : std::uint8_t { terminated, text, positive, negative };

  LabelPart(const char* text) noexcept : text_(text), kind_(Kind::terminated) {}
  LabelPart(std::string_view text) noexcept : text_(text.data()), number_(text.size()), kind_(Kind::text) {}
  LabelPart(std::integral auto number) noexcept
      : number_(static_cast<std::uint64_t>(number)), kind_(number < 0 ? Kind::negative : Kind::positive) {}

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] std::string_view text() const noexcept {
    if (kind_ == Kind::text) return {text_, static_cast<std::size_t>(number_)};
    return text_ != nullptr ? std::string_view(text_) : std::string_view();
  }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }  ///< negative: in two's complement

 private:
  const char* text_ = nullptr;
  std::uint64_t number_ = 0;  ///< or the size of a text
  Kind kind_;
};
using LabelParts = std::initializer_list<LabelPart>;

namespace detail {

// For items of a tree that is displayed.
void set_label(proto_item* item, LabelParts parts);
void append_label(proto_item* item, LabelParts parts);
void prepend_label(proto_item* item, LabelParts parts);

}  // namespace detail

/// Replaces, continues or precedes an item's label; nothing happens if it is not displayed. Control characters become
/// their pictures.
inline void set_label(proto_item* item, LabelParts parts) {
  if (bridge::visible(item)) detail::set_label(item, parts);
}
inline void append_label(proto_item* item, LabelParts parts) {
  if (bridge::visible(item)) detail::append_label(item, parts);
}
inline void prepend_label(proto_item* item, LabelParts parts) {
  if (bridge::visible(item)) detail::prepend_label(item, parts);
}

/// Sets the label "Name: text" or "Name: 12" of a field's new item, as Wireshark writes it when it prints the item.
/// Leaves it to Wireshark if `text` has characters that Wireshark may change. The item has to be displayed.
void label_field(proto_item* item, std::string_view text);
/// The same for an integer of up to 32 bits, whose field may have a mask and names of values.
void label_field(proto_item* item, std::uint32_t number);

/// As expert_add_info_format, with a message of these parts.
void add_expert(packet_info* pinfo, proto_item* item, expert_field* row, LabelParts parts);

/// Appends to the Info column, behind the separator unless it is empty.
void append_info(packet_info* pinfo, const char* separator, const char* text);

}  // namespace godot::plugin
