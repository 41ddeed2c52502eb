// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/message_costs.h"

#include <algorithm>
#include <iterator>

#include "analysis/derived/common.h"
#include "analysis/message/annotation/derived.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/facts/segment_facts.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(MessageSize, Price);

using analysis::CommonField;
using analysis::MultiplayerField;

// Keys of `godot`'s packet data: the number of the frame's messages so far, and whether it has several.
constexpr std::uint32_t counter_key = 5;
constexpr std::uint32_t several_key = 6;

SegmentTap segments;

/// From the segments of this capture, during one pass over its frames.
analysis::facts::SegmentPrices& segment_prices() {
  static analysis::facts::SegmentPrices all;
  return all;
}

class SegmentOfPacket final : public analysis::facts::Segment {
 public:
  SegmentOfPacket(packet_info* pinfo, const analysis::facts::Frame& frame, const tcp_info_t& header) noexcept
      : Segment(frame, (static_cast<unsigned>(header.th_flags) & syn) != 0), pinfo_(pinfo) {}

  /// As the conversation records it.
  [[nodiscard]] bool has_begun() const override {
    const conversation_t* known = find_conversation_pinfo(pinfo_, 0);
    return known == nullptr || (conversation_key_port1(known->key_ptr) == pinfo_->srcport &&
                                addresses_equal(conversation_key_addr1(known->key_ptr), &pinfo_->src) != 0);
  }
  [[nodiscard]] bool is_sealed() const override { return plugin::is_sealed(pinfo_); }

 private:
  static constexpr unsigned syn = 2;
  packet_info* pinfo_;
};
LEFT_BY_LONGJMP(SegmentOfPacket, analysis::facts::Frame);

void forget_connections() { segment_prices().begin_pass(segments.listens()); }
void reset_connections(void*) { segment_prices().begin_pass(segments.listens()); }

/// Runs at the end of a frame.
tap_packet_status on_segment(void*, packet_info* pinfo, epan_dissect_t*, const void* data, tap_flags_t) {
  const auto& header = *static_cast<const tcp_info_t*>(data);
  const analysis::facts::Frame frame = frame_of(pinfo, header);
  segment_prices().end_frame(SegmentOfPacket(pinfo, frame, header));
  return TAP_PACKET_DONT_REDRAW;
}

std::uint32_t next_message(packet_info* pinfo) { return count_in_frame(pinfo, protocols.godot, counter_key); }

/// The stored cost of a message, for later dissections of its frame.
struct Kept {
  std::uint32_t size;
  Price price;
};
FrameValues<Kept> kept_prices;

Price price_on_stream(packet_info* pinfo, const MessageSize& size) {
  segments.listen(reset_connections, on_segment);
  const std::uint32_t number = next_message(pinfo);
  const std::uint32_t bytes = size.own + size.protocol;
  const tcp_info_t* header = segments.segment(0);
  const Kept* kept = kept_prices.find(pinfo, number);
  if (header == nullptr) return kept != nullptr && kept->size == bytes ? kept->price : Price{};
  const analysis::facts::Frame frame = frame_of(pinfo, *header);
  const Price price = segment_prices().price(SegmentOfPacket(pinfo, frame, *header), size);
  if (kept == nullptr && price.plain != 0) kept_prices.make(pinfo, number, {.size = bytes, .price = price});
  return price;
}

}  // namespace

bool may_share_frame(const packet_info* pinfo) {
  return pinfo->ptype != PT_UDP || proto_is_frame_protocol(pinfo->layers, "dtls") != 0;
}

bool is_alone(packet_info* pinfo) {
  static const char mark = 0;
  const bool is_first = next_message(pinfo) == 0;
  const auto* several =
      static_cast<const char*>(p_get_proto_data(wmem_file_scope(), pinfo, protocols.godot, several_key));
  if (!is_first_pass(pinfo)) return several == nullptr;
  if (!is_first && several == nullptr)
    p_add_proto_data(wmem_file_scope(), pinfo, protocols.godot, several_key, const_cast<char*>(&mark));
  return false;
}

bool is_sealed(const packet_info* pinfo) { return proto_is_frame_protocol(pinfo->layers, "tls") != 0; }

Price price_of_message(packet_info* pinfo, const MessageSize& size) {
  if (is_quoted(pinfo)) return {};
  if (pinfo->ptype == PT_TCP) return price_on_stream(pinfo, size);
  if (proto_is_frame_protocol(pinfo->layers, "udp") == 0) return {};
  if (may_share_frame(pinfo) && !is_alone(pinfo)) return {};
  return analysis::facts::price_alone(size, pinfo->fd->pkt_len);
}

bool costs_wanted(proto_tree* tree) {
  if (tree == nullptr) return false;
  const int fields[] = {header_field(CommonField::cost_own), header_field(CommonField::cost_total),
                        header_field(MultiplayerField::cost_calls), header_field(MultiplayerField::cost_sync)};
  return std::any_of(std::begin(fields), std::end(fields),
                     [tree](int field) { return proto_field_is_referenced(tree, field) != 0; });
}

void add_costs(proto_tree* tree, const ItemRange& range, std::optional<std::uint32_t> own, std::uint32_t total) {
  if (tree == nullptr) return;
  // The line of the cost has both.
  if (own) add_derived<CommonField>(tree, {CommonField::cost_own, *own, total != 0}, range.start());
  if (total == 0) return;
  proto_item* item = add_derived(tree, CommonField::cost_total, range.start(), total);
  if (own) append_label(item, {", of its own: ", *own});
}

void register_costs() { register_init_routine(forget_connections); }

}  // namespace godot::plugin
