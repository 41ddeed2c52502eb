// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/fragment_reassembly.h"

#include "analysis/enet/shown/derived.h"
#include "engine/enet/command_steps.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/items.h"

namespace godot::plugin::enet {

namespace {

reassembly_table table;

bool is_listed(const Fragmented& message) { return message.count <= most_listed; }

gpointer table_key(const packet_info*, guint32 id, const void*) { return GUINT_TO_POINTER(id); }
void keep_key(gpointer) {}  // the key is a number

const fragment_items& items() {
  using analysis::EnetField;
  static int ett_fragment = plugin::subtree(EnetField::enet_fragment);
  static int ett_fragments = plugin::subtree(EnetField::enet_fragments);
  static int fields[] = {
      plugin::header_field(EnetField::enet_fragments),        plugin::header_field(EnetField::enet_fragment),
      plugin::header_field(EnetField::enet_fragment_overlap), plugin::header_field(EnetField::enet_fragment_conflict),
      plugin::header_field(EnetField::enet_fragment_tails),   plugin::header_field(EnetField::enet_fragment_too_long),
      plugin::header_field(EnetField::enet_fragment_error),   plugin::header_field(EnetField::enet_fragments_count),
      plugin::header_field(EnetField::enet_reassembled_in),   plugin::header_field(EnetField::enet_reassembled_length),
      plugin::header_field(EnetField::enet_reassembled_data),
  };
  static const fragment_items rows = {&ett_fragment, &ett_fragments, &fields[0],  &fields[1],      &fields[2],
                                      &fields[3],    &fields[4],     &fields[5],  &fields[6],      &fields[7],
                                      &fields[8],    &fields[9],     &fields[10], "ENet fragments"};
  return rows;
}

/// Passes all pieces to Wireshark's reassembly in order: in any other it would search its list for each. It takes the
/// frame of a fragment from `pinfo`.
bool list(Fragmented& message, tvbuff_t* tvb, packet_info* pinfo) {
  if (!message.arrange()) return false;
  const std::uint32_t frame = pinfo->num;
  fragment_head* head = nullptr;
  for (const Fragmented::Piece& piece : message.pieces) {
    const auto length = static_cast<guint>(piece.bytes.size());
    const bool more = &piece != &message.pieces.back();
    tvbuff_t* bytes = tvb_new_child_real_data(tvb, piece.bytes.data(), length, static_cast<int>(length));
    const std::uint32_t shown = plugin::frame_numbers.shown(piece.frame);
    pinfo->num = shown != 0 ? shown : frame;
    head = fragment_add_check(&table, bytes, 0, pinfo, message.id, nullptr, piece.offset, length,
                              static_cast<bridge::Bool>(more));
  }
  pinfo->num = frame;
  if (head != nullptr) head->reassembled_in = frame;
  return head != nullptr;
}

/// Puts a message together of which all fragments were seen. False: their bytes leave gaps.
bool complete(Fragmented& message, tvbuff_t* tvb, packet_info* pinfo) {
  return is_listed(message) ? list(message, tvb, pinfo) : message.join();
}

/// The buffer of a complete message that Wireshark does not list.
tvbuff_t* show_unlisted(const Fragmented& message, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  tvbuff_t* whole =
      tvb_new_child_real_data(tvb, message.whole.data(), message.total_length, static_cast<int>(message.total_length));
  add_new_data_source(pinfo, whole, "Reassembled ENet message");
  const auto add = [&](analysis::EnetField field, std::uint32_t value) {
    plugin::add_derived(tree, field, {whole}, value);
  };
  add(analysis::EnetField::enet_fragments_count, message.count);
  add(analysis::EnetField::enet_reassembled_length, message.total_length);
  return whole;
}

}  // namespace

tvbuff_t* reassemble(const FragmentPart& part, const Command& command, tvbuff_t* tvb, int offset, packet_info* pinfo,
                     proto_tree* tree) {
  Fragmented& message = *part.message;
  const auto join = [&](Fragmented& whole) { return complete(whole, tvb, pinfo); };
  if (!engine::completes(part, command, plugin::frame_number(pinfo), plugin::is_first_pass(pinfo), join))
    return nullptr;
  if (!is_listed(message)) return show_unlisted(message, tvb, pinfo, tree);
  fragment_head* head = fragment_get_reassembled_id(&table, pinfo, message.id);
  return process_reassembled_data(tvb, offset, pinfo, "Reassembled ENet message", head, &items(), nullptr, tree);
}

void register_reassembly() {
  static const reassembly_table_functions functions = {g_direct_hash, g_direct_equal, table_key,
                                                       table_key,     keep_key,       keep_key};
  reassembly_table_register(&table, &functions);
}

}  // namespace godot::plugin::enet
