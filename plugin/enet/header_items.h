// SPDX-License-Identifier: GPL-2.0-or-later
// Items of a datagram's header besides its fields: its label, the state of its checksum, the compression of its
// commands.
#pragma once

#include "plugin/enet/view.h"

namespace godot::plugin::enet {

/// Appends to the header's label.
void label_header(proto_item* item, const Header& header);

/// Adds enet.checksum.* for a header with a checksum.
void add_checksum(proto_tree* tree, const View& view, const Header& header);

/// Adds enet.variant: whose ENet it is.
void add_make(proto_tree* tree, tvbuff_t* tvb, const Header& header);

/// Adds enet.compression for a datagram that is not compressed.
void add_no_compression(proto_tree* tree, tvbuff_t* tvb);

/// Adds enet.compression and its sizes for a compressed one. `item` gets the expert information.
void add_compression(proto_tree* tree, proto_item* item, const View& view);

}  // namespace godot::plugin::enet
