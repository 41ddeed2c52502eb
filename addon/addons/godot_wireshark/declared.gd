# SPDX-License-Identifier: MIT
extends RefCounted
## Finds remote methods in the source of a script, for engines without `Script.get_rpc_config()` (before 4.4); the result
## has the same form. Exported games have no source, and methods set with Node.rpc_config() are not found.

## `@rpc(...)` before a method of the script itself; indented ones belong to inner classes.
const ANNOTATION := (
	"(?m)^(?:@(?!rpc\\b)\\w+(?:\\([^)]*\\))?\\s*)*@rpc\\b[ \\t]*(?:\\(([^)]*)\\))?"
	+ "(?:\\s|#[^\\n]*\\n|@\\w+(?:\\([^)]*\\))?)*func\\s+(\\w+)"
)
## The setting that each word in the annotation stands for.
const WORDS := {
	"any_peer": ["rpc_mode", MultiplayerAPI.RPC_MODE_ANY_PEER],
	"authority": ["rpc_mode", MultiplayerAPI.RPC_MODE_AUTHORITY],
	"call_local": ["call_local", true],
	"call_remote": ["call_local", false],
	"reliable": ["transfer_mode", MultiplayerPeer.TRANSFER_MODE_RELIABLE],
	"unreliable": ["transfer_mode", MultiplayerPeer.TRANSFER_MODE_UNRELIABLE],
	"unreliable_ordered": ["transfer_mode", MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED],
}

static var _annotation := RegEx.create_from_string(ANNOTATION)


## Name of the method to a dictionary as Node.rpc_config() takes it. A method of the script overrides its base's.
static func of(script: Script) -> Dictionary:
	var found := {}
	var each := script
	while each is GDScript:
		for declaration: RegExMatch in _annotation.search_all(each.source_code):
			var name := StringName(declaration.get_string(2))
			if not found.has(name):
				found[name] = _config(declaration.get_string(1))
		each = each.get_base_script()
	return found


static func _config(arguments: String) -> Dictionary:
	var config := {
		"rpc_mode": MultiplayerAPI.RPC_MODE_AUTHORITY,
		"transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE,
		"call_local": false,
		"channel": 0,
	}
	for argument: String in arguments.split(",", false):
		var word := argument.strip_edges().trim_prefix("&").trim_prefix("\"").trim_prefix("'").trim_suffix("\"").trim_suffix("'")
		if WORDS.has(word):
			config[WORDS[word][0]] = WORDS[word][1]
		elif word.is_valid_int():
			config["channel"] = word.to_int()
	return config
