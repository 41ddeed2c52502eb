// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree/from_to.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "plugin/core/register/fields.h"
#include "plugin/core/register/generated.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"

namespace godot::plugin {
namespace {

enum class Row : std::uint8_t { from, to, either, stream, count_ };

constexpr std::uint32_t added_key = 2;  // key of `godot`'s packet data

proto_item* add(proto_tree* tree, tvbuff_t* tvb, Row field, const char* text) {
  return add_generated_text(tree, header_field(field), {tvb}, text);
}

/// A name with a question mark says where it stands that it is a guess, and how filters find it.
void add_end(proto_tree* tree, tvbuff_t* tvb, Row field, const char* text) {
  proto_item* item = add(tree, tvb, field, text);
  if (bridge::visible(tree) && std::string_view(text).ends_with('?'))
    append_label(item, {" (a guess; filters take it with its question mark)"});
}

/// ENet's lines have the same number.
void add_stream(proto_tree* tree, tvbuff_t* tvb, const packet_info* pinfo, const Ends& ends) {
  const int row = header_field(Row::stream);
  const bool is_hidden =
      ends.is_enets_stream && bridge::visible(tree) && proto_is_frame_protocol(pinfo->layers, "enet") != 0;
  if (is_hidden && !hidden_item_wanted(tree, row)) return;
  proto_item* item = add_generated_number(tree, row, {tvb}, static_cast<std::uint32_t>(ends.stream));
  if (is_hidden) hide(item);
}

}  // namespace

bool ends_wanted(proto_tree* tree) {
  if (tree == nullptr) return false;
  if (bridge::visible(tree)) return true;
  if (!godot_wanted(tree)) return false;  // none of its fields is
  constexpr Row rows[] = {Row::from, Row::to, Row::either, Row::stream};
  return std::any_of(std::begin(rows), std::end(rows),
                     [tree](Row row) { return proto_field_is_referenced(tree, header_field(row)) != 0; });
}

void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo, const Ends& ends) {
  if (tree == nullptr) return;
  add_end(tree, tvb, Row::from, ends.from);
  add_end(tree, tvb, Row::to, ends.to);
  if (hidden_item_wanted(tree, header_field(Row::either))) {
    // Hidden as Wireshark's ip.addr is: the tree shows both ends already.
    for (const char* end : {ends.from, ends.to}) hide(add(tree, tvb, Row::either, end));
  }
  if (ends.stream >= 0) add_stream(tree, tvb, pinfo, ends);
  if (!ends_added(pinfo)) p_add_proto_data(pinfo->pool, pinfo, protocols.godot, added_key, pinfo);
}

bool ends_added(packet_info* pinfo) {
  return p_get_proto_data(pinfo->pool, pinfo, protocols.godot, added_key) != nullptr;
}

Ends ports_as_ends(const packet_info* pinfo) {
  return {wmem_strdup_printf(pinfo->pool, "%u", pinfo->srcport),
          wmem_strdup_printf(pinfo->pool, "%u", pinfo->destport)};
}

Ends ends_of(const analysis::Link& link, bool from_client) { return {link.role(from_client), link.role(!from_client)}; }

void register_ends() {
  RegisteredFields<Row>::register_all({{
      {"godot.from", FT_STRING, BASE_NONE, nullptr, "From",
       "Who speaks: a peer by name or id, client or server, editor or game; a port where nothing else is known"},
      {"godot.to", FT_STRING, BASE_NONE, nullptr, "To", "Who is meant, as in From; a message may be for all"},
      {"godot.from_or_to", FT_STRING, BASE_NONE, nullptr, "From or To",
       "Both ends, one after the other; only where a filter asks for it"},
      {"godot.stream", FT_UINT32, BASE_DEC, nullptr, "Stream",
       "Number of the game's connection in this capture; acknowledgements of it have it, too"},
  }});
}

}  // namespace godot::plugin
