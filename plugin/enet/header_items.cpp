// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/header_items.h"

#include <string_view>

#include "analysis/enet/shown/derived.h"
#include "analysis/enet/shown/labels.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/preferences.h"
#include "plugin/facts/problem.h"

namespace godot::plugin::enet {

using analysis::EnetExpert;
using analysis::EnetField;

void label_header(proto_item* item, const Header& header) {
  analysis::enet::LabelText text;
  plugin::append_label(item, {analysis::enet::label_of(header, text)});
}

void add_checksum(proto_tree* tree, const View& view, const Header& header) {
  constexpr int checksum_size = 4;
  const plugin::ItemRange range = {view.tvb, static_cast<int>(header.size) - checksum_size, checksum_size};
  unsigned status = PROTO_CHECKSUM_E_UNVERIFIED;
  // Programs may use another algorithm: then no checksum has matched so far.
  const analysis::enet::ChecksumVerdict verdict = view.conversation.is_crc
                                                      ? analysis::enet::verify_checksum(view.reading, view.stream())
                                                      : analysis::enet::ChecksumVerdict{};
  if (verdict.is_known) {
    status = verdict.is_good ? PROTO_CHECKSUM_E_GOOD : PROTO_CHECKSUM_E_BAD;
    proto_item* item = plugin::add_derived(tree, EnetField::enet_checksum_calculated, range, verdict.expected);
    if (!verdict.is_good) expert_add_info(view.pinfo, item, plugin::expert(EnetExpert::enet_checksum_bad));
  }
  plugin::add_derived(tree, EnetField::enet_checksum_status, range, status);
}

void add_no_compression(proto_tree* tree, tvbuff_t* tvb) {
  plugin::add_hidden(tree, field::enet_compression, {tvb}, name(Compression::none).data());
}

void add_make(proto_tree* tree, tvbuff_t* tvb, const Header& header) {
  const char* make = name(header.make).data();
  // Nearly all games have the stock ENet: its name is not displayed.
  plugin::add_derived<EnetField>(tree, {EnetField::enet_variant, make, std::string_view(make) == "stock"}, {tvb});
}

void add_compression(proto_tree* tree, proto_item* item, const View& view) {
  const Buffer& datagram = view.reading.datagram;
  const Plain& result = view.reading.plain;
  const auto begin = static_cast<int>(view.reading.header.size);
  const auto length = static_cast<int>(datagram.captured.size()) - begin;
  if (result.compression == Compression::none) {
    const bool whole = datagram.captured.size() == datagram.reported;
    if (preferences::decompress() && whole)
      expert_add_info(view.pinfo, item, plugin::expert(EnetExpert::enet_compression_unknown));
    return;
  }
  const plugin::ItemRange range = {view.tvb, begin, length};
  plugin::add_derived(tree, field::enet_compression, range, name(result.compression).data());
  if (!result.result.good()) {
    const std::string_view why = describe(result.result.error);
    plugin::add_counted_expert(view.pinfo, item, plugin::expert(EnetExpert::enet_compression_failed), nullptr, range,
                               plugin::arena_of(view.pinfo).joined({why}));
    return;
  }
  const auto plain = static_cast<guint>(result.result.size);
  const auto add = [&](EnetField field, analysis::DerivedValue value) {
    plugin::add_derived(tree, field, range, value);
  };
  add(EnetField::enet_compressed_length, length);
  add(EnetField::enet_plain_length, plain);
  add(EnetField::enet_compression_ratio, double(length) / plain);
}

}  // namespace godot::plugin::enet
