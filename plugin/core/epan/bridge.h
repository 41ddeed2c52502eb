// SPDX-License-Identifier: GPL-2.0-or-later
// The differences between Wireshark 4.0, 4.2, 4.4 and 4.6. No other file tests a version or includes epan's headers.
// Which release changed what is on docs/wireshark-versions.md: a branch here has a row there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <glib.h>
#include <ws_version.h>

#include <epan/addr_resolv.h>
#include <epan/conversation.h>
#include <epan/conversation_filter.h>
#include <epan/conversation_table.h>
#include <epan/decode_as.h>
#include <epan/epan.h>
#include <epan/expert.h>
#include <epan/export_object.h>
#include <epan/exported_pdu.h>
#include <epan/follow.h>
#include <epan/funnel.h>
#include <epan/packet.h>
#include <epan/plugin_if.h>
#include <epan/prefs-int.h>
#include <epan/prefs.h>
#include <epan/proto.h>
#include <epan/proto_data.h>
#include <epan/srt_table.h>
#include <epan/stat_tap_ui.h>
#include <epan/stats_tree.h>
#include <epan/tap.h>
#include <epan/to_str.h>
#include <epan/uat.h>

// These headers lack extern "C".
extern "C" {
#include <epan/exceptions.h>
#include <epan/reassemble.h>
#include <epan/show_exception.h>
}

// These headers include the ones above.
#include <epan/dissectors/packet-tcp.h>
#include <epan/dissectors/packet-udp.h>

#define GODOT_WIRESHARK_AT_LEAST(major, minor) \
  (WIRESHARK_VERSION_MAJOR > (major) || (WIRESHARK_VERSION_MAJOR == (major) && WIRESHARK_VERSION_MINOR >= (minor)))

// Needs packet.h before it.
#include <epan/charsets.h>

#ifdef _WIN32
// Microsoft's compiler begins bit-fields that follow a member of another size in a unit of their own, gcc for Linux in
// the rest of that member's unit: `visited`, which the plugin reads, would be in another byte, and in 4.6 the members
// after the bit-fields, too. gcc for Windows does as Microsoft's (-mms-bitfields).
static_assert(offsetof(frame_data, abs_ts) - offsetof(frame_data, tcp_snd_manual_analysis) >= 2 * sizeof(unsigned),
              "frame_data is not laid out as in the official Wireshark");
#endif

namespace bridge {

// epan's truth values changed from int to bool in two releases; what epan writes through a pointer must have the right
// width. For heuristics, filters, preferences and reassembly:
#if GODOT_WIRESHARK_AT_LEAST(4, 4)
using Bool = bool;
#else
using Bool = gboolean;
#endif
// For users' tables (uat.h) and visitors of trees (wmem):
#if GODOT_WIRESHARK_AT_LEAST(4, 2)
using TableBool = bool;
using VisitBool = bool;
#else
using TableBool = gboolean;
using VisitBool = gboolean;
#endif

/// Sets the text of a string field that was added empty, because its text is known only after its children. Leaves
/// Wireshark's placeholders for items that it does not need unchanged.
inline void set_string(proto_item* item, int hf, const char* text) {
  if (item == nullptr) return;
  field_info* field = PITEM_FINFO(item);
  if (field == nullptr || field->hfinfo->id != hf) return;
    // Until 4.2 this function exists but is not exported. The value is a growing buffer.
#if GODOT_WIRESHARK_AT_LEAST(4, 4)
  fvalue_set_string(field->value, text);
#elif GODOT_WIRESHARK_AT_LEAST(4, 2)
  wmem_strbuf_append(const_cast<wmem_strbuf_t*>(fvalue_get_strbuf(field->value)), text);
#else
  wmem_strbuf_append(field->value.value.strbuf, text);
#endif
}

/// A packet's comment, counted from 0; null: it has no more.
inline const char* comment(const packet_info* pinfo, unsigned index) {
  if (pinfo->rec == nullptr || pinfo->rec->block == nullptr) return nullptr;
  // Most packets have none, and counting takes a tenth of the instructions of asking.
  if (index >= wtap_block_count_option(pinfo->rec->block, OPT_COMMENT)) return nullptr;
  char* text = nullptr;
  const wtap_opttype_return_val found =
      wtap_block_get_nth_string_option_value(pinfo->rec->block, OPT_COMMENT, index, &text);
  return found == WTAP_OPTTYPE_SUCCESS ? text : nullptr;
}

/// The process on the capturing machine that sent a packet or got it.
struct LocalProcess {
  const char* name = nullptr;  // Wireshark's; valid while the capture is open
  std::int32_t id = 0;
  bool sends = false;
};

/// Captures of macOS's pktap have it, and the packet's direction; Wireshark reads both since 4.6. False: not known.
inline bool local_process(const packet_info* pinfo, LocalProcess& found) {
#if GODOT_WIRESHARK_AT_LEAST(4, 6)
  if (pinfo->rec == nullptr || pinfo->rec->block == nullptr) return false;
  constexpr std::uint32_t both = 3;
  constexpr std::uint32_t inbound = 1;
  std::uint32_t entry = 0;
  std::uint32_t flags = 0;
  const auto has = [&](unsigned option, std::uint32_t& value) {
    return wtap_block_get_uint32_option_value(pinfo->rec->block, option, &value) == WTAP_OPTTYPE_SUCCESS;
  };
  if (!has(OPT_PKT_DARWIN_PIB_ID, entry) || !has(OPT_PKT_FLAGS, flags)) return false;
  const std::uint32_t direction = flags & both;
  if (direction == 0 || direction == both) return false;
  const bool in_sections = (pinfo->rec->presence_flags & WTAP_HAS_SECTION_NUMBER) != 0;
  const unsigned section = in_sections ? pinfo->rec->section_number : 0;
  found.name = epan_get_process_name(pinfo->epan, entry, section);
  found.id = epan_get_process_id(pinfo->epan, entry, section);
  found.sends = direction != inbound;
  return found.name != nullptr;
#else
  (void)pinfo;
  (void)found;
  return false;
#endif
}

/// A numeric preference of Wireshark's own, read by name: the struct of preferences changes with every version.
inline unsigned preference(pref_t* row) {
#if GODOT_WIRESHARK_AT_LEAST(4, 6)
  return prefs_get_uint_value(row, pref_current);
#else
  return prefs_get_uint_value_real(row, pref_current);
#endif
}
inline bool preference_is_set(pref_t* row) { return row != nullptr && prefs_get_bool_value(row, pref_current) != 0; }
inline pref_t* find_preference(const char* module, const char* name) {
  return prefs_find_preference(prefs_find_module(module), name);
}

// Wireshark's limits on the depth of a tree and its number of items; beyond them it gives the frame up. Cached: every
// message needs them, and preferences are searched by name.
inline unsigned max_tree_depth() {
  static pref_t* const row = find_preference("gui", "max_tree_depth");
  return preference(row);
}
inline unsigned max_tree_items() {
  static pref_t* const row = find_preference("gui", "max_tree_items");
  return preference(row);
}

// The separator of menus in a statistics tree's name.
#ifdef STATS_TREE_MENU_SEPARATOR
#define GODOT_MENU_SEPARATOR STATS_TREE_MENU_SEPARATOR
#else
#define GODOT_MENU_SEPARATOR "/"
#endif

/// True if text written to the column is used.
inline bool writable(const packet_info* pinfo, int column) {
  return pinfo->cinfo != nullptr && col_get_writable(pinfo->cinfo, column);
}

// Conversation filters ("Conversation Filter" in the packet list's menu) get user data since 4.2.
#if GODOT_WIRESHARK_AT_LEAST(4, 2)
#define BRIDGE_FILTER_DATA , void*
#else
#define BRIDGE_FILTER_DATA
#endif
inline void register_stream_filter(const char* protocol, const char* title, is_filter_valid_func is_valid,
                                   build_filter_string_func build) {
#if GODOT_WIRESHARK_AT_LEAST(4, 2)
  register_conversation_filter(protocol, title, is_valid, build, nullptr);
#else
  register_conversation_filter(protocol, title, is_valid, build);
#endif
}

/// The parameters of a Follow registration.
struct Follow {
  const char* tap = nullptr;
  char* (*conversation_filter)(epan_dissect_t*, packet_info*, unsigned* stream, unsigned* sub_stream) = nullptr;
  char* (*index_filter)(unsigned stream, unsigned sub_stream) = nullptr;
  char* (*address_filter)(address*, address*, int, int);
  char* (*port_name)(wmem_allocator_t*, unsigned port);
  guint32 (*stream_count)();
  tap_packet_cb handler = follow_tvb_tap_listener;  ///< converts tapped data to follow records
};

/// Follow for streams without sub-streams.
inline void register_follow(int protocol, const Follow& follow) {
#if GODOT_WIRESHARK_AT_LEAST(4, 2)
  register_follow_stream(protocol, follow.tap, follow.conversation_filter, follow.index_filter, follow.address_filter,
                         follow.port_name, follow.handler, follow.stream_count, nullptr);
#else
  register_follow_stream(protocol, follow.tap, follow.conversation_filter, follow.index_filter, follow.address_filter,
                         follow.port_name, follow.handler);
#endif
}

/// The sub-stream with this number or else the next one, searched `down` or up.
using NextSubStream = Bool (*)(unsigned stream, unsigned sub_stream, Bool down, unsigned* next);

/// Follow for streams with sub-streams, which only HTTP/2 and QUIC had before.
#if GODOT_WIRESHARK_AT_LEAST(4, 4)
constexpr bool has_sub_streams = true;
inline void register_sub_stream_follow(int protocol, const Follow& follow, NextSubStream next) {
  register_follow_stream(protocol, follow.tap, follow.conversation_filter, follow.index_filter, follow.address_filter,
                         follow.port_name, follow.handler, follow.stream_count, next);
}
#else
constexpr bool has_sub_streams = false;
inline void register_sub_stream_follow(int, const Follow&, NextSubStream) {}
#endif

// Flow graphs. Their header is not installed, but their functions are exported. The declarations here were compared
// with epan/sequence_analysis.h of 4.0.17 and 4.4.18, and with the behaviour of libwireshark 4.6.9; other releases are
// not supported.
#if WIRESHARK_VERSION_MAJOR == 4 && \
    (WIRESHARK_VERSION_MINOR == 0 || WIRESHARK_VERSION_MINOR == 4 || WIRESHARK_VERSION_MINOR == 6)
#define BRIDGE_FLOW_GRAPHS 1
#else
#define BRIDGE_FLOW_GRAPHS 0
#endif

/// An arrow, created by epan only: the members after these differ between versions.
struct FlowItem {
  guint32 frame_number;
  address from;
  guint16 from_port;
  address to;
  guint16 to_port;
  char* label;
  char* time;
  char* comment;
  guint16 conversation;
  unsigned foreground;
  unsigned background;
  Bool has_color;
  Bool is_shown;
};

/// The data of a flow graph's listener: its first members.
struct FlowGraph {
  const char* name;
  Bool any_address;
  int conversations;
  GQueue* items;
};

#if BRIDGE_FLOW_GRAPHS
extern "C" {
WS_DLL_PUBLIC void register_seq_analysis(const char* name, const char* title, int protocol, const char* tap,
                                         unsigned tap_flags, tap_packet_cb listener);
WS_DLL_PUBLIC FlowItem* sequence_analysis_create_sai_with_addresses(packet_info* pinfo, FlowGraph* graph);
}
#endif

/// Registers Statistics > Flow Graph > `title` and tshark -z flow,`name`,standard: `listener` is called for `tap`, with
/// the graph as its data.
inline void register_flow_graph(const char* name, const char* title, int protocol, const char* tap,
                                tap_packet_cb listener) {
#if BRIDGE_FLOW_GRAPHS
  int major = 0;
  int minor = 0;
  int micro = 0;
  epan_get_version_number(&major, &minor, &micro);
  if (major != WIRESHARK_VERSION_MAJOR || minor != WIRESHARK_VERSION_MINOR) return;
  register_seq_analysis(name, title, protocol, tap, 0, listener);
#else
  (void)name, (void)title, (void)protocol, (void)tap, (void)listener;
#endif
}

/// Adds an arrow with this frame's time and ports, between two names.
inline void draw_arrow(FlowGraph* graph, packet_info* pinfo, const char* from, const char* to, const char* label,
                       const char* comment, guint16 conversation) {
#if BRIDGE_FLOW_GRAPHS
  // The graph's columns are addresses, and epan copies those of the packet.
  const address kept[] = {pinfo->src, pinfo->dst, pinfo->net_src, pinfo->net_dst};
  set_address(&pinfo->src, AT_STRINGZ, static_cast<int>(strlen(from)) + 1, from);
  set_address(&pinfo->dst, AT_STRINGZ, static_cast<int>(strlen(to)) + 1, to);
  pinfo->net_src = pinfo->src;
  pinfo->net_dst = pinfo->dst;
  FlowItem* item = sequence_analysis_create_sai_with_addresses(pinfo, graph);
  pinfo->src = kept[0];
  pinfo->dst = kept[1];
  pinfo->net_src = kept[2];
  pinfo->net_dst = kept[3];
  if (item == nullptr) return;
  item->frame_number = pinfo->num;
  item->from_port = static_cast<guint16>(pinfo->srcport);
  item->to_port = static_cast<guint16>(pinfo->destport);
  item->label = g_strdup(label);
  item->comment = g_strdup(comment);
  item->conversation = conversation;
  item->is_shown = TRUE;
  g_queue_push_tail(graph->items, item);
#else
  (void)graph, (void)pinfo, (void)from, (void)to, (void)label, (void)comment, (void)conversation;
#endif
}

/// Since 4.6 there is Statistics > Plots.
constexpr bool has_plots = GODOT_WIRESHARK_AT_LEAST(4, 6);

/// Since 4.6 the window prints each cell of a table by its column's format, so the cell's type has to be the column's.
constexpr bool tables_have_formats = GODOT_WIRESHARK_AT_LEAST(4, 6);

// Since 4.6, the function that starts a command-line statistic returns whether it succeeded.
#if GODOT_WIRESHARK_AT_LEAST(4, 6)
#define BRIDGE_STAT_INIT(call) \
  ->bool {                     \
    call;                      \
    return true;               \
  }
#else
#define BRIDGE_STAT_INIT(call) \
  ->void { call; }
#endif

/// The frame selected in the window; 0 if none is selected or there is no window.
inline guint32 selected_packet() {
  const auto number = [](frame_data* frame, void*) -> void* {
    return GUINT_TO_POINTER(frame != nullptr ? frame->num : 0);
  };
  return GPOINTER_TO_UINT(plugin_if_get_frame_data(number, nullptr));
}

/// True if the labels of this tree are displayed; otherwise only values matter.
inline bool visible(const proto_tree* tree) { return tree != nullptr && PTREE_DATA(tree)->visible; }

// Since 4.6, a label knows where the value begins and ends in it, for columns that show it.
/// A new label without text.
inline item_label_t* make_label(wmem_allocator_t* pool) {
  item_label_t* label = wmem_new(pool, item_label_t);
  label->representation[0] = '\0';
#if GODOT_WIRESHARK_AT_LEAST(4, 6)
  label->value_pos = 0;
  label->value_len = 0;
#endif
  return label;
}

/// Ends a label of `size` bytes. The value follows the first `begin` bytes.
inline void end_label(item_label_t& label, std::size_t begin, std::size_t size) {
  label.representation[size] = '\0';
#if GODOT_WIRESHARK_AT_LEAST(4, 6)
  label.value_pos = begin;
  label.value_len = size - begin;
#else
  (void)begin;
#endif
}

/// Where the value begins in a label.
inline std::size_t value_begin(const item_label_t& label) {
#if GODOT_WIRESHARK_AT_LEAST(4, 6)
  return label.value_pos;
#else
  (void)label;
  return 0;
#endif
}

/// Writes an item's label as Wireshark does, to ITEM_LABEL_LENGTH bytes at `text`.
inline void fill_label(const field_info& item, char* text, std::size_t& value_begin) {
#if GODOT_WIRESHARK_AT_LEAST(4, 6)
  proto_item_fill_label(&item, text, &value_begin);
#else
  (void)value_begin;
  proto_item_fill_label(const_cast<field_info*>(&item), text);
#endif
}

/// proto_field_is_referenced() for a known field: each packet asks it about several.
inline bool referenced(const proto_tree* tree, const header_field_info* field) {
  if (tree == nullptr) return false;
  return PTREE_DATA(tree)->visible || field->ref_type != HF_REF_TYPE_NONE ||
         (field->type == FT_PROTOCOL && !PTREE_DATA(tree)->fake_protocols);
}

/// True if a filter, a column or an export names this field, or a field of this protocol. Unlike referenced(), also in
/// a tree that is displayed.
inline bool named(const header_field_info* field) { return field->ref_type != HF_REF_TYPE_NONE; }

/// Since 4.6, tshark tells the tree which fields its options -e name, as it does for filters and columns.
constexpr bool output_fields_are_named = GODOT_WIRESHARK_AT_LEAST(4, 6);

/// Wireshark's preference "Display hidden protocol items".
inline bool shows_hidden_items() {
  static pref_t* const row = find_preference("protocols", "display_hidden_proto_items");
  return preference_is_set(row);
}

/// True if protocols are counted or shown; otherwise items of protocols that no filter names are not created.
inline bool counts_protocols(const proto_tree* tree) {
  return tree != nullptr && (PTREE_DATA(tree)->visible || !PTREE_DATA(tree)->fake_protocols);
}

/// Sets the length of an item in an invisible tree, if it is the field's own: epan returns the parent of an item that
/// no reader needs.
inline void set_length(proto_item* item, int field, int length) {
  field_info* const info = item != nullptr ? PITEM_FINFO(item) : nullptr;
  if (info != nullptr && info->hfinfo->id == field) info->length = length;
}

/// Number of items in the frame's whole tree so far.
inline unsigned item_count(const proto_tree* tree) { return PTREE_DATA(tree)->count; }

}  // namespace bridge
