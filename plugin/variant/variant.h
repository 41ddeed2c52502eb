// SPDX-License-Identifier: GPL-2.0-or-later
// The dissectors of `godot.variant`: datagrams, length-prefixed streams and messages of other protocols.
#pragma once

extern "C" {
void godot_variant_register();
void godot_variant_handoff();
}
