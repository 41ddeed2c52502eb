extends Node
## An autoload.

@rpc("any_peer") func ready_to_play(): pass

func _ready():
	get_parent().rpc_config(&"zeal", {})
	get_parent().rpc_config(
		"ardour", {})
