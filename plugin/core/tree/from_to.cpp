// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree/from_to.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "analysis/derived/common.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"

namespace godot::plugin {
namespace {

using analysis::CommonField;

constexpr std::uint32_t added_key = 2;  // key of `godot`'s packet data

/// A name with a question mark says where it stands that it is a guess, and how filters find it.
void add_end(proto_tree* tree, tvbuff_t* tvb, CommonField field, const char* text) {
  proto_item* item = add_derived(tree, field, {tvb}, text);
  if (bridge::visible(tree) && std::string_view(text).ends_with('?'))
    append_label(item, {" (a guess; filters take it with its question mark)"});
}

/// ENet's lines have the same number.
void add_stream(proto_tree* tree, tvbuff_t* tvb, const packet_info* pinfo, const Ends& ends) {
  const bool is_hidden =
      ends.is_enets_stream && bridge::visible(tree) && proto_is_frame_protocol(pinfo->layers, "enet") != 0;
  add_derived<CommonField>(tree, {CommonField::stream, ends.stream, is_hidden}, {tvb});
}

}  // namespace

bool ends_wanted(proto_tree* tree) {
  if (tree == nullptr) return false;
  if (bridge::visible(tree)) return true;
  if (!godot_wanted(tree)) return false;  // none of its fields is
  constexpr CommonField rows[] = {CommonField::from, CommonField::to, CommonField::from_or_to, CommonField::stream};
  return std::any_of(std::begin(rows), std::end(rows),
                     [tree](CommonField row) { return proto_field_is_referenced(tree, header_field(row)) != 0; });
}

void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo, const Ends& ends) {
  if (tree == nullptr) return;
  add_end(tree, tvb, CommonField::from, ends.from);
  add_end(tree, tvb, CommonField::to, ends.to);
  // Hidden as Wireshark's ip.addr is: the tree shows both ends already.
  for (const char* end : {ends.from, ends.to}) add_hidden(tree, CommonField::from_or_to, {tvb}, end);
  if (ends.stream >= 0) add_stream(tree, tvb, pinfo, ends);
  in_frame<bool>(pinfo, protocols.godot, added_key) = true;
}

bool ends_added(packet_info* pinfo) { return find_in_frame<bool>(pinfo, protocols.godot, added_key) != nullptr; }

Ends ports_as_ends(const packet_info* pinfo) {
  return {wmem_strdup_printf(pinfo->pool, "%u", pinfo->srcport),
          wmem_strdup_printf(pinfo->pool, "%u", pinfo->destport)};
}

}  // namespace godot::plugin
