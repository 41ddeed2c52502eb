# SPDX-License-Identifier: MIT
"""What godot-compare, godot-netcheck and godot-worst share: programs that read captures, tables, rates and their noise, texts for
a terminal."""
