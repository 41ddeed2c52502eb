// SPDX-License-Identifier: GPL-2.0-or-later
// File > Export Objects > Godot, tshark --export-objects godot,FOLDER: saves the bytes that
// core/objects.h collects as files.
#pragma once

namespace godot::plugin {

void register_export_objects();

}  // namespace godot::plugin
