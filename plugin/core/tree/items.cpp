// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree/items.h"

#include <cstring>
#include <string_view>

#include "analysis/derived/common.h"
#include "codec/core/number.h"
#include "codec/core/utf8.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/needed_items.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(ItemRange, DerivedField, analysis::DerivedValue);

/// The bytes may be anything: epan replaces invalid UTF-8, but not everything that XML refuses.
proto_item* add_text_item(proto_tree* parent, int id, tvbuff_t* tvb, int start, int length, packet_info* pinfo) {
  if (length > 0 && tvb_bytes_exist(tvb, start, length)) {
    const auto* bytes = reinterpret_cast<const char*>(tvb_get_ptr(tvb, start, length));
    const std::string_view text(bytes, static_cast<std::size_t>(length));
    if (has_noncharacters(text)) return proto_tree_add_string(parent, id, tvb, start, length, value_text(pinfo, text));
  }
  return proto_tree_add_item(parent, id, tvb, start, length, ENC_UTF_8);
}

/// A number in the field of an item in this tree: sets the item's label, if the tree is displayed.
proto_item* labelled(const proto_tree* tree, proto_item* item, std::uint32_t number,
                     header_field_info* names = nullptr) {
  if (bridge::visible(tree)) label_field(item, number, names);
  return item;
}

using analysis::DerivedKind;

proto_item* add_unlabelled(proto_tree* tree, DerivedField field, const ItemRange& range,
                           const analysis::DerivedValue& value, std::uint32_t number) {
  constexpr double nanoseconds_per_millisecond = 1e6;
  constexpr double tenths_per_millisecond = 10;
  const auto [tvb, begin, length] = range;
  const auto add_real = [&](double real) { return proto_tree_add_double(tree, field.id, tvb, begin, length, real); };
  switch (field.kind) {
    case DerivedKind::text: return proto_tree_add_string(tree, field.id, tvb, begin, length, value.text);
    case DerivedKind::subtree:
    case DerivedKind::bytes: return proto_tree_add_item(tree, field.id, tvb, begin, length, ENC_NA);
    case DerivedKind::boolean: return proto_tree_add_boolean(tree, field.id, tvb, begin, length, number);
    case DerivedKind::integer:
      return proto_tree_add_int(tree, field.id, tvb, begin, length, static_cast<std::int32_t>(value.number));
    case DerivedKind::number64:
      return proto_tree_add_uint64(tree, field.id, tvb, begin, length, static_cast<std::uint64_t>(value.number));
    case DerivedKind::real: return add_real(value.real());
    case DerivedKind::milliseconds: return add_real(static_cast<double>(value.number) / nanoseconds_per_millisecond);
    case DerivedKind::tenths: return add_real(static_cast<double>(value.number) / tenths_per_millisecond);
    case DerivedKind::time: {
      const nstime_t time = nstime(value.number);
      return proto_tree_add_time(tree, field.id, tvb, begin, length, &time);
    }
    default: return proto_tree_add_uint(tree, field.id, tvb, begin, length, number);
  }
}

/// The item that Wireshark has just added below `item` for expert information; in a tree without it, `item`'s own tree.
proto_tree* below_expert(proto_item* item) {
  proto_node* last = item->last_child;
  const field_info* info = last != nullptr ? PNODE_FINFO(last) : nullptr;
  const bool is_expert = info != nullptr && std::strcmp(info->hfinfo->abbrev, "_ws.expert") == 0;
  return proto_item_get_subtree(is_expert ? last : item);
}

}  // namespace

proto_item* add_item(proto_tree* parent, Field field, const ItemRange& range, const Value& value, packet_info* pinfo,
                     bool like_printf) {
  const auto [tvb, start, length] = range;
  const FieldInfo& row = info(field);
  const int id = header_field(field);
  switch (row.type) {
    case FieldType::protocol:
      // Filters like enet[0:2] read what the item has when it is added: all bytes, until its end is known.
      return proto_tree_add_item(parent, protocol(field), tvb, start,
                                 length != 0 ? length : static_cast<int>(buffer_of(tvb, start).captured.size()),
                                 ENC_NA);
    case FieldType::none: return proto_tree_add_item(parent, id, tvb, start, length, ENC_NA);
    case FieldType::boolean: {
      const auto truth = static_cast<std::uint32_t>(value.uint);
      return labelled(parent, proto_tree_add_boolean(parent, id, tvb, start, length, truth), truth);
    }
    case FieldType::uint8:
    case FieldType::uint16:
    case FieldType::uint32: {
      const auto number = static_cast<std::uint32_t>(value.uint);
      return labelled(parent, proto_tree_add_uint(parent, id, tvb, start, length, number), number, shown_as(field));
    }
    case FieldType::uint64: return proto_tree_add_uint64(parent, id, tvb, start, length, value.uint);
    case FieldType::int32: {
      const auto number = static_cast<std::int32_t>(value.int_);
      return labelled(parent, proto_tree_add_int(parent, id, tvb, start, length, number),
                      static_cast<std::uint32_t>(number));
    }
    case FieldType::int64: return proto_tree_add_int64(parent, id, tvb, start, length, value.int_);
    case FieldType::real:
    case FieldType::float64: {
      const bool single = value.kind == Value::Kind::float32;
      const double shown = single ? as_written(static_cast<float>(value.real)) : value.real;
      proto_item* item = proto_tree_add_double(parent, id, tvb, start, length, shown);
      if (bridge::visible(parent)) {
        char digits[max_number_text];
        label_field(item, analysis::items::number_text(value, like_printf, digits));
      }
      return item;
    }
    case FieldType::string: return add_text_item(parent, id, tvb, start, length, pinfo);
    case FieldType::bytes: return proto_tree_add_item(parent, id, tvb, start, length, ENC_NA);
  }
  return nullptr;
}

void set_length(proto_item* item, Field field, int length) {
  proto_item_set_len(item, length);
  if (!bridge::visible(item) && info(field).type == FieldType::protocol)
    bridge::set_length(item, protocol(field), length);
}

DerivedField::DerivedField(Field field) noexcept
    : id(header_field(field)),
      kind(info(field).type == FieldType::string ? analysis::DerivedKind::text : analysis::DerivedKind::number) {}

proto_item* add_derived(proto_tree* tree, DerivedField field, const ItemRange& range, analysis::DerivedValue value) {
  auto number = static_cast<std::uint32_t>(value.number);
  if (analysis::is_frame(field.kind) && frame_numbers.has_dropped()) {
    number = frame_numbers.shown(number);
    if (number == 0) return nullptr;
  }
  proto_item* item = add_unlabelled(tree, field, range, value, number);
  proto_item_set_generated(item);
  if (!bridge::visible(tree)) return item;
  if (field.kind == DerivedKind::text) label_field(item, std::string_view(value.text));
  else if (analysis::is_small_number(field.kind)) label_field(item, number);
  return item;
}

proto_item* add_read(proto_tree* tree, DerivedField field, const ItemRange& range,
                     const analysis::DerivedValue& value) {
  return add_unlabelled(tree, field, range, value, static_cast<std::uint32_t>(value.number));
}

proto_item* add_hidden(proto_tree* tree, DerivedField field, const ItemRange& range, analysis::DerivedValue value) {
  if (!hidden_item_wanted(tree, field.id)) return nullptr;
  proto_item* item = add_derived(tree, field, range, value);
  hide(item);
  return item;
}

void add_counted_expert(packet_info* pinfo, proto_item* item, expert_field* row, const char* text,
                        const ItemRange& range, const char* details) {
  if (text == nullptr) text = proto_registrar_get_nth(static_cast<guint>(row->hf))->name;
  expert_add_info_format(pinfo, item, row, "%s", text);
  if (item == nullptr || details == nullptr || std::strcmp(text, details) == 0) return;
  add_derived(below_expert(item), analysis::CommonField::expert_details, range, utf8_text(pinfo, details));
}

void end_of_capture(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (!is_cut_frame(pinfo) && proto_is_frame_protocol(pinfo->layers, "websocket")) {
    proto_tree_add_expert(tree, pinfo, expert(analysis::CommonExpert::websocket_unmasked_in_part), tvb, 0,
                          static_cast<int>(tvb_captured_length(tvb)));
  } else if (!proto_is_frame_protocol(pinfo->layers, "godot.mirror")) {
    throw_cut(tvb);
  }
}

void show_problem_of_bytes(const TreePlace& place, const Problem& problem, expert_field* incomplete) {
  const auto [tvb, offset, pinfo, tree] = place;
  if (!problem) return;
  if (problem.code != Problem::Code::cut) append_info(pinfo, "", " [Malformed]");
  else if (is_cut(tvb)) end_of_capture(tvb, pinfo, tree);
  else proto_tree_add_expert(tree, pinfo, incomplete, tvb, offset, to_end(tvb, offset));
}

}  // namespace godot::plugin
