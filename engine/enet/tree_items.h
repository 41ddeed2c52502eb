// SPDX-License-Identifier: MIT
// What the analysis says of a datagram and its commands, as items in the tree of its frame.
#pragma once

#include <cstdint>

#include "analysis/enet/connections/stream.h"
#include "codec/enet/reading.h"
#include "engine/tree/sink.h"

namespace godot::engine {

/// ", stream 0, from the client, 3 commands".
void label_datagram(TreeItem* item, const analysis::enet::Stream& stream, bool from_client, bool is_mesh,
                    std::uint32_t commands);
/// ", peer id 3, session 1".
void label_header(TreeItem* item, const godot::enet::Header& header);

/// The connection's number, and what is known of it.
void show_connection(const TreeOutput& out, TreeItem* in, const analysis::enet::Stream& stream,
                     analysis::enet::Direction direction, std::uint32_t frame);
/// How the commands were compressed, and how well.
void show_compression(const TreeOutput& out, TreeItem* in, const godot::enet::Reading& reading);

/// The command's channel, numbers and size, behind its name.
void label_command(TreeItem* item, const godot::enet::Command& command);
/// The bytes of a fragment, which are no message.
void show_fragment(const TreeOutput& out, TreeItem* in, const godot::enet::Command& command);

/// The analysis of a command, of a datagram; `other_side_in`: its frame on the other side of a relay.
void show_items(const TreeOutput& out, TreeItem* in, const godot::enet::Command& command,
                const analysis::enet::Finding& finding);
void show_items(const TreeOutput& out, TreeItem* in, const analysis::enet::Datagram& datagram,
                std::uint32_t other_side_in);

}  // namespace godot::engine
