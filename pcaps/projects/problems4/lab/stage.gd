# SPDX-License-Identifier: MIT
class_name Stage
extends Node
## It writes down what arrives.


@rpc
func act(scene: int) -> void:
	Truth.event("acted", {"scene": scene})
