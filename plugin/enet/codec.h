// SPDX-License-Identifier: GPL-2.0-or-later
// The codec's names for datagrams of ENet, as all files of this folder use them.
#pragma once

#include "codec/enet/command_list.h"
#include "codec/enet/fields.h"
#include "codec/enet/icmp.h"
#include "codec/enet/reading.h"
#include "codec/enet/recognise.h"
#include "codec/enet/walk.h"

namespace godot::plugin::enet {

using godot::enet::acknowledgement;
using godot::enet::Acknowledgement;
using godot::enet::Checksum;
using godot::enet::Command;
using godot::enet::command_type_count;
using godot::enet::CommandList;
using godot::enet::CommandReader;
using godot::enet::CommandSink;
using godot::enet::CommandType;
using godot::enet::Compression;
using godot::enet::compression_count;
using godot::enet::connection_channel;
using godot::enet::DatagramReader;
using godot::enet::Decompressors;
using godot::enet::Header;
using godot::enet::icmp_error_before;
using godot::enet::IcmpError;
using godot::enet::Make;
using godot::enet::Observation;
using godot::enet::observe;
using godot::enet::ObservedSettings;
using godot::enet::Plain;
using godot::enet::possible;
using godot::enet::Reading;
using godot::enet::Result;
using godot::enet::walk;
using godot::enet::walk_commands;

}  // namespace godot::plugin::enet
