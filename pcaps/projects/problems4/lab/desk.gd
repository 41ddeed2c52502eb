# SPDX-License-Identifier: MIT
class_name Desk
extends Node
## It wants a name and an age.


@rpc("any_peer")
func sign_up(_name: String, _age: int, _nick := "") -> void:
	pass
