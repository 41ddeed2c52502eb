# SPDX-License-Identifier: MIT
class_name Gate
extends Node2D
# Something of the server's, that others may only ask.

remote var color = "white"


puppet func open(_by):
	pass


master func report(_what):
	pass


remote func ask(_what):
	pass


func secret():
	pass
