# SPDX-License-Identifier: MIT
extends Lab
## Names for Node.rpc_config() in every way that a script can write them. The server calls what annotations make remote
## only, so that no number of its calls tells of other names.


func prepare() -> void:
	$OtherConst.rpc_config(StrangeNames.Inner.X, StrangeNames.ANY)


func turns() -> Array[Array]:
	return [["server", _call_all.bind(false)], ["red", _call_all.bind(true)]]


func _call_all(configured: bool) -> void:
	for node: Node in get_children():
		_call_list(node, (node.get_script() as Script).get_rpc_config())
		if configured and node.get_node_rpc_config() is Dictionary:
			_call_list(node, node.get_node_rpc_config())
		await Network.settle(2)


func _call_list(node: Node, list: Dictionary) -> void:
	for method: StringName in list:
		for declared: Dictionary in node.get_method_list():
			if declared.name == method:
				Truth.call_rpc(node, method, declared.args.map(_value_for))
				break


func _value_for(argument: Dictionary) -> Variant:
	return {TYPE_FLOAT: 2.5, TYPE_INT: 7, TYPE_BOOL: true}.get(argument.type, "stone")
