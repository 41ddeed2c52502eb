// SPDX-License-Identifier: MIT
#include "engine/enet/tree_items.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

#include "analysis/enet/shown/items.h"
#include "analysis/enet/shown/labels.h"
#include "analysis/message/items/derived_kind.h"
#include "codec/enet/fields.h"
#include "engine/tree/labels.h"

namespace godot::engine {

namespace enet = analysis::enet;

namespace {

using analysis::DerivedKind;

struct DerivedRow {
  std::string_view filter;
  DerivedKind kind;
  std::string_view title;
};
constexpr DerivedRow rows[] = {
#define GODOT_DERIVED(id, filter, kind, title, ...) {filter, DerivedKind::kind, title},
#include "analysis/enet/shown/derived.def"
#undef GODOT_DERIVED
};

const DerivedRow& row_of(enet::Row row) { return rows[static_cast<std::size_t>(row)]; }

/// Bytes that derived items are about.
struct Range {
  Offset begin = 0;
  Offset length = 0;
};

std::string hexadecimal_number(std::uint32_t number) {
  char text[12];
  std::snprintf(text, sizeof text, "0x%08x", unsigned{number});
  return text;
}

std::string label_of_item(const enet::Item& item) {
  const DerivedRow& row = row_of(item.row);
  switch (item.type) {
    case enet::Item::Type::mark: return std::string(row.title);
    case enet::Item::Type::time: return label_of_time(row.title, item.number);
    case enet::Item::Type::text: return label_of({row.title, ": ", item.text});
    case enet::Item::Type::boolean: return label_of({row.title, ": ", item.number != 0 ? "True" : "False"});
    case enet::Item::Type::tenths:
    case enet::Item::Type::number: break;
  }
  const auto number = static_cast<std::uint32_t>(item.number);
  const std::string digits = row.kind == DerivedKind::hexadecimal ? hexadecimal_number(number) : std::to_string(number);
  return label_of({row.title, ": ", std::string_view(digits)});
}

TreeItem* add(const TreeOutput& out, TreeItem* in, const Range& range, const enet::Item& item) {
  return out.add_remark(in, row_of(item.row).filter, range.begin, range.length, label_of_item(item), false);
}

void add_all(const TreeOutput& out, TreeItem* in, const Range& range, const enet::Items& items) {
  for (const enet::Item& item : items)
    if (!item.hidden) add(out, in, range, item);
}

void add_analysis(const TreeOutput& out, TreeItem* in, const Range& range, const enet::Items& items) {
  if (items.begin() == items.end()) return;
  add_all(out, add(out, in, range, {enet::Row::enet_analysis, enet::Item::Type::mark, false, 0, nullptr}), range,
          items);
}

void add_number(const TreeOutput& out, TreeItem* in, const Range& range, enet::Row row, std::uint32_t number) {
  add(out, in, range, {row, enet::Item::Type::number, false, number, nullptr});
}

const char* sender_of(bool from_client, bool is_mesh) {
  if (is_mesh) return from_client ? "from the end that requested it" : "from the end that accepted it";
  return from_client ? "from the client" : "from the server";
}

}  // namespace

void label_datagram(TreeItem* item, const enet::Stream& stream, bool from_client, bool is_mesh,
                    std::uint32_t commands) {
  TreeOutput::append_label(item,
                           {", stream ", stream.link.number, stream.link.has_handshake ? ", " : ", probably ",
                            sender_of(from_client, is_mesh), ", ", commands, commands == 1 ? " command" : " commands"});
}

void label_header(TreeItem* item, const godot::enet::Header& header) {
  enet::LabelText text;
  TreeOutput::append_label(item, {enet::label_of(header, text)});
}

void label_command(TreeItem* item, const godot::enet::Command& command) {
  enet::LabelText text;
  TreeOutput::append_label(item, {enet::label_of(command, text)});
}

void show_connection(const TreeOutput& out, TreeItem* in, const enet::Stream& stream, enet::Direction direction,
                     std::uint32_t frame) {
  const Range range;
  add_number(out, in, range, enet::Row::enet_stream, static_cast<std::uint32_t>(stream.link.number));
  const enet::ConnectionItems found = enet::connection_items(stream, direction, frame);
  if (found.frame == 0) {
    TreeItem* below = add(out, in, range, {found.heading, enet::Item::Type::mark, false, 0, nullptr});
    TreeOutput::set_label(below, {found.label.data()});
    return add_all(out, below, range, found.below);
  }
  TreeItem* link = add(out, in, range, {found.heading, enet::Item::Type::number, false, found.frame, nullptr});
  TreeOutput::append_label(link, {found.label.data()});
  add_all(out, link, range, found.below);
}

void show_compression(const TreeOutput& out, TreeItem* in, const godot::enet::Reading& reading) {
  const Offset begin = reading.header.size;
  const auto length = static_cast<Offset>(reading.datagram.captured.size()) - begin;
  const Range range = {begin, length};
  out.add_derived(in, field::enet_compression, begin, length, name(reading.plain.compression).data());
  add_number(out, in, range, enet::Row::enet_compressed_length, length);
  add_number(out, in, range, enet::Row::enet_plain_length, static_cast<std::uint32_t>(reading.plain.result.size));
}

void show_fragment(const TreeOutput& out, TreeItem* in, const godot::enet::Command& command) {
  const DerivedRow& row = row_of(enet::Row::enet_fragment_data);
  constexpr std::size_t most = 36;
  const std::string bytes = hexadecimal(out.bytes(command.payload_begin, command.payload_length), most);
  out.add_remark(in, row.filter, command.payload_begin, command.payload_length,
                 label_of({row.title, ": ", std::string_view(bytes)}), false);
}

void show_items(const TreeOutput& out, TreeItem* in, const godot::enet::Command& command,
                const enet::Finding& finding) {
  add_analysis(out, in, {command.begin, command.payload_begin - command.begin}, enet::analysis_items(finding));
}

void show_items(const TreeOutput& out, TreeItem* in, const enet::Datagram& datagram, std::uint32_t other_side_in) {
  add_analysis(out, in, {}, enet::analysis_items(datagram, other_side_in));
}

}  // namespace godot::engine
