// SPDX-License-Identifier: GPL-2.0-or-later
// Shows what a relay that makes the network worse on purpose (godotdump) did to a packet, of whatever protocol it is.
#pragma once

extern "C" void godot_link_register();
extern "C" void godot_link_handoff();
