// SPDX-License-Identifier: GPL-2.0-or-later
// File > Export Objects > Godot, tshark --export-objects godot,FOLDER: the bytes that core/objects.h has found, as
// files.
#pragma once

namespace godot::plugin {

void register_export_objects();

}  // namespace godot::plugin
