// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/header_items.h"

#include <string_view>

#include "analysis/enet/shown/labels.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/preferences.h"
#include "plugin/facts/problem.h"

namespace godot::plugin::enet {

using plugin::EnetExpert;
using plugin::EnetField;

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
    proto_item* item = plugin::add_generated_number(tree, plugin::header_field(EnetField::enet_checksum_calculated),
                                                    range, verdict.expected);
    if (!verdict.is_good) expert_add_info(view.pinfo, item, plugin::expert(EnetExpert::enet_checksum_bad));
  }
  plugin::add_generated_number(tree, plugin::header_field(EnetField::enet_checksum_status), range, status);
}

void add_no_compression(proto_tree* tree, tvbuff_t* tvb) {
  const int row = plugin::header_field(field::enet_compression);
  if (!plugin::hidden_item_wanted(tree, row)) return;
  plugin::hide(plugin::add_generated_text(tree, row, {tvb}, name(Compression::none).data()));
}

void add_make(proto_tree* tree, tvbuff_t* tvb, const Header& header) {
  const int row = plugin::header_field(EnetField::enet_variant);
  const char* make = name(header.make).data();
  // Nearly all games have the stock ENet: its name is not displayed.
  const bool is_hidden = std::string_view(make) == "stock";
  if (is_hidden && !plugin::hidden_item_wanted(tree, row)) return;
  proto_item* item = plugin::add_generated_text(tree, row, {tvb}, make);
  if (is_hidden) plugin::hide(item);
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
  plugin::add_generated_text(tree, plugin::header_field(field::enet_compression), range,
                             name(result.compression).data());
  if (!result.result.good()) {
    const std::string_view why = describe(result.result.error);
    plugin::add_counted_expert(view.pinfo, item, plugin::expert(EnetExpert::enet_compression_failed), nullptr, range,
                               plugin::arena_of(view.pinfo).joined({why}));
    return;
  }
  const auto plain = static_cast<guint>(result.result.size);
  const auto number = [&](EnetField field, guint value) {
    plugin::add_generated_number(tree, plugin::header_field(field), range, value);
  };
  number(EnetField::enet_compressed_length, static_cast<guint>(length));
  number(EnetField::enet_plain_length, plain);
  proto_item_set_generated(proto_tree_add_double(tree, plugin::header_field(EnetField::enet_compression_ratio),
                                                 view.tvb, begin, length, double(length) / plain));
}

}  // namespace godot::plugin::enet
