# SPDX-License-Identifier: MIT
extends Reference

export var count = 3
