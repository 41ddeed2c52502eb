# SPDX-License-Identifier: MIT
class_name Board
extends Node2D
## Something with a state that fills half a message.

var text := "Nothing new. ".repeat(50)
