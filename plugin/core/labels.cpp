// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/labels.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <span>

#include "codec/core/utf8.h"

namespace godot::plugin {
namespace {

constexpr std::string_view ellipsis = "\u2026";
constexpr char erase = 0x7F;

bool is_control(char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == erase; }

/// U+2400 and following depict the control characters, U+2421 depicts 0x7F.
void append_picture(wmem_strbuf_t* text, char letter) {
  constexpr gunichar first_picture = 0x2400;
  constexpr gunichar erase_picture = 0x2421;
  wmem_strbuf_append_unichar(text, letter == erase ? erase_picture : first_picture + static_cast<gunichar>(letter));
}

/// The label unchanged, or with pictures in place of its control characters.
const char* one_line(wmem_allocator_t* pool, const char* text) {
  const std::string_view all(text);
  if (is_printable_ascii(all) || std::none_of(all.begin(), all.end(), is_control)) return text;
  wmem_strbuf_t* shown = wmem_strbuf_new(pool, "");
  for (const char letter : all) {
    if (is_control(letter)) append_picture(shown, letter);
    else wmem_strbuf_append_c(shown, letter);
  }
  return wmem_strbuf_get_str(shown);
}

/// The number of bytes of a text that fit; the caller adds the ellipsis if that is less than all.
std::size_t fitting(std::string_view text, std::size_t room) {
  if (text.size() <= room) return text.size();
  return room < ellipsis.size() ? 0 : utf8_boundary(text, room - ellipsis.size());
}

/// The text, or its beginning and an ellipsis, in at most `room` bytes.
const char* within(wmem_allocator_t* pool, const char* text, std::size_t room) {
  const std::size_t kept = fitting(text, room);
  if (text[kept] == '\0') return text;
  if (room < ellipsis.size()) return "";
  return wmem_strdup_printf(pool, "%.*s%s", static_cast<int>(kept), text, ellipsis.data());
}

constexpr std::size_t longest_label = ITEM_LABEL_LENGTH - 1;

/// The item's label, created now if Wireshark has not created it yet; null if it is not displayed.
item_label_t* label_of(proto_item* item) {
  const field_info* field = PITEM_FINFO(item);
  if (field == nullptr) return nullptr;
  if (field->rep == nullptr) proto_item_append_text(item, "%s", "");
  return field->rep;
}

/// Does what proto_item_append_text does for "%s", without parsing a format. `used`: bytes of the label so far.
void append(item_label_t& label, std::size_t used, wmem_allocator_t* pool, const char* text) {
  const std::string_view whole(text);
  if (used + whole.size() > longest_label) text = within(pool, text, longest_label - used);
  const std::size_t size = std::strlen(text);
  std::memcpy(label.representation + used, text, size + 1);
}

/// A formatted text of one line, in `room` if it fits.
const char* formatted(wmem_allocator_t* pool, std::span<char> room, const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(room.data(), room.size(), format, arguments);
  const bool fits = size >= 0 && static_cast<std::size_t>(size) < room.size();
  const char* text = fits ? room.data() : wmem_strdup_vprintf(pool, format, again);
  va_end(again);
  return one_line(pool, text);
}

using Room = std::array<char, 512>;

const char* copied(packet_info* pinfo, std::string_view text) {
  auto* copy = static_cast<char*>(wmem_alloc(pinfo->pool, text.size() + 1));
  std::copy(text.begin(), text.end(), copy);
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace

const char* value_text(packet_info* pinfo, std::string_view text) {
  if (is_printable_ascii(text)) return copied(pinfo, text);
  auto* copy = reinterpret_cast<char*>(
      get_utf_8_string(pinfo->pool, reinterpret_cast<const guint8*>(text.data()), static_cast<int>(text.size())));
  replace_noncharacters({copy, std::strlen(copy)});
  return copy;
}

const char* utf8_text(packet_info* pinfo, std::string_view text) {
  if (is_printable_ascii(text)) return copied(pinfo, text);
  return one_line(pinfo->pool, value_text(pinfo, text));
}

void set_label(proto_item* item, const char* format, ...) {
  if (item == nullptr || !bridge::visible(item)) return;
  wmem_allocator_t* pool = PNODE_POOL(item);
  Room room;
  va_list arguments;
  va_start(arguments, format);
  const char* text = formatted(pool, room, format, arguments);
  va_end(arguments);
  proto_item_set_text(item, "%s", "");
  if (item_label_t* label = label_of(item)) append(*label, 0, pool, text);
}

void append_label(proto_item* item, const char* format, ...) {
  if (item == nullptr || !bridge::visible(item)) return;
  item_label_t* label = label_of(item);
  const std::size_t used = label != nullptr ? std::strlen(label->representation) : longest_label;
  if (used >= longest_label) return;
  wmem_allocator_t* pool = PNODE_POOL(item);
  Room room;
  va_list arguments;
  va_start(arguments, format);
  const char* text = formatted(pool, room, format, arguments);
  va_end(arguments);
  append(*label, used, pool, text);
}

void prepend_label(proto_item* item, const char* format, ...) {
  if (item == nullptr || !bridge::visible(item)) return;
  const item_label_t* label = label_of(item);
  if (label == nullptr) return;
  wmem_allocator_t* pool = PNODE_POOL(item);
  const char* old = wmem_strdup(pool, label->representation);
  va_list arguments;
  va_start(arguments, format);
  const char* text = wmem_strdup_vprintf(pool, format, arguments);
  va_end(arguments);
  set_label(item, "%s%s", text, old);
}

void add_expert(packet_info* pinfo, proto_item* item, expert_field* row, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char* text = wmem_strdup_vprintf(pinfo->pool, format, arguments);
  va_end(arguments);
  expert_add_info_format(pinfo, item, row, "%s", within(pinfo->pool, one_line(pinfo->pool, text), longest_label));
}

void append_info(packet_info* pinfo, const char* separator, const char* text) {
  if (!bridge::writable(pinfo, COL_INFO)) return;
  const char* old = col_get_text(pinfo->cinfo, COL_INFO);
  const std::size_t size = old == nullptr ? 0 : std::strlen(old);
  const std::size_t used = size == 0 ? 0 : size + std::strlen(separator);
  constexpr std::size_t most = COL_MAX_INFO_LEN - 1;
  if (used >= most) return;
  // Stored without a copy: the text lives as long as the packet's columns.
  if (size == 0) return col_set_str(pinfo->cinfo, COL_INFO, within(pinfo->pool, text, most));
  col_append_sep_str(pinfo->cinfo, COL_INFO, separator, within(pinfo->pool, text, most - used));
}

}  // namespace godot::plugin
