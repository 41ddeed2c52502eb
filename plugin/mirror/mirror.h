// SPDX-License-Identifier: GPL-2.0-or-later
// The dissector of `godot.mirror`: records that a running game has written of its own multiplayer, in exported PDUs.
#pragma once

extern "C" void godot_mirror_register();
