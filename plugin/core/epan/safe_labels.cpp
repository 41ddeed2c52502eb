// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/safe_labels.h"

#include <algorithm>
#include <cstring>

#include "analysis/message/items/label_cache.h"
#include "codec/core/number.h"
#include "codec/core/utf8.h"
#include "plugin/core/epan/arena.h"

namespace godot::plugin {
namespace {

namespace items = analysis::items;

constexpr std::size_t longest_label = ITEM_LABEL_LENGTH - 1;

/// The item's field, if its label is displayed; otherwise null. Its tree is.
field_info* displayed(proto_item* item) {
  field_info* field = PITEM_FINFO(item);
  return field == nullptr || FI_GET_FLAG(field, FI_HIDDEN) != 0 ? nullptr : field;
}

/// Writes "Name: text" for an item without a label, if that fits.
void write_label(proto_item* item, field_info& field, std::string_view text) {
  const std::string_view name = field.hfinfo->name;
  constexpr std::string_view between = ": ";
  const std::size_t value = name.size() + between.size();
  if (value + text.size() > longest_label) return;
  field.rep = bridge::make_label(PNODE_POOL(item));
  char* to = field.rep->representation;
  std::memcpy(to, name.data(), name.size());
  std::memcpy(to + name.size(), between.data(), between.size());
  std::memcpy(to + value, text.data(), text.size());
  bridge::end_label(*field.rep, value, value + text.size());
}

/// The label of a displayed item, created if it has none yet: then it has Wireshark's text for the value.
item_label_t& label_of(proto_item* item, field_info& field) {
  if (field.rep != nullptr) return *field.rep;
  field.rep = bridge::make_label(PNODE_POOL(item));
  if (field.hfinfo->type == FT_NONE) {
    const std::string_view name = field.hfinfo->name;
    std::memcpy(field.rep->representation, name.data(), name.size());
    bridge::end_label(*field.rep, name.size(), name.size());
    return *field.rep;
  }
  std::size_t value = 0;
  bridge::fill_label(field, field.rep->representation, value);
  bridge::end_label(*field.rep, value, std::strlen(field.rep->representation));
  return *field.rep;
}

/// Writes the parts behind the first `used` bytes of a label. `value`: where the field's value begins.
void continue_label(item_label_t& label, std::size_t used, std::size_t value, LabelParts parts) {
  bridge::end_label(label, value, items::write_label({label.representation, longest_label}, used, parts));
}

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
  return items::one_line(arena_of(pinfo), value_text(pinfo, text));
}

void detail::set_label(proto_item* item, LabelParts parts) {
  field_info* field = displayed(item);
  if (field == nullptr) return;
  if (field->rep == nullptr) field->rep = bridge::make_label(PNODE_POOL(item));
  continue_label(*field->rep, 0, 0, parts);
}

void detail::append_label(proto_item* item, LabelParts parts) {
  field_info* field = displayed(item);
  if (field == nullptr) return;
  item_label_t& label = label_of(item, *field);
  continue_label(label, std::strlen(label.representation), bridge::value_begin(label), parts);
}

void detail::prepend_label(proto_item* item, LabelParts parts) {
  field_info* field = displayed(item);
  if (field == nullptr) return;
  const char* old = wmem_strdup(PNODE_POOL(item), label_of(item, *field).representation);
  detail::set_label(item, parts);
  detail::append_label(item, {old});
}

void label_field(proto_item* item, std::string_view text) {
  field_info* field = displayed(item);
  if (field != nullptr && field->rep == nullptr && is_printable_ascii(text)) write_label(item, *field, text);
}

void label_field(proto_item* item, std::uint32_t number, header_field_info* shown_as) {
  field_info* field = displayed(item);
  if (field == nullptr || field->rep != nullptr) return;
  const header_field_info& row = shown_as != nullptr ? *shown_as : *field->hfinfo;
  const bool is_decimal = row.display == BASE_DEC && row.strings == nullptr && row.bitmask == 0;
  if (is_decimal || row.type == FT_FRAMENUM) {
    char digits[max_number_text];
    return write_label(
        item, *field,
        row.type == FT_INT32 ? int_text(static_cast<std::int32_t>(number), digits) : uint_text(number, digits));
  }
  // What Wireshark formats: a mask, names of values, or hexadecimal.
  static items::LabelCache cache;
  const std::uint32_t value = row.bitmask != 0 ? number & static_cast<std::uint32_t>(row.bitmask) : number;
  const items::LabelCache::Entry* known = cache.find(row.id, value);
  if (known == nullptr) {
    char text[ITEM_LABEL_LENGTH];
    std::size_t value_begin = 0;
    field_info shown = *field;
    if (shown_as != nullptr) shown.hfinfo = shown_as;
    bridge::fill_label(shown, text, value_begin);
    known = cache.keep(row.id, value, text, value_begin);
  }
  if (known == nullptr) return;
  field->rep = bridge::make_label(PNODE_POOL(item));
  std::memcpy(field->rep->representation, known->text.data(), known->size);
  bridge::end_label(*field->rep, known->value, known->size);
}

void add_expert(packet_info* pinfo, proto_item* item, expert_field* row, LabelParts parts) {
  char text[ITEM_LABEL_LENGTH];
  text[items::write_label({text, longest_label}, 0, parts)] = '\0';
  expert_add_info_format(pinfo, item, row, "%s", text);
}

void append_info(packet_info* pinfo, const char* separator, const char* text) {
  if (!bridge::writable(pinfo, COL_INFO)) return;
  const char* old = col_get_text(pinfo->cinfo, COL_INFO);
  const std::size_t size = old == nullptr ? 0 : std::strlen(old);
  const std::size_t used = size == 0 ? 0 : size + std::strlen(separator);
  constexpr std::size_t most = COL_MAX_INFO_LEN - 1;
  if (used >= most) return;
  // Stored without a copy: the text lives as long as the packet's columns.
  if (size == 0) return col_set_str(pinfo->cinfo, COL_INFO, items::within(arena_of(pinfo), text, most));
  col_append_sep_str(pinfo->cinfo, COL_INFO, separator, items::within(arena_of(pinfo), text, most - used));
}

void show_line(packet_info* pinfo, const char* protocol, const char* text) {
  col_set_str(pinfo->cinfo, COL_PROTOCOL, protocol);
  append_info(pinfo, "; ", text);
  col_set_fence(pinfo->cinfo, COL_INFO);
}

}  // namespace godot::plugin
