// SPDX-License-Identifier: GPL-2.0-or-later
// What the header of a datagram says beyond its numbers: its line, whether its checksum is right, how its commands were
// compressed.
#pragma once

#include "plugin/enet/view.h"

namespace godot::enet::dissector {

/// Adds to the header's line.
void label_header(proto_item* item, const Header& header);

/// enet.checksum.*, of a header that has one.
void add_checksum(proto_tree* tree, const View& view, const Header& header);

/// enet.compression of a datagram that is not compressed.
void add_no_compression(proto_tree* tree, tvbuff_t* tvb);

/// enet.compression and its sizes of one that is. `item` gets the expert information.
void add_compression(proto_tree* tree, proto_item* item, const View& view);

}  // namespace godot::enet::dissector
