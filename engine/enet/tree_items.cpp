// SPDX-License-Identifier: MIT
#include "engine/enet/tree_items.h"

#include "analysis/enet/shown/items.h"
#include "analysis/enet/shown/labels.h"
#include "codec/enet/fields.h"
#include "engine/tree/derived.h"

namespace godot::engine {

namespace enet = analysis::enet;

namespace {

using analysis::ByteRange;
using analysis::EnetField;

void add_all(const TreeOutput& out, TreeItem* in, const ByteRange& range, const enet::Items& items) {
  for (const enet::Item& item : items)
    if (!item.hidden) add_derived(out, in, item.row, range, item.value);
}

void add_analysis(const TreeOutput& out, TreeItem* in, const ByteRange& range, const enet::Items& items) {
  if (items.begin() == items.end()) return;
  add_all(out, add_derived(out, in, EnetField::enet_analysis, range, {}), range, items);
}

}  // namespace

void label_datagram(TreeItem* item, const enet::Stream& stream, bool from_client, bool is_mesh,
                    std::uint32_t commands) {
  TreeOutput::append_label(
      item, {", stream ", stream.link.number, stream.link.has_handshake ? ", " : ", probably ",
             enet::words_for_sender(from_client, is_mesh), ", ", commands, commands == 1 ? " command" : " commands"});
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
  const ByteRange range;
  add_derived(out, in, EnetField::enet_stream, range, stream.link.number);
  const enet::ConnectionItems found = enet::connection_items(stream, direction, frame);
  if (found.frame == 0) {
    TreeItem* below = add_derived(out, in, found.heading, range, {});
    TreeOutput::set_label(below, {found.label.data()});
    return add_all(out, below, range, found.below);
  }
  TreeItem* link = add_derived(out, in, found.heading, range, found.frame);
  TreeOutput::append_label(link, {found.label.data()});
  add_all(out, link, range, found.below);
}

void show_compression(const TreeOutput& out, TreeItem* in, const godot::enet::Reading& reading) {
  const Offset begin = reading.header.size;
  const auto length = static_cast<Offset>(reading.datagram.captured.size()) - begin;
  const ByteRange range = {begin, length};
  out.add_derived(in, field::enet_compression, begin, length, name(reading.plain.compression).data());
  add_derived(out, in, EnetField::enet_compressed_length, range, length);
  add_derived(out, in, EnetField::enet_plain_length, range, reading.plain.result.size);
}

void show_fragment(const TreeOutput& out, TreeItem* in, const godot::enet::Command& command) {
  add_derived(out, in, EnetField::enet_fragment_data, {command.payload_begin, command.payload_length}, {});
}

void show_items(const TreeOutput& out, TreeItem* in, const godot::enet::Command& command,
                const enet::Finding& finding) {
  add_analysis(out, in, {command.begin, command.payload_begin - command.begin}, enet::analysis_items(finding));
}

void show_items(const TreeOutput& out, TreeItem* in, const enet::Datagram& datagram, std::uint32_t other_side_in) {
  add_analysis(out, in, {}, enet::analysis_items(datagram, other_side_in));
}

}  // namespace godot::engine
