# SPDX-License-Identifier: MIT
# The version: of the plugin, the tool, the packages and the codec.
set(GODOT_VERSION 0.1.0)
