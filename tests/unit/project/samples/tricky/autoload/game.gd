extends Node
## An autoload.

@rpc("any_peer") func ready_to_play(): pass
