// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/value_dissector.h"

#include <algorithm>

#include "analysis/streams/values/counted.h"
#include "analysis/streams/values/derived.h"
#include "codec/variant/fields.h"
#include "codec/variant/framing.h"
#include "codec/variant/plain_text.h"
#include "codec/variant/walker.h"
#include "engine/values/steps.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/exports/pdus.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/statistics.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/demand.h"
#include "plugin/facts/message_costs.h"

namespace godot::plugin {
namespace {

/// In tshark the option -z godot_variant,tree.
Statistics<analysis::CountedValue> statistics("godot_variant", "Godot" GODOT_MENU_SEPARATOR "Variants");

/// Values of a stream may lack their length, too: they are no messages of WebSocket.
bool is_over_websocket(const packet_info* pinfo) {
  return pinfo->ptype == PT_TCP && proto_is_frame_protocol(pinfo->layers, "websocket") != 0;
}

MessageSize message_size(const packet_info* pinfo, const variant::Options& options, const Buffer& buffer) {
  const std::uint32_t prefix = options.prefixed ? variant::stream_prefix : 0;
  return {.own = buffer.reported - std::min(buffer.reported, prefix),
          .protocol = prefix,
          .framed = !options.prefixed && is_over_websocket(pinfo)};
}

/// A value that has been read. Everything is in packet scope.
struct Read {
  variant::Result result;
  const char* text;
  const char* type;
  proto_item* item;  ///< its subtree; null without a tree
};
LEFT_BY_LONGJMP(Read, analysis::CountedValue);

/// Reads with all items.
Read read_whole(const TreePlace& place, const Buffer& buffer, const variant::Options& options, const char* evidence) {
  TreeSink sink(place, buffer.captured.size(), display(), *options.dialect, evidence);
  const variant::Result result = variant::walk_into(buffer, options, sink);
  return {.result = result, .text = sink.text(), .type = sink.type(), .item = sink.root_item()};
}

/// Formats only the packet list's text, which is faster. Null if more must be shown.
const char* text_alone(packet_info* pinfo, const Buffer& buffer, const variant::Options& options) {
  Notes notes;
  const char* text =
      PlainTexts(arena_of(pinfo), buffer.captured.size(), display(), nullptr, 1).text(buffer, options, &notes);
  return notes.any() ? nullptr : text;
}

/// Problems, notes and exported bytes need a walk with events.
Read read(const TreePlace& place, const Demand& needed, const Buffer& buffer, const variant::Options& options,
          const char* evidence) {
  if (!needed.items && !needed.experts && !objects::wanted()) {
    const variant::Result result = variant::validate(buffer, options);
    const bool is_odd = result.problem || result.notes.any();
    if (const char* text = is_odd ? nullptr : text_alone(place.pinfo, buffer, options); text != nullptr) {
      if (needed.protocols) add_bare_message(place.tree, protocols.variant, place.tvb, place.offset);
      return {.result = result, .text = text, .type = variant::type_of(buffer, options).data(), .item = nullptr};
    }
  }
  return read_whole(place, buffer, options, evidence);
}

/// Adds the fact of a value alone in its message: its type serves as the name.
void add_fact(packet_info* pinfo, Collector* collector, const Read& value, const MessageSize& size,
              const Verdict& verdict) {
  if (collector == nullptr) return;
  const auto transport = pinfo->ptype != PT_TCP ? analysis::facts::Transport::udp
                         : size.framed          ? analysis::facts::Transport::websocket
                                                : analysis::facts::Transport::tcp;
  analysis::facts::Item& item = collector->message(pinfo, transport, size.own, size.protocol);
  engine::fill_value(*collector, item, verdict,
                     {.text = value.text,
                      .type = value.type,
                      .malformed = value.result.problem && value.result.problem.code != Problem::Code::cut,
                      .notes = value.result.notes,
                      .own = size.own,
                      .protocol = size.protocol});
}

/// Adds the cost; for messages of ENet the command has it.
void show_cost(const TreePlace& place, proto_item* item, const MessageSize& size) {
  if (proto_is_frame_protocol(place.pinfo->layers, "enet") != 0) return;
  const Price price = price_of_message(place.pinfo, size);
  add_costs(proto_item_get_subtree(item), {place.tvb, place.offset, 0}, size.own, price.cost.total());
}

/// A transport of this plugin knows sender and receiver better.
void show_ends(const TreePlace& place, proto_item* item) {
  if (!ends_wanted(place.tree) || proto_is_frame_protocol(place.pinfo->layers, "enet") != 0) return;
  proto_tree* own = proto_item_get_subtree(item);
  add_ends(own != nullptr ? own : place.tree, place.tvb, place.pinfo, ports_as_ends(place.pinfo));
}

/// Exports a value without its length prefix; values of ENet are exported with its messages.
void export_value(const TreePlace& place, const variant::Options& options, const Buffer& buffer) {
  packet_info* pinfo = place.pinfo;
  if (!pdus::wanted(pdus::List::godot) || is_quoted(pinfo)) return;
  if (proto_is_frame_protocol(pinfo->layers, "enet") != 0) return;
  const int prefix = options.prefixed ? static_cast<int>(variant::stream_prefix) : 0;
  const int captured = static_cast<int>(buffer.captured.size()) - prefix;
  if (captured <= 0) return;
  tvbuff_t* value = tvb_new_subset_length_caplen(place.tvb, place.offset + prefix, captured,
                                                 static_cast<int>(buffer.reported) - prefix);
  pdus::hand_over(pdus::List::godot, pinfo, "godot.variant", value, pdus::Ends::as_tags);
}

}  // namespace

int dissect_value(TreePlace place, const Buffer& buffer, const Verdict& verdict, variant::Options options) {
  place.tree = below_first(place.tree, protocols.variant);
  const auto [tvb, offset, pinfo, tree] = place;
  options.dialect = verdict.dialect;
  options.precision = verdict.precision;
  if (preferences::as_documented()) options = variant::as_documented(buffer, options);
  const Demand needed = demand_of(pinfo, tree);
  const Read value = read(place, needed, buffer, options, verdict.evidence);
  const variant::Result& result = value.result;
  objects::name(pinfo, {.member = value.type, .from = objects::waiting(pinfo) ? ports_as_ends(pinfo).from : nullptr});
  export_value(place, options, buffer);
  show_line(pinfo, "Variant", value.text);
  show_ends(place, value.item);
  auto* tap = wmem_new(pinfo->pool, analysis::CountedValue);
  *tap = {.type = value.type,
          .dialect = verdict.dialect->name.data(),
          .size = result.consumed,
          .malformed = result.problem && result.problem.code != Problem::Code::cut};
  statistics.queue(pinfo, tap);
  const MessageSize size = message_size(pinfo, options, buffer);
  add_fact(pinfo, needed.collector, value, size, verdict);
  show_cost(place, value.item, size);
  if (result.notes.has(note::trailing_bytes)) {
    const Offset left = buffer.reported - result.consumed;
    col_append_fstr(pinfo->cinfo, COL_INFO, " [%u byte%s left over]", left, left == 1 ? "" : "s");
  }
  show_problem_of_bytes(place, result.problem, expert(analysis::VariantExpert::variant_incomplete));
  return static_cast<int>(std::min(buffer.captured.size(), buffer_of(tvb, offset).captured.size()));
}

void register_statistics_of_values() { statistics.register_tree(); }

}  // namespace godot::plugin
