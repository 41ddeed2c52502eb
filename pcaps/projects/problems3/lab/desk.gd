# SPDX-License-Identifier: MIT
class_name Desk
extends Node
# It wants a name and an age.


remote func sign_up(_name, _age: int, _nick = ""):
	pass
