# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func show_panel(title: String): pass
