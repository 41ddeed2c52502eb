// SPDX-License-Identifier: GPL-2.0-or-later
// The codec's names for datagrams of ENet, as all files of this folder use them.
#pragma once

#include "codec/enet/command_list.h"
#include "codec/enet/datagram_reading.h"
#include "codec/enet/fields.h"
#include "codec/enet/icmp.h"
#include "codec/enet/recognise.h"
#include "codec/enet/walk.h"

namespace godot::plugin::enet {

using namespace godot::enet;

}  // namespace godot::plugin::enet
