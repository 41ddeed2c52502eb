# SPDX-License-Identifier: MIT
# The version: of the plugin, the tools, the packages, the addon (whose plugin.cfg repeats it) and the codec.
set(GODOT_VERSION 0.1.0)
set(GODOT_AUTHORS "The godot-wireshark authors <maintainers@users.noreply.a-seed-f50a36e3.example>")
