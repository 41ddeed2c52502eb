# SPDX-License-Identifier: MIT
#
# A script without a resource behind it, for typed containers of a script.
extends RefCounted

@export var count := 3
