// SPDX-License-Identifier: MIT
#include "engine/message/tree_items.h"

#include <cstddef>
#include <string>

#include "codec/mirror/fields.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/walk.h"
#include "engine/tree/labels.h"

namespace godot::engine {
namespace {

using analysis::annotation::Item;
using analysis::annotation::Remark;
using analysis::annotation::Row;

/// The name of an item, and the field of the codec whose names of values it has; `none`: its values have no names.
struct RowOfItem {
  std::string_view filter;
  std::string_view title;
  Field field;
};

RowOfItem row_of(Row row) {
  static const RowOfItem rows[] = {
#define GODOT_WIRE(id) {info(field::godot_##id).filter, info(field::godot_##id).title, field::godot_##id},
#define GODOT_DERIVED(id, filter, title) {filter, title, field::none},
#include "analysis/message/annotation/items.def"
#undef GODOT_WIRE
#undef GODOT_DERIVED
  };
  return rows[static_cast<std::size_t>(row)];
}

/// What a remark says without a text of its own; the filter is that of Wireshark's expert information.
struct RowOfRemark {
  std::string_view filter;
  std::string_view text;
};

RowOfRemark row_of(Remark row) {
  switch (row) {
    case Remark::path_unknown: return {"godot.path.unknown", "No packet of the capture says which node this number is"};
    case Remark::node_unknown:
      return {"godot.spawn.unknown", "No packet of the capture spawns the node with this number"};
    case Remark::raw_opaque:
      return {"godot.raw.opaque", "The bytes are not a Variant: only the game knows their format"};
    case Remark::checksum_unknown:
      return {"godot.names.checksum_unknown", "No script of the project has this list of remote methods"};
    case Remark::properties_differ:
      return {"godot.names.properties_differ",
              "The number of values is not the number of properties in the synchronizer's configuration"};
    case Remark::beyond_mask: break;
  }
  return {"godot.sync.beyond_mask",
          "The synchronizer has more than 64 properties that are sent on change: bits of its mask mean several of "
          "them, and receivers refuse a change of one (godot#103938)"};
}

std::string value_of(const Item& item) {
  switch (item.type) {
    case Item::Type::text: return item.text;
    case Item::Type::boolean: return item.number != 0 ? "True" : "False";
    case Item::Type::integer: return std::to_string(static_cast<std::int32_t>(item.number));
    default: return std::to_string(static_cast<std::uint32_t>(item.number));
  }
}

std::string label_of_item(const Item& item, const RowOfItem& row) {
  if (item.type == Item::Type::time) return label_of_time(row.title, item.number);
  if (item.row == Row::transfer_mode) {
    const auto number = static_cast<std::uint32_t>(item.number);
    return label_of({row.title, ": ", value_name(field::mirror_transfer_mode, number), " (", number, ")"});
  }
  return label_of({row.title, ": ", std::string_view(value_of(item))});
}

}  // namespace

void TreeItems::add(const Item& item) const {
  TreeItem* in = item.in != nullptr ? static_cast<TreeItem*>(item.in) : open();
  if (in == nullptr || sink_ == nullptr || item.hidden) return;
  const RowOfItem row = row_of(item.row);
  TreeItem* added =
      sink_->output().add_remark(in, row.filter, item.range.begin, item.range.length, label_of_item(item, row), false);
  if (item.label != nullptr) TreeOutput::append_label(added, {item.label});
}

void TreeItems::label(const char* text, bool continues) const {
  if (continues) TreeOutput::append_label(open(), {text});
  else TreeOutput::set_label(open(), {text});
}

void TreeItems::label_value(TreeItem* item, const char* name, std::uint32_t index, const char* text) {
  if (name != nullptr) TreeOutput::set_label(item, {name, ": ", text});
  else TreeOutput::set_label(item, {"[", index, "]: ", text});
}

void TreeItems::add_costs(TreeItem* in, analysis::annotation::ByteRange range, std::optional<std::uint32_t> own,
                          std::uint32_t total) const {
  if (in == nullptr || sink_ == nullptr) return;
  const auto add = [&](std::string_view filter, analysis::items::LabelParts parts) {
    sink_->output().add_remark(in, filter, range.begin, 0, label_of(parts), false);
  };
  if (total == 0 && own) add("godot.cost.own", {"Own bytes: ", *own});
  else if (total != 0 && own) add("godot.cost.total", {"Cost: ", total, ", of its own: ", *own});
  else if (total != 0) add("godot.cost.total", {"Cost: ", total});
}

void TreeItems::remark(Remark remark, const char* text) const {
  if (open() == nullptr) return;
  const RowOfRemark row = row_of(remark);
  sink_->output().add_remark(open(), row.filter, 0, 0, text != nullptr ? std::string_view(text) : row.text, false);
}

const char* TreeItems::variant(const multiplayer::UserBytes& bytes, const variant::Dialect& dialect) const {
  TreeItem* item = sink_->output().add(open(), bytes.field, bytes.begin, bytes.length, {}, false);
  sink_->output().add_remark(item, "godot.raw.guess", bytes.begin, 0,
                             "The bytes read as a Variant; that they are one is a guess", false);
  const Buffer buffer(bytes.captured, bytes.length);
  const auto sink = TreeSink::make(packet_, buffer, "Value", display_, dialect, "heuristic", nullptr, item);
  variant::walk(buffer, {.dialect = &dialect}, *sink);
  return sink->text();
}

}  // namespace godot::engine
